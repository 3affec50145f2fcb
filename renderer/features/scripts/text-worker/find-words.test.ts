import { replaceAll, search, SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { foldedSearch } from '../editor/folded-search.ts';
import { checkExpression, replaceWords, type WordSearch } from './find-words.ts';

const PLAIN_SEARCH: WordSearch = { words: '', caseSensitive: false, wholeWord: false, regexp: false };

/** Returns what “Replace all” of the editor makes of a text. */
function replaceInEditor(doc: string, { words, ...options }: WordSearch, replacement: string): string {
  const view = new EditorView({ doc, extensions: [search(), foldedSearch] });
  const query = new SearchQuery({ ...options, search: words, replace: replacement, literal: !options.regexp });
  view.dispatch({ effects: setSearchQuery.of(query) });
  replaceAll(view);
  const text = view.state.doc.toString();
  view.destroy();
  return text;
}

describe('replacing words', () => {
  it('shows the first passages with the words around them', () => {
    const text = `One.\n\nThe train to Wien leaves at nine, and ${'very '.repeat(10)}late it is.\nWIEN\nWien, wien\n`;
    const { count, passages } = replaceWords(text, { ...PLAIN_SEARCH, words: 'wien' }, 'Graz');
    expect(count).toBe(4);
    expect(passages).toHaveLength(3);
    expect(passages[0]).toEqual({
      before: 'The train to ',
      found: 'Wien',
      replacement: 'Graz',
      after: ' leaves at nine, and very very very…',
    });
  });

  it('keeps line ends', () => {
    expect(replaceWords('a\r\nb a\r\n', { ...PLAIN_SEARCH, words: 'a' }, 'x').text).toBe('x\r\nb x\r\n');
  });

  it('reports an invalid expression', () => {
    expect(checkExpression({ ...PLAIN_SEARCH, words: '(', regexp: true })).toBe('Invalid regular expression');
    expect(checkExpression({ ...PLAIN_SEARCH, words: '(' })).toBeNull();
  });

  it('matches whole words for expressions as well', () => {
    const search = { ...PLAIN_SEARCH, words: '[a-c]+', wholeWord: true, regexp: true };
    expect(replaceWords('ab abd, ab', search, 'x').text).toBe('x abd, x');
  });

  it('does the same as “Replace all” of the editor', () => {
    const letters = fc
      .array(fc.constantFrom(...'aAbéeE\u0301ßsﬁi２2 .,-_\nÉ東京가が👩🚀\u200d$1'), { maxLength: 24 })
      .map((all) => all.join(''));
    const expressions = [
      'a+',
      '(.)b',
      '^',
      '$',
      'a|e',
      '[^ab]',
      '\\s',
      '(\\w)(\\w)',
      '\\bs',
      'b*',
      '.',
      '(a|b)',
      'e\\n',
    ];
    const search: fc.Arbitrary<WordSearch> = fc.record({
      words: fc.oneof(
        letters.map((all) => [...all].slice(0, 2).join('').replace('\n', '')),
        fc.constantFrom(...expressions),
      ),
      caseSensitive: fc.boolean(),
      wholeWord: fc.boolean(),
      regexp: fc.boolean(),
    });
    const replacement = fc.constantFrom('', 'x', '$1', '$&$&', '$$', '<$2>', '\\n', '$12');
    fc.assert(
      fc.property(letters, search, replacement, (text, wordSearch, replacementText) => {
        fc.pre(wordSearch.words !== '' && checkExpression(wordSearch) === null);
        // Expressions: the editor begins no match inside a character, and some searches for whole words end early.
        fc.pre(!wordSearch.regexp || (!wordSearch.wholeWord && !/[\u0301\u200d]/u.test(text)));
        expect(replaceWords(text, wordSearch, replacementText).text).toBe(
          replaceInEditor(text, wordSearch, replacementText),
        );
      }),
      { numRuns: getRounds(300, 10_000) },
    );
  });
});
