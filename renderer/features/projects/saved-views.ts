/** Stores a person's saved views of projects in the settings, per account. */
import { SAVED_VIEWS, type SavedView } from '#contract/saved-view.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Settings = AppState['settings'];
export type CurrentView = Omit<SavedView, 'name'>;

const isNamed =
  (name: string) =>
  (view: SavedView): boolean =>
    view.name.toLowerCase() === name.toLowerCase();

export const getSavedViews = (settings: Settings, account: string): readonly SavedView[] =>
  settings.value.saved_views[account] ?? [];

/** Returns whether a saved view equals the current one. */
export const isSameView = (savedView: SavedView, current: CurrentView): boolean =>
  savedView.view === current.view &&
  savedView.channel_id === current.channel_id &&
  (savedView.person?.id ?? null) === (current.person?.id ?? null) &&
  savedView.archived === current.archived &&
  savedView.search.trim() === current.search.trim();

/** Adds a view, or replaces the view of that name in place; drops the oldest beyond the limit. */
export function withView(list: readonly SavedView[], view: SavedView): SavedView[] {
  const index = list.findIndex(isNamed(view.name));
  return index === -1 ? [...list, view].slice(-SAVED_VIEWS) : list.with(index, view);
}

export const withoutView = (list: readonly SavedView[], { name }: SavedView): SavedView[] =>
  list.filter((view) => !isNamed(name)(view));

export function storeViews(settings: Settings, account: string, list: readonly SavedView[]): Promise<unknown> {
  return settings.set({ saved_views: { ...settings.value.saved_views, [account]: [...list] } });
}
