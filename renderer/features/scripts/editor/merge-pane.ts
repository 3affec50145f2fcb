import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  getChunks,
  getOriginalDoc,
  goToNextChunk,
  goToPreviousChunk,
  originalDocChangeEffect,
  rejectChunk,
  unifiedMergeView,
} from '@codemirror/merge';
import { ChangeSet, EditorState, Prec, Text, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { language } from './language.ts';
import { fromDocument, lineEndExtension, lineEndsOf, toDocument, type LineEnds } from './line-ends.ts';
import { lineKinds } from './line-kinds.ts';
import { theme } from './theme.ts';

/** The keys of the pane; `Mod` is Ctrl, on a Mac Command. */
export const MERGE_KEYS = {
  next: 'F7',
  previous: 'Shift-F7',
  take: 'Mod-Enter',
  keep: 'Mod-Backspace',
  takeAll: 'Mod-Shift-Enter',
} as const;

export interface MergePaneOptions {
  /** The person's text: it stays as it is until a piece is taken. */
  readonly mine: string;
  /** What was generated. */
  readonly generated: string;
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

/**
 * The person's text with the pieces in which a generated version differs shown in place. Each is taken or left; nothing
 * changes until one is taken, so leaving all gives the text back byte for byte. Undo works as in the editor.
 */
export class MergePane {
  readonly #options: MergePaneOptions;
  readonly #ends: LineEnds;
  #view: EditorView | null = null;
  #left = -1;

  constructor(options: MergePaneOptions) {
    this.#options = options;
    this.#ends = lineEndsOf(options.mine);
  }

  link(parent: HTMLElement): void {
    this.unlink();
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: toDocument(this.#options.mine, this.#ends),
        extensions: this.#extensions(),
      }),
    });
    this.#tellLeft();
  }

  unlink(): void {
    this.#view?.destroy();
    this.#view = null;
    this.#left = -1;
  }

  /** The text as it is now: the person's with the taken pieces. */
  text(): string {
    const state = this.#view?.state;
    return state ? fromDocument(state.doc, this.#ends) : this.#options.mine;
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
      { key: MERGE_KEYS.takeAll, run: () => (this.takeAll(), true) },
    ];
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
      Prec.highest(keymap.of(own)),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Your script with the generated pieces' }),
      EditorView.updateListener.of((update) => {
        this.#tellLeft();
        if (update.docChanged) this.#options.onChange?.();
      }),
      unifiedMergeView({
        original: this.#options.generated.split(/\r\n?|\n/).join('\n'),
        mergeControls: (type, action) => this.#button(type, action),
        gutter: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
        diffConfig: { scanLimit: 5000, timeout: 500 },
      }),
    ];
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

  #chunkAt(): number | null {
    const view = this.#view;
    const chunks = view ? (getChunks(view.state)?.chunks ?? []) : [];
    const head = view?.state.selection.main.head ?? 0;
    return chunks.find((chunk) => chunk.fromB <= head && head <= chunk.endB)?.fromB ?? null;
  }

  #decide(decision: (view: EditorView, at: number) => boolean): boolean {
    const view = this.#view;
    if (!view) return false;
    const at = this.#chunkAt();
    if (at === null) return goToNextChunk(view);
    const done = decision(view, at);
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
