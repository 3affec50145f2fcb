import { formatClock, formatTimecode } from '#renderer/shared/frames.ts';
import { getEnd, type Viewport } from './viewport.ts';

interface Tick {
  readonly seconds: number;
  /** Null for a minor tick. */
  readonly label: string | null;
}

const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const LABEL_WIDTH = 76;
const SMALL_WIDTH = 7;

/** Steps of whole frames below a second, then the usual steps of a clock. */
function listSteps(fps: number): number[] {
  const frames = [1, 2, 5, 10, 15].filter((count) => count < fps);
  return [...frames.map((count) => count / fps), ...SECONDS];
}

export function getTicks(view: Viewport): Tick[] {
  const stepSizes = listSteps(view.fps);
  const fits = (width: number) => (step: number) => step / view.perPixel >= width;
  const large = stepSizes.find(fits(LABEL_WIDTH)) ?? 7200;
  const small = stepSizes.find((step) => fits(SMALL_WIDTH)(step) && divides(step, large)) ?? large;
  const labelInterval = Math.round(large / small);
  const ticks: Tick[] = [];
  const last = Math.ceil(getEnd(view) / small);
  for (let index = Math.max(0, Math.floor(view.start / small)); index <= last; index += 1) {
    const seconds = index * small;
    const label =
      index % labelInterval === 0 ? (large < 1 ? formatTimecode(seconds, view.fps) : formatClock(seconds)) : null;
    ticks.push({ seconds, label });
  }
  return ticks;
}

const divides = (small: number, large: number): boolean => {
  const share = large / small;
  return Math.abs(share - Math.round(share)) < 1e-6;
};
