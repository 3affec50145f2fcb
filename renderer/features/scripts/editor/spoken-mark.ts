import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** A range of offsets in the editor's document. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface SpokenRanges {
  readonly sentence: Range;
  readonly word: Range | null;
}

export const setSpoken = StateEffect.define<SpokenRanges | null>();

/** The sentence and the word being read; they move with the text around it. */
export const spokenField = StateField.define<SpokenRanges | null>({
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
          ? [sentenceDecoration.range(spoken.sentence.from, spoken.sentence.to)]
          : [];
      if (spoken?.word) marks.push(wordDecoration.range(spoken.word.from, spoken.word.to));
      return Decoration.set(marks, true);
    }),
});

const sentenceDecoration = Decoration.mark({ class: 'cm-spokenSentence' });
const wordDecoration = Decoration.mark({ class: 'cm-spokenWord' });

export const spokenMark: Extension = [
  spokenField,
  EditorView.theme({
    '.cm-spokenSentence': { background: 'var(--sunken)' },
    '.cm-spokenWord': { background: 'var(--accent-subtle)', boxShadow: 'inset 0 -2px 0 var(--accent)' },
  }),
];
