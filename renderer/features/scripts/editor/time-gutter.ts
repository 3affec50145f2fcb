import {
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
} from '@codemirror/state';
import { gutter, GutterMarker, type EditorView } from '@codemirror/view';

export interface ParagraphTime {
  readonly from: number;
  /** Formatted for reading: `5:04`. */
  readonly time: string;
  readonly isHeading: boolean;
}

class TimeMarker extends GutterMarker {
  readonly #time: string;
  override elementClass: string;

  constructor({ time, isHeading }: ParagraphTime) {
    super();
    this.#time = time;
    this.elementClass = isHeading ? 'cm-headingTime' : '';
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof TimeMarker && other.#time === this.#time && other.elementClass === this.elementClass;
  }

  override toDOM(): Text {
    return document.createTextNode(this.#time);
  }
}

const setTimes = StateEffect.define<RangeSet<GutterMarker>>();

/** The shown times; mapped through typing and replaced only when the outline was recounted. */
const timesField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTimes)) return effect.value;
    return transaction.docChanged ? value.map(transaction.changes) : value;
  },
});

function createMarkers(state: EditorState, entries: readonly ParagraphTime[]): RangeSet<GutterMarker> {
  const builder = new RangeSetBuilder<GutterMarker>();
  let lastStart = -1;
  for (const entry of entries) {
    const lineStart = state.doc.lineAt(Math.min(entry.from, state.doc.length)).from;
    if (lineStart <= lastStart) continue;
    lastStart = lineStart;
    builder.add(lineStart, lineStart, new TimeMarker(entry));
  }
  return builder.finish();
}

/** Replaces the shown times. Call it in idle time, never in a keystroke. */
export function showTimes(view: EditorView, entries: readonly ParagraphTime[]): void {
  const marks = createMarkers(view.state, entries);
  if (!RangeSet.eq([view.state.field(timesField)], [marks])) view.dispatch({ effects: setTimes.of(marks) });
}

export const timeGutter: Extension = [
  timesField,
  gutter({ class: 'cm-times', markers: (view) => view.state.field(timesField), renderEmptyElements: false }),
];
