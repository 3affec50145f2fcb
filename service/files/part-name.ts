/** Names of files that are being written: whose they are, so that what an ended process left behind can be told. */
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

const OWNER = randomBytes(4).toString('hex');

/** A name beside the file that nobody else has; it ends as the file does, because programs go by that. */
export const partOf = (file: string): string =>
  `${file}.${OWNER}-${randomBytes(6).toString('hex')}.part${extname(file)}`;

/** Whether it was left half-written by a process that is gone: one data folder has one process. */
export const isLeftPart = (name: string): boolean => name.includes('.part') && !name.includes(`.${OWNER}-`);
