import { setTimeout as delay } from 'node:timers/promises';
import { prepareFolder, findRunningOwner } from '#platform/folder-lock.ts';
import type { AppApi } from './electron-api.ts';

/** Milliseconds; tests use shorter ones. */
const TIMING = { timeoutMs: 10_000, intervalMs: 200 };

/**
 * Makes this process the only instance on a data folder. Returns false if another one has the folder: it was told, and
 * comes to the front. Electron's lock says the same for an instance that is about to end and for one that does not
 * respond, so it is tried again until the folder has an owner.
 * @throws FolderUnusableError or a plain sentence
 */
export async function claimInstance(
  app: Pick<AppApi, 'requestSingleInstanceLock'>,
  dataFolder: string,
  { timeoutMs, intervalMs } = TIMING,
): Promise<boolean> {
  await prepareFolder(dataFolder);
  const deadline = Date.now() + timeoutMs;
  while (!app.requestSingleInstanceLock()) {
    if (await findRunningOwner(dataFolder)) return false;
    if (Date.now() > deadline) {
      throw new Error(
        `Another Cutaway, perhaps on another computer, uses the data folder ${dataFolder} and doesn’t respond. Close it first, or choose another folder with --data.`,
      );
    }
    await delay(intervalMs);
  }
  return true;
}
