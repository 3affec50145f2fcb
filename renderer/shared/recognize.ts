/** Knows what people paste for what it is, wherever they paste it; only what can be nothing else is named. */
const VIDEO_PLACES = /^(?:watch|shorts|embed|live|v)$/;

function urlOf(text: string): URL | null {
  if (!text.includes('/') || /\s/.test(text)) return null;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Returns null for words, and for what may be either. */
export function kindOfIdentifier(text: string): 'channels' | 'videos' | null {
  const given = text.trim();
  if (/^@[^\s/]+$/u.test(given) || /^UC[\w-]{22}$/.test(given)) return 'channels';
  const url = urlOf(given);
  if (!url || !/(?:^|\.)(?:youtube\.com|youtu\.be)$/.test(url.hostname)) return null;
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  if (first.startsWith('@') || (/^(?:channel|c|user)$/.test(first) && second !== '')) return 'channels';
  if (url.searchParams.has('v') || (VIDEO_PLACES.test(first) && second !== '')) return 'videos';
  return url.hostname.endsWith('youtu.be') && first !== '' ? 'videos' : null;
}
