import { defaultKeymap, history, historyKeymap, isolateHistory, redo, undo } from '@codemirror/commands';
import {
  Annotation,
  Compartment,
  EditorSelection,
  EditorState,
  Prec,
  Text,
  Transaction,
  type ChangeSet,
  type ChangeSpec,
  type Extension,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { dropCursor, EditorView, keymap, placeholder, type KeyBinding, type ViewUpdate } from '@codemirror/view';
import { logger } from '#log/logger.ts';
import { findChange, type TextChange, type TextSource } from '#markdown/text-change.ts';
import { catchTyping } from '#renderer/shared/catch-typing.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import { mapThroughComposition, Composition, type ComposedText } from './composition.ts';
import { fromDocument, lineEndExtension, detectLineEnds, toDocument, type LineEnds } from './line-ends.ts';
import { lineDirections } from './line-directions.ts';
import { lineKinds } from './line-kinds.ts';
import * as format from './markdown-commands.ts';
import { multipleSelections } from './several-selections.ts';
import { theme } from './theme.ts';
import { showTimes, timeGutter, type ParagraphTime } from './time-gutter.ts';
import type * as search from './search.ts';

const log = logger('editor');

type SearchModule = typeof search;

/** A change without its text, which is costly; call the editor's `getText()` when there is time. */
export interface EditorChange {
  /** The whole change, in characters of the old and the new source. */
  readonly change: TextChange;
  readonly before: TextSource;
  readonly after: TextSource;
  /** Returns the whole text before the change, with the script's own line ends. */
  readonly textBefore: () => string;
  /** The changed ranges: `from`–`to` of the old source became `fromNew`–`toNew`. */
  readonly ranges: readonly {
    readonly from: number;
    readonly to: number;
    readonly fromNew: number;
    readonly toNew: number;
  }[];
  /** False if the program set the text (`open`, `setText`, a generation). */
  readonly byPerson: boolean;
}

export interface ScriptEditorListener {
  readonly onChange?: (change: EditorChange) => void;
  /** Runs when the main cursor moves, with its offset in the source. */
  readonly onCursor?: (offset: number) => void;
}

/** The mark of changes that the program makes, not the person. */
const byProgram = Annotation.define<boolean>();

/** The editor's shortcuts beyond CodeMirror's own; `Mod` is Ctrl, or Command on a Mac. */
export const EDITOR_KEYS = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  link: 'Mod-Alt-k',
  heading: ['Mod-Alt-1', 'Mod-Alt-2', 'Mod-Alt-3'],
  plain: 'Mod-Alt-0',
  find: 'Mod-f',
} as const;

const formatBindings: readonly KeyBinding[] = [
  { key: EDITOR_KEYS.bold, run: format.toggleBold, preventDefault: true },
  { key: EDITOR_KEYS.italic, run: format.toggleItalic, preventDefault: true },
  { key: EDITOR_KEYS.link, run: format.insertLink, preventDefault: true },
  ...EDITOR_KEYS.heading.map((key, index) => ({ key, run: format.toggleHeading(index + 1), preventDefault: true })),
  { key: EDITOR_KEYS.plain, run: format.toggleHeading(0), preventDefault: true },
  { key: 'Tab', run: format.indentItem, shift: format.outdentItem },
];

function readRanges(changes: ChangeSet): EditorChange['ranges'] {
  const ranges: EditorChange['ranges'][number][] = [];
  changes.iterChangedRanges((from, to, fromNew, toNew) => ranges.push({ from, to, fromNew, toNew }));
  return ranges;
}

/** Moves the editor within the page and keeps focus, caret and scroll position. */
function moveInto(parent: HTMLElement, dom: HTMLElement, hasFocus: boolean): void {
  const selection = dom.ownerDocument.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  const scroller = dom.querySelector('.cm-scroller');
  const top = scroller?.scrollTop ?? 0;
  // Only `moveBefore` keeps the focus; in older browsers it is restored below.
  if ('moveBefore' in Element.prototype && dom.isConnected && parent.isConnected) parent.moveBefore(dom, null);
  else parent.append(dom);
  if (scroller && scroller.scrollTop !== top) scroller.scrollTop = top;
  if (!hasFocus) return;
  dom.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
  if (anchorNode && focusNode) selection?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

/**
 * Wraps the script editor. It lives outside component state: create it once per window, `open` a text, `link` it to an
 * element. Offsets and `getSource()` count a line end as one character; `getText()` has the script's own line ends.
 */
export class ScriptEditorView {
  readonly #languageCompartment = new Compartment();
  readonly #searchCompartment = new Compartment();
  readonly #readOnlyCompartment = new Compartment();
  readonly #addedCompartment = new Compartment();
  #languageExtension: Extension = [];
  #searchExtension: Extension = [];
  #searchModule: SearchModule | null = null;
  #addedExtensions: readonly Extension[] = [];
  #isReadOnly = false;
  #lineEnds: LineEnds = '\n';
  #state: EditorState;
  #view: EditorView | null = null;
  #listener: ScriptEditorListener;
  readonly #afterPaint = new AfterPaint(() => void this.loadLanguage());
  readonly #composition = new Composition((composedText) => this.#reportComposed(composedText));

  constructor(listener: ScriptEditorListener = {}) {
    this.#listener = listener;
    this.#state = this.#createState('');
  }

  /** Replaces the listener and reports the current text to it. */
  setListener(listener: ScriptEditorListener): void {
    this.#listener = listener;
    const { doc, selection } = this.#current;
    const ranges = [{ from: 0, to: 0, fromNew: 0, toNew: doc.length }];
    listener.onChange?.(this.#createChange(ranges, Text.empty, doc, false));
    listener.onCursor?.(selection.main.head);
  }

  #createState(text: string, cursor = 0): EditorState {
    this.#lineEnds = detectLineEnds(text);
    const state = EditorState.create({
      doc: toDocument(text, this.#lineEnds),
      extensions: [lineEndExtension(this.#lineEnds), this.#createExtensions()],
    });
    return state.update({ selection: EditorSelection.cursor(Math.min(cursor, state.doc.length)) }).state;
  }

  #createExtensions(): Extension {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
    return [
      nonce ? EditorView.cspNonce.of(nonce) : [],
      multipleSelections,
      dropCursor(),
      EditorView.lineWrapping,
      placeholder('Start writing, or generate text on the right.'),
      timeGutter,
      lineKinds,
      lineDirections,
      theme,
      history(),
      this.#composition.extension,
      this.#languageCompartment.of(this.#languageExtension),
      this.#searchCompartment.of(this.#searchExtension),
      this.#readOnlyCompartment.of(EditorState.readOnly.of(this.#isReadOnly)),
      this.#addedCompartment.of(this.#addedExtensions),
      Prec.high(
        keymap.of([...formatBindings, { key: EDITOR_KEYS.find, run: () => this.#openSearch(), preventDefault: true }]),
      ),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': 'Script',
        spellcheck: 'true',
        autocapitalize: 'sentences',
      }),
      EditorView.updateListener.of((update) => this.#onUpdate(update)),
    ];
  }

  /** Shows the editor in `parent`; if it is shown elsewhere, moves it there and keeps the focus. */
  link(parent: HTMLElement): void {
    if (this.#view) moveInto(parent, this.#view.dom, this.#view.hasFocus);
    else this.#view = new EditorView({ state: this.#state, parent });
    // Loads highlighting when idle after the first paint.
    if (this.#isEmpty(this.#languageExtension)) this.#afterPaint.schedule();
  }

  /** Removes the editor from `parent` or its current place. Text, cursor and history stay for the next `link`. */
  unlink(parent = this.#view?.dom.parentElement): void {
    if (!this.#view || parent !== this.#view.dom.parentElement) return;
    this.#composition.end();
    this.#state = this.#view.state;
    this.#view.destroy();
    this.#view = null;
  }

  /** Opens another script with an empty undo history. */
  open(text: string, cursor = 0): void {
    this.#composition.end();
    const before = this.#current.doc;
    const state = this.#createState(text, cursor);
    if (this.#view) this.#view.setState(state);
    this.#state = state;
    const ranges = [{ from: 0, to: before.length, fromNew: 0, toNew: state.doc.length }];
    this.#listener.onChange?.(this.#createChange(ranges, before, state.doc, false));
  }

  /** Returns the script with its own line ends, byte for byte if nothing was edited, without a running composition. */
  getText(): string {
    return fromDocument(this.#composition.before ?? this.#current.doc, this.#lineEnds);
  }

  /** Returns the script as a text source, without copying. */
  getSource(): TextSource {
    return this.#current.doc;
  }

  /**
   * Replaces the text, changing only what differs; cursor and history stay. One undo reverts it. Use it for texts from
   * elsewhere: a generation, another window, a restored version.
   */
  setText(text: string): void {
    if (this.#composition.deferReplacement(text)) return;
    const change = this.#diffTo(text, this.#current.doc);
    if (change) this.#replace(change);
  }

  /** Returns the change of a document to a text, limited to what differs; null if nothing does. */
  #diffTo(text: string, document: Text): ChangeSpec | null {
    const newText = toDocument(text, this.#lineEnds).sliceString(0);
    const { from, to, toNew } = findChange(document.sliceString(0), newText);
    if (from === to && from === toNew) return null;
    return { from, to, insert: Text.of(newText.slice(from, toNew).split('\n')) };
  }

  #replace(changes: ChangeSpec): void {
    const annotations = [byProgram.of(true), isolateHistory.of('full'), Transaction.userEvent.of('input.replace')];
    this.#dispatch(this.#current.update({ changes, annotations }));
  }

  /** Adds an extension that is not needed to start writing. The returned function removes it. */
  extend(extension: Extension): () => void {
    const setExtensions = (list: readonly Extension[]): void => {
      this.#addedExtensions = list;
      this.#dispatch(this.#current.update({ effects: this.#addedCompartment.reconfigure(list) }));
    };
    setExtensions([...this.#addedExtensions, extension]);
    return () => setExtensions(this.#addedExtensions.filter((item) => item !== extension));
  }

  /**
   * Applies a person's action from outside the text: a change that one undo reverts, or an effect. Works linked or not.
   */
  apply(spec: TransactionSpec): void {
    this.#dispatch(this.#current.update(spec));
  }

  /** Measures the text again after its font has changed. */
  remeasure(): void {
    this.#view?.requestMeasure();
  }

  /** Returns the text with its cursors and the state of extensions. */
  get state(): EditorState {
    return this.#current;
  }

  focus(): void {
    this.#view?.focus();
  }

  get readOnly(): boolean {
    return this.#isReadOnly;
  }

  set readOnly(readOnly: boolean) {
    this.#isReadOnly = readOnly;
    this.#dispatch(
      this.#current.update({ effects: this.#readOnlyCompartment.reconfigure(EditorState.readOnly.of(readOnly)) }),
    );
  }

  /** Returns the main cursor's offset, with line and column counted from 1. */
  getCursor(): { offset: number; line: number; column: number } {
    const { doc, selection } = this.#current;
    const line = doc.lineAt(selection.main.head);
    return { offset: selection.main.head, line: line.number, column: selection.main.head - line.from + 1 };
  }

  /** Moves the cursor to an offset, scrolls its line to the upper edge and focuses the editor. */
  jumpTo(offset: number): void {
    const target = Math.min(Math.max(0, offset), this.#current.doc.length);
    this.#dispatch(
      this.#current.update({
        selection: EditorSelection.cursor(target),
        effects: EditorView.scrollIntoView(target, { y: 'start', yMargin: 18 }),
        userEvent: 'select.jump',
      }),
    );
    this.focus();
  }

  showTimes(times: readonly ParagraphTime[]): void {
    if (this.#view) showTimes(this.#view, times);
  }

  /** Returns the scrolling element, or null while unlinked. */
  get element(): HTMLElement | null {
    return this.#view?.scrollDOM ?? null;
  }

  /** Returns the line (from 0, with its fraction) at the upper edge. */
  getLineAtTop(): number {
    const view = this.#view;
    if (!view) return 0;
    const height = Math.max(0, view.scrollDOM.scrollTop - view.documentPadding.top);
    const block = view.lineBlockAtHeight(height);
    const line = view.state.doc.lineAt(block.from).number - 1;
    return line + (block.height > 0 ? Math.min(1, Math.max(0, (height - block.top) / block.height)) : 0);
  }

  /** Scrolls a line (from 0, fractions count) to the upper edge. */
  scrollToLine(line: number): void {
    const view = this.#view;
    if (!view) return;
    const lineNumber = Math.min(view.state.doc.lines, Math.max(1, Math.floor(line) + 1));
    const block = view.lineBlockAt(view.state.doc.line(lineNumber).from);
    const share = Math.max(0, line - (lineNumber - 1));
    view.scrollDOM.scrollTop = line <= 0 ? 0 : block.top + share * block.height + view.documentPadding.top;
  }

  toggleBold = (): boolean => this.run(format.toggleBold);
  toggleItalic = (): boolean => this.run(format.toggleItalic);
  insertLink = (): boolean => this.run(format.insertLink);
  toggleHeading = (level: number): boolean => this.run(format.toggleHeading(level));
  undo = (): boolean => this.run(undo);
  redo = (): boolean => this.run(redo);

  openFindPanel(): void {
    this.#openSearch();
  }

  get #current(): EditorState {
    return this.#view?.state ?? this.#state;
  }

  #dispatch(transaction: Transaction): void {
    if (this.#view) {
      this.#view.dispatch(transaction);
      return;
    }
    const before = this.#state.doc;
    this.#state = transaction.state;
    if (transaction.docChanged)
      this.#reportUnlessComposing(transaction.changes, before, transaction.annotation(byProgram) !== true);
  }

  /** Runs a command on the text and focuses it. Returns false if the command did nothing. */
  run(command: StateCommand): boolean {
    const isHandled = command({ state: this.#current, dispatch: (transaction) => this.#dispatch(transaction) });
    this.focus();
    return isHandled;
  }

  /** Calls `action` with the shown editor; does nothing while none is shown. */
  withView(action: (view: EditorView) => void): void {
    if (this.#view) action(this.#view);
  }

  #onUpdate(update: ViewUpdate): void {
    if (update.docChanged) {
      const byPerson = !update.transactions.some((transaction) => transaction.annotation(byProgram) === true);
      this.#reportUnlessComposing(update.changes, update.startState.doc, byPerson);
    }
    if (update.selectionSet) this.#listener.onCursor?.(update.state.selection.main.head);
  }

  /** Reports a composition as one change, then applies a text that the program set meanwhile. */
  #reportComposed(composedText: ComposedText): void {
    const { before, changes, replacement } = composedText;
    this.#report(changes, before, true);
    const change = replacement === null ? null : this.#diffTo(replacement, before);
    if (change) this.#replace(mapThroughComposition(composedText, change));
  }

  #reportUnlessComposing(changes: ChangeSet, before: Text, byPerson: boolean): void {
    if (byPerson && this.#composition.absorbChange(changes, before)) return;
    this.#report(changes, before, byPerson);
  }

  #report(changes: ChangeSet, before: Text, byPerson: boolean): void {
    this.#listener.onChange?.(this.#createChange(readRanges(changes), before, this.#current.doc, byPerson));
  }

  #createChange(ranges: EditorChange['ranges'], before: Text, after: Text, byPerson: boolean): EditorChange {
    const [first, last] = [ranges[0], ranges.at(-1)];
    const change = { from: first?.from ?? 0, to: last?.to ?? 0, toNew: last?.toNew ?? 0 };
    return { change, ranges, before, after, textBefore: () => fromDocument(before, this.#lineEnds), byPerson };
  }

  #isEmpty(extension: Extension): boolean {
    return Array.isArray(extension) && extension.length === 0;
  }

  /** Loads Markdown if needed: highlighting, and every command that needs the syntax. */
  async loadLanguage(): Promise<void> {
    const { language } = await import('./language.ts');
    if (!this.#isEmpty(this.#languageExtension)) return;
    this.#languageExtension = language;
    this.#dispatch(this.#current.update({ effects: this.#languageCompartment.reconfigure(language) }));
    requestIdleCallback(() => void this.#loadSearch().catch(log.failure('search not loaded')));
  }

  async #loadSearch(): Promise<SearchModule> {
    return (this.#searchModule ??= await import('./search.ts'));
  }

  #openSearch(): boolean {
    if (this.#searchModule) this.#showSearch(this.#searchModule, '');
    else void this.#openSearchLater().catch(log.failure('search not loaded'));
    return true;
  }

  async #openSearchLater(): Promise<void> {
    let isCancelled = false;
    const field = { text: '', isOver: () => this.#view?.hasFocus !== true, cancel: () => (isCancelled = true) };
    const stopCatching = catchTyping(field);
    try {
      const tools = await this.#loadSearch();
      if (!isCancelled) this.#showSearch(tools, field.text);
    } finally {
      stopCatching();
    }
  }

  #showSearch({ searching, openSearch }: SearchModule, letters: string): void {
    if (this.#isEmpty(this.#searchExtension)) {
      this.#searchExtension = searching;
      this.#dispatch(this.#current.update({ effects: this.#searchCompartment.reconfigure(searching) }));
    }
    if (this.#view) openSearch(this.#view, letters);
  }
}
