import { SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { foldText } from '#markdown/fold-text.ts';
import { getRounds } from '#test/support/rounds.ts';
import { getRequestedQuery } from './regexp-guard.ts';
import { openSearch, searching } from './search.ts';

afterEach(() => document.body.replaceChildren());

interface Options {
  readonly replace?: string;
  readonly caseSensitive?: boolean;
  readonly wholeWord?: boolean;
}

function open(doc: string, search: string, options: Options = {}) {
  const extensions = [EditorState.allowMultipleSelections.of(true), searching];
  const view = new EditorView({ doc, parent: document.body, extensions });
  openSearch(view);
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search, ...options })) });
  const press = (name: string): void => {
    [...view.dom.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
  };
  const readSelections = (): string[] =>
    view.state.selection.ranges.map(({ from, to }) => view.state.sliceDoc(from, to));
  return { view, press, readSelections, getText: () => view.state.doc.toString() };
}

function findMatches(doc: string, search: string, options: Options = {}): string[] {
  const { view } = open(doc, search, options);
  const cursor = getRequestedQuery(view.state).getCursor(view.state);
  const all: string[] = [];
  for (let item = cursor.next(); !item.done; item = cursor.next()) {
    all.push(view.state.sliceDoc(item.value.from, item.value.to));
  }
  view.destroy();
  return all;
}

describe('the editor’s search', () => {
  it.each([
    ['Café, CAFÉ, cafe\u0301', 'cafe', ['Café', 'CAFÉ', 'cafe\u0301']],
    ['Die Straße, die STRASSE', 'strasse', ['Straße', 'STRASSE']],
    ['Łódź, Ærø, Œuvre', 'aero', ['Ærø']],
    ['２０２４年', '2024', ['２０２４']],
    ['x² ﬁnal', 'fi', ['ﬁ']],
    ['Donau\u00addampf', 'donaudampf', ['Donau\u00addampf']],
    ['can’t', "can't", ['can’t']],
    ['私は東京に行きます', '東京', ['東京']],
    ['दिल दलदल', 'दल', ['दल', 'दल']],
    ['คืน คน', 'คน', ['คน']],
    ['мой, мои', 'мои', ['мои']],
    ['مُحَمَّدٌ', 'محمد', ['مُحَمَّدٌ']],
    ['one\ntwo', 'e\nt', ['e\nt']],
    ['a👩‍🚀b 👩', '👩', ['👩']],
    ['a\u00adb', '\u00ad', ['\u00ad']],
    ['a $1 \\n', '\\n', ['\\n']],
  ])('finds in %j the matches of %j', (doc, search, all) => expect(findMatches(doc, search)).toEqual(all));

  it('matches case and accents, in composed and decomposed form', () => {
    const doc = 'Café, cafe, Cafe, Cafe\u0301, ﬁn, fin';
    expect(findMatches(doc, 'Cafe', { caseSensitive: true })).toEqual(['Cafe']);
    expect(findMatches(doc, 'Café', { caseSensitive: true })).toEqual(['Café', 'Cafe\u0301']);
    expect(findMatches(doc, 'fin', { caseSensitive: true })).toEqual(['fin']);
    expect(findMatches('x\u0301 x', 'x', { caseSensitive: true })).toEqual(['x']);
  });

  it.each([
    ['हिन्दी हिन', 'हिन', ['हिन']],
    ['don’t don', 'don', ['don']],
    ['_word_ **word** wordy', 'word', ['word', 'word']],
    ['私は東京に行きます', '東京', ['東京']],
    ['Straßen Straße', 'strasse', ['Straße']],
    ['يوميات يوم', 'يوم', ['يوم']],
  ])('matches only whole words: in %j, %j', (doc, search, all) => {
    expect(findMatches(doc, search, { wholeWord: true })).toEqual(all);
  });

  it('replaces exactly the matches, singly or all at once', () => {
    const doc = 'Café und Straße, cafe\u0301 und STRASSE';
    const singleSearch = open(doc, 'cafe', { replace: 'Tee $&' });
    singleSearch.press('Next');
    expect(singleSearch.readSelections()).toEqual(['Café']);
    singleSearch.press('Replace');
    expect(singleSearch.getText()).toBe('Tee $& und Straße, cafe\u0301 und STRASSE');
    expect(singleSearch.readSelections()).toEqual(['cafe\u0301']);
    singleSearch.view.destroy();
    const all = open(doc, 'strasse', { replace: 'Gasse' });
    all.press('Replace all');
    expect(all.getText()).toBe('Café und Gasse, cafe\u0301 und Gasse');
    all.press('Replace all');
    expect(all.getText()).toBe('Café und Gasse, cafe\u0301 und Gasse');
  });

  it('does not replace part of a character', () => {
    const { press, getText, readSelections } = open('ﬁx fix', 'f', { replace: 'm' });
    press('Next');
    expect(readSelections()).toEqual(['ﬁ']);
    press('Replace all');
    expect(getText()).toBe('ﬁx mix');
  });

  it('moves to the next and previous match with wrap-around, and selects all', () => {
    const { view, press, readSelections } = open('é e É', 'e');
    const heads: number[] = [];
    for (const name of ['Next', 'Next', 'Next', 'Next', 'Previous', 'Previous']) {
      press(name);
      heads.push(view.state.selection.main.from);
    }
    expect(heads).toEqual([0, 2, 4, 0, 4, 2]);
    press('Select all');
    expect(readSelections()).toEqual(['é', 'e', 'É']);
  });

  it('starts with the selected text', () => {
    const view = new EditorView({ doc: 'Cafés', parent: document.body, extensions: [searching] });
    view.dispatch({ selection: EditorSelection.single(0, 4) });
    openSearch(view);
    const cursor = getRequestedQuery(view.state).getCursor(view.state);
    expect(cursor.next().value).toMatchObject({ from: 0, to: 4 });
    expect(view.dom.querySelectorAll('.cm-searchMatch')).toHaveLength(1);
  });

  it('matches ranges that fold to the query, and replacing them changes nothing else', () => {
    const letters = fc
      .array(fc.constantFrom(..."aAéeE\u0301ßsSﬁfi２2 \u00adИиЙй\u0306दि東京가ｶﾞが’'👩🚀\u200d\n_"), { maxLength: 14 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(letters, letters, (doc, some) => {
        const search = [...some].slice(0, 2).join('');
        if (foldText(search) === '' || search.includes('\n')) return;
        const { view, press, getText } = open(doc, search, { replace: '' });
        const parts: string[] = [];
        let end = 0;
        const cursor = getRequestedQuery(view.state).getCursor(view.state);
        for (let item = cursor.next(); !item.done; item = cursor.next()) {
          const { from, to, precise } = item.value as { from: number; to: number; precise: boolean };
          expect(foldText(doc.slice(from, to))).toContain(foldText(search));
          parts.push(doc.slice(end, precise ? from : to));
          end = to;
        }
        press('Replace all');
        expect(getText()).toBe(parts.join('') + doc.slice(end));
        view.destroy();
      }),
      { numRuns: getRounds(150, 1500) },
    );
  });
});
