import type { JournalEntry } from '#contract/bridge.ts';

import type { EntityRow } from '../storage/database.ts';
import type { LibraryHit, LibraryPage, LibraryQuery } from './library-rows.ts';

/** Lists the calls from a window to the library's worker. Each answer carries the call's id. */
export type LibraryCall = { readonly id: number } & (
  | { readonly kind: 'find'; readonly query: LibraryQuery }
  | { readonly kind: 'keys'; readonly query: LibraryQuery }
  /** Indexes everything that changed. */
  | { readonly kind: 'look' }
  /** Supplies the data to search if the browser has no database; from then on nothing else is searched. */
  | {
      readonly kind: 'fill';
      readonly entries: readonly JournalEntry[];
      readonly scripts: readonly Pick<EntityRow, 'key' | 'value'>[];
    }
  /** Indexes changes of these scripts. */
  | { readonly kind: 'touch'; readonly keys: readonly string[] }
);

export type LibraryAnswer =
  | { readonly kind: 'found'; readonly id: number; readonly page: LibraryPage }
  /** Returns the rows of an earlier page with the text around the matches. */
  | { readonly kind: 'snippets'; readonly of: number; readonly rows: readonly LibraryHit[] }
  | { readonly kind: 'keys'; readonly id: number; readonly keys: readonly string[] }
  | { readonly kind: 'looked'; readonly id: number; readonly changed: boolean }
  /** The index changed, so the shown page may be out of date. */
  | { readonly kind: 'progress'; readonly scripts: number };
