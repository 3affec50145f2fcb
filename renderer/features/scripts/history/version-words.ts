import BookmarkIcon from '@lucide/svelte/icons/bookmark';
import CloudDownload from '@lucide/svelte/icons/cloud-download';
import LifeBuoy from '@lucide/svelte/icons/life-buoy';
import PenLine from '@lucide/svelte/icons/pen-line';
import Sparkles from '@lucide/svelte/icons/sparkles';
import type { Version } from '#renderer/offline/versions.ts';
import type { IconType } from '#renderer/ui/types.ts';
import { LOCALE } from '#renderer/ui/language.ts';

const ICONS: Record<Version['source'], { icon: IconType; name: string }> = {
  generated: { icon: Sparkles, name: 'Generated' },
  service: { icon: CloudDownload, name: 'From the service' },
  person: { icon: PenLine, name: 'Yours' },
  recovered: { icon: LifeBuoy, name: 'Found again' },
};

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
