import { plural } from '#renderer/ui/language.ts';
import { StateEffect, StateField, type Extension, type Range, type Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** The number of unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
const MIN_FOLDED_LINES = 6;

const unfold = StateEffect.define<number>();

class FoldedLines extends WidgetType {
  readonly count: number;

  constructor(lines: number) {
    super();
    this.count = lines;
  }

  override eq(other: FoldedLines): boolean {
    return other.count === this.count;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-alike';
    button.textContent = plural(this.count, ['# unchanged line', '# unchanged lines']);
    button.addEventListener('click', () => view.dispatch({ effects: unfold.of(view.posAtDOM(button)) }));
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const foldTheme = EditorView.theme({
  '.cm-alike': {
    display: 'block',
    width: '100%',
    margin: '8px 0',
    padding: '6px 10px',
    border: '0',
    borderRadius: '3px',
    background: 'var(--sunken)',
    color: 'var(--text-2)',
    font: 'var(--t-small)',
    textAlign: 'left',
  },
  '.cm-alike:hover': { background: 'var(--hover)', color: 'var(--text)' },
  '.cm-alike:focus-visible': { outline: 'none', boxShadow: 'var(--ring-inset)' },
});

/** Folds long unchanged stretches; a click unfolds them. */
export function foldUnchanged(doc: Text, places: readonly Place[]): Extension {
  const folds = StateField.define<DecorationSet>({
    create: () => findFolds(doc, places),
    update(foldedLines, transaction) {
      foldedLines = foldedLines.map(transaction.changes);
      for (const effect of transaction.effects) {
        if (effect.is(unfold)) {
          foldedLines = foldedLines.update({ filter: (from, to) => effect.value < from || effect.value > to });
        }
      }
      return foldedLines;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return [folds, foldTheme];
}

function findFolds(doc: Text, places: readonly Place[]): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const fold = (first: number, last: number): void => {
    const lines = last - first + 1;
    if (lines < MIN_FOLDED_LINES) return;
    const widget = new FoldedLines(lines);
    ranges.push(Decoration.replace({ widget, block: true }).range(doc.line(first).from, doc.line(last).to));
  };
  let next = 1;
  for (const { from, to } of places) {
    fold(next, doc.lineAt(from).number - 1 - CONTEXT_LINES);
    next = doc.lineAt(to).number + 1 + CONTEXT_LINES;
  }
  // Show everything if nothing differs.
  if (places.length > 0) fold(next, doc.lines);
  return Decoration.set(ranges);
}
