/** Converts and formats seconds and frames. A video has one constant frame rate. */
import { formatTwoDigits } from '#markdown/clock.ts';
import { getFrameAt } from '#markdown/frame-at.ts';

/** Returns the start of a frame, in seconds. */
export const getStartOfFrame = (frame: number, fps: number): number => frame / fps;

/** Returns the middle of a frame, because seeking there shows the frame however a decoder rounds. */
export const getMiddleOfFrame = (frame: number, fps: number): number => (frame + 0.5) / fps;

export const roundToFrame = (seconds: number, fps: number): number => Math.max(0, Math.round(seconds * fps)) / fps;

/** 347.4 at 30 frames per second → "05:47:12"; from an hour on "1:05:47:12". */
export function formatTimecode(seconds: number, fps: number): string {
  const frame = getFrameAt(seconds, fps);
  const wholeSeconds = Math.floor(frame / fps + 1e-9);
  return `${formatClock(wholeSeconds)}:${formatTwoDigits(Math.round(frame - wholeSeconds * fps))}`;
}

/** 347.4 → "05:47"; from an hour on "1:05:47". */
export function formatClock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds + 1e-6));
  const hours = Math.floor(wholeSeconds / 3600);
  const rest = `${formatTwoDigits(Math.floor(wholeSeconds / 60) % 60)}:${formatTwoDigits(wholeSeconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Adds hundredths of a second: 12.1 → "00:12.10". */
export function formatExactClock(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  return `${formatClock(hundredths / 100)}.${formatTwoDigits(hundredths % 100)}`;
}

/** A moment or a range of a video, in seconds. */
export interface Moment {
  readonly start: number;
  /** Null for a single moment. */
  readonly end: number | null;
}

/**
 * Formats a moment as the prefix of a comment, readable by every client and by people: "[00:12.10] …",
 * "[00:12.10-00:14.00] …".
 */
export function formatTimestamp({ start, end }: Moment): string {
  return end === null ? `[${formatExactClock(start)}]` : `[${formatExactClock(start)}-${formatExactClock(end)}]`;
}

const CLOCK = String.raw`(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`;
const MARK = new RegExp(String.raw`^\s*\[${CLOCK}(?:\s*[-–]\s*${CLOCK})?\]\s*`);

/** Splits a comment into its moment and its text; the moment is null if it names none. */
export function parseTimestamp(body: string): { readonly moment: Moment | null; readonly text: string } {
  const match = MARK.exec(body);
  if (!match) return { moment: null, text: body };
  const start = toSeconds(match.slice(1, 5));
  const end = match[6] === undefined ? null : toSeconds(match.slice(5, 9));
  const moment = end !== null && end <= start ? { start, end: null } : { start, end };
  return { moment, text: body.slice(match[0].length) };
}

function toSeconds([hours, minutes, seconds, part]: (string | undefined)[]): number {
  const wholeSeconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return wholeSeconds + (part === undefined ? 0 : Number(`0.${part}`));
}
