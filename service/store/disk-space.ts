import { statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/**
 * Watches the free space on the data folder's disk. PGlite cannot survive a full disk (it spins), so writing stops
 * while there is still a reserve, and resumes by itself once there is more space than that.
 */
export class DiskSpace {
  readonly #folder: string;
  readonly #reserve: number;
  #full = false;

  constructor(folder: string, reserveBytes = 64 * MEGABYTE) {
    this.#folder = folder;
    this.#reserve = reserveBytes;
  }

  /** Returns the result of the last `look`. */
  get full(): boolean {
    return this.#full;
  }

  get reason(): string | null {
    if (!this.#full) return null;
    const reserve = Math.ceil(this.#reserve / MEGABYTE);
    return `The disk is full: less than ${reserve} MB is left where Cutaway keeps its data. You can still read; writing resumes once there’s space.`;
  }

  async look(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#folder);
    const free = bavail * bsize;
    // Requires a little more space to resume, so that the state does not flicker.
    this.#full = free < (this.#full ? this.#reserve * 1.1 : this.#reserve);
    return this.#full;
  }
}
