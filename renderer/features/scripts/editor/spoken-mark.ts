import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** Offsets are the editor's. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Spoken {
  readonly sentence: Range;
  readonly word: Range | null;
}

export const setSpoken = StateEffect.define<Spoken | null>();

/** The range being read; it moves with the text around it. */
export const spokenField = StateField.define<Spoken | null>({
  create: () => null,
  update(spoken, { effects, changes }) {
    for (const effect of effects) if (effect.is(setSpoken)) return effect.value;
    if (spoken === null || changes.empty) return spoken;
    const mapRange = ({ from, to }: Range): Range => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) });
    const word = spoken.word ? mapRange(spoken.word) : null;
    return { sentence: mapRange(spoken.sentence), word: word && word.to > word.from ? word : null };
  },
  provide: (field) =>
    EditorView.decorations.from(field, (spoken) => {
      const marks =
        spoken && spoken.sentence.to > spoken.sentence.from
          ? [sentence.range(spoken.sentence.from, spoken.sentence.to)]
          : [];
      if (spoken?.word) marks.push(word.range(spoken.word.from, spoken.word.to));
      return Decoration.set(marks, true);
    }),
});

const sentence = Decoration.mark({ class: 'cm-spokenSentence' });
const word = Decoration.mark({ class: 'cm-spokenWord' });

export const spokenMark: Extension = [
  spokenField,
  EditorView.theme({
    '.cm-spokenSentence': { background: 'var(--sunken)' },
    '.cm-spokenWord': { background: 'var(--accent-subtle)', boxShadow: 'inset 0 -2px 0 var(--accent)' },
  }),
];
