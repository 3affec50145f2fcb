/** Keeps the views of projects that a person saved, for each account, in the settings. */
import { SAVED_VIEWS, type SavedView } from '#contract/saved-view.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Settings = AppState['settings'];
export type ShownView = Omit<SavedView, 'name'>;

const isNamed =
  (name: string) =>
  (one: SavedView): boolean =>
    one.name.toLowerCase() === name.toLowerCase();

export const savedViews = (settings: Settings, account: string): readonly SavedView[] =>
  settings.value.saved_views[account] ?? [];

/** Returns whether a saved view shows just what is shown. */
export const shows = (saved: SavedView, shown: ShownView): boolean =>
  saved.view === shown.view &&
  saved.channel_id === shown.channel_id &&
  (saved.person?.id ?? null) === (shown.person?.id ?? null) &&
  saved.archived === shown.archived &&
  saved.search.trim() === shown.search.trim();

/** Adds a view, or replaces the one of the same name where it is; the oldest beyond the limit is dropped. */
export function withView(list: readonly SavedView[], view: SavedView): SavedView[] {
  const at = list.findIndex(isNamed(view.name));
  return at === -1 ? [...list, view].slice(-SAVED_VIEWS) : list.with(at, view);
}

export const withoutView = (list: readonly SavedView[], { name }: SavedView): SavedView[] =>
  list.filter((one) => !isNamed(name)(one));

export function storeViews(settings: Settings, account: string, list: readonly SavedView[]): Promise<unknown> {
  return settings.set({ saved_views: { ...settings.value.saved_views, [account]: [...list] } });
}
