/** The visible part of the video, and its scale. A viewport is never changed, only replaced. */

export interface Viewport {
  /** Time at the left edge, in seconds. */
  readonly start: number;
  /** Seconds per pixel. */
  readonly perPixel: number;
  /** Pixels. */
  readonly width: number;
  /** Duration of the video, in seconds. */
  readonly duration: number;
  readonly fps: number;
}

/** Maximum width of a frame, in pixels. */
const MAX_FRAME_WIDTH = 48;
/** Leaves the rest of the width empty after the end, so that the last frame can be grabbed. */
const FILL_SHARE = 0.98;

export const getMinScale = ({ fps }: Pick<Viewport, 'fps'>): number => 1 / (fps * MAX_FRAME_WIDTH);

/** Returns the scale at which the whole video is visible. */
export const getMaxScale = ({ duration, width, ...rest }: Omit<Viewport, 'start' | 'perPixel'>): number =>
  Math.max(getMinScale(rest), Math.max(duration, 0.1) / (FILL_SHARE * Math.max(1, width)));

export function clamp(view: Viewport): Viewport {
  const perPixel = Math.min(getMaxScale(view), Math.max(getMinScale(view), view.perPixel));
  const last = Math.max(0, view.duration - FILL_SHARE * view.width * perPixel);
  return { ...view, perPixel, start: Math.min(last, Math.max(0, view.start)) };
}

export function showWholeVideo(width: number, duration: number, fps: number): Viewport {
  const view = { width, duration, fps };
  return { ...view, start: 0, perPixel: getMaxScale(view) };
}

export const toX = (view: Viewport, seconds: number): number => (seconds - view.start) / view.perPixel;
export const getTimeAt = (view: Viewport, x: number): number => view.start + x * view.perPixel;
export const getEnd = (view: Viewport): number => getTimeAt(view, view.width);

/** Zooms by a factor (below 1 zooms in); the moment at `x` stays in place. */
export function zoomAt(view: Viewport, factor: number, x: number): Viewport {
  const fixedTime = getTimeAt(view, x);
  const { perPixel } = clamp({ ...view, perPixel: view.perPixel * factor });
  return clamp({ ...view, perPixel, start: fixedTime - x * perPixel });
}

export const panBy = (view: Viewport, pixels: number): Viewport =>
  clamp({ ...view, start: view.start + pixels * view.perPixel });

/** Adapts to a new window or video size: keeps the visible part, and keeps showing the whole video if it did before. */
export function resize(view: Viewport, width: number, duration: number): Viewport {
  const showsAll = view.perPixel >= getMaxScale(view) * 0.999;
  return showsAll ? showWholeVideo(width, duration, view.fps) : clamp({ ...view, width, duration });
}

/** Returns the zoom level from 0 (whole video) to 1 (single frames); equal steps feel equally large. */
export function getZoomLevel(view: Viewport): number {
  const [far, near] = [getMaxScale(view), getMinScale(view)];
  return far <= near ? 0 : Math.log(far / view.perPixel) / Math.log(far / near);
}

export function withZoomLevel(view: Viewport, value: number, x: number): Viewport {
  const [far, near] = [getMaxScale(view), getMinScale(view)];
  const perPixel = far * (near / far) ** Math.min(1, Math.max(0, value));
  return zoomAt(view, perPixel / view.perPixel, x);
}

/** Scrolls by a page if a moment is not visible; otherwise returns the same view. */
export function follow(view: Viewport, seconds: number): Viewport {
  const x = toX(view, seconds);
  if (x >= 0 && x <= view.width - 1) return view;
  return clamp({ ...view, start: seconds - view.width * 0.1 * view.perPixel });
}

/** Scrolls so that a range is visible, zooming out if needed but never in. */
export function reveal(view: Viewport, from: number, to: number): Viewport {
  if (from >= view.start && to <= getEnd(view)) return view;
  const perPixel = Math.max(view.perPixel, ((to - from) * 1.25) / view.width);
  return clamp({ ...view, perPixel, start: (from + to) / 2 - (view.width / 2) * perPixel });
}
