import {
  closeSearchPanel,
  findNext,
  findPrevious,
  highlightSelectionMatches,
  openSearchPanel,
  replaceAll,
  replaceNext,
  search,
  searchKeymap,
  SearchQuery,
  selectMatches,
  setSearchQuery,
} from '@codemirror/search';
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, runScopeHandlers, type Panel, type ViewUpdate } from '@codemirror/view';
import { foldedSearch } from './folded-search.ts';
import { requestedQuery, onceTried, regExpGuard, verdictOn } from './regexp-guard.ts';

/** Matches beyond this are not counted. */
const MAX_COUNTED = 1000;
const STOPPED = 'Search stopped: this pattern takes too long';

const next = onceTried(findNext);
const previous = onceTried(findPrevious);
const replaceOne = onceTried(replaceNext);
const replaceEvery = onceTried(replaceAll);
const selectEvery = onceTried(selectMatches);

type Option = 'caseSensitive' | 'regexp' | 'wholeWord';

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Renders find and replace above the text: labelled fields, toggles and the number of matches. */
class FindPanel implements Panel {
  readonly top = true;
  readonly dom: HTMLElement;
  readonly #view: EditorView;
  readonly #find = make('input', { name: 'find', type: 'text', spellcheck: false, autocomplete: 'off' });
  readonly #replace = make('input', { name: 'replace', type: 'text', spellcheck: false, autocomplete: 'off' });
  readonly #count = make('span', { className: 'cm-find-count' });
  readonly #options = new Map<Option, HTMLButtonElement>();
  #counting = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#find.setAttribute('main-field', 'true');
    this.#count.setAttribute('role', 'status');
    for (const input of [this.#find, this.#replace]) input.addEventListener('input', () => this.#commit());
    const button = (words: string, run: (view: EditorView) => unknown, title = '') => {
      const element = make('button', { type: 'button', textContent: words, title });
      element.addEventListener('click', () => run(view));
      return element;
    };
    const close = button('Close', closeSearchPanel, 'Esc');
    this.dom = make(
      'div',
      { className: 'cm-find' },
      make('label', {}, make('span', { textContent: 'Find' }), this.#find),
      make(
        'div',
        { className: 'cm-find-row' },
        this.#option('caseSensitive', 'Aa', 'Match case'),
        this.#option('wholeWord', 'Whole words', 'Whole words'),
        this.#option('regexp', '.*', 'Regular expression'),
        button('Previous', previous, 'Shift Enter'),
        button('Next', next, 'Enter'),
        button('Select all', selectEvery),
        this.#count,
      ),
      make('label', {}, make('span', { textContent: 'Replace with' }), this.#replace),
      make(
        'div',
        { className: 'cm-find-row' },
        button('Replace', replaceOne),
        button('Replace all', replaceEvery),
        close,
      ),
    );
    this.dom.setAttribute('role', 'search');
    this.dom.setAttribute('aria-label', 'Find and replace');
    this.dom.addEventListener('keydown', (event) => this.#key(event));
    this.#read(requestedQuery(view.state));
  }

  mount(): void {
    this.#find.select();
  }

  update(update: ViewUpdate): void {
    const queryChanged = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
    const query = requestedQuery(update.state);
    if (queryChanged && !query.eq(this.#query())) this.#read(query);
    if (update.docChanged || update.selectionSet || verdictOn(update.state) !== verdictOn(update.startState)) {
      this.#countSoon();
    }
  }

  destroy(): void {
    clearTimeout(this.#counting);
  }

  #option(option: Option, words: string, name: string): HTMLButtonElement {
    const element = make('button', { type: 'button', textContent: words, title: name });
    element.setAttribute('aria-label', name);
    element.setAttribute('aria-pressed', 'false');
    element.addEventListener('click', () => {
      element.setAttribute('aria-pressed', String(!this.#on(option)));
      this.#commit();
    });
    this.#options.set(option, element);
    return element;
  }

  #on(option: Option): boolean {
    return this.#options.get(option)?.getAttribute('aria-pressed') === 'true';
  }

  #query(): SearchQuery {
    return new SearchQuery({
      search: this.#find.value,
      replace: this.#replace.value,
      caseSensitive: this.#on('caseSensitive'),
      regexp: this.#on('regexp'),
      wholeWord: this.#on('wholeWord'),
      // In a regular expression's replacement, \n is a line end and \t a tab.
      literal: !this.#on('regexp'),
    });
  }

  #read(query: SearchQuery): void {
    this.#find.value = query.search;
    this.#replace.value = query.replace;
    for (const [option, element] of this.#options) element.setAttribute('aria-pressed', String(query[option]));
    this.#countSoon();
  }

  #commit(): void {
    const query = this.#query();
    if (!query.eq(requestedQuery(this.#view.state))) this.#view.dispatch({ effects: setSearchQuery.of(query) });
    this.#countSoon();
  }

  #countSoon(): void {
    clearTimeout(this.#counting);
    this.#counting = window.setTimeout(() => this.#showCount(), 120);
  }

  #showCount(): void {
    const query = requestedQuery(this.#view.state);
    const verdict = verdictOn(this.#view.state);
    const faulty = (query.search !== '' && !query.valid) || verdict === 'stopped';
    this.#find.setAttribute('aria-invalid', String(faulty));
    // The count is shown once the verdict is known.
    if (verdict === 'trying') return;
    if (!query.search) this.#count.textContent = '';
    else if (verdict === 'stopped') this.#count.textContent = STOPPED;
    else if (!query.valid) this.#count.textContent = 'Invalid regular expression';
    else {
      const { from, to } = this.#view.state.selection.main;
      let all = 0;
      let at = 0;
      const cursor = query.getCursor(this.#view.state);
      for (let item = cursor.next(); !item.done && all < MAX_COUNTED; item = cursor.next()) {
        all += 1;
        if (item.value.from === from && item.value.to === to) at = all;
      }
      const total = all < MAX_COUNTED ? String(all) : `${MAX_COUNTED} or more`;
      this.#count.textContent = all === 0 ? 'No results' : at > 0 ? `${at} of ${total}` : `${total} found`;
    }
  }

  #key(event: KeyboardEvent): void {
    if (runScopeHandlers(this.#view, event, 'search-panel')) {
      event.preventDefault();
    } else if (event.key === 'Enter' && event.target === this.#find) {
      event.preventDefault();
      (event.shiftKey ? previous : next)(this.#view);
    } else if (event.key === 'Enter' && event.target === this.#replace) {
      event.preventDefault();
      replaceOne(this.#view);
    }
  }
}

const look = EditorView.theme({
  '.cm-find': {
    display: 'grid',
    gridTemplateColumns: 'minmax(180px, 320px) minmax(0, 1fr)',
    gap: '8px 12px',
    alignItems: 'end',
    padding: '10px 16px 12px',
    font: 'var(--t-base)',
  },
  '.cm-find label': { display: 'grid', gap: '4px' },
  '.cm-find label span': { font: 'var(--t-small)', fontWeight: 'var(--w-medium)', color: 'var(--text-2)' },
  '.cm-find input': {
    height: '28px',
    padding: '0 10px',
    border: '0',
    borderRadius: 'var(--round-2)',
    background: 'var(--page)',
    color: 'var(--text)',
    boxShadow: 'inset 0 0 0 1px var(--line-strong)',
    font: 'inherit',
  },
  '.cm-find input:focus': { outline: 'none', boxShadow: 'inset 0 0 0 2px var(--focus)' },
  '.cm-find input[aria-invalid="true"]': { boxShadow: 'inset 0 0 0 2px var(--danger-solid)' },
  '.cm-find-row': { display: 'flex', flexWrap: 'wrap', gap: '4px', alignItems: 'center', minHeight: '28px' },
  '.cm-find button': {
    height: '28px',
    padding: '0 9px',
    border: '0',
    borderRadius: 'var(--round-2)',
    background: 'var(--control)',
    boxShadow: 'inset 0 0 0 1px var(--line)',
    color: 'var(--text)',
    font: 'inherit',
    fontWeight: 'var(--w-medium)',
  },
  '.cm-find button:hover': { background: 'var(--control-hover)' },
  '.cm-find button:focus-visible': { outline: 'none', boxShadow: 'var(--ring)' },
  '.cm-find button[aria-pressed="true"]': { background: 'var(--ink)', color: 'var(--on-ink)', boxShadow: 'none' },
  '.cm-find-count': { color: 'var(--text-2)', fontVariantNumeric: 'tabular-nums', marginLeft: '4px' },
});

// @wc-ignore
const goOn = { run: next, shift: previous, scope: 'editor search-panel', preventDefault: true };
const onceTriedKeys: readonly KeyBinding[] = [
  { key: 'F3', ...goOn },
  { key: 'Mod-g', ...goOn },
];

/** Adds find and replace. Loaded on first use. */
export const searching: Extension = [
  search({ top: true, literal: true, createPanel: (view) => new FindPanel(view) }),
  foldedSearch,
  highlightSelectionMatches(),
  regExpGuard(),
  Prec.high(keymap.of(onceTriedKeys)),
  keymap.of(searchKeymap),
  look,
];

export const openSearch = openSearchPanel;
