import { invertedEffects } from '@codemirror/commands';
import {
  ChangeSet,
  Facet,
  StateEffect,
  StateField,
  Text,
  type ChangeDesc,
  type EditorState,
  type Extension,
  type Range,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import type { DiffPart, Hunk, Place } from '#markdown/text-diff.ts';

/** A suggestion's reason, old words and replacement, shown in place of the other text. */
export interface PieceNote {
  readonly why: string;
  readonly words: string;
  readonly replacement: string;
  /** Shown beside the buttons. */
  readonly savedTime: string;
}

/** A difference to another text, or a suggested change with a note. */
export interface FoundPiece extends Hunk {
  readonly note?: PieceNote;
  /** True when the piece begins or ends within a line, so its words are marked even if none of them stay. */
  readonly isWithinLine?: boolean;
}

/** One difference to the other text, positioned in the current document. */
export interface Piece extends FoundPiece {
  readonly id: number;
}

/** The replacement of a piece: the other text, the person's own, or both with the other text below. */
export type Decision = 'accept' | 'reject' | 'both';
export type PieceAction = 'accept' | 'reject' | 'edit';

const removePieces = StateEffect.define<readonly number[]>();
const addPieces = StateEffect.define<readonly Piece[]>({ map: (pieces, change) => mapPieces(pieces, change) });
const onAction = Facet.define<(piece: Piece, action: PieceAction) => void>();

function mapPieces(all: readonly Piece[], change: ChangeDesc): readonly Piece[] {
  if (change.empty) return all;
  return all.map((piece) => {
    const from = change.mapPos(piece.from, -1);
    return { ...piece, from, to: Math.max(from, change.mapPos(piece.to, -1)) };
  });
}

interface Edit extends Place {
  readonly text: string;
}

/** Returns the changes made by `edits`; `after` is the resulting text. */
function createChange(after: string, edits: readonly Edit[]): ChangeSet {
  const lengthChange = edits.reduce((sum, { from, to, text }) => sum + text.length - (to - from), 0);
  const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
  return ChangeSet.of(changes, after.length - lengthChange);
}

/** Narrows a hunk down to the words that changed. */
function getWordEdits({ from, parts }: Hunk): Edit[] {
  let at = from;
  return parts.flatMap(({ kind, text }) => {
    if (kind === 'added') return [{ from: at, to: at, text }];
    at += text.length;
    return kind === 'same' ? [] : [{ from: at - text.length, to: at, text: '' }];
  });
}

/** Maps places from the old text into `after`, the result of `edits`; drops removed places. */
export function mapPlaces(places: readonly Place[], edits: readonly Hunk[], after: string): readonly Place[] {
  const change = createChange(after, edits.flatMap(getWordEdits));
  return places
    .map(({ from, to }) => ({ from: change.mapPos(from, 1), to: change.mapPos(to, -1) }))
    .filter(({ from, to }) => from < to);
}

/** Maps hunks from the old text into `after`, the result of `edits`. */
export function mapHunks(list: readonly Hunk[], edits: readonly Hunk[], after: string): readonly Hunk[] {
  const change = createChange(after, edits);
  return list.map((piece) => {
    const from = change.mapPos(piece.from, -1);
    const to = Math.max(from, change.mapPos(piece.to, 1));
    const currentText = after.slice(from, to);
    if (currentText === getOriginalWords(piece)) return { ...piece, from, to };
    // The words there have changed, so the word diff no longer holds.
    const parts: DiffPart[] = [
      { kind: 'removed', text: currentText },
      { kind: 'added', text: piece.text },
    ];
    return { ...piece, from, to, parts };
  });
}

const getOriginalWords = ({ parts }: Hunk): string =>
  parts
    .filter(({ kind }) => kind !== 'added')
    .map(({ text }) => text)
    .join('');

const piecesField = StateField.define<readonly Piece[]>({
  create: () => [],
  update(value, transaction) {
    let current = mapPieces(value, transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(removePieces)) current = current.filter(({ id }) => !effect.value.includes(id));
      if (effect.is(addPieces)) current = [...current, ...effect.value].sort((a, b) => a.from - b.from);
    }
    return current;
  },
  provide: (field) =>
    EditorView.decorations.compute([field, 'doc'], (state) =>
      Decoration.set(
        // Show a suggestion within a line above the line.
        state
          .field(field)
          .map((piece) =>
            Decoration.widget({ widget: new Suggestion(piece), block: true, side: -1 }).range(
              state.doc.lineAt(piece.from).from,
            ),
          ),
      ),
    ),
});

/** The marks on the person's words that the other text lacks. */
const marksField = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(getPieces(state).flatMap(createMarks)),
  update(value, transaction) {
    let current = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(removePieces)) {
        current = current.update({ filter: (_from, _to, { spec }) => !effect.value.includes(spec['piece'] as number) });
      }
      if (effect.is(addPieces)) current = current.update({ add: effect.value.flatMap(createMarks), sort: true });
    }
    return current;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function createMarks({ id, from, to, parts, note, isWithinLine = false }: Piece): Range<Decoration>[] {
  if (note) return from < to ? [Decoration.mark({ class: 'cm-cutWords', piece: id }).range(from, to)] : [];
  if (!isWithinLine && !parts.some(({ kind }) => kind === 'same')) return [];
  const ranges: Range<Decoration>[] = [];
  let at = from;
  for (const { kind, text } of parts) {
    if (kind === 'removed') {
      ranges.push(Decoration.mark({ class: 'cm-differs', piece: id }).range(at, at + text.length));
    }
    if (kind !== 'added') at += text.length;
  }
  return ranges;
}

/** Makes undo restore decided pieces. */
const undoDecisions = invertedEffects.of((transaction: Transaction) =>
  transaction.effects.flatMap((effect): StateEffect<unknown>[] => {
    if (effect.is(addPieces)) return [removePieces.of(effect.value.map(({ id }) => id))];
    if (!effect.is(removePieces)) return [];
    return [addPieces.of(getPieces(transaction.startState).filter(({ id }) => effect.value.includes(id)))];
  }),
);

/** Returns the undecided pieces, in document order. */
export const getPieces = (state: EditorState): readonly Piece[] => state.field(piecesField, false) ?? [];

/** Returns the piece the cursor is in. */
export function findPieceAtCursor(state: EditorState): Piece | null {
  const at = state.selection.main.head;
  const end = state.doc.length;
  return getPieces(state).find(({ from, to }) => at === from || (from < at && (at < to || to === end))) ?? null;
}

/** Returns the transaction that applies a decision to pieces; `reject` does not change the text. */
export function createDecision(
  state: EditorState,
  decidedPieces: readonly Piece[],
  decision: Decision,
): TransactionSpec {
  const effects = removePieces.of(decidedPieces.map(({ id }) => id));
  if (decision === 'reject') return { effects, userEvent: 'keep' };
  const changes = decidedPieces.map(({ from, to, text }) =>
    decision === 'accept'
      ? { from, to, insert: toText(text) }
      : { from: to, insert: toText(appendBelow(state.sliceDoc(from, to), text)) },
  );
  return { changes, effects, userEvent: 'input.take' };
}

const toText = (text: string): Text => Text.of(text.split('\n'));

function appendBelow(currentText: string, other: string): string {
  if (currentText === '' || other === '') return other;
  return currentText.endsWith('\n') ? `\n${other}` : `\n\n${other}`;
}

class Suggestion extends WidgetType {
  readonly piece: Piece;

  constructor(piece: Piece) {
    super();
    this.piece = piece;
  }

  override eq(other: Suggestion): boolean {
    return other.piece.id === this.piece.id;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = createElement('div', 'cm-suggested');
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Suggested change');
    const buttons = box.appendChild(createElement('div', 'cm-suggestedActs'));
    const addButton = (action: PieceAction, name: string): void => {
      const button = buttons.appendChild(createElement('button', 'cm-piece', name));
      button.type = 'button';
      button.addEventListener('click', () => {
        const piece = getPieces(view.state).find(({ id }) => id === this.piece.id);
        if (piece) for (const run of view.state.facet(onAction)) run(piece, action);
      });
    };
    addButton('reject', 'Reject');
    if (!this.piece.note) addButton('edit', 'Edit');
    addButton('accept', 'Accept');
    if (this.piece.note) this.#drawNote(box, buttons, this.piece.note);
    else if (this.piece.text === '')
      box.append(createElement('p', 'cm-suggestedNone', 'The other version doesn’t have this text.'));
    else this.#drawWords(box);
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #drawNote(box: HTMLElement, buttons: HTMLElement, { why, words, replacement, savedTime }: PieceNote): void {
    box.setAttribute('aria-label', why);
    buttons.prepend(createElement('span', 'cm-suggestedSaves', savedTime));
    const line = box.appendChild(createElement('div', 'cm-suggestedNote'));
    line.append(createElement('b', '', why), ' ', createElement('del', '', words));
    if (replacement !== '') line.append(' → ', createElement('ins', '', replacement));
  }

  #drawWords(box: HTMLElement): void {
    const { parts } = this.piece;
    const isReplaced = !parts.some(({ kind }) => kind === 'same');
    let line = box.appendChild(createElement('div', 'cm-suggestedLine'));
    parts
      .filter(({ kind }) => kind !== 'removed')
      .forEach(({ kind, text }) => {
        text.split('\n').forEach((words, i) => {
          if (i > 0) line = box.appendChild(createElement('div', 'cm-suggestedLine'));
          if (words !== '') line.append(kind === 'added' && !isReplaced ? createElement('ins', '', words) : words);
        });
      });
    // The text ends with a line end, so remove the empty line after it.
    if (this.piece.text.endsWith('\n')) line.remove();
  }
}

function createElement<N extends keyof HTMLElementTagNameMap>(name: N, className: string, text?: string) {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

const hunkTheme = EditorView.theme({
  '.cm-differs': { background: 'var(--n-4)', borderRadius: '2px' },
  '.cm-suggested': {
    background: 'var(--success-subtle)',
    boxShadow: 'inset 2px 0 0 var(--success-solid)',
    margin: '4px 0 4px -12px',
    padding: '4px 8px 4px 12px',
  },
  '.cm-suggestedLine': { minHeight: '16px' },
  '.cm-suggested ins': {
    textDecorationColor: 'var(--success-solid)',
    textDecorationThickness: '2px',
    textUnderlineOffset: '4px',
  },
  '.cm-suggestedNone': { font: 'var(--t-base)', color: 'var(--text-2)' },
  '.cm-cutWords': { textDecoration: 'line-through', textDecorationColor: 'var(--text-3)', background: 'var(--n-4)' },
  '.cm-suggestedNote': { font: 'var(--t-base)', color: 'var(--text-2)' },
  '.cm-suggestedNote b': { fontWeight: 'var(--w-strong)', color: 'var(--text)' },
  '.cm-suggestedNote ins': { textDecoration: 'none', color: 'var(--text)' },
  '.cm-suggestedSaves': {
    alignSelf: 'center',
    font: 'var(--t-small)',
    fontVariantNumeric: 'tabular-nums',
    color: 'var(--text-2)',
  },
  '.cm-suggestedActs': { float: 'right', display: 'flex', gap: '4px', marginLeft: '12px' },
  '.cm-suggested button.cm-piece': {
    height: '24px',
    margin: '0',
    padding: '0 8px',
    border: '0',
    borderRadius: 'var(--round-2)',
    background: 'var(--control)',
    boxShadow: 'inset 0 0 0 1px var(--line)',
    color: 'var(--text)',
    font: 'var(--t-small)',
    fontWeight: 'var(--w-medium)',
  },
  '.cm-suggested button.cm-piece:hover': { background: 'var(--control-hover)' },
  '.cm-suggested button.cm-piece:focus-visible': { outline: 'none', boxShadow: 'var(--ring)' },
});

/** Shows the pieces of a comparison in the document, each with its own buttons. */
export function hunks(list: readonly FoundPiece[], onAct: (piece: Piece, action: PieceAction) => void): Extension {
  return [
    piecesField.init(() => list.map((hunk, id) => ({ ...hunk, id }))),
    marksField,
    undoDecisions,
    onAction.of(onAct),
    hunkTheme,
  ];
}
