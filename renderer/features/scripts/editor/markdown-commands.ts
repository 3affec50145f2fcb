import { indentLess, indentMore } from '@codemirror/commands';
import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state';

/** Adds marks around each selection, or removes them if present. Without a selection it uses the word at the cursor. */
function toggleMark(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const size = mark.length;
    const changes = state.changeByRange((selection) => {
      const range = selection.empty ? (state.wordAt(selection.head) ?? selection) : selection;
      const { from, to } = range;
      const hasMarksAround = state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark;
      // A `*` inside `**` is half of another mark.
      const isOtherMark =
        mark === '*' && state.sliceDoc(from - 2, from) === '**' && state.sliceDoc(from - 3, from) !== '***';
      if (hasMarksAround && !isOtherMark)
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: selection.empty
            ? EditorSelection.cursor(selection.head - size)
            : EditorSelection.range(from - size, to - size),
        };
      const selectedText = state.sliceDoc(from, to);
      if (
        selectedText.length > 2 * size &&
        selectedText.startsWith(mark) &&
        selectedText.endsWith(mark) &&
        !isOtherMark
      )
        return {
          changes: { from, to, insert: selectedText.slice(size, -size) },
          range: EditorSelection.range(from, to - 2 * size),
        };
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: selection.empty
          ? EditorSelection.cursor(selection.head + size)
          : EditorSelection.range(from + size, to + size),
      };
    });
    dispatch(state.update(changes, { userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
}

export const toggleBold = toggleMark('**');
export const toggleItalic = toggleMark('*');

/** Turns each selection into a link with the cursor at its URL; a selected URL becomes the link's URL. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const changes = state.changeByRange(({ from, to }) => {
    const words = state.sliceDoc(from, to);
    const isAddress = /^(?:https?:\/\/|mailto:)\S+$/.test(words);
    return {
      changes: { from, to, insert: isAddress ? `[](${words})` : `[${words}]()` },
      range: EditorSelection.cursor(isAddress || !words ? from + 1 : from + words.length + 3),
    };
  });
  dispatch(state.update(changes, { userEvent: 'input.format', scrollIntoView: true }));
  return true;
};

/**
 * Turns the selected lines into headings, or into plain lines if all are that heading already (level 0: always plain).
 */
export function toggleHeading(level: number): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const lines = getSelectedLines(state).filter(({ text }) => text.trim());
    const marks = `${'#'.repeat(level)} `;
    const removesMarks = level === 0 || lines.every(({ text }) => text.startsWith(marks));
    const changes: ChangeSpec[] = lines.map(({ from, text }) => {
      const oldMarks = /^ {0,3}#{1,6}(?:[ \t]+|$)/.exec(text)?.[0] ?? '';
      return { from, to: from + oldMarks.length, insert: removesMarks ? '' : marks };
    });
    if (changes.length === 0) changes.push({ from: state.selection.main.head, insert: level === 0 ? '' : marks });
    const changeSet = state.changes(changes);
    dispatch(
      state.update({
        changes: changeSet,
        selection: state.selection.map(changeSet, 1),
        userEvent: 'input.format',
        scrollIntoView: true,
      }),
    );
    return true;
  };
}

function getSelectedLines(state: EditorState) {
  const lines = new Map<number, { from: number; text: string }>();
  for (const { from, to } of state.selection.ranges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      lines.set(line.from, line);
      at = line.to + 1;
    }
  return [...lines.values()];
}

const ITEM = /^\s*(?:[-+*]|\d{1,9}[.)])\s/;

/** Handles a key only in list items; elsewhere Tab is left to the browser, so that focus can leave the editor. */
const whenInList =
  (command: StateCommand): StateCommand =>
  (target) =>
    getSelectedLines(target.state).every(({ text }) => ITEM.test(text)) && command(target);

export const indentItem = whenInList(indentMore);
export const outdentItem = whenInList(indentLess);
