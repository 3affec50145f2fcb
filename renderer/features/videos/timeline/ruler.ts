import { formatClock, formatTimecode } from '#renderer/shared/frames.ts';
import { getEnd, type Viewport } from './viewport.ts';

interface Tick {
  readonly seconds: number;
  /** Null for a minor tick. */
  readonly label: string | null;
}

const STEP_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
const MIN_LABEL_GAP = 76;
const MIN_TICK_GAP = 7;

/** Steps of whole frames below a second, then the usual steps of a clock. */
function listSteps(fps: number): number[] {
  const frames = [1, 2, 5, 10, 15].filter((count) => count < fps);
  return [...frames.map((count) => count / fps), ...STEP_SECONDS];
}

export function getTicks(view: Viewport): Tick[] {
  const stepSizes = listSteps(view.fps);
  const fits = (width: number) => (step: number) => step / view.perPixel >= width;
  const labelStep = stepSizes.find(fits(MIN_LABEL_GAP)) ?? 7200;
  const tickStep = stepSizes.find((step) => fits(MIN_TICK_GAP)(step) && divides(step, labelStep)) ?? labelStep;
  const labelInterval = Math.round(labelStep / tickStep);
  const ticks: Tick[] = [];
  const last = Math.ceil(getEnd(view) / tickStep);
  for (let index = Math.max(0, Math.floor(view.start / tickStep)); index <= last; index += 1) {
    const seconds = index * tickStep;
    const label =
      index % labelInterval === 0 ? (labelStep < 1 ? formatTimecode(seconds, view.fps) : formatClock(seconds)) : null;
    ticks.push({ seconds, label });
  }
  return ticks;
}

const divides = (small: number, large: number): boolean => {
  const share = large / small;
  return Math.abs(share - Math.round(share)) < 1e-6;
};
