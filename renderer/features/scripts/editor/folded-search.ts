import { SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { FoldedText } from '#markdown/folded-text.ts';
import { splitsLetter, getFoldFunction, isWordEdge } from '../text-worker/find-words.ts';

interface Match {
  readonly from: number;
  readonly to: number;
  /** True when the match covers whole letters; the editor replaces only such matches. */
  readonly precise: boolean;
}

/**
 * Finds words however they are spelled: case, accents, ligatures, widths and invisible characters do not matter unless
 * the case has to match. The library's own search folds one code point at a time and only case, so this takes its
 * place.
 */
class FoldedQuery extends SearchQuery {
  readonly #foldedSearch: string;
  readonly #fold: (text: string) => string;

  constructor(query: SearchQuery) {
    const { search, replace, caseSensitive, wholeWord } = query;
    super({ search, replace, caseSensitive, wholeWord, literal: true });
    this.#fold = getFoldFunction(query.search, query.caseSensitive);
    this.#foldedSearch = this.#fold(query.search);
  }

  override getCursor(state: EditorState | Text, from = 0, to?: number): Generator<Match, undefined> {
    return this.matches(state instanceof EditorState ? state.doc : state, from, to);
  }

  /** The library calls this, without declaring it, when the query is set. */
  create(): FoldedMatches {
    return new FoldedMatches(this);
  }

  *matches(doc: Text, from = 0, to = doc.length): Generator<Match, undefined> {
    const text = doc.sliceString(from, to);
    for (const { from: start, to: end, isWhole } of new FoldedText(text, this.#fold).find(this.#foldedSearch)) {
      const match = { from: from + start, to: from + end, precise: isWhole };
      if (this.#isAllowed(doc, match)) yield match;
    }
  }

  #isAllowed(doc: Text, { from, to }: Match): boolean {
    return [from, to].every((offset) => {
      const line = doc.lineAt(offset);
      const [text, column] = [line.text, offset - line.from];
      return !splitsLetter(text, column) && (!this.wholeWord || isWordEdge(text, column));
    });
  }
}

/** Implements the methods that the library calls on its own kinds of query. */
class FoldedMatches {
  readonly spec: FoldedQuery;

  constructor(query: FoldedQuery) {
    this.spec = query;
  }

  nextMatch({ doc }: EditorState, from: number, to: number): Match | null {
    const next = this.spec.matches(doc, to).next().value ?? this.spec.matches(doc).next().value;
    return next && !(next.from === from && next.to === to) ? next : null;
  }

  prevMatch({ doc }: EditorState, from: number, to: number): Match | null {
    const previous = [...this.spec.matches(doc, 0, from)].at(-1) ?? [...this.spec.matches(doc, from)].at(-1);
    return previous && !(previous.from === from && previous.to === to) ? previous : null;
  }

  matchAll({ doc }: EditorState, limit: number): Match[] | null {
    const all: Match[] = [];
    for (const match of this.spec.matches(doc)) {
      if (all.length >= limit) return null;
      all.push(match);
    }
    return all;
  }

  highlight({ doc }: EditorState, from: number, to: number, add: (from: number, to: number) => void): void {
    const margin = this.spec.search.length;
    const start = doc.lineAt(Math.max(0, from - margin)).from;
    const end = doc.lineAt(Math.min(doc.length, to + margin)).to;
    for (const match of this.spec.matches(doc, start, end)) add(match.from, match.to);
  }

  getReplacement(): string {
    return this.spec.replace;
  }
}

/** Replaces every search for plain words with a folded search. */
export const foldedSearch: Extension = EditorState.transactionExtender.of(({ effects }) => {
  const query = effects.findLast((effect) => effect.is(setSearchQuery))?.value;
  if (!query || query.regexp || query instanceof FoldedQuery) return null;
  return { effects: setSearchQuery.of(new FoldedQuery(query)) };
});
