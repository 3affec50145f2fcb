import { foldText } from '#markdown/fold-text.ts';

import { splitGrams, getPlainWords, getQueryGrams, findWords, getWords } from './search-terms.ts';
import { TermIndex, type PackedTerms } from './term-index.ts';

export interface PackedWords {
  readonly words: PackedTerms;
  readonly pieces: PackedTerms;
}

/** Limits the work for a long text that is pasted as a query. */
const MAX_TERMS = 200;

/**
 * Finds documents by the beginnings of words and, where words stand without spaces, by any part of the text. A piece of
 * unspaced text is stored with its position modulo 32: the pieces of a query must follow one another.
 */
export class WordIndex {
  readonly #words: TermIndex;
  readonly #pieces: TermIndex;

  constructor(packedWords: PackedWords | null = null) {
    this.#words = new TermIndex(packedWords?.words);
    this.#pieces = new TermIndex(packedWords?.pieces);
  }

  /** Adds a document; its number must be higher than any before. */
  add(document: number, text: string): void {
    const foldedText = foldText(text);
    const simpleWords = getPlainWords(foldedText);
    const words = new Set(simpleWords);
    const pieces = new Map<string, number>();
    for (const word of simpleWords ? [] : findWords(foldedText)) {
      if (!word.isUnspaced) words.add(word.text);
      else {
        for (const { text: piece, at } of splitGrams(word.text)) {
          pieces.set(piece, (pieces.get(piece) ?? 0) | (1 << (word.index + at)));
        }
      }
    }
    for (const word of words) this.#words.add(word, document);
    for (const [piece, positions] of pieces) {
      for (let at = 0; at < 32; at += 1) if ((positions >>> at) & 1) this.#pieces.add(piece, document * 32 + at);
    }
  }

  /**
   * Marks with 1 the documents that contain a word starting with each word of the query. Returns null if the query has
   * no word. `count` is the number of documents.
   */
  search(query: string, count: number): Uint8Array | null {
    const words = [...new Set(getWords(query))].slice(0, MAX_TERMS);
    if (words.length === 0) return null;
    const matchedWords = new Uint8Array(count);
    words.forEach((word, index) => {
      const onDocument = (document: number): void => {
        if (matchedWords[document] === index) matchedWords[document] = index + 1;
      };
      const pieces = getQueryGrams(word).slice(0, MAX_TERMS);
      if (pieces.length > 0) this.#forEachInOrder(pieces, count, onDocument);
      else this.#words.forEachNumber(word, onDocument);
    });
    for (let at = 0; at < count; at += 1) matchedWords[at] = matchedWords[at] === words.length ? 1 : 0;
    return matchedWords;
  }

  /**
   * Packs the whole index. `newNumbers` maps old document numbers to new ones in the same order, or to -1 if removed.
   */
  pack(newNumbers: Int32Array): PackedWords {
    const renumber = (document: number): number => newNumbers[document] ?? -1;
    return {
      words: this.#words.pack(renumber),
      pieces: this.#pieces.pack((number) => {
        const document = renumber(number >>> 5);
        return document < 0 ? -1 : document * 32 + (number & 31);
      }),
    };
  }

  #forEachInOrder(
    pieces: ReturnType<typeof getQueryGrams>,
    count: number,
    onDocument: (document: number) => void,
  ): void {
    // For each document, the positions at which the whole query may begin.
    const startPositions = new Uint32Array(count).fill(0xffffffff);
    for (const { text, at } of pieces) {
      const positions = new Uint32Array(count);
      this.#pieces.forEachNumber(text, (number) => {
        positions[number >>> 5] = (positions[number >>> 5] ?? 0) | (1 << (number & 31));
      });
      for (let document = 0; document < count; document += 1) {
        const positionBits = positions[document] ?? 0;
        startPositions[document] =
          (startPositions[document] ?? 0) & ((positionBits >>> (at % 32)) | (positionBits << (32 - (at % 32))));
      }
    }
    startPositions.forEach((positionBits, document) => {
      if (positionBits !== 0) onDocument(document);
    });
  }
}
