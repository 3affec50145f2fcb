/** Stores a person's saved searches in the settings, per account. */
import { SAVED_SEARCHES, type SavedSearch } from '#contract/saved-search.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Settings = AppState['settings'];

const isSame = (a: SavedSearch, b: SavedSearch): boolean =>
  a.kind === b.kind && a.words.trim().toLowerCase() === b.words.trim().toLowerCase();

export const getSavedSearches = (settings: Settings, account: string): readonly SavedSearch[] =>
  settings.value.saved_searches[account] ?? [];

export const isSaved = (list: readonly SavedSearch[], search: SavedSearch): boolean =>
  list.some((other) => isSame(other, search));

/** Puts a search first; drops the oldest beyond the limit. */
export function withSearch(list: readonly SavedSearch[], search: SavedSearch): SavedSearch[] {
  return [search, ...list.filter((other) => !isSame(other, search))].slice(0, SAVED_SEARCHES);
}

export const withoutSearch = (list: readonly SavedSearch[], search: SavedSearch): SavedSearch[] =>
  list.filter((other) => !isSame(other, search));

export function storeSearches(settings: Settings, account: string, list: readonly SavedSearch[]): Promise<unknown> {
  return settings.set({ saved_searches: { ...settings.value.saved_searches, [account]: [...list] } });
}
