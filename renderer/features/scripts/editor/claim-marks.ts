import { type Extension, type Range, StateEffect } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { decoratedLater } from './deferred-decorations.ts';

/** Offsets count from the start of the line. */
interface Marked {
  readonly from: number;
  readonly to: number;
  /** Is null if the sentence makes a claim and no source is known. */
  readonly evidence: { readonly source_title: string } | null;
}

export interface ClaimMarksOptions {
  /** Returns the sentences to mark in a line; must be fast for a line it has seen before. */
  inLine(line: string): readonly Marked[];
}

/** Dispatched when the marks changed although the text did not. */
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

/** Marks the visible sentences that make a claim, after the paint. */
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
