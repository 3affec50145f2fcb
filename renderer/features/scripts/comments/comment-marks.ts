import { invertedEffects } from '@codemirror/commands';
import { RangeSet, StateEffect, StateField, type Extension, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { followPlaces } from '#markdown/comments/text-anchor.ts';
import { commentsImported, type ImportedComments } from '../editor/imported-comments.ts';
import type { Place } from '#markdown/text-diff.ts';

export interface MarkedPlace extends Place {
  readonly id: string;
  /** Settled comments are tracked without being shown. */
  readonly look: 'comment' | 'suggestion' | 'hidden';
}

/** Replaces all marks, after loading or when another comment becomes active. */
export const showMarks = StateEffect.define<{
  readonly places: readonly MarkedPlace[];
  readonly active: string | null;
}>();
/** Moves one mark, because its suggestion was accepted. */
export const moveMark = StateEffect.define<MarkedPlace>({
  map: (place, changes) => ({ ...place, from: changes.mapPos(place.from, 1), to: changes.mapPos(place.to, -1) }),
});
/** Marks a suggestion as accepted; undo marks it as open again. */
export const setDecision = StateEffect.define<{ readonly id: string; readonly status: 'accepted' | 'open' }>();

function createMark({ id, look }: MarkedPlace, activeId: string | null): Decoration {
  const comment = { id, look };
  if (look === 'hidden' && id !== activeId) return Decoration.mark({ comment });
  const names = ['cm-comment', look === 'suggestion' && 'cm-suggestion', id === activeId && 'cm-comment-active'];
  return Decoration.mark({
    class: names.filter(Boolean).join(' '),
    attributes: { 'data-comment': id },
    comment,
  });
}

const createMarks = (places: readonly MarkedPlace[], activeId: string | null): DecorationSet =>
  Decoration.set(
    places.filter(({ from, to }) => from < to).map((place) => createMark(place, activeId).range(place.from, place.to)),
    true,
  );

interface Marks {
  readonly marks: DecorationSet;
  readonly active: string | null;
}

function readPlaces(marks: DecorationSet): MarkedPlace[] {
  const places: MarkedPlace[] = [];
  for (const cursor = marks.iter(); cursor.value; cursor.next()) {
    const { comment } = cursor.value.spec as { comment: Pick<MarkedPlace, 'id' | 'look'> };
    places.push({ ...comment, from: cursor.from, to: cursor.to });
  }
  return places;
}

/**
 * Returns whether a change replaces several words of a comment at once, so that some of them may remain. Texts set
 * by the program are compared letter by letter: "w10" of a removed "w100" would seem to remain if "w108" follows.
 */
function replacesWords(marks: DecorationSet, transaction: Transaction): boolean {
  const { changes, startState } = transaction;
  const isSet = transaction.isUserEvent('input.replace');
  let isReplaced = false;
  changes.iterChanges((from, to, _fromNew, _toNew, insertedText) => {
    if (isReplaced || (!isSet && (to === from || insertedText.length === 0))) return;
    marks.between(from, to, (start, end) => {
      const isTouched = isSet ? start <= to && end >= from : start < to && end > from;
      if (isTouched && (isSet || from < start || to > end)) isReplaced = true;
      if (isTouched && /\s/.test(startState.sliceDoc(Math.max(start, from), Math.min(end, to)))) isReplaced = true;
    });
  });
  return isReplaced;
}

function mapMarks({ marks, active }: Marks, transaction: Transaction): DecorationSet {
  if (marks.size === 0 || !replacesWords(marks, transaction)) return marks.map(transaction.changes);
  const places = readPlaces(marks);
  const [previous, after] = [transaction.startState.doc, transaction.newDoc].map((doc) => doc.sliceString(0));
  const newPlaces = followPlaces(previous ?? '', after ?? '', places);
  return createMarks(
    places.flatMap((place, index) => ({ ...place, ...(newPlaces[index] ?? { from: 0, to: 0 }) })),
    active,
  );
}

const marksField = StateField.define<Marks>({
  create: () => ({ marks: RangeSet.empty, active: null }),
  update(value, transaction) {
    let { marks, active } = value;
    if (transaction.docChanged) marks = mapMarks(value, transaction);
    for (const effect of transaction.effects) {
      if (effect.is(showMarks))
        [marks, active] = [createMarks(effect.value.places, effect.value.active), effect.value.active];
      else if (effect.is(moveMark)) {
        const others = readPlaces(marks).filter(({ id }) => id !== effect.value.id);
        marks = createMarks([...others, effect.value], active);
      }
    }
    return marks === value.marks && active === value.active ? value : { marks, active };
  },
  provide: (self) => EditorView.decorations.from(self, ({ marks }) => marks),
});

/** Returns the current places of the marked comments, without those whose words were removed. */
export const getMarkedPlaces = (state: {
  field(stateField: typeof marksField, require: false): Marks | undefined;
}): MarkedPlace[] => readPlaces(state.field(marksField, false)?.marks ?? RangeSet.empty);

const markTheme = EditorView.theme({
  '.cm-comment': { background: 'var(--warning-subtle)', borderBottom: '1.5px solid var(--warning)' },
  '.cm-suggestion': { borderBottomStyle: 'dashed' },
  '.cm-comment-active': { background: 'var(--selected)', borderBottomColor: 'var(--accent)' },
});

export interface CommentMarksOptions {
  /** Runs when the cursor enters the words of a comment, and with null when it leaves them. */
  readonly onEnter: (id: string | null) => void;
  readonly onDecided: (id: string, status: 'accepted' | 'open') => void;
  readonly onImported: (importedComments: ImportedComments) => void;
}

const findCommentAt = (state: EditorView['state'], offset: number): string | null =>
  getMarkedPlaces(state)
    .filter(({ from, to, look }) => look !== 'hidden' && from <= offset && offset <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0]?.id ?? null;

/** Inverts effects for undo: an accepted suggestion is reopened on its old words. */
const invertEffects = ({ effects, startState }: Transaction): StateEffect<unknown>[] =>
  effects.flatMap((effect): StateEffect<unknown>[] => {
    if (effect.is(setDecision)) {
      const status = effect.value.status === 'open' ? 'accepted' : 'open';
      return [setDecision.of({ id: effect.value.id, status })];
    }
    const previous = effect.is(moveMark) && getMarkedPlaces(startState).find(({ id }) => id === effect.value.id);
    return previous ? [moveMark.of(previous)] : [];
  });

/** Marks commented words and maps the marks through every change of the text. */
export function commentMarks({ onEnter, onDecided, onImported }: CommentMarksOptions): Extension {
  return [
    marksField,
    markTheme,
    invertedEffects.of(invertEffects),
    EditorView.updateListener.of(({ state, transactions, selectionSet, docChanged }) => {
      for (const effect of transactions.flatMap(({ effects }) => effects)) {
        if (effect.is(setDecision)) onDecided(effect.value.id, effect.value.status);
        else if (effect.is(commentsImported)) onImported(effect.value);
      }
      if (selectionSet && !docChanged && !transactions.some((transaction) => transaction.isUserEvent('select.comment')))
        onEnter(findCommentAt(state, state.selection.main.head));
    }),
  ];
}
