/** Draws the thumbnails of the sample videos, which are on no platform. A video always gets the same one. */
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

/** Returns null for any video that is no sample. */
export async function drawSampleThumbnail(platform: Platform, videoId: string): Promise<Uint8Array | null> {
  const video = platform.isSample ? await platform.fetchVideo(videoId) : null;
  return video && drawVideoThumbnail(video);
}
