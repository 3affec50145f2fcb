/** Parses what people paste: handles, ids and URLs of channels and videos. */
import type { ChannelReference } from '../../engines/platform/platform.ts';

const CHANNEL_ID = /^UC[\w-]{10,40}$/;
const HANDLE = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;

function urlOf(text: string): URL | null {
  if (!text.includes('/')) return null;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address) : null;
}

const byHandle = (name: string): ChannelReference | null => {
  const handle = name.replace(/^@/, '');
  return HANDLE.test(handle) ? { handle } : null;
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Returns null if the text cannot be a channel. */
export function channelReference(text: string): ChannelReference | null {
  const given = text.trim();
  const url = urlOf(given);
  if (!url) return CHANNEL_ID.test(given) ? { channel_id: given } : byHandle(given);
  const [first = '', second = ''] = url.pathname.split('/').slice(1).map(decoded);
  if (first === 'channel') return CHANNEL_ID.test(second) ? { channel_id: second } : null;
  if (first.startsWith('@')) return byHandle(first);
  return first === 'c' || first === 'user' ? byHandle(second) : null;
}

const PLACES = new Set(['watch', 'shorts', 'embed', 'live', 'v']);

/**
 * Returns null if the text cannot be a video.
 * @param videoId matches ids of the platform in use
 */
export function videoReference(text: string, videoId: RegExp): string | null {
  const given = text.trim();
  const url = urlOf(given);
  if (!url) return videoId.test(given) ? given : null;
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  const id = url.searchParams.get('v') ?? (PLACES.has(first) ? second : first);
  return videoId.test(id) ? id : null;
}
