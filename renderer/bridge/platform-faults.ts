import type { PlatformCause } from '#contract/platform-causes.ts';

import { LOCALE } from '../ui/language.ts';

/** Names those of a fault's actions that help here. */
type PlatformAction = 'open-platform' | 'retry';

/** Describes why the video platform gave nothing, in the same words wherever it was asked. */
export interface PlatformMessage {
  readonly title: string;
  readonly text: string;
  readonly action?: PlatformAction;
}

interface Why {
  readonly cause?: unknown;
  readonly detail?: unknown;
  readonly until?: unknown;
}

const clock = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', hour: '2-digit', minute: '2-digit' });

const quoted = (detail: unknown): string =>
  typeof detail === 'string' && detail !== '' ? `YouTube says: ${detail.replace(/[.\s]*$/, '.')} ` : '';

function again(until: unknown): string {
  const at = typeof until === 'string' ? new Date(until) : null;
  return at === null || Number.isNaN(at.getTime())
    ? 'It works again at midnight in California.'
    : `It works again on ${clock.format(at)}.`;
}

function quota(until: unknown): PlatformMessage {
  return {
    title: 'Today’s YouTube quota is used up',
    text: `${again(until)} Until then, competitors’ latest videos still load, because they need no quota.`,
  };
}

const WORDS: Readonly<Record<PlatformCause, (why: Why) => PlatformMessage>> = {
  invalid: () => ({
    title: 'This isn’t a link or ID that YouTube uses',
    text: 'Paste the link from the browser’s address bar.',
  }),
  not_found: () => ({ title: 'YouTube doesn’t have this', text: 'Check the spelling, or paste its link.' }),
  sample_only: () => ({
    title: 'Only the sample catalogue was searched',
    text: 'Connect YouTube to find real channels and videos.',
    action: 'open-platform',
  }),
  key_missing: () => ({
    title: 'The YouTube key is missing',
    text: 'It was kept until Cutaway was closed. Enter it again.',
    action: 'open-platform',
  }),
  key_needed: () => ({
    title: 'This needs a YouTube key',
    text: 'Without one, Cutaway can only read the newest videos of channels you name. Connect a key to search and to look up videos.',
    action: 'open-platform',
  }),
  id_needed: () => ({
    title: 'YouTube didn’t say which channel this is',
    text: 'Enter the channel’s ID or its link with the ID instead, such as youtube.com/channel/UC… You find it on YouTube under Settings, Advanced settings.',
  }),
  key_refused: ({ detail }) => ({
    title: 'YouTube refused the key',
    text: `${quoted(detail)}Check the key in Settings.`,
    action: 'open-platform',
  }),
  quota_used: ({ until }) => quota(until),
  limit_reached: ({ until }) => ({
    title: 'Your limit of YouTube units for today is reached',
    text: `${again(until)} You can raise the limit in Settings.`,
    action: 'open-platform',
  }),
  page_expired: () => ({
    title: 'YouTube can’t continue this search',
    text: 'Search again to load more results.',
  }),
  busy: () => ({ title: 'YouTube wants fewer requests', text: 'Try again in a minute.', action: 'retry' }),
  offline: () => ({
    title: 'This computer seems to be offline',
    text: 'Check the connection, then try again.',
    action: 'retry',
  }),
  unavailable: () => ({ title: 'YouTube couldn’t be asked', text: 'Try again in a moment.', action: 'retry' }),
};

/** Returns null if the service names no cause that is known here. */
export function platformMessage(why: Why): PlatformMessage | null {
  const { cause } = why;
  return typeof cause === 'string' && Object.hasOwn(WORDS, cause) ? WORDS[cause as PlatformCause](why) : null;
}

interface Group<T> {
  readonly title: string;
  readonly text: string;
  readonly action: PlatformAction | null;
  readonly items: readonly T[];
}

/** Groups what was not found by its cause, so that each cause is told once. */
export function groupByCause<T extends Why & { readonly error: string }>(missing: readonly T[]): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const item of missing) {
    const words = platformMessage(item) ?? { title: 'Not found', text: item.error };
    const key = `${words.title} ${words.text}`;
    const items = [...(groups.get(key)?.items ?? []), item];
    groups.set(key, { title: words.title, text: words.text, action: words.action ?? null, items });
  }
  return [...groups.values()];
}
