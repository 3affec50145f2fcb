import { type EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { deferDecorations } from './deferred-decorations.ts';
import { findFrontMatterEnd } from './front-matter-end.ts';
import { TOOLTIP_BOX } from './theme.ts';

/** A sentence to mark, with offsets from the start of its line. */
interface MarkedClaim {
  readonly from: number;
  readonly to: number;
  /** False if the sentence makes a claim and no source is known. */
  readonly isSourced: boolean;
  /** The reason for the mark, shown on hover. */
  readonly reason: string;
}

export interface ClaimMarksOptions {
  /** Returns the sentences to mark in a line; must be fast for a line it has seen before. */
  findClaims(line: string): readonly MarkedClaim[];
}

/** Dispatched when the marks changed although the text did not. */
export const marksChanged = StateEffect.define<null>();

const typingEnded = StateEffect.define<null>();

/** The start of the line the person types in, until cursor or focus leave it. */
const typedLine = StateField.define<number | null>({
  create: () => null,
  update(line, transaction) {
    const { newDoc, newSelection, changes, docChanged, effects } = transaction;
    if (effects.some((effect) => effect.is(typingEnded))) return null;
    const currentLine = newDoc.lineAt(newSelection.main.head).from;
    const isByPerson = transaction.isUserEvent('input') || transaction.isUserEvent('delete');
    if (docChanged && isByPerson && !transaction.isUserEvent('input.replace')) return currentLine;
    return line !== null && newDoc.lineAt(changes.mapPos(line)).from === currentLine ? currentLine : null;
  },
  provide: () =>
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (getTypedLine(view.state) !== null) view.dispatch({ effects: typingEnded.of(null) });
      },
    }),
});

/** Returns the start of the line the person is typing in; null once they left it. */
export const getTypedLine = (state: EditorState): number | null => state.field(typedLine, false) ?? null;

const unsourcedMark = Decoration.mark({ class: 'cm-claim-open' });
const sourcedMark = Decoration.mark({ class: 'cm-claim-sourced' });

const claimTheme = EditorView.theme({
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
  '.cm-claim-reason': { padding: '8px 10px' },
  '.cm-tooltip.cm-tooltip-hover': TOOLTIP_BOX,
});

/**
 * Marks the visible sentences that make a claim, after the paint, and says why on hover. Skips unsourced claims of the
 * line being typed.
 */
export function claimMarks({ findClaims }: ClaimMarksOptions): Extension {
  const claimDecorations = deferDecorations(({ state, visibleRanges }) => {
    const marks: Range<Decoration>[] = [];
    const typedFrom = getTypedLine(state);
    for (const { from, to } of visibleRanges) {
      for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
        const isDetail = line.from < findFrontMatterEnd(state.doc);
        for (const claim of isDetail ? [] : findClaims(line.text)) {
          if (!claim.isSourced && line.from === typedFrom) continue;
          marks.push(
            (claim.isSourced ? sourcedMark : unsourcedMark).range(line.from + claim.from, line.from + claim.to),
          );
        }
        if (line.to >= to || line.number === state.doc.lines) break;
      }
    }
    return Decoration.set(marks, true);
  });
  const reasonTooltip = hoverTooltip((view, position): Tooltip | null => {
    const line = view.state.doc.lineAt(position);
    if (line.from < findFrontMatterEnd(view.state.doc)) return null;
    const column = position - line.from;
    const claim = findClaims(line.text).find(({ from, to }) => from <= column && column <= to);
    if (!claim || (!claim.isSourced && line.from === getTypedLine(view.state))) return null;
    return {
      pos: line.from + claim.from,
      end: line.from + claim.to,
      above: true,
      create: () => ({ dom: createTooltip(claim.reason) }),
    };
  });
  return [typedLine, claimDecorations, reasonTooltip, claimTheme];
}

function createTooltip(text: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-claim-reason';
  dom.role = 'tooltip';
  dom.dir = 'auto';
  dom.textContent = text;
  return dom;
}
