import { logger } from '#log/logger.ts';
import { readFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const log = logger('window');

export const MIN_WIDTH = 800;
export const MIN_HEIGHT = 600;
const DEFAULT_WIDTH = 1440;
const DEFAULT_HEIGHT = 900;

/** `bounds` are in device-independent pixels, as when the window is neither maximized nor full screen. */
const WindowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) }),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
});
export type WindowState = z.infer<typeof WindowState>;

interface Display {
  readonly workArea: Rectangle;
}

function computeOverlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/**
 * Moves the bounds wholly onto a connected display: the one with the largest overlap, else centred on the first. Never
 * returns less than the minimum size, unless the display is smaller.
 */
export function clampToDisplays(bounds: Rectangle | undefined, displays: readonly Display[]): Rectangle {
  const preferredBounds = bounds ?? { x: 0, y: 0, width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT };
  const rankedDisplays = displays
    .map(({ workArea }) => ({ workArea, shared: bounds ? computeOverlap(bounds, workArea) : 0 }))
    .sort((a, b) => b.shared - a.shared);
  const best = rankedDisplays[0];
  if (!best) return { ...preferredBounds };
  const area = best.workArea;
  const width = Math.min(Math.max(preferredBounds.width, MIN_WIDTH), area.width);
  const height = Math.min(Math.max(preferredBounds.height, MIN_HEIGHT), area.height);
  if (best.shared === 0) {
    const x = Math.round(area.x + (area.width - width) / 2);
    return { x, y: Math.round(area.y + (area.height - height) / 2), width, height };
  }
  return {
    x: clamp(preferredBounds.x, area.x, area.x + area.width - width),
    y: clamp(preferredBounds.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

/** Returns the last window position, or undefined on a first start or if the file is damaged. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the latest state to disk, one write at a time; `flush` waits for the last write. */
export class WindowStateFile {
  readonly #file: string;
  readonly #write: (file: string, content: string) => Promise<void>;
  #next: WindowState | undefined;
  #writing: Promise<void> | undefined;

  constructor(file: string, write: (file: string, content: string) => Promise<void>) {
    this.#file = file;
    this.#write = write;
  }

  save(state: WindowState): void {
    this.#next = state;
    this.#writing ??= this.#drain().finally(() => (this.#writing = undefined));
  }

  async flush(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    while (this.#next) {
      const state = this.#next;
      this.#next = undefined;
      // A failed write only loses the window position, so it is logged without an error message.
      await this.#write(this.#file, `${JSON.stringify(state)}\n`).catch(log.failure('window position not stored'));
    }
  }
}
