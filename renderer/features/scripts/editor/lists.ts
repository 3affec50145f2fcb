import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state';
import { findChange } from '#markdown/text-change.ts';
import { isInList, moveItems, readItem, toggleItems } from './list-text.ts';

/** Returns the selected line numbers, or null if there are several selections. */
function getSelectedLines(state: EditorState): { first: number; last: number } | null {
  if (state.selection.ranges.length > 1) return null;
  const { from, to } = state.selection.main;
  return { first: state.doc.lineAt(from).number, last: state.doc.lineAt(to).number };
}

/** Returns the list around the lines: items, lines indented below them and single blank lines between. */
function findListAround(state: EditorState, first: number, last: number): { first: number; last: number } {
  const { doc } = state;
  const readLine = (number: number): string => (number >= 1 && number <= doc.lines ? doc.line(number).text : '');
  const belongs = (number: number, next: number): boolean =>
    isInList(readLine(number)) || (readLine(number).trim() === '' && isInList(readLine(next)));
  let from = first;
  let to = last;
  while (from > 1 && belongs(from - 1, from - 2)) from -= 1;
  while (to < doc.lines && belongs(to + 1, to + 2)) to += 1;
  return { first: from, last: to };
}

const readLines = ({ doc }: EditorState, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index).text);

/** Changes only the differing part of each line, so that cursors keep their position in the words. */
function diffLines({ doc }: EditorState, first: number, before: readonly string[], after: readonly string[]) {
  const changes: ChangeSpec[] = [];
  for (const [index, line] of before.entries()) {
    const newLine = after[index] ?? '';
    if (newLine === line) continue;
    const lineStart = doc.line(first + index).from;
    const { from, to, toNew } = findChange(line, newLine);
    changes.push({ from: lineStart + from, to: lineStart + to, insert: newLine.slice(from, toNew) });
  }
  return changes;
}

function createListUpdate(state: EditorState, first: number, before: readonly string[], after: readonly string[]) {
  const changes = state.changes(diffLines(state, first, before, after));
  const { anchor, head } = state.selection.main;
  return state.update({
    changes,
    selection: EditorSelection.range(changes.mapPos(anchor, 1), changes.mapPos(head, 1)),
    scrollIntoView: true,
    userEvent: 'input.list',
  });
}

/** Moves items one level in or out. Does not handle Tab outside a list, so that focus can leave the editor. */
function createMoveCommand(direction: 'in' | 'out'): StateCommand {
  return ({ state, dispatch }) => {
    const lines = getSelectedLines(state);
    if (!lines || state.readOnly || !readItem(state.doc.line(lines.first).text)) return false;
    const list = findListAround(state, lines.first, lines.last);
    const before = readLines(state, list.first, list.last);
    const after = moveItems(before, lines.first - list.first, lines.last - list.first, direction);
    if (after.some((line, index) => line !== before[index]))
      dispatch(createListUpdate(state, list.first, before, after));
    return true;
  };
}

function createToggleCommand(kind: 'bullet' | 'number'): StateCommand {
  return ({ state, dispatch }) => {
    const lines = getSelectedLines(state);
    if (!lines || state.readOnly) return false;
    const before = readLines(state, lines.first, lines.last);
    if (before.every((line) => line.trim() === '')) {
      dispatch(state.update(state.replaceSelection(kind === 'bullet' ? '- ' : '1. '), { userEvent: 'input.list' }));
      return true;
    }
    dispatch(createListUpdate(state, lines.first, before, toggleItems(before, kind)));
    return true;
  };
}

export const LIST_COMMANDS = {
  moveIn: createMoveCommand('in'),
  moveOut: createMoveCommand('out'),
  bullets: createToggleCommand('bullet'),
  numbers: createToggleCommand('number'),
} as const;
