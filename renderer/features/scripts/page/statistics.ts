import { syllable } from 'syllable';
import { listSpokenPieces, type ScriptPiece } from '#markdown/spoken-pieces.ts';
import { listPlacedSentences } from '#markdown/sentences.ts';
import { getWords } from '#markdown/words.ts';

export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly wordCount: number;
}

export interface Figures {
  readonly wordCount: number;
  readonly uniqueCount: number;
  readonly sentenceCount: number;
  /** The mean; 0 without sentences. */
  readonly wordsPerSentence: number;
  /**
   * The Flesch–Kincaid grade: the years of school (in English) needed to follow the text at once. Null below 100 words,
   * which are too few.
   */
  readonly grade: number | null;
}

export interface Statistics extends Figures {
  /** The longest sentences, longest first. */
  readonly longest: readonly Sentence[];
  /** The figures of each section, in the given order. */
  readonly sections: readonly Figures[];
}

interface MeasuredPiece {
  readonly words: readonly string[];
  readonly syllableCount: number;
  /** The sentences, with offsets from the start of the piece. */
  readonly sentences: readonly Sentence[];
}

const MAX_LONGEST = 5;
const MIN_WORDS_FOR_GRADE = 100;
/** Longest slice of work before the page can handle input, in ms. */
const SLICE_MS = 6;

function computeFigures(parts: readonly MeasuredPiece[]): Figures {
  const uniqueWords = new Set<string>();
  let wordCount = 0;
  let syllableCount = 0;
  let sentenceCount = 0;
  for (const part of parts) {
    for (const word of part.words) uniqueWords.add(word);
    wordCount += part.words.length;
    syllableCount += part.syllableCount;
    sentenceCount += part.sentences.length;
  }
  const wordsPerSentence = sentenceCount === 0 ? 0 : wordCount / sentenceCount;
  const grade =
    wordCount < MIN_WORDS_FOR_GRADE
      ? null
      : Math.max(0, 0.39 * wordsPerSentence + 11.8 * (syllableCount / wordCount) - 15.59);
  return { wordCount, uniqueCount: uniqueWords.size, sentenceCount, wordsPerSentence, grade };
}

/** Measures a script piece by piece and reuses the results of unchanged pieces. */
export class StatisticsCounter {
  #measuredByText = new Map<string, MeasuredPiece>();
  readonly #syllables = new Map<string, number>();

  /**
   * Returns the statistics of a script (line ends `\n`) in a language (its tag) whose sections start at the given
   * ascending offsets. Awaits `pause` between slices of work; returns null if `signal` was aborted.
   */
  async measure(
    script: string,
    sections: readonly number[],
    { signal, pause, tag = 'en' }: { signal: AbortSignal; pause: () => Promise<void>; tag?: string },
  ): Promise<Statistics | null> {
    const measuredPieces: { piece: ScriptPiece; part: MeasuredPiece }[] = [];
    const measurements = new Map<string, MeasuredPiece>();
    let sliceEnd = performance.now() + SLICE_MS;
    for (const piece of listSpokenPieces(script)) {
      if (performance.now() > sliceEnd) {
        await pause();
        if (signal.aborted) return null;
        sliceEnd = performance.now() + SLICE_MS;
      }
      const part = this.#measuredByText.get(piece.text) ?? this.#measure(piece.text, tag);
      measurements.set(piece.text, part);
      measuredPieces.push({ piece, part });
    }
    this.#measuredByText = measurements;
    const longest = measuredPieces
      .flatMap(({ piece, part }) =>
        part.sentences.map((sentence) => ({ ...sentence, ...piece.getRange(sentence.from, sentence.to) })),
      )
      .sort((a, b) => b.wordCount - a.wordCount)
      .slice(0, MAX_LONGEST);
    const getMeasurements = (index: number): MeasuredPiece[] => {
      const [from = 0, to = Infinity] = [sections[index], sections[index + 1]];
      return measuredPieces.filter(({ piece }) => piece.from >= from && piece.from < to).map(({ part }) => part);
    };
    return {
      ...computeFigures(measuredPieces.map(({ part }) => part)),
      longest,
      sections: sections.map((_, index) => computeFigures(getMeasurements(index))),
    };
  }

  #measure(text: string, tag: string): MeasuredPiece {
    const words = getWords(text).map((word) => word.toLowerCase());
    const sentences: Sentence[] = [];
    for (const { text: words, from } of listPlacedSentences(text, tag)) {
      const count = getWords(words).length;
      if (count > 0)
        sentences.push({ from, to: from + words.length, text: words.replace(/\s+/g, ' '), wordCount: count });
    }
    return { words, sentences, syllableCount: words.reduce((sum, word) => sum + this.#countSyllables(word), 0) };
  }

  #countSyllables(word: string): number {
    let count = this.#syllables.get(word);
    // Digits have no syllables to count, so a number counts as two.
    if (count === undefined) this.#syllables.set(word, (count = /\p{L}/u.test(word) ? Math.max(1, syllable(word)) : 2));
    return count;
  }
}
