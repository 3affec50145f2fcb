import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The text composed since `before`, and a text set by the program meanwhile. */
export interface ComposedText {
  readonly before: Text;
  readonly changes: ChangeSet;
  readonly replacement: string | null;
}

/**
 * Collects the text an input method composes (Japanese, Korean, dead keys) until it is complete: a half-composed word
 * is neither saved nor counted, and a text set by the program does not interrupt it.
 */
export class Composition {
  readonly extension = EditorView.domEventObservers({
    compositionstart: () => void (this.#isOpen = true),
    compositionend: () => {
      this.#isOpen = false;
      // Wait: the editor reads the last letters after this event, and the next composition may start at once.
      setTimeout(() => this.#isOpen || this.end());
    },
  });
  readonly #onComposed: (composedText: ComposedText) => void;
  #isOpen = false;
  #composedText: ComposedText | null = null;

  constructor(onComposed: (composedText: ComposedText) => void) {
    this.#onComposed = onComposed;
  }

  /** Returns the text from before the composition; null while nothing is composed. */
  get before(): Text | null {
    return this.#composedText?.before ?? null;
  }

  /** Collects a change by the person if it belongs to a composition; returns whether it did. */
  absorbChange(changes: ChangeSet, before: Text): boolean {
    const composedText = this.#composedText;
    if (!composedText && !this.#isOpen) return false;
    this.#composedText = composedText
      ? { ...composedText, changes: composedText.changes.compose(changes) }
      : { before, changes, replacement: null };
    return true;
  }

  /** Stores a text set by the program for later if a composition is running; returns whether it did. */
  deferReplacement(replacement: string): boolean {
    if (!this.#composedText) return false;
    this.#composedText = { ...this.#composedText, replacement };
    return true;
  }

  /** Reports the text composed so far. */
  end(): void {
    const composedText = this.#composedText;
    this.#composedText = null;
    this.#isOpen = false;
    if (composedText) this.#onComposed(composedText);
  }
}

/** Maps a change of the text before a composition to the text after it. */
export const mapThroughComposition = ({ before, changes }: ComposedText, change: ChangeSpec): ChangeSet =>
  ChangeSet.of(change, before.length).map(changes);
