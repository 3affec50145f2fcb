import type { JournalEntry } from '#contract/bridge.ts';

import type { Queued } from '../outbox/outbox-item.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import type { Snippet } from './word-index.ts';

export interface LibraryQuery {
  readonly words: string;
  readonly shelf: 'all' | 'starred' | 'trash';
  /** `account/channel id` */
  readonly channel: string | null;
  readonly format: string | null;
  readonly sort: LibrarySort;
  readonly from: number;
  readonly count: number;
}

export type LibrarySort = 'written' | 'title' | 'longest';

export interface LibraryHit extends LibraryRow {
  /** Shows the match in the text; null without search words or if only the title matches. */
  readonly snippet: Snippet | null;
}

export interface LibraryPage {
  readonly rows: readonly LibraryHit[];
  readonly total: number;
}

/** Records a person's star and trash for a script; saved like everything they write. */
export interface Mark {
  readonly starred: boolean;
  /** ISO time; null if it is not in the trash. */
  readonly trashed: string | null;
}

const NO_MARK: Mark = { starred: false, trashed: null };

export const markKey = (account: string, id: number): string => `mark/${account}/${id}/script`;

export function readMark(entry: JournalEntry | null | undefined): Mark {
  const { starred, trashed } = entry?.value ?? {};
  return entry ? { starred: starred === true, trashed: typeof trashed === 'string' ? trashed : null } : NO_MARK;
}

export interface LocalTexts {
  readonly outline: JournalEntry | null;
  readonly script: JournalEntry | null;
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
export const textIn = (entry: JournalEntry | null): string => words(entry?.value['text']);

/** Returns the searchable text: title, angle, topic and both texts. */
export const searched = (known: Readonly<Record<string, unknown>>, texts: LocalTexts): string =>
  [
    words(known['title']),
    words(known['angle']),
    words(known['topic']),
    textIn(texts.outline),
    textIn(texts.script),
  ].join('\n');

/** Returns a stamp that changes whenever the searchable text does. */
export const stampOf = (known: Readonly<Record<string, unknown>>, { outline, script }: LocalTexts): string =>
  [outline?.rev ?? 0, script?.rev ?? 0, known['title'], known['angle'], known['topic']].join('\n');

export function rowOf(
  { account, id }: { readonly account: string; readonly id: number },
  known: Readonly<Record<string, unknown>>,
  texts: LocalTexts,
  mark: Mark,
  countWords: (text: string) => number,
): LibraryRow {
  const written = [texts.outline, texts.script]
    .map((entry) => (textIn(entry) === '' ? '' : (entry?.updated_at ?? '')))
    .sort();
  return {
    key: `${account}/${id}`,
    account,
    id,
    channelId: number(known['channel_id']),
    title: words(known['title']) || `Script ${Math.abs(id)}`,
    about: words(known['angle']) || words(known['topic']),
    format: words(known['format']) || null,
    number: number(known['script_number']),
    words: countWords(textIn(texts.script) || textIn(texts.outline)),
    written: written.at(-1) ?? '',
    starred: mark.starred,
    trash: mark.trashed === null && known['discarded'] !== true ? 0 : 1,
    queued: id < 0,
  };
}

/** Converts a queued script to the service's field names. */
export const knownOfQueued = ({ channelId, title, body, state }: Queued): Record<string, unknown> => ({
  ...body,
  channel_id: channelId,
  title,
  discarded: state === 'discarded',
});

export async function trashedScripts(
  store: Pick<MirroredStore, 'list'>,
  account: string,
): Promise<ReadonlySet<number>> {
  const marks = (await store.list(`mark/${account}/`)).filter((entry) => readMark(entry).trashed !== null);
  return new Set(marks.map(({ key }) => Number(key.split('/')[2])));
}
