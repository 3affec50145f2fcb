import type { JournalEntry } from '#contract/bridge.ts';

import type { Queued } from './outbox-item.ts';
import type { WrittenStore } from './store.ts';
import type { Snippet } from './word-index.ts';

/** A script as the library lists it: what was ever seen of it, and what was written in it here. */
export interface LibraryRow {
  /** `account/id` */
  readonly key: string;
  readonly account: string;
  readonly id: number;
  readonly channelId: number | null;
  readonly title: string;
  /** Its angle or topic. */
  readonly about: string;
  readonly format: string | null;
  readonly number: number | null;
  /** Of the script or else of its outline, as far as they are known here. */
  readonly words: number;
  /** When it was last written in here, ISO time; empty when never. */
  readonly written: string;
  readonly starred: boolean;
  /** 1 in the trash. */
  readonly trash: 0 | 1;
  /** Made here and not sent yet. */
  readonly queued: boolean;
}

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
  /** Where the words were found in its text; null without words, and when they are in its title alone. */
  readonly snippet: Snippet | null;
}

export interface LibraryPage {
  readonly rows: readonly LibraryHit[];
  readonly total: number;
}

/** What the person did with a script in the library; kept like all they write. */
export interface Mark {
  readonly starred: boolean;
  /** ISO time; null when it is not in the trash. */
  readonly trashed: string | null;
}

const NO_MARK: Mark = { starred: false, trashed: null };

export const markKey = (account: string, id: number): string => `mark/${account}/${id}/script`;

export function readMark(entry: JournalEntry | null | undefined): Mark {
  const { starred, trashed } = entry?.value ?? {};
  return entry ? { starred: starred === true, trashed: typeof trashed === 'string' ? trashed : null } : NO_MARK;
}

/** The texts of a script with what counts their changes. */
export interface WrittenTexts {
  readonly outline: JournalEntry | null;
  readonly script: JournalEntry | null;
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
export const textIn = (entry: JournalEntry | null): string => words(entry?.value['text']);

/** What is searched: title, angle, topic, and both texts. */
export const searched = (known: Readonly<Record<string, unknown>>, texts: WrittenTexts): string =>
  [
    words(known['title']),
    words(known['angle']),
    words(known['topic']),
    textIn(texts.outline),
    textIn(texts.script),
  ].join('\n');

/** Changes whenever what is searched does. */
export const stampOf = (known: Readonly<Record<string, unknown>>, { outline, script }: WrittenTexts): string =>
  [outline?.rev ?? 0, script?.rev ?? 0, known['title'], known['angle'], known['topic']].join('\n');

export function rowOf(
  { account, id }: { readonly account: string; readonly id: number },
  known: Readonly<Record<string, unknown>>,
  texts: WrittenTexts,
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

/** What a queued script tells of itself, in the service's words. */
export const knownOfQueued = ({ channelId, title, body, state }: Queued): Record<string, unknown> => ({
  ...body,
  channel_id: channelId,
  title,
  discarded: state === 'discarded',
});

/** Ids of an account's scripts that are in the trash. */
export async function trashedScripts(store: Pick<WrittenStore, 'list'>, account: string): Promise<ReadonlySet<number>> {
  const marks = (await store.list(`mark/${account}/`)).filter((entry) => readMark(entry).trashed !== null);
  return new Set(marks.map(({ key }) => Number(key.split('/')[2])));
}
