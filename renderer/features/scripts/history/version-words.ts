import BookmarkIcon from '@lucide/svelte/icons/bookmark';
import CloudDownload from '@lucide/svelte/icons/cloud-download';
import LifeBuoy from '@lucide/svelte/icons/life-buoy';
import PenLine from '@lucide/svelte/icons/pen-line';
import Sparkles from '@lucide/svelte/icons/sparkles';
import { VERSION_LABELS, type VersionLabel } from '#renderer/offline/version-labels.ts';
import type { Version } from '#renderer/offline/versions.ts';
import type { IconType } from '#renderer/ui/types.ts';
import { LOCALE } from '#renderer/ui/language.ts';

const ICONS: Record<Version['source'], { icon: IconType; name: string }> = {
  generated: { icon: Sparkles, name: 'Generated' },
  service: { icon: CloudDownload, name: 'From the service' },
  person: { icon: PenLine, name: 'Yours' },
  recovered: { icon: LifeBuoy, name: 'Found again' },
};

const NAMES: Record<VersionLabel, string> = {
  outline: 'Before an outline was generated',
  script: 'Before a draft was generated',
  humanize: 'Before it was humanized',
  agent: 'Before an agent run',
  sync: 'Taken in from the service',
  compare: 'Before taking from another text',
  merge: 'Before merging',
  restore: 'Before going back',
  close: 'When you left it',
  named: 'Named',
  generatedOutline: 'Generated outline',
  generatedDraft: 'Generated draft',
  humanized: 'Humanized draft',
  agentOutline: 'Outline of an agent run',
  agentDraft: 'Draft of an agent run',
  service: 'The service’s text',
  sameTime: 'Written in another window at the same time',
  otherWindow: 'Written in another window',
  beside: 'Found beside a newer text',
  beforeSending: 'Written before it was sent',
};
const BY_LABEL = new Map<string, string>(
  Object.entries(VERSION_LABELS).map(([name, label]) => [label, NAMES[name as VersionLabel]]),
);

/** What a version is called: as a person named it, or what it is, in the window's language. */
export const nameOf = ({ occasion, label }: Pick<Version, 'occasion' | 'label'>): string =>
  (occasion === 'named' && label !== VERSION_LABELS.named ? null : BY_LABEL.get(label)) ?? label;

/** Whose text a version is. */
export function whoseOf({ source, occasion }: Version): { icon: IconType; name: string } {
  return occasion === 'named' ? { icon: BookmarkIcon, name: 'Named' } : ICONS[source];
}

const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dateAndYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });

/** "Today, 14:05", "3 Nov, 9:12"; with the year where it is another one. */
export function momentOf(at: string, now = new Date()): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return 'At an unknown time';
  const day =
    then.toDateString() === now.toDateString()
      ? 'Today'
      : (then.getFullYear() === now.getFullYear() ? date : dateAndYear).format(then);
  return `${day}, ${time.format(then)}`;
}
