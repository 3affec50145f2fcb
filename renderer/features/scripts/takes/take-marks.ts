import { RangeSet, StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { EditorView, gutter, GutterMarker } from '@codemirror/view';
import type { TakeMark } from './take.ts';

/** Describes a mark for people; empty if there is nothing to say. */
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
    const { slowed, stopped, edited } = other.mark;
    return this.mark.slowed === slowed && this.mark.stopped === stopped && this.mark.edited === edited;
  }

  override toDOM(): HTMLElement {
    const { slowed, stopped, edited } = this.mark;
    const sign = document.createElement('span');
    sign.className = 'cm-takeSign';
    sign.textContent = `${slowed === null ? '' : '↓'}${stopped > 0 ? '‖' : ''}${edited ? '✎' : ''}`;
    sign.title = this.#label(this.mark);
    return sign;
  }

  /** Returns the same mark for a paragraph that was edited after the take. */
  edited(): TakeMarker {
    return this.mark.edited ? this : new TakeMarker({ ...this.mark, edited: true }, this.#label);
  }
}

export const setTakeMarks = StateEffect.define<{ readonly marks: readonly TakeMark[]; readonly label: MarkLabel }>();

/** The paragraphs of the shown take; they move with the text, and what is typed in one marks it as edited. */
const paragraphs = StateField.define<RangeSet<TakeMarker>>({
  create: () => RangeSet.empty,
  update(value, { changes, docChanged, effects, newDoc }) {
    for (const effect of effects)
      if (effect.is(setTakeMarks)) {
        const { marks, label } = effect.value;
        const placed = marks
          .filter(({ from }) => from <= newDoc.length)
          .map((mark) => new TakeMarker(mark, label).range(mark.from, Math.min(newDoc.length, mark.to)));
        return RangeSet.of(placed, true);
      }
    if (!docChanged) return value;
    const touched: Range<TakeMarker>[] = [];
    changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
      const [first, last] = [inserted.line(1).text, inserted.line(inserted.lines).text];
      value.between(fromA, toA, (from, to, marker) => {
        // A paragraph that is added above or below changes nothing here.
        const isBelow = fromA === to && fromA === toA && first === '';
        const isAbove = toA === from && fromA === toA && last === '';
        const isApart = fromA !== toA && (fromA >= to || toA <= from);
        if (!isBelow && !isAbove && !isApart && !marker.mark.edited) touched.push(marker.range(from, to));
      });
    });
    const edited = new Set(touched.map(({ value: marker }) => marker));
    const next =
      edited.size === 0
        ? value
        : value.update({
            filter: (_from, _to, marker) => !edited.has(marker),
            add: touched.map(({ from, to, value: marker }) => marker.edited().range(from, to)),
            sort: true,
          });
    return next.map(changes);
  },
});

/** Returns the marks as they are now, for tests and for measuring again. */
export function takeMarksIn(view: Pick<EditorView, 'state'>): TakeMark[] {
  const found: TakeMark[] = [];
  view.state.field(paragraphs).between(0, view.state.doc.length, (from, to, { mark }) => {
    found.push({ ...mark, from, to });
  });
  return found;
}

const isShown = ({ slowed, stopped, edited }: TakeMark): boolean => slowed !== null || stopped > 0 || edited;

function shownMarkers({ state }: EditorView): RangeSet<GutterMarker> {
  const markers: Range<GutterMarker>[] = [];
  state.field(paragraphs).between(0, state.doc.length, (from, _to, marker) => {
    if (isShown(marker.mark)) markers.push(marker.range(state.doc.lineAt(from).from));
  });
  return RangeSet.of(markers, true);
}

const look = EditorView.theme({
  '.cm-takes': { position: 'absolute', left: '0', top: '0', width: '24px' },
  '.cm-takes .cm-gutterElement': { padding: '7px 0 0 4px', font: 'var(--t-micro)', color: 'var(--warning)' },
  '.cm-takeSign': { cursor: 'default' },
});

/** Shows the marks of a take beside the text. */
export const takeMarks: Extension = [paragraphs, gutter({ class: 'cm-takes', markers: shownMarkers }), look];
