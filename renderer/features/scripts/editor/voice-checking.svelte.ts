import type { VoiceListEntry } from '#contract/schema/voice.ts';
import { toSpokenTag } from '#markdown/language-tag.ts';
import { VoiceCheck } from '#markdown/voice/check.ts';
import { readTraits } from '#markdown/voice/traits.ts';
import type { ScriptEditorView } from './script-editor-view.ts';
import { voiceCheck } from './voice-check.ts';

/** Checks one open text against one voice; uses only data in this window, so it needs no service. */
export class VoiceChecking {
  /** Dismissed findings for as long as the script is open. */
  readonly #dismissed = new Set<string>();
  #count = $state.raw(0);

  /** Returns the number of visible findings. */
  get count(): number {
    return this.#count;
  }

  /** Starts the check; the returned function ends it. For `$effect`. */
  link(editor: ScriptEditorView, voice: VoiceListEntry, language: string): () => void {
    const check = new VoiceCheck(readTraits(voice.profile), toSpokenTag(language));
    const removeCheck = editor.extend(
      voiceCheck({ check, dismissed: this.#dismissed, onCount: (count) => (this.#count = count) }),
    );
    return () => {
      removeCheck();
      this.#count = 0;
    };
  }
}
