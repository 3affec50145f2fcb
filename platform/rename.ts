import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { getErrorCode } from './error-code.ts';

/** The waits between the attempts, in milliseconds; two seconds in all. */
const RETRY_PAUSES_MS = [10, 20, 40, 80, 150, 300, 600, 800];

const isHeldByScanner = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes(getErrorCode(error) ?? '');

/**
 * Renames a file or folder. On Windows it tries again for two seconds, because virus scanners and indexers open new
 * files for a moment, and an open file cannot be renamed there.
 */
export async function renameWithRetry(from: string, to: string): Promise<void> {
  for (const pause of process.platform === 'win32' ? RETRY_PAUSES_MS : []) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isHeldByScanner(error)) throw error;
      await delay(pause);
    }
  }
  await rename(from, to);
}
