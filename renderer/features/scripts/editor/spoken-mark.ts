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
  update(spokenPlace, { effects, changes }) {
    for (const effect of effects) if (effect.is(setSpoken)) return effect.value;
    if (spokenPlace === null || changes.empty) return spokenPlace;
    const mapRange = ({ from, to }: Range): Range => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) });
    const word = spokenPlace.word ? mapRange(spokenPlace.word) : null;
    return { sentence: mapRange(spokenPlace.sentence), word: word && word.to > word.from ? word : null };
  },
  provide: (field) =>
    EditorView.decorations.from(field, (spokenPlace) => {
      const marks =
        spokenPlace && spokenPlace.sentence.to > spokenPlace.sentence.from
          ? [sentenceDecoration.range(spokenPlace.sentence.from, spokenPlace.sentence.to)]
          : [];
      if (spokenPlace?.word) marks.push(wordDecoration.range(spokenPlace.word.from, spokenPlace.word.to));
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
