import { RangeSetBuilder, StateField, type Extension, type Text, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { readCueText } from '#markdown/cue.ts';
import { hasRightToLeft, getTextDirection, type TextDirection } from '#markdown/text-direction.ts';
import { deferDecorations } from './deferred-decorations.ts';
import { findCodeRanges } from './line-kinds.ts';

const RIGHT_TO_LEFT = Decoration.line({ attributes: { dir: 'rtl' } });
/** The number of lines above that are searched for the direction of a line without letters. */
const MAX_LINES_BACK = 50;

const detectDirection = (line: string): TextDirection | null => getTextDirection(readCueText(line) ?? line);

function findDirectionBefore(doc: Text, from: number): TextDirection {
  const first = doc.lineAt(from).number - 1;
  for (let number = first; number > 0 && number > first - MAX_LINES_BACK; number -= 1) {
    const direction = detectDirection(doc.line(number).text);
    if (direction !== null) return direction;
  }
  return 'ltr';
}

function insertsRightToLeft({ changes }: Transaction): boolean {
  let hasInserted = false;
  changes.iterChanges((_fromA, _toA, _fromB, _toB, insertedText) => {
    hasInserted ||= hasRightToLeft(insertedText.sliceString(0));
  });
  return hasInserted;
}

/**
 * Measuring every line's direction costs time in each keystroke, so the editor does it only in texts with right-to-left
 * letters.
 */
const hasRightToLeftText = StateField.define<boolean>({
  create: ({ doc }) => hasRightToLeft(doc.sliceString(0)),
  update: (value, transaction) => value || (transaction.docChanged && insertsRightToLeft(transaction)),
  provide: (field) => EditorView.perLineTextDirection.from(field),
});

/**
 * Directs each line by its first strong letter; a line without one follows the line before it, and code runs from left
 * to right.
 */
function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  if (!state.field(hasRightToLeftText)) return Decoration.none;
  const { doc } = state;
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    const code = findCodeRanges(state, from, to);
    let direction = findDirectionBefore(doc, from);
    for (let at = doc.lineAt(from).from; at <= to;) {
      const line = doc.lineAt(at);
      const isCode = code.some((range) => range.from <= line.to && range.to >= line.from);
      if (!isCode) direction = detectDirection(line.text) ?? direction;
      if (!isCode && direction === 'rtl') builder.add(line.from, line.from, RIGHT_TO_LEFT);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Gives each line the direction of its own text. */
export const lineDirections: Extension = [hasRightToLeftText, deferDecorations(decorate)];
