import type { Draft } from '#renderer/drafts/draft.svelte.ts';
import type { SnapshotTarget } from '#renderer/drafts/versions.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';

/** A text as it was on opening; `at` is the time it was written, null if it never was. */
export type InitialText = SnapshotTarget & { readonly at: string | null };

export interface ShownText {
  readonly editor: ScriptEditorView;
  readonly initial: InitialText;
}

export function createInitialText({ account, scriptId, kind, text, updatedAt }: Draft): InitialText {
  return { account, scriptId, kind, text, at: updatedAt };
}
