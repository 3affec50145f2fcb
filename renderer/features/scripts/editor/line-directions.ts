import { RangeSetBuilder, StateField, type Extension, type Text, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { cueText } from '#markdown/cue.ts';
import { hasRightToLeft, textDirection, type TextDirection } from '#markdown/text-direction.ts';
import { decoratedLater } from './deferred-decorations.ts';
import { codeIn } from './line-kinds.ts';

const RIGHT_TO_LEFT = Decoration.line({ attributes: { dir: 'rtl' } });
/** Lines without a letter follow the line before them; further up than this nothing is looked for. */
const LOOK_BACK = 50;

const directionOf = (line: string): TextDirection | null => textDirection(cueText(line) ?? line);

function directionBefore(doc: Text, from: number): TextDirection {
  const first = doc.lineAt(from).number - 1;
  for (let number = first; number > 0 && number > first - LOOK_BACK; number -= 1) {
    const direction = directionOf(doc.line(number).text);
    if (direction !== null) return direction;
  }
  return 'ltr';
}

function insertedRightToLeft({ changes }: Transaction): boolean {
  let found = false;
  changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    found ||= hasRightToLeft(inserted.sliceString(0));
  });
  return found;
}

/**
 * Measuring every line's direction costs time in each keystroke, so the editor does it only in texts with right-to-left
 * letters.
 */
const mixed = StateField.define<boolean>({
  create: ({ doc }) => hasRightToLeft(doc.sliceString(0)),
  update: (value, transaction) => value || (transaction.docChanged && insertedRightToLeft(transaction)),
  provide: (field) => EditorView.perLineTextDirection.from(field),
});

/**
 * Directs each line by its first strong letter; a line without one follows the line before it, and code runs from left
 * to right.
 */
function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  if (!state.field(mixed)) return Decoration.none;
  const { doc } = state;
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    const code = codeIn(state, from, to);
    let direction = directionBefore(doc, from);
    for (let at = doc.lineAt(from).from; at <= to;) {
      const line = doc.lineAt(at);
      const isCode = code.some((stretch) => stretch.from <= line.to && stretch.to >= line.from);
      if (!isCode) direction = directionOf(line.text) ?? direction;
      if (!isCode && direction === 'rtl') builder.add(line.from, line.from, RIGHT_TO_LEFT);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Runs each line in its own direction. */
export const lineDirections: Extension = [mixed, decoratedLater(decorate)];
