/** Sends requests to YouTube and explains its refusals. */
import { PlatformError } from './platform.ts';
import { getQuotaReset } from './quota-reset.ts';
import { parseChannelFeed, type ChannelFeed, Refusal } from './youtube-answers.ts';

/** Sends a request. Any status is a valid answer. @throws PlatformError, or Error with a message for people */
export type Read = (
  url: string,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

const FEEDS_URL = 'https://www.youtube.com/feeds';
const QUOTA = /^(quotaExceeded|dailyLimitExceeded)$/;
/** Error reasons that concern the request, not the key. */
const NOT_ACCESSIBLE = /NotAccessible$|^(channel|playlist|video|subscription)(Forbidden|Closed|Suspended)$/;
const BUSY = /^(rateLimitExceeded|userRateLimitExceeded)$/;

export function toRefusal(status: number, answer: string, now: Date): PlatformError {
  const { message, reason } = Refusal.parse(parseJson(answer));
  if (QUOTA.test(reason)) {
    const until = getQuotaReset(now);
    const message = `The key has used up its YouTube quota for today. It works again at ${until.toISOString().slice(11, 16)} UTC.`;
    return new PlatformError(message, { kind: 'quota_used', until });
  }
  if (status === 429 || BUSY.test(reason)) {
    return new PlatformError('YouTube wants fewer requests. Try again in a minute.', { kind: 'busy' });
  }
  if (reason === 'invalidPageToken') {
    return new PlatformError('YouTube can’t continue this search. Search again.', { kind: 'page_expired' });
  }
  if (NOT_ACCESSIBLE.test(reason)) return new PlatformError('YouTube doesn’t show this.', { kind: 'not_found' });
  if (status === 400 || status === 401 || status === 403) {
    const detail = message.replaceAll(/<[^>]*>/g, '').slice(0, 200);
    const details = detail === '' ? '' : ` YouTube says: ${detail}`;
    return new PlatformError(`YouTube refused the key (${status}).${details}`, { kind: 'key_refused', detail });
  }
  return new PlatformError(`YouTube responded with ${status}.`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws PlatformError if there is no answer */
export async function readText(read: Read, url: string, headers: Readonly<Record<string, string>>) {
  try {
    return await read(url, headers);
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    const details = cause instanceof Error ? cause.message : '';
    throw new PlatformError(`YouTube isn’t available right now. ${details}`.trim(), { cause });
  }
}

interface FeedOptions {
  readonly read: Read;
  readonly feeds?: string;
  now(): Date;
}

/** Reads a channel's public feed, which needs no key and uses no quota. @throws PlatformError */
export async function readFeed({ read, feeds = FEEDS_URL, now }: FeedOptions, channelId: string): Promise<ChannelFeed> {
  const address = `${feeds}/videos.xml?${new URLSearchParams({ channel_id: channelId })}`;
  const { status, text } = await readText(read, address, { Accept: 'application/atom+xml, text/xml;q=0.9' });
  if (status === 404) throw new PlatformError('YouTube doesn’t have this channel.', { kind: 'not_found' });
  if (status !== 200) throw toRefusal(status, text, now());
  const feed = parseChannelFeed(text, channelId);
  if (feed === null) throw new PlatformError('YouTube’s response couldn’t be read.');
  return feed;
}
