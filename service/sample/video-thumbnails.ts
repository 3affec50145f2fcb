/** Draws thumbnails of the invented videos locally, since no network has them; they are the same each time. */
import type { Platform, PlatformVideo } from '../engines/platform/platform.ts';
import { shortenToHeadline } from '../engines/image/short-headline.ts';

const SIZE = { width: 640, height: 360 } as const;

function computeSeed(text: string): number {
  let seed = 7;
  for (const letter of text) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return seed;
}

/** Returns a PNG file. */
export async function drawVideoThumbnail({
  video_id,
  title,
}: Pick<PlatformVideo, 'video_id' | 'title'>): Promise<Uint8Array> {
  // Load on first use: the drawing code is large.
  const { compositor } = await import('../engines/image/compositor/compositor.ts');
  const brief = { ...SIZE, seed: computeSeed(video_id), prompt: title, headline: shortenToHeadline(title) };
  const signal = new AbortController().signal;
  return (await compositor.generate({ ...brief, references: [], style: null }, { signal })).bytes;
}

/** Returns null for any video that is not invented. */
export async function sampleThumbnail(platform: Platform, videoId: string): Promise<Uint8Array | null> {
  const video = platform.isSample ? await platform.fetchVideo(videoId) : null;
  return video && drawVideoThumbnail(video);
}
