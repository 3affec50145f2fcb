/** Which part of the video is seen, and how large. All of it is arithmetic: a view is replaced, never changed. */

export interface Viewport {
  /** Seconds at the left edge. */
  readonly start: number;
  /** Seconds a pixel. */
  readonly perPixel: number;
  /** Pixels. */
  readonly width: number;
  /** Of the video, in seconds. */
  readonly duration: number;
  readonly fps: number;
}

/** A frame is at most so wide. */
const WIDEST_FRAME = 48;
/** The rest of the width stays empty behind the end, so that the last frame can be taken hold of. */
const FILLED = 0.98;

export const closest = ({ fps }: Pick<Viewport, 'fps'>): number => 1 / (fps * WIDEST_FRAME);

/** The scale at which all of it is seen. */
export const widest = ({ duration, width, ...rest }: Omit<Viewport, 'start' | 'perPixel'>): number =>
  Math.max(closest(rest), Math.max(duration, 0.1) / (FILLED * Math.max(1, width)));

/** The same with scale and start inside what there is. */
export function clamped(view: Viewport): Viewport {
  const perPixel = Math.min(widest(view), Math.max(closest(view), view.perPixel));
  const last = Math.max(0, view.duration - FILLED * view.width * perPixel);
  return { ...view, perPixel, start: Math.min(last, Math.max(0, view.start)) };
}

/** All of a video. */
export function whole(width: number, duration: number, fps: number): Viewport {
  const view = { width, duration, fps };
  return { ...view, start: 0, perPixel: widest(view) };
}

export const xOf = (view: Viewport, seconds: number): number => (seconds - view.start) / view.perPixel;
export const timeAt = (view: Viewport, x: number): number => view.start + x * view.perPixel;
export const endOf = (view: Viewport): number => timeAt(view, view.width);

/** Zooms by a factor (below 1 comes closer); what is at `x` stays there. */
export function zoomedAt(view: Viewport, factor: number, x: number): Viewport {
  const held = timeAt(view, x);
  const { perPixel } = clamped({ ...view, perPixel: view.perPixel * factor });
  return clamped({ ...view, perPixel, start: held - x * perPixel });
}

export const pannedBy = (view: Viewport, pixels: number): Viewport =>
  clamped({ ...view, start: view.start + pixels * view.perPixel });

/** After the window or the video changed: what was seen stays, and what showed all of it still does. */
export function resized(view: Viewport, width: number, duration: number): Viewport {
  const all = view.perPixel >= widest(view) * 0.999;
  return all ? whole(width, duration, view.fps) : clamped({ ...view, width, duration });
}

/** 0 shows all of it, 1 single frames; equal steps feel equally large. */
export function nearness(view: Viewport): number {
  const [far, near] = [widest(view), closest(view)];
  return far <= near ? 0 : Math.log(far / view.perPixel) / Math.log(far / near);
}

export function withNearness(view: Viewport, value: number, x: number): Viewport {
  const [far, near] = [widest(view), closest(view)];
  const perPixel = far * (near / far) ** Math.min(1, Math.max(0, value));
  return zoomedAt(view, perPixel / view.perPixel, x);
}

/** Turns the page when a moment is not in sight; the same view when it is. */
export function following(view: Viewport, seconds: number): Viewport {
  const x = xOf(view, seconds);
  if (x >= 0 && x <= view.width - 1) return view;
  return clamped({ ...view, start: seconds - view.width * 0.1 * view.perPixel });
}

/** Brings a range into sight, coming no closer than it is. */
export function revealing(view: Viewport, from: number, to: number): Viewport {
  if (from >= view.start && to <= endOf(view)) return view;
  const perPixel = Math.max(view.perPixel, ((to - from) * 1.25) / view.width);
  return clamped({ ...view, perPixel, start: (from + to) / 2 - (view.width / 2) * perPixel });
}
