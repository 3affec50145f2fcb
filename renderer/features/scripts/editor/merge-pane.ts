import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, Prec, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { textHunks, type DiffPart, type Hunk } from '#markdown/text-diff.ts';
import { foldAlike } from './folding.ts';
import { decide, hunks, pieceAt, piecesOf, type Act, type Decision, type Piece } from './hunks.ts';
import { language } from './language.ts';
import { fromDocument, lineEndExtension, lineEndsOf, toDocument, type LineEnds } from './line-ends.ts';
import { lineKinds } from './line-kinds.ts';
import { theme } from './theme.ts';

/** The keys of the pane; `Mod` is Ctrl, on a Mac Command. */
export const MERGE_KEYS = {
  next: 'F7',
  previous: 'Shift-F7',
  take: 'Mod-Enter',
  edit: 'Alt-Enter',
  both: 'Alt-Shift-Enter',
  keep: 'Mod-Backspace',
  takeAll: 'Mod-Shift-Enter',
  keepAll: 'Mod-Shift-Backspace',
} as const;

export interface MergePaneOptions {
  /** The person's text: it stays as it is until a piece is taken. */
  readonly mine: string;
  /** What was generated, or the other side's text. */
  readonly generated: string;
  /** What `generated` differs in, by `compared(mine, generated)`, where that was worked out already. */
  readonly found?: readonly Hunk[];
  /** From the person's text before a merge to `mine`, as `compared` gives them: what was taken in is marked. */
  readonly merged?: readonly DiffPart[];
  /** Pieces still undecided, told at the start and after each decision. */
  readonly onPieces?: (left: number) => void;
  /** A piece was decided on or something was typed; ask `text()` and `left()` when there is time for it. */
  readonly onChange?: () => void;
}

/** Both texts as they are compared: the person's as the editor has it, the other with plain line ends. */
export function compared(mine: string, other: string): { before: string; after: string } {
  return { before: toDocument(mine, lineEndsOf(mine)).sliceString(0), after: other.replace(/\r\n?/g, '\n') };
}

const look = EditorView.theme({
  '.cm-content': { flexBasis: '744px', padding: '18px 34px 30vh 62px' },
  '.cm-takenIn': { boxShadow: 'inset 0 -2px 0 var(--info-solid)', background: 'var(--info-subtle)' },
});

/** Marks what a merge took in, and follows it while the text is edited. */
function takenIn(parts: readonly DiffPart[]): Extension {
  const mark = Decoration.mark({ class: 'cm-takenIn' });
  const ranges: Range<Decoration>[] = [];
  let at = 0;
  for (const { kind, text } of parts) {
    if (kind === 'added') ranges.push(mark.range(at, at + text.length));
    if (kind !== 'removed') at += text.length;
  }
  return StateField.define<DecorationSet>({
    create: () => Decoration.set(ranges),
    update: (marks, transaction) => marks.map(transaction.changes),
    provide: (field) => EditorView.decorations.from(field),
  });
}

/**
 * The person's text with the pieces in which another text differs shown in place. Each is taken, left or edited;
 * nothing changes until one is taken, so leaving all gives the text back byte for byte. Undo works as in the editor and
 * brings back a piece that was decided on.
 */
export class MergePane {
  readonly #options: MergePaneOptions;
  readonly #ends: LineEnds;
  #state: EditorState;
  #view: EditorView | null = null;
  #left = -1;

  constructor(options: MergePaneOptions) {
    this.#options = options;
    this.#ends = lineEndsOf(options.mine);
    this.#state = this.#begin();
  }

  link(parent: HTMLElement): void {
    this.unlink();
    this.#view = new EditorView({ parent, state: this.#state });
    this.#tellLeft();
  }

  unlink(): void {
    if (!this.#view) return;
    this.#state = this.#view.state;
    this.#view.destroy();
    this.#view = null;
  }

  /** The text as it is now: the person's with the taken pieces. */
  text(): string {
    return fromDocument((this.#view?.state ?? this.#state).doc, this.#ends);
  }

  /** Pieces still to decide, placed in `compared(text())`. */
  left(): readonly Hunk[] {
    return piecesOf(this.#view?.state ?? this.#state);
  }

  focus(): void {
    this.#view?.focus();
  }

  /** Goes to the first piece. */
  first(): void {
    this.#goTo(this.#pieces[0]);
  }

  next(): boolean {
    const head = this.#view?.state.selection.main.head ?? 0;
    return this.#goTo(this.#pieces.find(({ from }) => from > head) ?? this.#pieces[0]);
  }

  previous(): boolean {
    const head = this.#view?.state.selection.main.head ?? 0;
    const here = this.#view ? pieceAt(this.#view.state) : null;
    return this.#goTo(this.#pieces.findLast(({ from }) => from < (here?.from ?? head)) ?? this.#pieces.at(-1));
  }

  /** Takes the other text's piece at the cursor and goes on to the next. */
  take(): boolean {
    return this.#decide('take');
  }

  /** Leaves the person's words at the cursor and goes on to the next. */
  keep(): boolean {
    return this.#decide('keep');
  }

  /** Puts the other text's piece below the person's own and goes on to the next. */
  both(): boolean {
    return this.#decide('both');
  }

  /** Takes the piece at the cursor and stays, with its words selected, to change them. */
  edit(): boolean {
    const piece = this.#view && pieceAt(this.#view.state);
    return piece ? this.#edit(piece) : this.next();
  }

  takeAll(): void {
    this.#apply(this.#pieces, 'take');
  }

  keepAll(): void {
    this.#apply(this.#pieces, 'keep');
  }

  get #pieces(): readonly Piece[] {
    return this.#view ? piecesOf(this.#view.state) : [];
  }

  #begin(): EditorState {
    const { mine, generated, merged } = this.#options;
    const doc = toDocument(mine, this.#ends);
    const { before, after } = compared(mine, generated);
    const found = this.#options.found ?? textHunks(before, after);
    return EditorState.create({
      doc,
      extensions: [
        lineEndExtension(this.#ends),
        this.#extensions(),
        hunks(found, (piece, act) => this.#act(piece, act)),
        foldAlike(doc, found),
        merged ? takenIn(merged) : [],
      ],
    });
  }

  #extensions(): Extension {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
    const own = [
      { key: MERGE_KEYS.next, run: () => this.next() },
      { key: MERGE_KEYS.previous, run: () => this.previous() },
      { key: MERGE_KEYS.take, run: () => this.take() },
      { key: MERGE_KEYS.edit, run: () => this.edit() },
      { key: MERGE_KEYS.both, run: () => this.both() },
      { key: MERGE_KEYS.keep, run: () => this.keep() },
      { key: MERGE_KEYS.takeAll, run: () => (this.takeAll(), true) },
      { key: MERGE_KEYS.keepAll, run: () => (this.keepAll(), true) },
    ];
    return [
      nonce ? EditorView.cspNonce.of(nonce) : [],
      EditorView.lineWrapping,
      drawSelection(),
      lineKinds,
      look,
      theme,
      language,
      history(),
      Prec.highest(keymap.of(own)),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Your script with the generated pieces' }),
      EditorView.updateListener.of((update) => {
        this.#tellLeft();
        if (update.docChanged || piecesOf(update.startState) !== piecesOf(update.state)) this.#options.onChange?.();
      }),
    ];
  }

  #goTo(piece: Piece | undefined): boolean {
    if (!this.#view || !piece) return false;
    const effects = EditorView.scrollIntoView(piece.from, { y: 'center' });
    this.#view.dispatch({ selection: { anchor: piece.from }, effects });
    return true;
  }

  #act(piece: Piece, act: Act): void {
    if (act === 'edit') this.#edit(piece);
    else {
      this.#apply([piece], act);
      this.next();
    }
    this.focus();
  }

  #edit(piece: Piece): boolean {
    const { from, text } = piece;
    this.#apply([piece], 'take');
    const end = from + text.replace(/\n$/, '').length;
    this.#view?.dispatch({ selection: { anchor: from, head: end }, scrollIntoView: true });
    this.focus();
    return true;
  }

  #decide(decision: Decision): boolean {
    const piece = this.#view && pieceAt(this.#view.state);
    if (!piece) return this.next();
    this.#apply([piece], decision);
    this.next();
    return true;
  }

  #apply(chosen: readonly Piece[], decision: Decision): void {
    if (this.#view && chosen.length > 0) this.#view.dispatch(decide(this.#view.state, chosen, decision));
  }

  #tellLeft(): void {
    const left = this.#pieces.length;
    if (left === this.#left) return;
    this.#left = left;
    this.#options.onPieces?.(left);
  }
}
