import { defaultKeymap, history, historyKeymap, invertedEffects } from '@codemirror/commands';
import {
  Change,
  diff,
  getChunks,
  getOriginalDoc,
  goToNextChunk,
  goToPreviousChunk,
  originalDocChangeEffect,
  rejectChunk,
  unifiedMergeView,
  updateOriginalDoc,
  type Chunk,
  type DiffConfig,
} from '@codemirror/merge';
import { ChangeSet, EditorState, Prec, StateField, Text, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import type { DiffPart } from '#markdown/text-diff.ts';
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
  /** From `generated` to `mine`, both with `\n` as line ends, where it was compared already. */
  readonly compared?: readonly DiffPart[];
  /** From the person's text before a merge to `mine`, with `\n`: what was taken in is marked. */
  readonly merged?: readonly DiffPart[];
  /** Pieces still undecided, told at the start and after each decision. */
  readonly onPieces?: (left: number) => void;
  /** A piece was decided or something was typed; ask `text()` when there is time for it. */
  readonly onChange?: () => void;
}

const look = EditorView.theme({
  '&.cm-merge-b .cm-content': { flexBasis: '744px', paddingLeft: '62px' },
  '&.cm-merge-b .cm-changedLine': { background: 'transparent' },
  '&.cm-merge-b .cm-changedText': { background: 'var(--n-4)', borderRadius: '2px' },
  '&.cm-merge-b .cm-deletedChunk': {
    background: 'var(--success-subtle)',
    boxShadow: 'inset 2px 0 0 var(--success-solid)',
    margin: '4px 0 4px -12px',
    padding: '4px 8px 4px 12px',
  },
  '&.cm-merge-b .cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'none' },
  '&.cm-merge-b .cm-deletedChunk .cm-chunkButtons': {
    position: 'static',
    float: 'right',
    display: 'flex',
    gap: '4px',
    marginLeft: '12px',
  },
  '&.cm-merge-b .cm-deletedChunk button.cm-piece': {
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
  '&.cm-merge-b .cm-deletedChunk button.cm-piece:hover': { background: 'var(--control-hover)' },
  '&.cm-merge-b .cm-deletedChunk button.cm-piece:focus-visible': { outline: 'none', boxShadow: 'var(--ring)' },
  '&.cm-merge-b .cm-takenIn': { boxShadow: 'inset 0 -2px 0 var(--info-solid)', background: 'var(--info-subtle)' },
  '&.cm-merge-b .cm-collapsedLines': {
    background: 'var(--hatch), var(--sunken)',
    color: 'var(--text-2)',
    font: 'var(--t-small)',
    padding: '6px 10px',
  },
  '&.cm-merge-b .cm-collapsedLines::before, &.cm-merge-b .cm-collapsedLines::after': { content: 'none' },
});

/**
 * Leaves the person's words: the compared text takes them over, so the piece is gone. The library's own `acceptChunk`
 * goes through a string and would lose carriage returns inside lines.
 */
function keepPiece(view: EditorView, at: number): boolean {
  const { state } = view;
  const chunk = getChunks(state)?.chunks.find(({ fromB, endB }) => fromB <= at && endB >= at);
  if (!chunk) return false;
  const original = getOriginalDoc(state);
  let insert = state.doc.slice(chunk.fromB, Math.max(chunk.fromB, chunk.toB - 1));
  if (chunk.fromB !== chunk.toB && chunk.toA <= original.length) insert = insert.append(Text.of(['', '']));
  const changes = ChangeSet.of(
    { from: chunk.fromA, to: Math.min(original.length, chunk.toA), insert },
    original.length,
  );
  view.dispatch({ effects: originalDocChangeEffect(state, changes), userEvent: 'accept' });
  return true;
}

/** Undo brings back a piece that was left. */
const undoKeeping = invertedEffects.of((transaction) =>
  transaction.effects
    .filter((effect) => effect.is(updateOriginalDoc))
    .map(({ value }) => {
      const doc = getOriginalDoc(transaction.startState);
      return updateOriginalDoc.of({ doc, changes: value.changes.invert(doc) });
    }),
);

/** The comparison as the library wants it: ranges in the compared text (A) and in the document (B). */
function changesOf(parts: readonly DiffPart[]): Change[] {
  const changes: Change[] = [];
  let [a, b] = [0, 0];
  for (const { kind, text } of parts) {
    const [fromA, fromB] = [a, b];
    if (kind !== 'added') a += text.length;
    if (kind !== 'removed') b += text.length;
    if (kind === 'same') continue;
    const last = changes.at(-1);
    if (last && last.toA === fromA && last.toB === fromB) {
      changes[changes.length - 1] = new Change(last.fromA, a, last.fromB, b);
    } else changes.push(new Change(fromA, a, fromB, b));
  }
  return changes;
}

/** Marks what a merge took in, and follows it while the text is edited. */
function takenIn(parts: readonly DiffPart[]): Extension {
  const mark = Decoration.mark({ class: 'cm-takenIn' });
  const ranges = changesOf(parts)
    .filter(({ fromB, toB }) => toB > fromB)
    .map(({ fromB, toB }) => mark.range(fromB, toB));
  return StateField.define<DecorationSet>({
    create: () => Decoration.set(ranges),
    update: (marks, transaction) => marks.map(transaction.changes),
    provide: (field) => EditorView.decorations.from(field),
  });
}

const DIFF_LIMITS = { scanLimit: 5000, timeout: 200 };

/**
 * The person's text with the pieces in which a generated version differs shown in place. Each is taken or left; nothing
 * changes until one is taken, so leaving all gives the text back byte for byte. Undo works as in the editor.
 */
export class MergePane {
  readonly #options: MergePaneOptions;
  readonly #ends: LineEnds;
  #view: EditorView | null = null;
  #left = -1;
  /** The text when the pane was taken off the page. */
  #last: string;

  constructor(options: MergePaneOptions) {
    this.#last = options.mine;
    this.#options = options;
    this.#ends = lineEndsOf(options.mine);
  }

  link(parent: HTMLElement): void {
    this.unlink();
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: toDocument(this.#last, this.#ends),
        extensions: this.#extensions(),
      }),
    });
    this.#tellLeft();
  }

  unlink(): void {
    this.#last = this.text();
    this.#view?.destroy();
    this.#view = null;
    this.#left = -1;
  }

  /** The text as it is now: the person's with the taken pieces. */
  text(): string {
    const state = this.#view?.state;
    return state ? fromDocument(state.doc, this.#ends) : this.#last;
  }

  focus(): void {
    this.#view?.focus();
  }

  /** Goes to the first piece. */
  first(): void {
    const view = this.#view;
    const chunk = view && getChunks(view.state)?.chunks[0];
    if (chunk) view.dispatch({ selection: { anchor: chunk.fromB }, scrollIntoView: true });
  }

  next(): boolean {
    return this.#view !== null && goToNextChunk(this.#view);
  }

  previous(): boolean {
    return this.#view !== null && goToPreviousChunk(this.#view);
  }

  /** Takes the generated piece at the cursor and goes on to the next. */
  take(): boolean {
    return this.#decide(rejectChunk);
  }

  /** Leaves the person's words at the cursor and goes on to the next. */
  keep(): boolean {
    return this.#decide(keepPiece);
  }

  /** Takes the generated piece at the cursor and stays there, with the piece selected, to change it. */
  edit(): boolean {
    const view = this.#view;
    const chunk = this.#chunkAt();
    if (!view || !chunk) return false;
    const length = chunk.endA - chunk.fromA;
    rejectChunk(view, chunk.fromB);
    const end = Math.min(view.state.doc.length, chunk.fromB + length);
    view.dispatch({ selection: { anchor: chunk.fromB, head: end }, scrollIntoView: true });
    view.focus();
    return true;
  }

  /** Puts the generated piece below the person's own and goes on to the next. */
  both(): boolean {
    const view = this.#view;
    const chunk = this.#chunkAt();
    if (!view || !chunk) return false;
    const own = view.state.doc.slice(chunk.fromB, chunk.endB);
    const other = getOriginalDoc(view.state).slice(chunk.fromA, chunk.endA);
    if (other.length === 0) return this.keep();
    const insert = own.length === 0 ? other : own.append(Text.of(['', '', ''])).append(other);
    view.dispatch({ changes: { from: chunk.fromB, to: chunk.endB, insert } });
    keepPiece(view, chunk.fromB);
    goToNextChunk(view);
    return true;
  }

  takeAll(): void {
    this.#decideAll(rejectChunk);
  }

  keepAll(): void {
    this.#decideAll(keepPiece);
  }

  #extensions(): Extension {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
    const own = [
      { key: MERGE_KEYS.next, run: goToNextChunk },
      { key: MERGE_KEYS.previous, run: goToPreviousChunk },
      { key: MERGE_KEYS.take, run: () => this.take() },
      { key: MERGE_KEYS.keep, run: () => this.keep() },
      { key: MERGE_KEYS.edit, run: () => this.edit() },
      { key: MERGE_KEYS.both, run: () => this.both() },
      { key: MERGE_KEYS.takeAll, run: () => (this.takeAll(), true) },
      { key: MERGE_KEYS.keepAll, run: () => (this.keepAll(), true) },
    ];
    const generated = this.#options.generated.split(/\r\n?|\n/).join('\n');
    return [
      nonce ? EditorView.cspNonce.of(nonce) : [],
      lineEndExtension(this.#ends),
      EditorView.lineWrapping,
      drawSelection(),
      lineKinds,
      theme,
      look,
      language,
      history(),
      undoKeeping,
      this.#options.merged ? takenIn(this.#options.merged) : [],
      Prec.highest(keymap.of(own)),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Your script with the generated pieces' }),
      EditorView.updateListener.of((update) => {
        this.#tellLeft();
        if (update.docChanged) this.#options.onChange?.();
      }),
      unifiedMergeView({
        original: generated,
        mergeControls: (type, action) => this.#button(type, action),
        gutter: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
        diffConfig: this.#diffing(generated),
      }),
    ];
  }

  /** The first comparison is of whole texts and was made elsewhere; those that follow are of the lines being edited. */
  #diffing(generated: string): DiffConfig {
    const { compared } = this.#options;
    if (!compared) return DIFF_LIMITS;
    let first = true;
    const override: DiffConfig['override'] = (a, b) => {
      if (!first || a !== generated) return diff(a, b, DIFF_LIMITS);
      first = false;
      return changesOf(compared);
    };
    return { ...DIFF_LIMITS, override };
  }

  /** In the library's words `reject` puts the compared text into the document: here that is taking the generated piece. */
  #button(type: 'reject' | 'accept', reject: (event: MouseEvent) => void): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-piece';
    button.textContent = type === 'reject' ? 'Take' : 'Keep mine';
    button.addEventListener('click', (event) => {
      if (type === 'reject') reject(event);
      else if (this.#view) keepPiece(this.#view, this.#view.posAtDOM(button));
    });
    return button;
  }

  #chunkAt(): Chunk | null {
    const view = this.#view;
    const chunks = view ? (getChunks(view.state)?.chunks ?? []) : [];
    const head = view?.state.selection.main.head ?? 0;
    return chunks.find((chunk) => chunk.fromB <= head && head <= chunk.endB) ?? null;
  }

  #decide(decision: (view: EditorView, at: number) => boolean): boolean {
    const view = this.#view;
    if (!view) return false;
    const chunk = this.#chunkAt();
    if (!chunk) return goToNextChunk(view);
    const done = decision(view, chunk.fromB);
    goToNextChunk(view);
    return done;
  }

  #decideAll(decision: (view: EditorView, at: number) => boolean): void {
    const view = this.#view;
    // From the end, so that the places of those before stay true.
    for (const chunk of [...((view && getChunks(view.state)?.chunks) ?? [])].reverse())
      if (view) decision(view, chunk.fromB);
  }

  #tellLeft(): void {
    const left = this.#view ? (getChunks(this.#view.state)?.chunks.length ?? 0) : 0;
    if (left === this.#left) return;
    this.#left = left;
    this.#options.onPieces?.(left);
  }
}
