import {
  EditorSelection,
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Line,
  type Transaction,
} from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Command, type TooltipView } from '@codemirror/view';
import { frontMatterEnd } from './front-matter-end.ts';
import { insertEntries, type InsertEntry } from './insert-entries.ts';
import { menuList } from './slash-menu-list.ts';
import { inList } from './list-text.ts';
import { questionStart } from './line-kinds.ts';
import { syntaxOf } from './syntax.ts';
import { isRow } from './table-text.ts';

/** Remembers where an open menu's `/` stands, and which of the entries found is chosen. */
interface OpenMenu {
  readonly from: number;
  readonly found: readonly InsertEntry[];
  readonly chosen: number;
}

const open = StateEffect.define<number>();
const close = StateEffect.define<null>();
const choose = StateEffect.define<number>();

const MAX_SEARCH_LENGTH = 30;
/** Matches text before the cursor in which a `/` belongs to an address or to code. */
const NO_MENU = /\]\([^)]*$|^ {0,3}\[[^\]]+\]:\s*$|<[a-z][^>]*$/i;
const CODE = /Code|HTML|Comment|URL|LinkReference/;

const isCode = (state: EditorState, at: number): boolean => {
  for (let node = syntaxOf(state, at)?.resolveInner(at, -1) ?? null; node; node = node.parent)
    if (CODE.test(node.name)) return true;
  return false;
};

/** Returns whether what is typed on an indented line becomes code, as it does outside of lists. */
function isIndentedCode(state: EditorState, line: Line): boolean {
  if (!/^(?: {4}|\t)\s*$/.test(line.text)) return false;
  let above = line;
  while (above.number > 1 && above.text.trim() === '') above = state.doc.line(above.number - 1);
  return !inList(above.text) || isCode(state, above.to);
}

/** Returns whether a `/` at an offset may open the menu: at the start of a line or after a space, not in code. */
function mayOpen(state: EditorState, at: number): boolean {
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  if (!/(?:^|\s)$/.test(before) || NO_MENU.test(before) || at < frontMatterEnd(state.doc)) return false;
  // A block in a row would end its table.
  if (isRow(line.text)) return false;
  if (before.split('`').length % 2 === 0 || questionStart(state.doc, line)) return false;
  return !isCode(state, at) && !isIndentedCode(state, line);
}

/** Finds entries by the beginning of their words; those whose label begins so come first. */
export function matching(entries: readonly InsertEntry[], search: string): readonly InsertEntry[] {
  const query = search.toLocaleLowerCase().trim();
  if (query === '') return entries;
  const begins = (text: string): boolean => text.toLocaleLowerCase().startsWith(query);
  const byLabel = entries.filter(({ label }) => begins(label));
  const byWord = entries.filter((entry) => {
    const words = `${entry.label} ${entry.words}`.split(/\s+/);
    return !byLabel.includes(entry) && words.some(begins);
  });
  return [...byLabel, ...byWord];
}

/** Returns what is typed after the `/`, or null once the menu has to close. */
function searchIn({ newDoc, newSelection }: Transaction, from: number): string | null {
  const { main, ranges } = newSelection;
  const line = newDoc.lineAt(Math.min(from, newDoc.length));
  if (ranges.length > 1 || !main.empty || main.head <= from || main.head > line.to) return null;
  const typed = newDoc.sliceString(from, main.head);
  if (!/^\/(?!\s)/.test(typed) || typed.length > MAX_SEARCH_LENGTH || /\s\s$/.test(typed)) return null;
  return typed.slice(1);
}

function followed(menu: OpenMenu, transaction: Transaction): OpenMenu | null {
  const from = transaction.changes.mapPos(menu.from, -1);
  const search = searchIn(transaction, from);
  if (search === null) return null;
  const found = matching(transaction.startState.facet(insertEntries), search);
  if (found.length === 0) return null;
  return { from, found, chosen: transaction.docChanged ? 0 : Math.min(menu.chosen, found.length - 1) };
}

const menu = StateField.define<OpenMenu | null>({
  create: () => null,
  update(current, transaction) {
    let next = current;
    if (next && (transaction.docChanged || transaction.selection)) next = followed(next, transaction);
    for (const effect of transaction.effects) {
      if (effect.is(open)) next = { from: effect.value, found: transaction.startState.facet(insertEntries), chosen: 0 };
      if (effect.is(close)) next = null;
      if (effect.is(choose) && next) next = { ...next, chosen: effect.value };
    }
    return next;
  },
  provide: (field) => [
    showTooltip.computeN([field], (state) => {
      const current = state.field(field);
      return current ? [{ pos: current.from, create: showList }] : [];
    }),
    EditorView.contentAttributes.compute([field], (state): Record<string, string> => {
      const current = state.field(field);
      if (!current) return {};
      const { list, option } = ids;
      return { 'aria-controls': list, 'aria-activedescendant': option(current.chosen), 'aria-haspopup': 'listbox' };
    }),
  ],
});

// @wc-ignore
const ids = { list: 'slash-menu', option: (index: number): string => `slash-menu-${index}` };

function showList(view: EditorView): TooltipView {
  const list = menuList(ids, {
    choose: (index) => view.dispatch({ effects: choose.of(index) }),
    run: (index) => {
      view.dispatch({ effects: choose.of(index) });
      run(view);
      view.focus();
    },
  });
  const show = (): void => {
    const current = view.state.field(menu, false);
    if (current) list.show(current.found, current.chosen);
  };
  show();
  return { dom: list.element, update: show, overlap: false };
}

/** Removes the typed words and runs the chosen entry, as one undo step. */
const run: Command = (view) => {
  const current = view.state.field(menu);
  const entry = current?.found[current.chosen];
  if (!current || !entry) return false;
  const { state } = view;
  const removal = { from: current.from, to: state.selection.main.head };
  const cleared = state.update({ changes: removal, effects: close.of(null), userEvent: 'delete' });
  if (typeof entry.run !== 'function') {
    view.dispatch(cleared);
    entry.run.inView(view);
    return true;
  }
  const transactions: Transaction[] = [];
  entry.run({ state: cleared.state, dispatch: (transaction) => transactions.push(transaction) });
  const [change] = transactions;
  view.dispatch(
    change
      ? {
          changes: cleared.changes.compose(change.changes),
          selection: change.newSelection,
          effects: [close.of(null), ...change.effects],
          scrollIntoView: true,
          userEvent: 'input.insert',
        }
      : cleared,
  );
  return true;
};

/** Closes the menu and takes back the words typed into it. */
const cancel: Command = (view) => {
  const current = view.state.field(menu);
  if (!current) return false;
  view.dispatch({
    changes: { from: current.from, to: view.state.selection.main.head },
    selection: EditorSelection.cursor(current.from),
    effects: close.of(null),
    userEvent: 'delete',
  });
  return true;
};

const move =
  (by: 1 | -1): Command =>
  (view) => {
    const current = view.state.field(menu);
    if (!current) return false;
    const count = current.found.length;
    view.dispatch({ effects: choose.of((current.chosen + by + count) % count) });
    return true;
  };

const opening = EditorView.inputHandler.of((view, from, to, text, insert) => {
  if (text !== '/' || from !== to || view.state.readOnly || view.state.selection.ranges.length > 1) return false;
  if (!mayOpen(view.state, from)) return false;
  view.dispatch(insert());
  if (view.state.sliceDoc(from, from + 1) === '/') view.dispatch({ effects: open.of(from) });
  return true;
});

/** A menu that nobody looks at closes and leaves the text alone. */
const leaving = EditorView.updateListener.of(({ view, state, focusChanged }) => {
  if (focusChanged && !view.hasFocus && state.field(menu)) view.dispatch({ effects: close.of(null) });
});

const look = EditorView.theme({
  '.cm-insertMenu': {
    minWidth: '240px',
    maxHeight: 'min(380px, 50vh)',
    padding: '5px',
    overflowY: 'auto',
    background: 'var(--raised)',
    borderRadius: 'var(--round-3)',
    boxShadow: 'var(--shadow-2)',
    font: 'var(--t-base)',
    color: 'var(--text)',
  },
  '.cm-insertEntry': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 'var(--s-5)',
    minHeight: '28px',
    padding: '0 8px',
    borderRadius: '4px',
    cursor: 'default',
  },
  '.cm-insertEntry[aria-selected=true]': { background: 'var(--pressed)' },
  '.cm-insertKeys': { display: 'inline-flex', gap: '2px' },
  '.cm-insertKeys kbd': {
    minWidth: '18px',
    padding: '3px 4px',
    borderRadius: '3px',
    font: '500 11px/1 var(--font-ui)',
    textAlign: 'center',
    color: 'var(--text-3)',
    boxShadow: 'inset 0 0 0 1px var(--line)',
  },
  '.cm-tooltip': { border: '0', background: 'none', zIndex: 'var(--z-popover)' },
});

/** Offers what can be inserted once `/` is typed at the start of a line or after a space. */
export const slashMenu: Extension = [
  menu,
  look,
  opening,
  leaving,
  Prec.highest(
    keymap.of([
      { key: 'ArrowDown', run: move(1) },
      { key: 'ArrowUp', run: move(-1) },
      { key: 'Enter', run },
      { key: 'Tab', run },
      { key: 'Escape', run: cancel },
    ]),
  ),
];
