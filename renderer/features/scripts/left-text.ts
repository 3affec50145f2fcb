import type { Draft } from '#renderer/offline/draft.svelte.ts';
import type { SnapshotOf } from '#renderer/offline/versions.ts';
import type { ScriptEditorView } from './editor/script-editor-view.ts';

/** A text as it was when it was opened, and when it had been written; null when never. */
export type LeftText = SnapshotOf & { readonly at: string | null };

export interface ShownText {
  readonly editor: ScriptEditorView;
  readonly left: LeftText;
}

export function leftIn({ account, scriptId, kind, text, updatedAt }: Draft): LeftText {
  return { account, scriptId, kind, text, at: updatedAt };
}
