import type { PlatformCause } from '#contract/platform-causes.ts';

import { LOCALE } from '../ui/language.ts';

/** The fault actions that help here. */
type PlatformAction = 'open-platform' | 'retry';

/** Explains why the video platform returned nothing, in the same way everywhere. */
export interface PlatformMessage {
  readonly title: string;
  readonly text: string;
  readonly action?: PlatformAction;
}

interface PlatformReason {
  readonly cause?: unknown;
  readonly detail?: unknown;
  readonly until?: unknown;
}

const clock = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
/** Formats the time when the quota is renewed, as "Friday 08:00". */
export const formatResetTime = (at: string): string => clock.format(new Date(at));

const quoteDetail = (detail: unknown): string =>
  typeof detail === 'string' && detail !== '' ? `YouTube says: ${detail.replace(/[.\s]*$/, '.')} ` : '';

function describeReset(until: unknown): string {
  return typeof until !== 'string' || Number.isNaN(Date.parse(until))
    ? 'It works again at midnight in California.'
    : `It works again on ${formatResetTime(until)}.`;
}

function createQuotaMessage(until: unknown): PlatformMessage {
  return {
    title: 'Today’s YouTube quota is used up',
    text: `${describeReset(until)} Until then, competitors’ latest videos still load, because they need no quota.`,
  };
}

const MESSAGES: Readonly<Record<PlatformCause, (reason: PlatformReason) => PlatformMessage>> = {
  invalid: () => ({
    title: 'This isn’t a link or ID that YouTube uses',
    text: 'Paste the link from the browser’s address bar.',
  }),
  not_found: () => ({ title: 'YouTube doesn’t have this', text: 'Check the spelling, or paste its link.' }),
  sample_only: () => ({
    title: 'Only sample data was searched',
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
    text: `${quoteDetail(detail)}Check the key in Settings.`,
    action: 'open-platform',
  }),
  quota_used: ({ until }) => createQuotaMessage(until),
  limit_reached: ({ until }) => ({
    title: 'Your limit of YouTube units for today is reached',
    text: `${describeReset(until)} You can raise the limit in Settings.`,
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
  unavailable: () => ({ title: 'YouTube couldn’t be reached', text: 'Try again in a moment.', action: 'retry' }),
};

/** Returns null if the service names no known cause. */
export function getPlatformMessage(reason: PlatformReason): PlatformMessage | null {
  const { cause } = reason;
  return typeof cause === 'string' && Object.hasOwn(MESSAGES, cause) ? MESSAGES[cause as PlatformCause](reason) : null;
}

interface Group<T> {
  readonly title: string;
  readonly text: string;
  readonly action: PlatformAction | null;
  readonly items: readonly T[];
}

/** Groups missing items by cause, so that each cause is shown once. */
export function groupByCause<T extends PlatformReason & { readonly error: string }>(
  missingItems: readonly T[],
): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const item of missingItems) {
    const message = getPlatformMessage(item) ?? { title: 'Not found', text: item.error };
    const key = `${message.title} ${message.text}`;
    const items = [...(groups.get(key)?.items ?? []), item];
    groups.set(key, { title: message.title, text: message.text, action: message.action ?? null, items });
  }
  return [...groups.values()];
}
