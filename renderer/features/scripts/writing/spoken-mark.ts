import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** A range of the text; offsets as in the editor. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Spoken {
  /** The sentence that is being read. */
  readonly sentence: Range;
  /** The word of it that is being said. */
  readonly word: Range | null;
}

export const setSpoken = StateEffect.define<Spoken | null>();

/** What is being read, kept in place while the text around it changes. */
export const spokenNow = StateField.define<Spoken | null>({
  create: () => null,
  update(now, { effects, changes }) {
    for (const effect of effects) if (effect.is(setSpoken)) return effect.value;
    if (now === null || changes.empty) return now;
    const moved = ({ from, to }: Range): Range => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) });
    const word = now.word ? moved(now.word) : null;
    return { sentence: moved(now.sentence), word: word && word.to > word.from ? word : null };
  },
  provide: (field) =>
    EditorView.decorations.from(field, (now) => {
      const marks =
        now && now.sentence.to > now.sentence.from ? [sentence.range(now.sentence.from, now.sentence.to)] : [];
      if (now?.word) marks.push(word.range(now.word.from, now.word.to));
      return Decoration.set(marks, true);
    }),
});

const sentence = Decoration.mark({ class: 'cm-spokenSentence' });
const word = Decoration.mark({ class: 'cm-spokenWord' });

/** Marks the sentence that is read aloud and the word that is said. */
export const spokenMark: Extension = [
  spokenNow,
  EditorView.theme({
    '.cm-spokenSentence': { background: 'var(--sunken)' },
    '.cm-spokenWord': { background: 'var(--accent-subtle)', boxShadow: 'inset 0 -2px 0 var(--accent)' },
  }),
];
