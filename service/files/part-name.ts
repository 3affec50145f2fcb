/** Puts the process id into the names of unfinished files, so that leftovers of an ended process are recognised. */
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

const OWNER = randomBytes(4).toString('hex');

/** Returns a unique name next to the file, with the same extension because programs rely on it. */
export const getPart = (file: string): string =>
  `${file}.${OWNER}-${randomBytes(6).toString('hex')}.part${extname(file)}`;

/** Returns whether an ended process left the file unfinished: a data folder has one process. */
export const isAbandonedPart = (name: string): boolean => name.includes('.part') && !name.includes(`.${OWNER}-`);
