/** Tolerance in seconds, because times are rounded to whole milliseconds. */
const ROUNDING_TOLERANCE = 0.0006;

/** Returns the frame on screen at a time; the start of a frame, give or take rounding, belongs to that frame. */
export const getFrameAt = (seconds: number, fps: number): number =>
  Math.max(0, Math.floor((seconds + ROUNDING_TOLERANCE) * fps));
