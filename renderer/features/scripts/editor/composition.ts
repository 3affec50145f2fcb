import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The text composed since `before`, and a text set by the program meanwhile. */
export interface Composed {
  readonly before: Text;
  readonly changes: ChangeSet;
  readonly replacement: string | null;
}

/**
 * Holds back what an input method composes, such as Japanese, Korean or letters of dead keys, until it is done: a half
 * composed word is neither saved nor counted, and no text from elsewhere breaks into it.
 */
export class Composition {
  readonly extension = EditorView.domEventObservers({
    compositionstart: () => void (this.#isOpen = true),
    compositionend: () => {
      this.#isOpen = false;
      // The editor reads the last letters after this event. Some input methods compose on at once.
      setTimeout(() => this.#isOpen || this.end());
    },
  });
  readonly #onDone: (composed: Composed) => void;
  #isOpen = false;
  #composed: Composed | null = null;

  constructor(onDone: (composed: Composed) => void) {
    this.#onDone = onDone;
  }

  /** Returns the text without what is being composed; null while nothing is. */
  get before(): Text | null {
    return this.#composed?.before ?? null;
  }

  /** Takes a change of the person's if it belongs to something that is being composed. */
  holds(changes: ChangeSet, before: Text): boolean {
    const held = this.#composed;
    if (!held && !this.#isOpen) return false;
    this.#composed = held
      ? { ...held, changes: held.changes.compose(changes) }
      : { before, changes, replacement: null };
    return true;
  }

  /** Takes a text from elsewhere, to be shown afterwards, if something is being composed. */
  defers(replacement: string): boolean {
    if (!this.#composed) return false;
    this.#composed = { ...this.#composed, replacement };
    return true;
  }

  /** Reports what was composed so far. */
  end(): void {
    const composed = this.#composed;
    this.#composed = null;
    this.#isOpen = false;
    if (composed) this.#onDone(composed);
  }
}

/** Returns a change of the text before a composition as one of the text after it. */
export const afterComposing = ({ before, changes }: Composed, change: ChangeSpec): ChangeSet =>
  ChangeSet.of(change, before.length).map(changes);
