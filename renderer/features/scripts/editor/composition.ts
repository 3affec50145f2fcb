import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The text composed since `before`, and a text set by the program meanwhile. */
export interface Composed {
  readonly before: Text;
  readonly changes: ChangeSet;
  readonly replacement: string | null;
}

/**
 * Collects the text an input method composes (Japanese, Korean, dead keys) until it is complete: a half-composed word is
 * neither saved nor counted, and a text set by the program does not interrupt it.
 */
export class Composition {
  readonly extension = EditorView.domEventObservers({
    compositionstart: () => void (this.#isOpen = true),
    compositionend: () => {
      this.#isOpen = false;
      // The editor reads the last letters after this event. Some input methods start the next composition at once.
      setTimeout(() => this.#isOpen || this.end());
    },
  });
  readonly #onComposed: (composed: Composed) => void;
  #isOpen = false;
  #composed: Composed | null = null;

  constructor(onComposed: (composed: Composed) => void) {
    this.#onComposed = onComposed;
  }

  /** Returns the text from before the composition; null while nothing is composed. */
  get before(): Text | null {
    return this.#composed?.before ?? null;
  }

  /** Collects a change by the person if it belongs to a composition; returns whether it did. */
  absorbChange(changes: ChangeSet, before: Text): boolean {
    const composed = this.#composed;
    if (!composed && !this.#isOpen) return false;
    this.#composed = composed
      ? { ...composed, changes: composed.changes.compose(changes) }
      : { before, changes, replacement: null };
    return true;
  }

  /** Stores a text set by the program for later if a composition is running; returns whether it did. */
  deferReplacement(replacement: string): boolean {
    if (!this.#composed) return false;
    this.#composed = { ...this.#composed, replacement };
    return true;
  }

  /** Reports the text composed so far. */
  end(): void {
    const composed = this.#composed;
    this.#composed = null;
    this.#isOpen = false;
    if (composed) this.#onComposed(composed);
  }
}

/** Maps a change of the text before a composition to the text after it. */
export const mapThroughComposition = ({ before, changes }: Composed, change: ChangeSpec): ChangeSet =>
  ChangeSet.of(change, before.length).map(changes);
