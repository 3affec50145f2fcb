import { logger } from '#log/logger.ts';
import { countWords } from '#markdown/words.ts';

const log = logger('drafts');

/** Describes what the person just did to a text. Offsets count characters of the text before and after. */
export interface Edit {
  /** Returns the whole text as it was. */
  readonly textBefore: () => string;
  readonly before: { sliceString(from: number, to: number): string };
  readonly after: { sliceString(from: number, to: number): string };
  /** Says that `from`–`to` of the text before became `fromNew`–`toNew`. */
  readonly ranges: readonly {
    readonly from: number;
    readonly to: number;
    readonly fromNew: number;
    readonly toNew: number;
  }[];
}

/** Names why a version was kept while the person writes. */
export const WRITING_OCCASIONS = ['writing', 'deletion', 'paste'] as const;
export type WritingOccasion = (typeof WRITING_OCCASIONS)[number];

/** A version is kept this long after the first change that no version has, in ms. */
export const VERSION_EVERY_MS = 5 * 60_000;
/** A version is kept before this many words are deleted, or pasted, at once. */
export const MANY_WORDS = { deleted: 200, pasted: 1000 } as const;

/** Holds a text that becomes a version. Saved with the draft until it is one, because the window may end before. */
export interface Unkept {
  readonly occasion: WritingOccasion;
  readonly text: string;
  /** Is an ISO time. */
  readonly at: string;
}

export interface WritingRecorderOptions {
  /** Returns the current text. */
  readonly text: () => string;
  /** Makes a text a version; rejects if that failed. */
  readonly keep: (unkept: Unkept) => Promise<void>;
  /** Holds texts that a window before could not make versions any more. */
  readonly left: readonly Unkept[];
}

/** Makes a text a version while the person writes. A key press costs two comparisons. */
export class WritingRecorder {
  readonly #options: WritingRecorderOptions;
  #unkept: readonly Unkept[] = [];
  /** Is the time of the first change that no version has, on the page's clock. */
  #since: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WritingRecorderOptions) {
    this.#options = options;
    this.#keep(options.left);
  }

  /** Returns the texts that are not versions yet. */
  get unkept(): readonly Unkept[] {
    return this.#unkept;
  }

  /** Call after each change of the person. Without `edit`, the text before it is not known. */
  changed(edit?: Edit): void {
    const occasion = edit ? largeEdit(edit) : null;
    // Key events starve timers, so check the deadline here as well.
    const due = this.#since !== null && performance.now() - this.#since >= VERSION_EVERY_MS;
    if (occasion !== null || due) this.#add(occasion ?? 'writing', edit ? edit.textBefore() : this.#options.text());
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#add('writing', this.#options.text()), VERSION_EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#since = null;
  }

  #add(occasion: WritingOccasion, text: string): void {
    this.stop();
    this.#keep([{ occasion, text, at: new Date().toISOString() }]);
  }

  /** Makes these texts versions, and those that could not be made versions before. */
  #keep(added: readonly Unkept[]): void {
    this.#unkept = [...this.#unkept, ...added];
    for (const one of this.#unkept) {
      this.#options
        .keep(one)
        .then(
          () => (this.#unkept = this.#unkept.filter((other) => other !== one)),
          log.failure('version not kept while writing'),
        );
    }
  }
}

function largeEdit({ before, after, ranges }: Edit): 'deletion' | 'paste' | null {
  const removed = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const added = ranges.reduce((sum, { fromNew, toNew }) => sum + toNew - fromNew, 0);
  const count = (texts: string[]): number => texts.reduce((sum, text) => sum + countWords(text), 0);
  // A word has at least one character, so most edits need no count.
  if (removed > MANY_WORDS.deleted) {
    const words = count(ranges.map(({ from, to }) => before.sliceString(from, to)));
    if (words > MANY_WORDS.deleted) return 'deletion';
  }
  if (added <= MANY_WORDS.pasted) return null;
  const words = count(ranges.map(({ fromNew, toNew }) => after.sliceString(fromNew, toNew)));
  return words > MANY_WORDS.pasted ? 'paste' : null;
}
