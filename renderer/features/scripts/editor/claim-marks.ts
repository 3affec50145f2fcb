import { type Extension, type Range, StateEffect } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { decoratedLater } from './decorated-later.ts';

/** A sentence of a line, counted from its start. */
interface Marked {
  readonly from: number;
  readonly to: number;
  /** Null: it states something, and no source is known. */
  readonly evidence: { readonly source_title: string } | null;
}

export interface ClaimMarksOptions {
  /** What of a line is marked; quick for a line that was asked for before. */
  inLine(line: string): readonly Marked[];
}

/** What is marked is other than before, though the text is the same. */
export const marksChanged = StateEffect.define<null>();

const unsourced = Decoration.mark({ class: 'cm-claim-open' });
const sourced = Decoration.mark({ class: 'cm-claim-sourced' });

const looks = EditorView.theme({
  '.cm-claim-open': {
    textDecoration: 'underline dotted var(--warning)',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '5px',
  },
  '.cm-claim-sourced': {
    textDecoration: 'underline solid var(--line-strong)',
    textDecorationThickness: '1px',
    textUnderlineOffset: '5px',
  },
});

/** Marks the sentences in view that state something, after the paint. */
export function claimMarks({ inLine }: ClaimMarksOptions): Extension {
  const draw = decoratedLater(({ state, visibleRanges }) => {
    const marks: Range<Decoration>[] = [];
    for (const { from, to } of visibleRanges) {
      for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
        for (const found of inLine(line.text)) {
          marks.push((found.evidence ? sourced : unsourced).range(line.from + found.from, line.from + found.to));
        }
        if (line.to >= to || line.number === state.doc.lines) break;
      }
    }
    return Decoration.set(marks, true);
  });
  return [draw, looks];
}
