import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import type { Settled } from '#contract/script-comment.ts';
import { toAnchor, findAnchor, type TextAnchor } from '#markdown/comments/text-anchor.ts';
import type { Place } from '#markdown/text-diff.ts';
import type { Forms } from '#renderer/drafts/forms.ts';
import { whenLeaving } from '#renderer/drafts/page-leave.ts';
import { getRemarkForm, type TextKind } from '#renderer/storage/keys.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';
import { CommentDraft } from './comment-draft.svelte.ts';
import { commentMarks, setDecision, getMarkedPlaces, moveMark, showMarks, type MarkedPlace } from './comment-marks.ts';
import type { CommentStore } from './comment-store.ts';
import { storeImportedComments } from './imported-comments.ts';
import type { SharedState } from './shared-state.ts';
import { STATE_AFTER, createCommentId, type CommentThread, type StoredPlaces } from './comment-thread.ts';

/** Pause in typing before the places are saved, in ms. */
const SAVE_PAUSE_MS = 400;
/** The id of the mark of a comment that is being written. */
const COMPOSED_ID = 'new';
const ME = { name: null, mine: true } as const;

export interface ShownThread extends CommentThread {
  /** Null if its words are no longer in the text. */
  readonly place: Place | null;
}

/** The comments on one text of a script, and where its editor shows them. */
export class ScriptComments {
  /** True when the comments are open beside the text. */
  isShown = $state(false);
  /** Who can see the comments. */
  sharedState = $state.raw<SharedState>('waiting');
  readonly draft: CommentDraft;
  readonly account: string;
  readonly kind: TextKind;
  readonly #store: CommentStore;
  #editor: ScriptEditorView | null = null;
  #places: ReadonlyMap<string, Place> = new Map();
  /** Ids of threads whose words the editor tracks. */
  readonly #trackedIds = new Set<string>();
  #isLoaded = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #threads = $state.raw<readonly ShownThread[]>([]);
  #activeId = $state.raw<string | null>(null);

  constructor(options: {
    readonly store: CommentStore;
    readonly forms: Pick<Forms, 'open'>;
    readonly account: string;
    readonly kind: TextKind;
  }) {
    this.#store = options.store;
    this.account = options.account;
    this.kind = options.kind;
    this.draft = new CommentDraft(options.forms, options.account);
  }

  /** All threads but deleted ones, in the order of the text; threads whose words were removed come last. */
  get threads(): readonly ShownThread[] {
    return this.#threads;
  }

  get openThreads(): readonly ShownThread[] {
    return this.#threads.filter(({ state }) => state.status === 'open');
  }

  get settledThreads(): readonly ShownThread[] {
    return this.#threads.filter(({ state }) => state.status !== 'open');
  }

  /** Changes with every comment, reply and decision. Reactive. */
  get changeSignal(): unknown {
    return this.#threads;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** The id of the active thread. */
  get activeId(): string | null {
    return this.#activeId;
  }

  /** Loads the comments and follows an editor. The returned function stops both. */
  link(editor: ScriptEditorView, page: Window): () => void {
    this.#editor = editor;
    const marks = commentMarks({
      onEnter: (id) => {
        if (id !== COMPOSED_ID && id !== this.#activeId) this.#activate(id);
      },
      onImported: ({ comments, at, markdown }) =>
        void storeImportedComments(this.#store, { comments, markdown, offset: at, kind: this.kind }),
      onDecided: (id, status) => void this.#decide(id, status === 'accepted' ? 'accepted' : 'reopened'),
    });
    const unsubscribers = [
      editor.extend(marks),
      this.#store.onChange(() => this.#updateThreads()),
      whenLeaving(page, () => this.#save()),
    ];
    void this.#load();
    return () => {
      this.#save();
      for (const unsubscribe of unsubscribers) unsubscribe();
      this.#editor = null;
      this.draft.close();
      this.#store.close();
    };
  }

  /** Moves everything to the id the service gave the script. */
  async changeScriptId(scriptId: number): Promise<void> {
    if (scriptId === this.#store.scriptId) return;
    await this.#store.changeScriptId(scriptId);
    await this.draft.open(this.#formName);
  }

  /** Call on every change of the text. */
  scheduleSave(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SAVE_PAUSE_MS);
  }

  /** Begins a comment on the selection, or on the word or line at the cursor. Returns false if there are no words. */
  beginComment(): boolean {
    const editor = this.#editor;
    const place = editor && findWords(editor.state);
    if (!editor || !place) return false;
    const { composing } = this.draft;
    const anchor = toAnchor(editor.getSource().sliceString(0), place);
    this.draft.setComposing({ anchor, text: composing?.text ?? '', replacement: null });
    this.isShown = true;
    this.#activeId = null;
    this.#drawMarks({ ...place, id: COMPOSED_ID, look: 'comment' });
    return true;
  }

  cancel(): void {
    this.draft.setComposing(null);
    this.#drawMarks();
  }

  /** Adds the composed comment. Returns false if it could not be saved; then it stays in its field. */
  async submit(): Promise<boolean> {
    const { composing } = this.draft;
    if (!composing) return true;
    const place = this.#getComposedPlace();
    const anchor = place ? this.#createAnchor(place) : composing.anchor;
    const id = createCommentId();
    const { text, replacement } = composing;
    this.#setPlace(id, place);
    const isSaved = await this.#store.put(id, {
      type: 'thread',
      kind: this.kind,
      author: ME,
      at: new Date().toISOString(),
      text: text.trim(),
      replacement,
      anchor,
      sent: null,
    });
    if (!isSaved) return false;
    this.draft.setComposing(null);
    this.#activate(id);
    this.#save();
    return true;
  }

  async reply(thread: string): Promise<boolean> {
    const text = this.draft.getReply(thread).trim();
    if (text === '') return true;
    const reply = { type: 'reply', thread, author: ME, at: new Date().toISOString(), text, sent: null } as const;
    if (!(await this.#store.put(createCommentId(), reply))) return false;
    this.draft.setReply(thread, '');
    return true;
  }

  resolve(id: string): Promise<boolean> {
    return this.#decide(id, 'resolved');
  }

  reopen(id: string): Promise<boolean> {
    return this.#decide(id, 'reopened');
  }

  reject(id: string): Promise<boolean> {
    return this.#decide(id, 'rejected');
  }

  remove(id: string): Promise<boolean> {
    return this.#decide(id, 'deleted');
  }

  /** Restores a deleted thread. */
  restore(id: string): Promise<boolean> {
    return this.#decide(id, 'restored');
  }

  /** Applies a suggestion to the text; one undo reverts and reopens it. */
  accept(id: string): void {
    const thread = this.#threads.find((item) => item.id === id);
    const place = this.#getCurrentPlace(id);
    if (!thread || thread.replacement === null || !place) return;
    const insert = Text.of(thread.replacement.split('\n'));
    this.#editor?.apply({
      changes: { ...place, insert },
      effects: [
        moveMark.of({ id, look: 'hidden', from: place.from, to: place.from + insert.length }),
        setDecision.of({ id, status: 'accepted' }),
      ],
      annotations: isolateHistory.of('full'),
      userEvent: 'input.suggestion',
    });
    // An editor that is not shown does not report the decision.
    if (this.#editor?.element === null) void this.#decide(id, 'accepted');
  }

  /** Shows a thread and its words. */
  showThread(id: string): void {
    this.isShown = true;
    this.#activate(id);
    const place = this.#getCurrentPlace(id);
    if (!place) return;
    this.#editor?.apply({
      selection: EditorSelection.cursor(place.from),
      effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
      userEvent: 'select.comment',
    });
  }

  /** Shows the next or previous open thread, wrapping around at the ends. */
  showNext(by: 1 | -1): void {
    const { openThreads } = this;
    const index = openThreads.findIndex(({ id }) => id === this.#activeId);
    const next =
      index < 0 && by < 0 ? openThreads.at(-1) : openThreads[(index + by + openThreads.length) % openThreads.length];
    if (next) this.showThread(next.id);
  }

  /** Saves the comments' current places, including those of restored words. */
  savePlaces(): void {
    this.#save();
  }

  /** All threads of this text, including deleted ones. */
  get #ownThreads(): readonly CommentThread[] {
    return this.#store.threads.filter(({ kind }) => kind === this.kind);
  }

  get #formName(): string {
    return getRemarkForm(this.kind, this.#store.scriptId);
  }

  async #load(): Promise<void> {
    await Promise.all([this.#store.load(), this.draft.open(this.#formName)]);
    this.#isLoaded = true;
    this.#findPlaces();
    this.#updateThreads();
    if (this.draft.composing) this.isShown = true;
    this.#drawMarks();
  }

  #readText(): string {
    return this.#editor?.getSource().sliceString(0) ?? '';
  }

  #createAnchor(place: Place): TextAnchor {
    return toAnchor(this.#readText(), place);
  }

  /** Finds every comment's words, because the text may have changed while no editor tracked them. */
  #findPlaces(): void {
    const text = this.#readText();
    const places = this.#ownThreads.flatMap(({ id, anchor, removed }): [string, Place][] => {
      const place = findAnchor(text, anchor, { strict: removed });
      return place ? [[id, place]] : [];
    });
    this.#places = new Map(places);
  }

  #setPlace(id: string, place: Place | null): void {
    const places = new Map(this.#places);
    if (place) places.set(id, place);
    this.#places = places;
  }

  #getCurrentPlace(id: string): Place | null {
    const markedPlace = this.#editor && getMarkedPlaces(this.#editor.state).find((item) => item.id === id);
    return markedPlace ? { from: markedPlace.from, to: markedPlace.to } : null;
  }

  #getComposedPlace(): Place | null {
    const { composing } = this.draft;
    return this.#getCurrentPlace(COMPOSED_ID) ?? (composing && findAnchor(this.#readText(), composing.anchor));
  }

  /** Reads the places from the editor, finds restored words, and stores changed places. */
  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const editor = this.#editor;
    if (!editor || !this.#isLoaded) return;
    const text = this.#readText();
    const markedPlaces = new Map(getMarkedPlaces(editor.state).map(({ id, from, to }) => [id, { from, to }]));
    const places = new Map<string, Place>();
    const newPlaces: Record<string, StoredPlaces[string]> = {};
    let isAnyFound = false;
    for (const { id, anchor } of this.#ownThreads) {
      const markedPlace = markedPlaces.get(id) ?? null;
      const place = markedPlace ?? findAnchor(text, anchor, { strict: true });
      if (markedPlace === null && place !== null) this.#trackedIds.delete(id);
      isAnyFound ||= markedPlace === null && place !== null;
      if (place) places.set(id, place);
      newPlaces[id] = place ? { anchor: toAnchor(text, place), removed: false } : { anchor, removed: true };
    }
    this.#places = places;
    const id = `places-${this.kind}`;
    const before = this.#store.get(id);
    const storedPlaces = before?.type === 'places' ? before.places : {};
    if (JSON.stringify(storedPlaces) !== JSON.stringify(newPlaces) && Object.keys(newPlaces).length > 0)
      void this.#store.put(id, { type: 'places', kind: this.kind, places: newPlaces });
    else this.#updateThreads();
    if (isAnyFound) this.#drawMarks();
  }

  #updateThreads(): void {
    if (!this.#isLoaded) return;
    const unplacedThreads = this.#ownThreads.filter(({ id, removed }) => !removed && !this.#places.has(id));
    for (const { id, anchor } of unplacedThreads) this.#setPlace(id, findAnchor(this.#readText(), anchor));
    const shownThreads = this.#ownThreads
      .filter(({ state }) => !state.deleted)
      .map((thread): ShownThread => ({ ...thread, place: this.#places.get(thread.id) ?? null }));
    const sortKey = ({ place, at }: ShownThread): [number, string] => [place?.from ?? Number.MAX_SAFE_INTEGER, at];
    this.#threads = shownThreads.sort((a, b) => {
      const [[offsetA, timeA], [offsetB, timeB]] = [sortKey(a), sortKey(b)];
      return offsetA - offsetB || timeA.localeCompare(timeB);
    });
    this.#drawMarks();
  }

  #activate(id: string | null): void {
    this.#activeId = id;
    this.#drawMarks();
  }

  /** Marks the comments at the places the editor has tracked. */
  #drawMarks(composedMark = this.#createComposedMark()): void {
    const editor = this.#editor;
    if (!editor) return;
    const marks = new Map(getMarkedPlaces(editor.state).map((mark) => [mark.id, mark]));
    const places = this.#ownThreads.flatMap(({ id, state, replacement }): MarkedPlace[] => {
      // Words deleted while the editor tracked them have no place.
      const place = marks.get(id) ?? (this.#trackedIds.has(id) ? null : this.#places.get(id));
      if (!place) return [];
      this.#trackedIds.add(id);
      const isShown = state.status === 'open' && !state.deleted;
      const look = !isShown ? 'hidden' : replacement === null ? 'comment' : 'suggestion';
      return [{ id, from: place.from, to: place.to, look }];
    });
    const activeId = this.#activeId ?? (composedMark && COMPOSED_ID);
    editor.apply({
      effects: showMarks.of({ places: composedMark ? [...places, composedMark] : places, active: activeId }),
    });
  }

  #createComposedMark(): MarkedPlace | null {
    const place = this.draft.composing && this.#getComposedPlace();
    return place && { from: place.from, to: place.to, id: COMPOSED_ID, look: 'comment' };
  }

  async #decide(id: string, kind: Settled): Promise<boolean> {
    const thread = this.#store.threads.find((item) => item.id === id);
    if (!thread) return true;
    const keepsStatus = kind === 'deleted' || kind === 'restored';
    return this.#store.put(`${id}-state`, {
      type: 'state',
      thread: id,
      status: keepsStatus ? thread.state.status : STATE_AFTER[kind].status,
      deleted: STATE_AFTER[kind].deleted,
      by: ME,
      at: new Date().toISOString(),
      unsent: kind,
      seen: thread.state.seen,
    });
  }
}

/** Returns the selection without blanks around it, else the word or the line at the cursor. */
function findWords(state: ScriptEditorView['state']): Place | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const range = main.empty ? (state.wordAt(main.head) ?? line) : main;
  const words = state.sliceDoc(range.from, range.to);
  const leadingBlanks = words.length - words.trimStart().length;
  return words.trim() === '' ? null : { from: range.from + leadingBlanks, to: range.from + words.trimEnd().length };
}
