/** Keeps bitmaps of pictures in the sizes they are drawn at; evicts the least recently drawn. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** Widths of the bitmaps, in pixels; nothing is drawn larger than the last. */
const LEVELS = [64, 128, 256, 512, 1024, 2048] as const;
const BYTES_A_PIXEL = 4;

export const levelFor = (pixels: number): number => LEVELS.find((level) => level >= pixels) ?? 2048;

/** Returns the widest level at which `count` bitmaps (16:9) fit into `bytes` together. */
export function levelWithin(bytes: number, count: number): number {
  const pixels = bytes / BYTES_A_PIXEL / Math.max(1, count);
  return LEVELS.findLast((level) => (level * level * 9) / 16 <= pixels) ?? LEVELS[0];
}

interface Held<B> {
  readonly bitmap: B;
  used: number;
}

export class Mips<B extends Bitmap> {
  readonly #limit: number;
  readonly #held = new Map<string, Map<number, Held<B>>>();
  #bytes = 0;
  #clock = 0;

  /** `limit` is in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(key: string, level: number): boolean {
    return this.#held.get(key)?.has(level) ?? false;
  }

  /** Returns the bitmap of this level, else the next larger one, else the largest there is. */
  best(key: string, level: number): B | null {
    const levels = this.#held.get(key);
    if (!levels) return null;
    const there = [...levels.keys()].sort((a, b) => a - b);
    const chosen = levels.get(there.find((one) => one >= level) ?? there.at(-1) ?? 0);
    if (!chosen) return null;
    chosen.used = ++this.#clock;
    return chosen.bitmap;
  }

  put(key: string, level: number, bitmap: B): void {
    const levels = this.#held.get(key) ?? new Map<number, Held<B>>();
    this.#held.set(key, levels);
    this.#drop(key, level);
    levels.set(level, { bitmap, used: ++this.#clock });
    this.#held.set(key, levels);
    this.#bytes += bytesOf(bitmap);
    this.#shrink();
  }

  clear(): void {
    for (const [key, levels] of [...this.#held]) for (const level of [...levels.keys()]) this.#drop(key, level);
  }

  #shrink(): void {
    if (this.#bytes <= this.#limit) return;
    const all = [...this.#held].flatMap(([key, levels]) =>
      [...levels].map(([level, { used }]) => ({ key, level, used })),
    );
    all.sort((a, b) => a.used - b.used);
    // Never evicts the newest, however large it is.
    for (const { key, level } of all.slice(0, -1)) {
      if (this.#bytes <= this.#limit) return;
      this.#drop(key, level);
    }
  }

  #drop(key: string, level: number): void {
    const levels = this.#held.get(key);
    const held = levels?.get(level);
    if (!levels || !held) return;
    levels.delete(level);
    if (levels.size === 0) this.#held.delete(key);
    this.#bytes -= bytesOf(held.bitmap);
    held.bitmap.close();
  }
}

const bytesOf = ({ width, height }: Bitmap): number => width * height * BYTES_A_PIXEL;
