import { logger } from '#log/logger.ts';
import { countWords } from '#markdown/words.ts';

const log = logger('drafts');

/** An edit of the person. Offsets count characters of the text before and after. */
export interface Edit {
  /** Returns the whole text as it was. */
  readonly textBefore: () => string;
  readonly before: { sliceString(from: number, to: number): string };
  readonly after: { sliceString(from: number, to: number): string };
  /** Each range `from`–`to` of the text before became `fromNew`–`toNew`. */
  readonly ranges: readonly {
    readonly from: number;
    readonly to: number;
    readonly fromNew: number;
    readonly toNew: number;
  }[];
}

/** The reasons to keep a version while the person writes. */
export const WRITING_OCCASIONS = ['writing', 'deletion', 'paste'] as const;
export type WritingOccasion = (typeof WRITING_OCCASIONS)[number];

/** A version is kept this long after the first change that no version has, in ms. */
export const VERSION_EVERY_MS = 5 * 60_000;
/** A version is kept before this many words are deleted, or pasted, at once. */
export const LARGE_EDIT_WORDS = { deleted: 200, pasted: 1000 } as const;

/** A text that becomes a version. Saved with the draft until then, because the window may end first. */
export interface UnkeptText {
  readonly occasion: WritingOccasion;
  readonly text: string;
  /** An ISO time. */
  readonly at: string;
}

export interface WritingRecorderOptions {
  readonly getText: () => string;
  /** Stores a text as a version; rejects if that failed. */
  readonly keep: (unkept: UnkeptText) => Promise<void>;
  /** Texts that an earlier window could not store as versions any more. */
  readonly pending: readonly UnkeptText[];
}

/** Stores versions while the person writes. A key press costs two comparisons. */
export class WritingRecorder {
  readonly #options: WritingRecorderOptions;
  #unkept: readonly UnkeptText[] = [];
  /** The time of the first change that no version has, on the page's clock. */
  #firstChangeAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WritingRecorderOptions) {
    this.#options = options;
    this.#keep(options.pending);
  }

  /** Returns the texts that are not versions yet. */
  get unkept(): readonly UnkeptText[] {
    return this.#unkept;
  }

  /** Call after each change of the person. Without `edit`, the text before it is not known. */
  recordChange(edit?: Edit): void {
    const occasion = edit ? detectLargeEdit(edit) : null;
    // Key events starve timers, so check the deadline here as well.
    const isDue = this.#firstChangeAt !== null && performance.now() - this.#firstChangeAt >= VERSION_EVERY_MS;
    if (occasion !== null || isDue)
      this.#add(occasion ?? 'writing', edit ? edit.textBefore() : this.#options.getText());
    if (this.#firstChangeAt !== null) return;
    this.#firstChangeAt = performance.now();
    this.#timer = setTimeout(() => this.#add('writing', this.#options.getText()), VERSION_EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#firstChangeAt = null;
  }

  #add(occasion: WritingOccasion, text: string): void {
    this.stop();
    this.#keep([{ occasion, text, at: new Date().toISOString() }]);
  }

  /** Stores these texts as versions, and those that could not be stored before. */
  #keep(newTexts: readonly UnkeptText[]): void {
    this.#unkept = [...this.#unkept, ...newTexts];
    for (const item of this.#unkept) {
      this.#options
        .keep(item)
        .then(
          () => (this.#unkept = this.#unkept.filter((other) => other !== item)),
          log.failure('version not kept while writing'),
        );
    }
  }
}

function detectLargeEdit({ before, after, ranges }: Edit): 'deletion' | 'paste' | null {
  const removedLength = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const addedLength = ranges.reduce((sum, { fromNew, toNew }) => sum + toNew - fromNew, 0);
  const sumWords = (texts: string[]): number => texts.reduce((sum, text) => sum + countWords(text), 0);
  // A word has at least one character, so most edits need no count.
  if (removedLength > LARGE_EDIT_WORDS.deleted) {
    const wordCount = sumWords(ranges.map(({ from, to }) => before.sliceString(from, to)));
    if (wordCount > LARGE_EDIT_WORDS.deleted) return 'deletion';
  }
  if (addedLength <= LARGE_EDIT_WORDS.pasted) return null;
  const wordCount = sumWords(ranges.map(({ fromNew, toNew }) => after.sliceString(fromNew, toNew)));
  return wordCount > LARGE_EDIT_WORDS.pasted ? 'paste' : null;
}
