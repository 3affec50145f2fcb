import type { JournalEntry } from '#contract/bridge.ts';

import type { EntityRow } from './database.ts';
import type { LibraryHit, LibraryPage, LibraryQuery } from './library-rows.ts';

/** What a window asks of the library's thread. Each answer carries the call's id. */
export type LibraryCall = { readonly id: number } & (
  | { readonly kind: 'find'; readonly query: LibraryQuery }
  /** The keys of all that fit. */
  | { readonly kind: 'keys'; readonly query: LibraryQuery }
  /** Takes in everything that changed. */
  | { readonly kind: 'look' }
  /** Where the browser has no database: what there is to be looked through. From then on nothing else is. */
  | {
      readonly kind: 'fill';
      readonly entries: readonly JournalEntry[];
      readonly scripts: readonly Pick<EntityRow, 'key' | 'value'>[];
    }
  /** Takes in what changed in these scripts. */
  | { readonly kind: 'touch'; readonly keys: readonly string[] }
);

export type LibraryAnswer =
  | { readonly kind: 'found'; readonly id: number; readonly page: LibraryPage }
  /** The rows of a page that was found before, with the words around what was found. */
  | { readonly kind: 'snippets'; readonly of: number; readonly rows: readonly LibraryHit[] }
  | { readonly kind: 'keys'; readonly id: number; readonly keys: readonly string[] }
  | { readonly kind: 'looked'; readonly id: number; readonly changed: boolean }
  /** Something was taken in meanwhile: what is shown may be out of date. */
  | { readonly kind: 'progress'; readonly scripts: number };
