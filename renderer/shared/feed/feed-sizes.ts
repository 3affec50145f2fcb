/** The places where the platform shows a thumbnail, with widths in CSS pixels; the last is the smallest. */
export const FEED_SIZES = [
  { name: 'home', label: 'Home', width: 320 },
  { name: 'search', label: 'Search', width: 360 },
  { name: 'beside', label: 'Suggested', width: 168 },
  { name: 'list', label: 'Playlist', width: 120 },
] as const;
export type FeedSize = (typeof FEED_SIZES)[number]['name'];

export const SMALLEST_WIDTH = Math.min(...FEED_SIZES.map(({ width }) => width));
export const toHeight = (width: number): number => Math.round((width * 9) / 16);

/** The duration stamp has the same pixel size everywhere, so it covers the most where the picture is small. */
export const STAMP = { inset: 4, height: 18, letterWidth: 7, padding: 8 } as const;

/** Returns the stamp's box on a thumbnail of this width, in fractions of the picture. */
export function getStampBox(width: number, duration: string): { x: number; y: number; width: number; height: number } {
  const height = toHeight(width);
  const stampWidth = duration.length * STAMP.letterWidth + STAMP.padding;
  return {
    x: Math.max(0, (width - STAMP.inset - stampWidth) / width),
    y: (height - STAMP.inset - STAMP.height) / height,
    width: Math.min(1, stampWidth / width),
    height: STAMP.height / height,
  };
}
