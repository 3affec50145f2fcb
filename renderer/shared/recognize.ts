/** Recognizes pasted handles, ids and links of channels and videos. */
const VIDEO_PATHS = /^(?:watch|shorts|embed|live|v)$/;

function parseUrl(text: string): URL | null {
  if (!text.includes('/') || /\s/.test(text)) return null;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Returns null for plain words and for ambiguous text. */
export function recognizeIdentifier(text: string): 'channels' | 'videos' | null {
  const identifier = text.trim();
  if (/^@[^\s/]+$/u.test(identifier) || /^UC[\w-]{22}$/.test(identifier)) return 'channels';
  const url = parseUrl(identifier);
  if (!url || !/(?:^|\.)(?:youtube\.com|youtu\.be)$/.test(url.hostname)) return null;
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  if (first.startsWith('@') || (/^(?:channel|c|user)$/.test(first) && second !== '')) return 'channels';
  if (url.searchParams.has('v') || (VIDEO_PATHS.test(first) && second !== '')) return 'videos';
  return url.hostname.endsWith('youtu.be') && first !== '' ? 'videos' : null;
}
