import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, Prec, StateField, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { listHunks, type DiffPart, type Place } from '#markdown/text-diff.ts';
import { foldUnchanged } from '../editor/folding.ts';
import {
  createDecision,
  hunks,
  findPieceAtCursor,
  getPieces,
  type PieceAction,
  type Decision,
  type FoundPiece,
  type Piece,
} from './hunks.ts';
import { language } from '../editor/language.ts';
import { fromDocument, lineEndExtension, detectLineEnds, toDocument, type LineEnds } from '../editor/line-ends.ts';
import { lineDirections } from '../editor/line-directions.ts';
import { lineKinds } from '../editor/line-kinds.ts';
import { theme } from '../editor/theme.ts';

/** The pane's shortcuts; `Mod` is Ctrl, or Command on a Mac. */
export const MERGE_KEYS = {
  next: 'F7',
  previous: 'Shift-F7',
  accept: 'Mod-Enter',
  edit: 'Alt-Enter',
  both: 'Alt-Shift-Enter',
  reject: 'Mod-Backspace',
  acceptAll: 'Mod-Shift-Enter',
  rejectAll: 'Mod-Shift-Backspace',
} as const;

/** Returns a shortcut of the pane as buttons write it: "Mod-Enter" becomes "mod+enter". */
export const toCombo = (key: string): string => key.toLowerCase().replaceAll('-', '+');

export interface MergePaneOptions {
  /** The person's text; a piece changes it only when accepted. */
  readonly mine: string;
  /** The generated text or the other side's text; not needed if `pieces` are given. */
  readonly generated?: string;
  /** The pieces to show; by default the differences between `mine` and `generated`. */
  readonly pieces?: readonly FoundPiece[];
  /** The places in `mine` that came from a merge, as offsets in the normalized text. */
  readonly incoming?: readonly Place[];
  /** Runs at the start and after each decision, with the number of undecided pieces. */
  readonly onOpenCount?: (count: number) => void;
  /** Runs on a decision or typing; call `getText()` and `getOpenPieces()` later, off the typing path. */
  readonly onChange?: () => void;
}

/** Prepares both texts for a diff: `mine` as the editor holds it, `other` with `\n` line ends. */
export function normalizeTexts(mine: string, other: string): { before: string; after: string } {
  return { before: toDocument(mine, detectLineEnds(mine)).sliceString(0), after: other.replace(/\r\n?/g, '\n') };
}

const paneTheme = EditorView.theme({
  '.cm-content': { flexBasis: 'calc(var(--write-measure) + 96px)', padding: '18px 34px 30vh 62px' },
  '.cm-incoming': {
    boxShadow: 'inset 0 -2px 0 var(--info-solid)',
    background: 'var(--info-subtle)',
    textDecoration: 'none',
  },
});

/** Returns the places of added words in the newer text. */
export function findAddedPlaces(parts: readonly DiffPart[]): readonly Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const { kind, text } of parts) {
    if (kind === 'added') places.push({ from: at, to: at + text.length });
    if (kind !== 'removed') at += text.length;
  }
  return places;
}

const incomingMark = Decoration.mark({ tagName: 'ins', class: 'cm-incoming' });
/** The marks of merged words; they stay in place while the text is edited. */
const incomingField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => marks.map(transaction.changes),
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Shows the differences to another text inside the person's text. Each piece is accepted, rejected or edited; nothing
 * changes until one is accepted, so rejecting all returns the text byte for byte. Undo works as in the editor and
 * restores decided pieces.
 */
export class MergePane {
  readonly #options: MergePaneOptions;
  readonly #lineEnds: LineEnds;
  #state: EditorState;
  #view: EditorView | null = null;
  #reportedCount = -1;

  constructor(options: MergePaneOptions) {
    this.#options = options;
    this.#lineEnds = detectLineEnds(options.mine);
    this.#state = this.#createState();
  }

  link(parent: HTMLElement): void {
    this.unlink();
    this.#view = new EditorView({ parent, state: this.#state });
    this.#reportCount();
  }

  unlink(): void {
    if (!this.#view) return;
    this.#state = this.#view.state;
    this.#view.destroy();
    this.#view = null;
  }

  /** Returns the person's text with the accepted pieces. */
  getText(): string {
    return fromDocument((this.#view?.state ?? this.#state).doc, this.#lineEnds);
  }

  /** Returns the undecided pieces, as offsets in the normalized text. */
  getOpenPieces(): readonly FoundPiece[] {
    return getPieces(this.#view?.state ?? this.#state);
  }

  /** Returns the current places of merged words, as offsets in the normalized text. */
  getIncomingPlaces(): readonly Place[] {
    const places: Place[] = [];
    const marks = (this.#view?.state ?? this.#state).field(incomingField);
    marks.between(0, Infinity, (from, to) => void places.push({ from, to }));
    return places;
  }

  focus(): void {
    this.#view?.focus();
  }

  goToFirst(): void {
    this.#goTo(this.#pieces[0]);
  }

  goToNext(): boolean {
    const head = this.#view?.state.selection.main.head ?? 0;
    return this.#goTo(this.#pieces.find(({ from }) => from > head) ?? this.#pieces[0]);
  }

  goToPrevious(): boolean {
    const head = this.#view?.state.selection.main.head ?? 0;
    const currentPiece = this.#view ? findPieceAtCursor(this.#view.state) : null;
    return this.#goTo(this.#pieces.findLast(({ from }) => from < (currentPiece?.from ?? head)) ?? this.#pieces.at(-1));
  }

  /** Accepts the piece at the cursor and moves to the next. */
  accept(): boolean {
    return this.#decide('accept');
  }

  /** Rejects the piece at the cursor and moves to the next. */
  reject(): boolean {
    return this.#decide('reject');
  }

  /** Inserts the other text below the person's own and moves to the next piece. */
  keepBoth(): boolean {
    return this.#decide('both');
  }

  /** Accepts the piece at the cursor and selects its words for editing. */
  edit(): boolean {
    const piece = this.#view && findPieceAtCursor(this.#view.state);
    return piece ? this.#edit(piece) : this.goToNext();
  }

  acceptAll(): void {
    this.#apply(this.#pieces, 'accept');
  }

  rejectAll(): void {
    this.#apply(this.#pieces, 'reject');
  }

  get #pieces(): readonly Piece[] {
    return this.#view ? getPieces(this.#view.state) : [];
  }

  #createState(): EditorState {
    const { mine, generated = mine, incoming: places = [] } = this.#options;
    const doc = toDocument(mine, this.#lineEnds);
    const { before, after } = normalizeTexts(mine, generated);
    const shownPieces = this.#options.pieces ?? listHunks(before, after);
    return EditorState.create({
      doc,
      extensions: [
        lineEndExtension(this.#lineEnds),
        this.#createExtensions(),
        hunks(shownPieces, (piece, action) => this.#handleAction(piece, action)),
        foldUnchanged(doc, shownPieces),
        incomingField.init(() => Decoration.set(places.map(({ from, to }) => incomingMark.range(from, to)))),
      ],
    });
  }

  #createExtensions(): Extension {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
    const paneKeys = [
      { key: MERGE_KEYS.next, run: () => this.goToNext() },
      { key: MERGE_KEYS.previous, run: () => this.goToPrevious() },
      { key: MERGE_KEYS.accept, run: () => this.accept() },
      { key: MERGE_KEYS.edit, run: () => this.edit() },
      { key: MERGE_KEYS.both, run: () => this.keepBoth() },
      { key: MERGE_KEYS.reject, run: () => this.reject() },
      { key: MERGE_KEYS.acceptAll, run: () => (this.acceptAll(), true) },
      { key: MERGE_KEYS.rejectAll, run: () => (this.rejectAll(), true) },
    ];
    return [
      nonce ? EditorView.cspNonce.of(nonce) : [],
      EditorView.lineWrapping,
      drawSelection(),
      lineKinds,
      lineDirections,
      paneTheme,
      theme,
      language,
      history(),
      Prec.highest(keymap.of(paneKeys)),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Your script with suggested changes' }),
      EditorView.updateListener.of((update) => {
        this.#reportCount();
        if (update.docChanged || getPieces(update.startState) !== getPieces(update.state)) this.#options.onChange?.();
      }),
    ];
  }

  #goTo(piece: Piece | undefined): boolean {
    if (!this.#view || !piece) return false;
    const effects = EditorView.scrollIntoView(piece.from, { y: 'center' });
    this.#view.dispatch({ selection: { anchor: piece.from }, effects });
    return true;
  }

  #handleAction(piece: Piece, action: PieceAction): void {
    if (action === 'edit') this.#edit(piece);
    else {
      this.#apply([piece], action);
      this.goToNext();
    }
    this.focus();
  }

  #edit(piece: Piece): boolean {
    const { from, text } = piece;
    this.#apply([piece], 'accept');
    const end = from + text.replace(/\n$/, '').length;
    this.#view?.dispatch({ selection: { anchor: from, head: end }, scrollIntoView: true });
    this.focus();
    return true;
  }

  #decide(decision: Decision): boolean {
    const piece = this.#view && findPieceAtCursor(this.#view.state);
    if (!piece) return this.goToNext();
    this.#apply([piece], decision);
    this.goToNext();
    return true;
  }

  #apply(pieces: readonly Piece[], decision: Decision): void {
    if (this.#view && pieces.length > 0) this.#view.dispatch(createDecision(this.#view.state, pieces, decision));
  }

  #reportCount(): void {
    const count = this.#pieces.length;
    if (count === this.#reportedCount) return;
    this.#reportedCount = count;
    this.#options.onOpenCount?.(count);
  }
}
