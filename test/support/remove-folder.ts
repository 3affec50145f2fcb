import { rm } from 'node:fs/promises';

/** Removes a folder, even if a process that was just killed or left alone still writes to it for a moment. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
