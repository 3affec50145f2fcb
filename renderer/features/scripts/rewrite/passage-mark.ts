import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { Place } from '#markdown/text-diff.ts';

/** Marks a passage; null removes the mark. */
export const markPassage = StateEffect.define<Place | null>();

const passageDecoration = Decoration.mark({ class: 'cm-passage' });

const passageField = StateField.define<Place | null>({
  create: () => null,
  update(value, { changes, effects }) {
    let next = value;
    if (next && !changes.empty) {
      // Text typed at the passage's edges is not part of it.
      const from = changes.mapPos(next.from, 1);
      next = { from, to: Math.max(from, changes.mapPos(next.to, -1)) };
    }
    for (const effect of effects) if (effect.is(markPassage)) next = effect.value;
    return next;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (place) =>
      place && place.from < place.to ? Decoration.set(passageDecoration.range(place.from, place.to)) : Decoration.none,
    ),
});

/** Returns the current range of the marked passage; null without one. */
export const getMarkedPassage = (state: EditorState): Place | null => state.field(passageField, false) ?? null;

const passageTheme = EditorView.theme({ '.cm-passage': { background: 'var(--selected)', borderRadius: '2px' } });

/** Marks the passage being rewritten and maps it through edits; calls `onMoved` on cursor moves and edits. */
export const passageMark = (onMoved: () => void): Extension => [
  passageField,
  passageTheme,
  EditorView.updateListener.of(({ docChanged, selectionSet }) => {
    if (docChanged || selectionSet) onMoved();
  }),
];
