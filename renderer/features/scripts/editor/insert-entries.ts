import { EditorSelection, Facet, type StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { LIST_COMMANDS } from './lists.ts';
import { toggleHeading } from './markdown-commands.ts';
import { insertTable } from './tables.ts';

/** An entry of the `/` menu. Other parts of the app add their own to `insertEntries`. */
export interface InsertEntry {
  readonly id: string;
  readonly label: string;
  /** Further words by which a search finds the entry. */
  readonly words: string;
  /** The shortcut of the same command, as the registry writes it. */
  readonly combo?: string;
  /** Changes the text at the cursor or opens a dialog; the typed `/` and words are removed first. */
  readonly run: StateCommand | { readonly inView: (view: EditorView) => void };
}

/** The entries of the `/` menu in the order they are shown. */
export const insertEntries = Facet.define<InsertEntry>();

/** Puts a cue on a line of its own, around the selected words if they are on one line. */
const insertCue: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const words = to <= line.to ? state.sliceDoc(from, to).replaceAll(/[[\]]/g, '').trim() : '';
  const start = words === '' && line.text.trim() !== '' ? line.to : from;
  const end = words === '' ? start : to;
  const before = state.sliceDoc(line.from, start).trim() === '' ? '' : '\n\n';
  const after = state.sliceDoc(end, line.to).trim() === '' ? '' : '\n\n';
  // @wc-ignore
  const cue = `[Cue: ${words}]`;
  const cursor = start + before.length + cue.length - 1;
  dispatch(
    state.update({
      changes: { from: start, to: end, insert: `${before}${cue}${after}` },
      selection: EditorSelection.cursor(cursor),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};

/** Moves the cursor below a cue on Enter at its end, where a line break would split the cue. */
export const leaveCue: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (state.readOnly || ranges.length > 1 || !main.empty || main.head !== line.to - 1) return false;
  if (!/^\[cue:[^\]\n]*\S[^\]\n]*\]$/i.test(line.text)) return false;
  const isLast = line.number === state.doc.lines;
  const isBlank = !isLast && state.doc.line(line.number + 1).text.trim() === '';
  const hasRoom = isBlank && line.number + 1 < state.doc.lines;
  dispatch(
    state.update({
      ...(hasRoom ? {} : { changes: { from: line.to, insert: isBlank ? '\n' : '\n\n' } }),
      selection: EditorSelection.cursor(line.to + 2),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** The entries that change the text without a dialog. */
export const TEXT_ENTRIES: readonly InsertEntry[] = [
  { id: 'heading-1', label: 'Heading 1', words: 'title #', combo: 'mod+alt+1', run: toggleHeading(1) },
  { id: 'heading-2', label: 'Heading 2', words: 'section ##', combo: 'mod+alt+2', run: toggleHeading(2) },
  { id: 'heading-3', label: 'Heading 3', words: 'subheading ###', combo: 'mod+alt+3', run: toggleHeading(3) },
  { id: 'cue', label: 'Cue', words: 'visual direction b-roll', combo: 'mod+alt+c', run: insertCue },
  { id: 'bullets', label: 'Bulleted list', words: 'items -', combo: 'mod+shift+8', run: LIST_COMMANDS.bullets },
  { id: 'numbers', label: 'Numbered list', words: 'items 1.', combo: 'mod+shift+7', run: LIST_COMMANDS.numbers },
  { id: 'table', label: 'Table', words: 'rows columns', combo: 'mod+alt+t', run: insertTable },
];
