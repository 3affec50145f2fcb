import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { Place } from '#markdown/text-diff.ts';

/** Marks a passage; null removes the mark. */
export const markPassage = StateEffect.define<Place | null>();

const words = Decoration.mark({ class: 'cm-passage' });

const marked = StateField.define<Place | null>({
  create: () => null,
  update(value, { changes, effects }) {
    let next = value;
    if (next && !changes.empty) {
      // Text typed at its edges is not part of it.
      const from = changes.mapPos(next.from, 1);
      next = { from, to: Math.max(from, changes.mapPos(next.to, -1)) };
    }
    for (const effect of effects) if (effect.is(markPassage)) next = effect.value;
    return next;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (place) =>
      place && place.from < place.to ? Decoration.set(words.range(place.from, place.to)) : Decoration.none,
    ),
});

/** Returns the marked passage where it is now; null without one. */
export const markedPassage = (state: EditorState): Place | null => state.field(marked, false) ?? null;

const look = EditorView.theme({ '.cm-passage': { background: 'var(--selected)', borderRadius: '2px' } });

/** Shows the passage that is rewritten and follows it through edits; `onMoved` hears of cursor moves and edits. */
export const passageMark = (onMoved: () => void): Extension => [
  marked,
  look,
  EditorView.updateListener.of(({ docChanged, selectionSet }) => {
    if (docChanged || selectionSet) onMoved();
  }),
];
