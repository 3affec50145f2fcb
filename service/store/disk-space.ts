import { statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/**
 * Watches the free space on the data folder's disk. PGlite cannot survive a full disk (it spins), so writing stops
 * while there is still a reserve, and resumes by itself once there is more space than that.
 */
export class DiskSpace {
  readonly #folder: string;
  readonly #reserve: number;
  #isFull = false;

  constructor(folder: string, reserveBytes = 64 * MEGABYTE) {
    this.#folder = folder;
    this.#reserve = reserveBytes;
  }

  /** Returns the result of the last `check`. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get reason(): string | null {
    if (!this.#isFull) return null;
    const reserve = Math.ceil(this.#reserve / MEGABYTE);
    return `The disk is full: less than ${reserve} MB is left where Cutaway keeps its data. You can still read; writing resumes once there’s space.`;
  }

  async check(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#folder);
    const freeBytes = bavail * bsize;
    // Requires a little more space to resume, so that the state does not flicker.
    this.#isFull = freeBytes < (this.#isFull ? this.#reserve * 1.1 : this.#reserve);
    return this.#isFull;
  }
}
