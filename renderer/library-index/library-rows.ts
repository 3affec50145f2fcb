import type { JournalEntry } from '#contract/journal.ts';
import { toText } from '#contract/to-text.ts';

import type { QueuedItem } from '../outbox/outbox-item.ts';
import type { Mark } from './marks.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import type { Snippet } from './snippet.ts';

export interface LibraryQuery {
  readonly words: string;
  readonly shelf: 'all' | 'starred' | 'trash';
  /** Written as `account/channel id`. */
  readonly channel: string | null;
  readonly format: string | null;
  readonly folder?: string | null;
  readonly tag?: string | null;
  /** An ISO time; excludes scripts last edited before. */
  readonly since?: string | null;
  /** The range of the number of words, without its upper bound. */
  readonly between?: readonly [least: number, most: number] | null;
  readonly sort: LibrarySort;
  readonly from: number;
  readonly count: number;
}

export type LibrarySort = 'written' | 'newest' | 'title' | 'longest' | 'shortest';

/** The folders and tags in use, with the number of scripts in each. */
export interface LibraryFacets {
  readonly folders: readonly (readonly [name: string, count: number])[];
  readonly tags: readonly (readonly [name: string, count: number])[];
}

export interface LibraryHit extends LibraryRow {
  /** The match in the text; null without search words or if only the title matches. */
  readonly snippet: Snippet | null;
}

export interface LibraryPage {
  readonly rows: readonly LibraryHit[];
  readonly total: number;
}

export interface LocalTexts {
  readonly outline: JournalEntry | null;
  readonly script: JournalEntry | null;
}

const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** Returns a time in the form of the times written here, with which it is compared; '' for none. */
function toIsoTime(value: unknown): string {
  const time = Date.parse(toText(value));
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

export const readText = (entry: JournalEntry | null): string => toText(entry?.value['text']);

/** Returns the searchable text: title, angle, topic and both texts. */
export const buildSearchableText = (fields: Readonly<Record<string, unknown>>, texts: LocalTexts): string =>
  [
    toText(fields['title']),
    toText(fields['angle']),
    toText(fields['topic']),
    readText(texts.outline),
    readText(texts.script),
  ].join('\n');

/** Returns a stamp that changes whenever the searchable text does. */
export const formatStamp = (fields: Readonly<Record<string, unknown>>, { outline, script }: LocalTexts): string =>
  [outline?.rev ?? 0, script?.rev ?? 0, fields['title'], fields['angle'], fields['topic']].join('\n');

export function toRow(
  { account, id }: { readonly account: string; readonly id: number },
  fields: Readonly<Record<string, unknown>>,
  texts: LocalTexts,
  mark: Mark,
  countWords: (text: string) => number,
): LibraryRow {
  const writeTimes = [texts.outline, texts.script]
    .map((entry) => (readText(entry) === '' ? '' : (entry?.updated_at ?? '')))
    .concat(mark.made ?? '', toText(fields['queued_at']))
    .sort();
  const isArchived = fields['unlisted'] === true;
  return {
    key: `${account}/${id}`,
    account,
    id,
    channelId: toNumberOrNull(fields['channel_id']),
    title: toText(fields['title']) || `Script ${Math.abs(id)}`,
    about: toText(fields['angle']) || toText(fields['topic']),
    format: toText(fields['format']) || null,
    number: toNumberOrNull(fields['script_number']),
    words: countWords(readText(texts.script) || readText(texts.outline)),
    // A script that was never edited here has the time of its service, if there is one.
    written: writeTimes.at(-1) || toIsoTime(fields['updated_at']),
    starred: mark.starred,
    trash: mark.deleted !== null ? 2 : mark.trashed !== null || isArchived || fields['discarded'] === true ? 1 : 0,
    queued: id < 0,
    archived: isArchived,
    tags: mark.tags.join('\n'),
    folder: mark.folder ?? '',
    text:
      readText(texts.script) !== '' || fields['has_script'] === true
        ? 'draft'
        : readText(texts.outline) !== '' || fields['has_outline'] === true
          ? 'outline'
          : '',
  };
}

/** Converts a queued script to the service's field names. */
export const toServiceFields = ({ channelId, title, body, state, at }: QueuedItem): Record<string, unknown> => ({
  ...body,
  channel_id: channelId,
  title,
  discarded: state === 'discarded',
  queued_at: at,
});
