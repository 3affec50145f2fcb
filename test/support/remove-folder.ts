import { rm } from 'node:fs/promises';

/** Removes a folder, also one that a process which was just killed or left alone goes on writing into for a moment. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
