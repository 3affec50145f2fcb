import { joinChanges, type TextChange, type TextSource } from '#markdown/text-change.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { Preview } from './preview.ts';

/** Updates the preview at most once per frame, after the keystroke was painted. */
export class PreviewFollower {
  readonly #preview: Preview;
  #change: TextChange | null = null;
  #after: TextSource | null = null;
  readonly #update = new AfterPaint(() => this.settle());

  constructor(preview: Preview) {
    this.#preview = preview;
  }

  note(after: TextSource, change: TextChange): void {
    this.#change = joinChanges(this.#change, change);
    this.#after = after;
    this.#update.schedule();
  }

  /** Shows the noted changes now. */
  settle(): void {
    this.#update.cancel();
    if (!this.#change || !this.#after) return;
    this.#preview.update(this.#after, this.#change);
    this.#change = null;
    this.#after = null;
  }
}
