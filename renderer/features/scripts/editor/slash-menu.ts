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
import { findFrontMatterEnd } from './front-matter-end.ts';
import { insertEntries, type InsertEntry } from './insert-entries.ts';
import { createMenuList } from './slash-menu-list.ts';
import { isInList } from './list-text.ts';
import { findQuestionStart } from './line-kinds.ts';
import { getSyntax } from './syntax.ts';
import { isRow } from './table-text.ts';

/** The offset of an open menu's `/`, the matching entries and the index of the chosen one. */
interface OpenMenu {
  readonly from: number;
  readonly entries: readonly InsertEntry[];
  readonly chosenIndex: number;
}

const openMenu = StateEffect.define<number>();
const closeMenu = StateEffect.define<null>();
const chooseEntry = StateEffect.define<number>();

const MAX_SEARCH_LENGTH = 30;
/** Matches text before the cursor in which a `/` belongs to an address or to code. */
const NO_MENU = /\]\([^)]*$|^ {0,3}\[[^\]]+\]:\s*$|<[a-z][^>]*$/i;
const CODE = /Code|HTML|Comment|URL|LinkReference/;

const isCode = (state: EditorState, at: number): boolean => {
  for (let node = getSyntax(state, at)?.resolveInner(at, -1) ?? null; node; node = node.parent)
    if (CODE.test(node.name)) return true;
  return false;
};

/** Returns whether text typed on an indented line becomes code, as it does outside of lists. */
function isIndentedCode(state: EditorState, line: Line): boolean {
  if (!/^(?: {4}|\t)\s*$/.test(line.text)) return false;
  let previous = line;
  while (previous.number > 1 && previous.text.trim() === '') previous = state.doc.line(previous.number - 1);
  return !isInList(previous.text) || isCode(state, previous.to);
}

/** Returns whether a `/` at an offset may open the menu: at the start of a line or after a space, not in code. */
function canOpen(state: EditorState, at: number): boolean {
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  if (!/(?:^|\s)$/.test(before) || NO_MENU.test(before) || at < findFrontMatterEnd(state.doc)) return false;
  // A block inserted in a row would end its table.
  if (isRow(line.text)) return false;
  if (before.split('`').length % 2 === 0 || findQuestionStart(state.doc, line)) return false;
  return !isCode(state, at) && !isIndentedCode(state, line);
}

/** Finds entries by the start of their words; matches at the start of the label come first. */
export function findEntries(entries: readonly InsertEntry[], search: string): readonly InsertEntry[] {
  const query = search.toLocaleLowerCase().trim();
  if (query === '') return entries;
  const startsWithQuery = (text: string): boolean => text.toLocaleLowerCase().startsWith(query);
  const byLabel = entries.filter(({ label }) => startsWithQuery(label));
  const byWord = entries.filter((entry) => {
    const words = `${entry.label} ${entry.words}`.split(/\s+/);
    return !byLabel.includes(entry) && words.some(startsWithQuery);
  });
  return [...byLabel, ...byWord];
}

/** Returns the text typed after the `/`, or null once the menu has to close. */
function readSearch({ newDoc, newSelection }: Transaction, from: number): string | null {
  const { main, ranges } = newSelection;
  const line = newDoc.lineAt(Math.min(from, newDoc.length));
  if (ranges.length > 1 || !main.empty || main.head <= from || main.head > line.to) return null;
  const typedText = newDoc.sliceString(from, main.head);
  if (!/^\/(?!\s)/.test(typedText) || typedText.length > MAX_SEARCH_LENGTH || /\s\s$/.test(typedText)) return null;
  return typedText.slice(1);
}

function updateMenu(menu: OpenMenu, transaction: Transaction): OpenMenu | null {
  const from = transaction.changes.mapPos(menu.from, -1);
  const search = readSearch(transaction, from);
  if (search === null) return null;
  const entries = findEntries(transaction.startState.facet(insertEntries), search);
  if (entries.length === 0) return null;
  return { from, entries, chosenIndex: transaction.docChanged ? 0 : Math.min(menu.chosenIndex, entries.length - 1) };
}

const menuField = StateField.define<OpenMenu | null>({
  create: () => null,
  update(current, transaction) {
    let next = current;
    if (next && (transaction.docChanged || transaction.selection)) next = updateMenu(next, transaction);
    for (const effect of transaction.effects) {
      if (effect.is(openMenu))
        next = { from: effect.value, entries: transaction.startState.facet(insertEntries), chosenIndex: 0 };
      if (effect.is(closeMenu)) next = null;
      if (effect.is(chooseEntry) && next) next = { ...next, chosenIndex: effect.value };
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
      return {
        'aria-controls': list,
        'aria-activedescendant': option(current.chosenIndex),
        'aria-haspopup': 'listbox',
      };
    }),
  ],
});

// @wc-ignore
const ids = { list: 'slash-menu', option: (index: number): string => `slash-menu-${index}` };

function showList(view: EditorView): TooltipView {
  const list = createMenuList(ids, {
    choose: (index) => view.dispatch({ effects: chooseEntry.of(index) }),
    run: (index) => {
      view.dispatch({ effects: chooseEntry.of(index) });
      runChosenEntry(view);
      view.focus();
    },
  });
  const show = (): void => {
    const current = view.state.field(menuField, false);
    if (current) list.show(current.entries, current.chosenIndex);
  };
  show();
  return { dom: list.element, update: show, overlap: false };
}

/** Removes the typed words and runs the chosen entry, as one undo step. */
const runChosenEntry: Command = (view) => {
  const current = view.state.field(menuField);
  const entry = current?.entries[current.chosenIndex];
  if (!current || !entry) return false;
  const { state } = view;
  const removal = { from: current.from, to: state.selection.main.head };
  const clearing = state.update({ changes: removal, effects: closeMenu.of(null), userEvent: 'delete' });
  if (typeof entry.run !== 'function') {
    view.dispatch(clearing);
    entry.run.inView(view);
    return true;
  }
  const transactions: Transaction[] = [];
  entry.run({ state: clearing.state, dispatch: (transaction) => transactions.push(transaction) });
  const [change] = transactions;
  view.dispatch(
    change
      ? {
          changes: clearing.changes.compose(change.changes),
          selection: change.newSelection,
          effects: [closeMenu.of(null), ...change.effects],
          scrollIntoView: true,
          userEvent: 'input.insert',
        }
      : clearing,
  );
  return true;
};

/** Closes the menu and removes the words typed into it. */
const cancelMenu: Command = (view) => {
  const current = view.state.field(menuField);
  if (!current) return false;
  view.dispatch({
    changes: { from: current.from, to: view.state.selection.main.head },
    selection: EditorSelection.cursor(current.from),
    effects: closeMenu.of(null),
    userEvent: 'delete',
  });
  return true;
};

const moveChoice =
  (step: 1 | -1): Command =>
  (view) => {
    const current = view.state.field(menuField);
    if (!current) return false;
    const count = current.entries.length;
    view.dispatch({ effects: chooseEntry.of((current.chosenIndex + step + count) % count) });
    return true;
  };

const openOnSlash = EditorView.inputHandler.of((view, from, to, text, insert) => {
  if (text !== '/' || from !== to || view.state.readOnly || view.state.selection.ranges.length > 1) return false;
  if (!canOpen(view.state, from)) return false;
  view.dispatch(insert());
  if (view.state.sliceDoc(from, from + 1) === '/') view.dispatch({ effects: openMenu.of(from) });
  return true;
});

/** Closes the menu when the editor loses the focus; the text stays. */
const closeOnBlur = EditorView.updateListener.of(({ view, state, focusChanged }) => {
  if (focusChanged && !view.hasFocus && state.field(menuField)) view.dispatch({ effects: closeMenu.of(null) });
});

const menuTheme = EditorView.theme({
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

/** Opens the insert menu when `/` is typed at the start of a line or after a space. */
export const slashMenu: Extension = [
  menuField,
  menuTheme,
  openOnSlash,
  closeOnBlur,
  Prec.highest(
    keymap.of([
      { key: 'ArrowDown', run: moveChoice(1) },
      { key: 'ArrowUp', run: moveChoice(-1) },
      { key: 'Enter', run: runChosenEntry },
      { key: 'Tab', run: runChosenEntry },
      { key: 'Escape', run: cancelMenu },
    ]),
  ),
];
