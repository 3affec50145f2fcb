/** Where the platform shows a thumbnail, and how wide in CSS pixels; the last is the smallest. */
export const FEED_SIZES = [
  { name: 'home', label: 'Home', width: 320 },
  { name: 'search', label: 'Search', width: 360 },
  { name: 'beside', label: 'Beside a video', width: 168 },
  { name: 'list', label: 'Playlist', width: 120 },
] as const;
export type FeedSize = (typeof FEED_SIZES)[number]['name'];

export const SMALLEST = Math.min(...FEED_SIZES.map(({ width }) => width));
export const heightOf = (width: number): number => Math.round((width * 9) / 16);

/** The duration's stamp, in the same pixels at every size: what lies under it is worst off where the picture is small. */
export const STAMP = { inset: 4, height: 18, letter: 7, padding: 8 } as const;

/** The stamp's box on a thumbnail of a width, in fractions of the picture. */
export function stampBox(width: number, duration: string): { x: number; y: number; width: number; height: number } {
  const height = heightOf(width);
  const wide = duration.length * STAMP.letter + STAMP.padding;
  return {
    x: Math.max(0, (width - STAMP.inset - wide) / width),
    y: (height - STAMP.inset - STAMP.height) / height,
    width: Math.min(1, wide / width),
    height: STAMP.height / height,
  };
}
