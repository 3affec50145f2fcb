import type * as EarlyEditorModule from '../features/scripts/page/early-editor.ts';

/** Set before `main.ts` runs in a page with a preloaded draft, which saves a round of loading. */
export const loadedEditor: { module: typeof EarlyEditorModule | null } = { module: null };
