import { joinChanges, type TextChange, type TextSource } from '#markdown/text-change.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { Preview } from './preview.ts';

/** Updates the preview at most once per frame, after the keystroke was painted. */
export class PreviewFollower {
  readonly #preview: Preview;
  #change: TextChange | null = null;
  #text: TextSource | null = null;
  readonly #update = new AfterPaint(() => this.updateNow());

  constructor(preview: Preview) {
    this.#preview = preview;
  }

  recordChange(after: TextSource, change: TextChange): void {
    this.#change = joinChanges(this.#change, change);
    this.#text = after;
    this.#update.schedule();
  }

  /** Shows the recorded changes now. */
  updateNow(): void {
    this.#update.cancel();
    if (!this.#change || !this.#text) return;
    this.#preview.update(this.#text, this.#change);
    this.#change = null;
    this.#text = null;
  }
}
