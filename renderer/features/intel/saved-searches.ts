/** Keeps the searches that a person saved, for each account, in the settings. */
import { SAVED_SEARCHES, type SavedSearch } from '#contract/saved-search.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Settings = AppState['settings'];

const same = (a: SavedSearch, b: SavedSearch): boolean =>
  a.kind === b.kind && a.words.trim().toLowerCase() === b.words.trim().toLowerCase();

export const savedSearches = (settings: Settings, account: string): readonly SavedSearch[] =>
  settings.value.saved_searches[account] ?? [];

export const isSaved = (list: readonly SavedSearch[], search: SavedSearch): boolean =>
  list.some((one) => same(one, search));

/** Puts a search first; the oldest beyond the limit is dropped. */
export function withSearch(list: readonly SavedSearch[], search: SavedSearch): SavedSearch[] {
  return [search, ...list.filter((one) => !same(one, search))].slice(0, SAVED_SEARCHES);
}

export const withoutSearch = (list: readonly SavedSearch[], search: SavedSearch): SavedSearch[] =>
  list.filter((one) => !same(one, search));

export function storeSearches(settings: Settings, account: string, list: readonly SavedSearch[]): Promise<unknown> {
  return settings.set({ saved_searches: { ...settings.value.saved_searches, [account]: [...list] } });
}
