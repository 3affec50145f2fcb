import { LIMITS } from '#contract/limits.ts';
import type { BoardRegion } from '#contract/schema/thumbnail.ts';

/** Returns the region, or null if it is too small to count (spec 2 §4 board/edits). */
export function toEditRegion(region: BoardRegion | undefined): BoardRegion | null {
  const { smallestRegion } = LIMITS.thumbnails;
  return !region || region.width < smallestRegion || region.height < smallestRegion ? null : region;
}
