import { LIMITS } from '#contract/limits.ts';
import type { BoardRegion } from '#contract/schema/thumbnail.ts';

/** A region that counts: too small a one is none (spec 2 §4 board/edits). */
export function regionThatCounts(region: BoardRegion | undefined): BoardRegion | null {
  const { smallestRegion } = LIMITS.thumbnails;
  return !region || region.width < smallestRegion || region.height < smallestRegion ? null : region;
}
