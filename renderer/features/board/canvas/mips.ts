/** Keeps bitmaps of pictures in the sizes they are drawn at; evicts the least recently drawn. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** Widths of the bitmaps, in pixels; nothing is drawn larger than the last. */
const LEVELS = [64, 128, 256, 512, 1024, 2048] as const;
const BYTES_PER_PIXEL = 4;

export const getLevel = (pixels: number): number => LEVELS.find((level) => level >= pixels) ?? 2048;

/** Returns the widest level at which `count` bitmaps (16:9) fit into `bytes` together. */
export function getWidestLevel(bytes: number, count: number): number {
  const pixels = bytes / BYTES_PER_PIXEL / Math.max(1, count);
  return LEVELS.findLast((level) => (level * level * 9) / 16 <= pixels) ?? LEVELS[0];
}

interface CachedBitmap<B> {
  readonly bitmap: B;
  lastUsed: number;
}

export class Mips<B extends Bitmap> {
  readonly #maxBytes: number;
  readonly #bitmaps = new Map<string, Map<number, CachedBitmap<B>>>();
  #bytes = 0;
  #clock = 0;

  /** `limit` is in bytes. */
  constructor(limit: number) {
    this.#maxBytes = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(key: string, level: number): boolean {
    return this.#bitmaps.get(key)?.has(level) ?? false;
  }

  /** Returns the bitmap of this level, else the next larger one, else the largest one. */
  getBest(key: string, level: number): B | null {
    const levels = this.#bitmaps.get(key);
    if (!levels) return null;
    const availableWidths = [...levels.keys()].sort((a, b) => a - b);
    const cachedLevel = levels.get(availableWidths.find((width) => width >= level) ?? availableWidths.at(-1) ?? 0);
    if (!cachedLevel) return null;
    cachedLevel.lastUsed = ++this.#clock;
    return cachedLevel.bitmap;
  }

  put(key: string, level: number, bitmap: B): void {
    const levels = this.#bitmaps.get(key) ?? new Map<number, CachedBitmap<B>>();
    this.#bitmaps.set(key, levels);
    this.#drop(key, level);
    levels.set(level, { bitmap, lastUsed: ++this.#clock });
    this.#bitmaps.set(key, levels);
    this.#bytes += getByteSize(bitmap);
    this.#shrink();
  }

  clear(): void {
    for (const [key, levels] of [...this.#bitmaps]) for (const level of [...levels.keys()]) this.#drop(key, level);
  }

  #shrink(): void {
    if (this.#bytes <= this.#maxBytes) return;
    const all = [...this.#bitmaps].flatMap(([key, levels]) =>
      [...levels].map(([level, { lastUsed }]) => ({ key, level, lastUsed })),
    );
    all.sort((a, b) => a.lastUsed - b.lastUsed);
    // Never evicts the newest, however large it is.
    for (const { key, level } of all.slice(0, -1)) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(key, level);
    }
  }

  #drop(key: string, level: number): void {
    const levels = this.#bitmaps.get(key);
    const cachedLevel = levels?.get(level);
    if (!levels || !cachedLevel) return;
    levels.delete(level);
    if (levels.size === 0) this.#bitmaps.delete(key);
    this.#bytes -= getByteSize(cachedLevel.bitmap);
    cachedLevel.bitmap.close();
  }
}

const getByteSize = ({ width, height }: Bitmap): number => width * height * BYTES_PER_PIXEL;
