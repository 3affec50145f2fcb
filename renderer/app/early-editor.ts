import type * as EarlyEditorModule from '../features/scripts/page/early-editor.ts';

/** Holds the editor's module if the page has a preloaded draft; it loads with `main.ts`, not after it. */
export const loadedEditor: { module: typeof EarlyEditorModule | null } = { module: null };
