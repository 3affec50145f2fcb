import { RangeSet, StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { EditorView, gutter, GutterMarker } from '@codemirror/view';
import type { TakeMark } from './take.ts';

/** Returns a mark in words; empty if there is nothing to report. */
type MarkLabel = (mark: TakeMark) => string;

class TakeMarker extends GutterMarker {
  // Text inserted right before or after a paragraph does not belong to it.
  override startSide = 1;
  override endSide = -1;
  readonly mark: TakeMark;
  readonly #label: MarkLabel;

  constructor(mark: TakeMark, label: MarkLabel) {
    super();
    this.mark = mark;
    this.#label = label;
  }

  override eq(other: TakeMarker): boolean {
    const { slowPace, pausedSeconds, edited } = other.mark;
    return this.mark.slowPace === slowPace && this.mark.pausedSeconds === pausedSeconds && this.mark.edited === edited;
  }

  override toDOM(): HTMLElement {
    const { slowPace, pausedSeconds, edited } = this.mark;
    const sign = document.createElement('span');
    sign.className = 'cm-takeSign';
    sign.textContent = `${slowPace === null ? '' : '↓'}${pausedSeconds > 0 ? '‖' : ''}${edited ? '✎' : ''}`;
    sign.title = this.#label(this.mark);
    return sign;
  }

  /** Returns this marker, marked as edited after the take. */
  toEdited(): TakeMarker {
    return this.mark.edited ? this : new TakeMarker({ ...this.mark, edited: true }, this.#label);
  }
}

export const setTakeMarks = StateEffect.define<{ readonly marks: readonly TakeMark[]; readonly label: MarkLabel }>();

/** The paragraphs of the shown take; they move with the text, and typing in one marks it as edited. */
const takeMarkersField = StateField.define<RangeSet<TakeMarker>>({
  create: () => RangeSet.empty,
  update(value, { changes, docChanged, effects, newDoc }) {
    for (const effect of effects)
      if (effect.is(setTakeMarks)) {
        const { marks, label } = effect.value;
        const ranges = marks
          .filter(({ from }) => from <= newDoc.length)
          .map((mark) => new TakeMarker(mark, label).range(mark.from, Math.min(newDoc.length, mark.to)));
        return RangeSet.of(ranges, true);
      }
    if (!docChanged) return value;
    const editedRanges: Range<TakeMarker>[] = [];
    changes.iterChanges((fromA, toA, _fromB, _toB, insertedText) => {
      const [first, last] = [insertedText.line(1).text, insertedText.line(insertedText.lines).text];
      value.between(fromA, toA, (from, to, marker) => {
        // A paragraph added above or below is not an edit of this one.
        const isBelow = fromA === to && fromA === toA && first === '';
        const isAbove = toA === from && fromA === toA && last === '';
        const isApart = fromA !== toA && (fromA >= to || toA <= from);
        if (!isBelow && !isAbove && !isApart && !marker.mark.edited) editedRanges.push(marker.range(from, to));
      });
    });
    const editedMarkers = new Set(editedRanges.map(({ value: marker }) => marker));
    const next =
      editedMarkers.size === 0
        ? value
        : value.update({
            filter: (_from, _to, marker) => !editedMarkers.has(marker),
            add: editedRanges.map(({ from, to, value: marker }) => marker.toEdited().range(from, to)),
            sort: true,
          });
    return next.map(changes);
  },
});

/** Returns the marks with their current ranges. */
export function readTakeMarks(view: Pick<EditorView, 'state'>): TakeMark[] {
  const marks: TakeMark[] = [];
  view.state.field(takeMarkersField).between(0, view.state.doc.length, (from, to, { mark }) => {
    marks.push({ ...mark, from, to });
  });
  return marks;
}

const isShown = ({ slowPace, pausedSeconds, edited }: TakeMark): boolean =>
  slowPace !== null || pausedSeconds > 0 || edited;

function getShownMarkers({ state }: EditorView): RangeSet<GutterMarker> {
  const markers: Range<GutterMarker>[] = [];
  state.field(takeMarkersField).between(0, state.doc.length, (from, _to, marker) => {
    if (isShown(marker.mark)) markers.push(marker.range(state.doc.lineAt(from).from));
  });
  return RangeSet.of(markers, true);
}

const marksTheme = EditorView.theme({
  '.cm-takes': { position: 'absolute', left: '0', top: '0', width: '24px' },
  '.cm-takes .cm-gutterElement': { padding: '7px 0 0 4px', font: 'var(--t-micro)', color: 'var(--warning)' },
  '.cm-takeSign': { cursor: 'default' },
});

/** Shows the marks of a take beside the text. */
export const takeMarks: Extension = [
  takeMarkersField,
  gutter({ class: 'cm-takes', markers: getShownMarkers }),
  marksTheme,
];
