import BookmarkIcon from '@lucide/svelte/icons/bookmark';
import CloudDownload from '@lucide/svelte/icons/cloud-download';
import LifeBuoy from '@lucide/svelte/icons/life-buoy';
import PenLine from '@lucide/svelte/icons/pen-line';
import Sparkles from '@lucide/svelte/icons/sparkles';
import type { VersionReason } from '#renderer/storage/version-reasons.ts';
import type { Version } from '#renderer/drafts/versions.ts';
import type { IconType } from '#renderer/ui/types.ts';
import { LOCALE } from '#renderer/ui/language.ts';

const SOURCES: Record<Version['source'], { icon: IconType; name: string }> = {
  generated: { icon: Sparkles, name: 'Generated' },
  service: { icon: CloudDownload, name: 'From the service' },
  person: { icon: PenLine, name: 'Yours' },
  recovered: { icon: LifeBuoy, name: 'Recovered' },
};

const REASON_LABELS: Record<VersionReason, string> = {
  outline: 'Before generating an outline',
  script: 'Before generating a draft',
  humanize: 'Before humanizing',
  agent: 'Before an agent run',
  sync: 'Synced version',
  compare: 'Before reviewing changes',
  merge: 'Before merging',
  restore: 'Before restoring a version',
  replace: 'Before replacing in several scripts',
  close: 'Autosaved on close',
  named: 'Named',
  writing: 'While writing',
  deletion: 'Before a large deletion',
  paste: 'Before a large paste',
  generatedOutline: 'Generated outline',
  generatedDraft: 'Generated draft',
  humanized: 'Humanized draft',
  agentOutline: 'Agent run outline',
  agentDraft: 'Agent run draft',
  partialOutline: 'Unfinished outline',
  partialDraft: 'Unfinished draft',
  service: 'The service’s version',
  sameTime: 'Written in another window at the same time',
  otherWindow: 'Written in another window',
  beside: 'Recovered older text',
  beforeSending: 'Written before sending',
  archive: 'From an archive',
};
/** Returns a version's name: the person's own, or its reason in the window's language. */
export const getVersionName = ({ reason, name }: Pick<Version, 'reason' | 'name'>): string =>
  name ?? (reason === null ? '' : REASON_LABELS[reason]);

export function getVersionSource({ source, occasion }: Version): { icon: IconType; name: string } {
  return occasion === 'named' ? { icon: BookmarkIcon, name: 'Named' } : SOURCES[source];
}

const timeFormat = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const dateFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dateYearFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });

/** Formats a time as "Today, 14:05" or "3 Nov, 9:12"; adds the year if it differs. */
export function formatMoment(at: string, now = new Date()): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'Unknown time';
  const day =
    date.toDateString() === now.toDateString()
      ? 'Today'
      : (date.getFullYear() === now.getFullYear() ? dateFormat : dateYearFormat).format(date);
  return `${day}, ${timeFormat.format(date)}`;
}
