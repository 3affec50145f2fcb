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

export const spokenMark: Extension = [
  spokenNow,
  EditorView.theme({
    '.cm-spokenSentence': { background: 'var(--sunken)' },
    '.cm-spokenWord': { background: 'var(--accent-subtle)', boxShadow: 'inset 0 -2px 0 var(--accent)' },
  }),
];
