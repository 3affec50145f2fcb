import { invertedEffects } from '@codemirror/commands';
import { RangeSet, StateEffect, StateField, type Extension, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { followPlaces } from '#markdown/comments/text-anchor.ts';
import { commentsImported, type ImportedComments } from '../editor/imported-comments.ts';
import type { Place } from '#markdown/text-diff.ts';

export interface MarkedPlace extends Place {
  readonly id: string;
  /** Settled comments are followed without being shown. */
  readonly look: 'comment' | 'suggestion' | 'hidden';
}

/** Replaces all marks: the comments were loaded, or another one is shown. */
export const showMarks = StateEffect.define<{
  readonly places: readonly MarkedPlace[];
  readonly active: string | null;
}>();
/** Moves one mark, because its suggestion was accepted. */
export const moveMark = StateEffect.define<MarkedPlace>({
  map: (place, changes) => ({ ...place, from: changes.mapPos(place.from, 1), to: changes.mapPos(place.to, -1) }),
});
/** Marks a suggestion as accepted; undo marks it as open again. */
export const decided = StateEffect.define<{ readonly id: string; readonly status: 'accepted' | 'open' }>();

function markOf({ id, look }: MarkedPlace, active: string | null): Decoration {
  const comment = { id, look };
  if (look === 'hidden' && id !== active) return Decoration.mark({ comment });
  const names = ['cm-comment', look === 'suggestion' && 'cm-suggestion', id === active && 'cm-comment-active'];
  return Decoration.mark({
    class: names.filter(Boolean).join(' '),
    attributes: { 'data-comment': id },
    comment,
  });
}

const rangesOf = (places: readonly MarkedPlace[], active: string | null): DecorationSet =>
  Decoration.set(
    places.filter(({ from, to }) => from < to).map((place) => markOf(place, active).range(place.from, place.to)),
    true,
  );

interface Marks {
  readonly marks: DecorationSet;
  readonly active: string | null;
}

function placesOf(marks: DecorationSet): MarkedPlace[] {
  const places: MarkedPlace[] = [];
  for (const cursor = marks.iter(); cursor.value; cursor.next()) {
    const { comment } = cursor.value.spec as { comment: Pick<MarkedPlace, 'id' | 'look'> };
    places.push({ ...comment, from: cursor.from, to: cursor.to });
  }
  return places;
}

/**
 * Returns whether a change replaces several words of a comment at once, so that some of them may still be there. A text
 * that was set as a whole differs in letters: "w10" of a removed "w100" may seem to be left because "w108" follows.
 */
function replacesWords(marks: DecorationSet, transaction: Transaction): boolean {
  const { changes, startState } = transaction;
  const isSet = transaction.isUserEvent('input.replace');
  let found = false;
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    if (found || (!isSet && (to === from || inserted.length === 0))) return;
    marks.between(from, to, (start, end) => {
      const isTouched = isSet ? start <= to && end >= from : start < to && end > from;
      if (isTouched && (isSet || from < start || to > end)) found = true;
      if (isTouched && /\s/.test(startState.sliceDoc(Math.max(start, from), Math.min(end, to)))) found = true;
    });
  });
  return found;
}

function follow({ marks, active }: Marks, transaction: Transaction): DecorationSet {
  if (marks.size === 0 || !replacesWords(marks, transaction)) return marks.map(transaction.changes);
  const places = placesOf(marks);
  const [before, after] = [transaction.startState.doc, transaction.newDoc].map((doc) => doc.sliceString(0));
  const kept = followPlaces(before ?? '', after ?? '', places);
  return rangesOf(
    places.flatMap((place, index) => ({ ...place, ...(kept[index] ?? { from: 0, to: 0 }) })),
    active,
  );
}

const field = StateField.define<Marks>({
  create: () => ({ marks: RangeSet.empty, active: null }),
  update(value, transaction) {
    let { marks, active } = value;
    if (transaction.docChanged) marks = follow(value, transaction);
    for (const effect of transaction.effects) {
      if (effect.is(showMarks))
        [marks, active] = [rangesOf(effect.value.places, effect.value.active), effect.value.active];
      else if (effect.is(moveMark)) {
        const others = placesOf(marks).filter(({ id }) => id !== effect.value.id);
        marks = rangesOf([...others, effect.value], active);
      }
    }
    return marks === value.marks && active === value.active ? value : { marks, active };
  },
  provide: (of) => EditorView.decorations.from(of, ({ marks }) => marks),
});

/** Returns where the marked comments are now; those whose words are gone are missing. */
export const markedPlaces = (state: { field(of: typeof field, require: false): Marks | undefined }): MarkedPlace[] =>
  placesOf(state.field(field, false)?.marks ?? RangeSet.empty);

const looks = EditorView.theme({
  '.cm-comment': { background: 'var(--warning-subtle)', borderBottom: '1.5px solid var(--warning)' },
  '.cm-suggestion': { borderBottomStyle: 'dashed' },
  '.cm-comment-active': { background: 'var(--selected)', borderBottomColor: 'var(--accent)' },
});

export interface CommentMarksOptions {
  /** Runs when the cursor enters the words of a comment, and with null when it leaves them. */
  readonly onEnter: (id: string | null) => void;
  readonly onDecided: (id: string, status: 'accepted' | 'open') => void;
  readonly onImported: (imported: ImportedComments) => void;
}

const idAt = (state: EditorView['state'], at: number): string | null =>
  markedPlaces(state)
    .filter(({ from, to, look }) => look !== 'hidden' && from <= at && at <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0]?.id ?? null;

/** Undoing an accepted suggestion opens it again, on its old words. */
const undone = ({ effects, startState }: Transaction): StateEffect<unknown>[] =>
  effects.flatMap((effect): StateEffect<unknown>[] => {
    if (effect.is(decided)) {
      const status = effect.value.status === 'open' ? 'accepted' : 'open';
      return [decided.of({ id: effect.value.id, status })];
    }
    const before = effect.is(moveMark) && markedPlaces(startState).find(({ id }) => id === effect.value.id);
    return before ? [moveMark.of(before)] : [];
  });

/** Marks the words that have comments, and follows them through every change of the text. */
export function commentMarks({ onEnter, onDecided, onImported }: CommentMarksOptions): Extension {
  return [
    field,
    looks,
    invertedEffects.of(undone),
    EditorView.updateListener.of(({ state, transactions, selectionSet, docChanged }) => {
      for (const effect of transactions.flatMap(({ effects }) => effects)) {
        if (effect.is(decided)) onDecided(effect.value.id, effect.value.status);
        else if (effect.is(commentsImported)) onImported(effect.value);
      }
      if (selectionSet && !docChanged && !transactions.some((one) => one.isUserEvent('select.comment')))
        onEnter(idAt(state, state.selection.main.head));
    }),
  ];
}
