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
import { TIMEOUT_MESSAGE } from '../text-worker/find-words.ts';
import { getRequestedQuery, waitForTrial, regExpGuard, getVerdict } from './regexp-guard.ts';

/** The most matches that are counted. */
const MAX_MATCHES = 1000;

const findNextAfterTrial = waitForTrial(findNext);
const findPreviousAfterTrial = waitForTrial(findPrevious);
const replaceAfterTrial = waitForTrial(replaceNext);
const replaceAllAfterTrial = waitForTrial(replaceAll);
const selectAllAfterTrial = waitForTrial(selectMatches);

type Option = 'caseSensitive' | 'regexp' | 'wholeWord';

function createElement<K extends keyof HTMLElementTagNameMap>(
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
  readonly #findInput = createElement('input', { name: 'find', type: 'text', spellcheck: false, autocomplete: 'off' });
  readonly #replaceInput = createElement('input', {
    name: 'replace',
    type: 'text',
    spellcheck: false,
    autocomplete: 'off',
  });
  readonly #countElement = createElement('span', { className: 'cm-find-count' });
  readonly #optionButtons = new Map<Option, HTMLButtonElement>();
  #countTimer = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#findInput.setAttribute('main-field', 'true');
    this.#countElement.setAttribute('role', 'status');
    for (const input of [this.#findInput, this.#replaceInput])
      input.addEventListener('input', () => this.#applyQuery());
    const createButton = (label: string, run: (view: EditorView) => unknown, title = '') => {
      const element = createElement('button', { type: 'button', textContent: label, title });
      element.addEventListener('click', () => run(view));
      return element;
    };
    const close = createButton('Close', closeSearchPanel, 'Esc');
    this.dom = createElement(
      'div',
      { className: 'cm-find' },
      createElement('label', {}, createElement('span', { textContent: 'Find' }), this.#findInput),
      createElement(
        'div',
        { className: 'cm-find-row' },
        this.#createOption('caseSensitive', 'Aa', 'Match case'),
        this.#createOption('wholeWord', 'Whole words', 'Whole words'),
        this.#createOption('regexp', '.*', 'Regular expression'),
        createButton('Previous', findPreviousAfterTrial, 'Shift Enter'),
        createButton('Next', findNextAfterTrial, 'Enter'),
        createButton('Select all', selectAllAfterTrial),
        this.#countElement,
      ),
      createElement('label', {}, createElement('span', { textContent: 'Replace with' }), this.#replaceInput),
      createElement(
        'div',
        { className: 'cm-find-row' },
        createButton('Replace', replaceAfterTrial),
        createButton('Replace all', replaceAllAfterTrial),
        close,
      ),
    );
    this.dom.setAttribute('role', 'search');
    this.dom.setAttribute('aria-label', 'Find and replace');
    this.dom.addEventListener('keydown', (event) => this.#handleKey(event));
    this.#showQuery(getRequestedQuery(view.state));
  }

  mount(): void {
    this.#findInput.select();
  }

  update(update: ViewUpdate): void {
    const hasQueryChanged = update.transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(setSearchQuery)),
    );
    const query = getRequestedQuery(update.state);
    if (hasQueryChanged && !query.eq(this.#readQuery())) this.#showQuery(query);
    if (update.docChanged || update.selectionSet || getVerdict(update.state) !== getVerdict(update.startState)) {
      this.#scheduleCount();
    }
  }

  destroy(): void {
    clearTimeout(this.#countTimer);
  }

  #createOption(option: Option, label: string, name: string): HTMLButtonElement {
    const element = createElement('button', { type: 'button', textContent: label, title: name });
    element.setAttribute('aria-label', name);
    element.setAttribute('aria-pressed', 'false');
    element.addEventListener('click', () => {
      element.setAttribute('aria-pressed', String(!this.#isOn(option)));
      this.#applyQuery();
    });
    this.#optionButtons.set(option, element);
    return element;
  }

  #isOn(option: Option): boolean {
    return this.#optionButtons.get(option)?.getAttribute('aria-pressed') === 'true';
  }

  #readQuery(): SearchQuery {
    return new SearchQuery({
      search: this.#findInput.value,
      replace: this.#replaceInput.value,
      caseSensitive: this.#isOn('caseSensitive'),
      regexp: this.#isOn('regexp'),
      wholeWord: this.#isOn('wholeWord'),
      // In a regular expression's replacement, \n is a line end and \t a tab.
      literal: !this.#isOn('regexp'),
    });
  }

  #showQuery(query: SearchQuery): void {
    this.#findInput.value = query.search;
    this.#replaceInput.value = query.replace;
    for (const [option, element] of this.#optionButtons) element.setAttribute('aria-pressed', String(query[option]));
    this.#scheduleCount();
  }

  #applyQuery(): void {
    const query = this.#readQuery();
    if (!query.eq(getRequestedQuery(this.#view.state))) this.#view.dispatch({ effects: setSearchQuery.of(query) });
    this.#scheduleCount();
  }

  #scheduleCount(): void {
    clearTimeout(this.#countTimer);
    this.#countTimer = window.setTimeout(() => this.#showCount(), 120);
  }

  #showCount(): void {
    const query = getRequestedQuery(this.#view.state);
    const verdict = getVerdict(this.#view.state);
    const isInvalid = (query.search !== '' && !query.valid) || verdict === 'stopped';
    this.#findInput.setAttribute('aria-invalid', String(isInvalid));
    // The count is shown once the verdict is known.
    if (verdict === 'trying') return;
    if (!query.search) this.#countElement.textContent = '';
    else if (verdict === 'stopped') this.#countElement.textContent = TIMEOUT_MESSAGE;
    else if (!query.valid) this.#countElement.textContent = 'Invalid regular expression';
    else {
      const { from, to } = this.#view.state.selection.main;
      let count = 0;
      let position = 0;
      const cursor = query.getCursor(this.#view.state);
      for (let item = cursor.next(); !item.done && count < MAX_MATCHES; item = cursor.next()) {
        count += 1;
        if (item.value.from === from && item.value.to === to) position = count;
      }
      const total = count < MAX_MATCHES ? String(count) : `${MAX_MATCHES} or more`;
      this.#countElement.textContent =
        count === 0 ? 'No results' : position > 0 ? `${position} of ${total}` : `${total} found`;
    }
  }

  #handleKey(event: KeyboardEvent): void {
    if (runScopeHandlers(this.#view, event, 'search-panel')) {
      event.preventDefault();
    } else if (event.key === 'Enter' && event.target === this.#findInput) {
      event.preventDefault();
      (event.shiftKey ? findPreviousAfterTrial : findNextAfterTrial)(this.#view);
    } else if (event.key === 'Enter' && event.target === this.#replaceInput) {
      event.preventDefault();
      replaceAfterTrial(this.#view);
    }
  }
}

const searchTheme = EditorView.theme({
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
const repeatSearch = {
  run: findNextAfterTrial,
  shift: findPreviousAfterTrial,
  scope: 'editor search-panel',
  preventDefault: true,
};
const findKeys: readonly KeyBinding[] = [
  { key: 'F3', ...repeatSearch },
  { key: 'Mod-g', ...repeatSearch },
];

/** Adds find and replace. Loaded on first use. */
export const searching: Extension = [
  search({ top: true, literal: true, createPanel: (view) => new FindPanel(view) }),
  foldedSearch,
  highlightSelectionMatches(),
  regExpGuard(),
  Prec.high(keymap.of(findKeys)),
  keymap.of(searchKeymap),
  searchTheme,
];

/** Opens the panel and focuses its field, which begins with `letters` if there are any. */
export function openSearch(view: EditorView, letters = ''): void {
  openSearchPanel(view);
  if (letters === '') return;
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: letters, literal: true })) });
  const { activeElement } = view.dom.ownerDocument;
  if (activeElement instanceof HTMLInputElement) activeElement.setSelectionRange(letters.length, letters.length);
}
