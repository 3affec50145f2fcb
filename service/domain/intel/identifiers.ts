/** Parses what people paste: handles, ids and URLs of channels and videos. */
import { CHANNEL_ID, type ChannelReference } from '../../engines/platform/platform.ts';

const HANDLE = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;

function parseUrl(text: string): URL | null {
  if (!text.includes('/')) return null;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address) : null;
}

const toHandle = (name: string): ChannelReference | null => {
  const handle = name.replace(/^@/, '');
  return HANDLE.test(handle) ? { handle } : null;
};

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Returns null if the text cannot be a channel. */
export function parseChannelReference(text: string): ChannelReference | null {
  const trimmedText = text.trim();
  const url = parseUrl(trimmedText);
  if (!url) return CHANNEL_ID.test(trimmedText) ? { channel_id: trimmedText } : toHandle(trimmedText);
  const [first = '', second = ''] = url.pathname.split('/').slice(1).map(decodeSegment);
  if (first === 'channel') return CHANNEL_ID.test(second) ? { channel_id: second } : null;
  if (first.startsWith('@')) return toHandle(first);
  return first === 'c' || first === 'user' ? toHandle(second) : null;
}

const VIDEO_PATHS = new Set(['watch', 'shorts', 'embed', 'live', 'v']);

/**
 * Returns null if the text cannot be a video.
 * @param videoId matches ids of the platform in use
 */
export function parseVideoReference(text: string, videoId: RegExp): string | null {
  const trimmedText = text.trim();
  const url = parseUrl(trimmedText);
  if (!url) return videoId.test(trimmedText) ? trimmedText : null;
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  const id = url.searchParams.get('v') ?? (VIDEO_PATHS.has(first) ? second : first);
  return videoId.test(id) ? id : null;
}
