import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import type { Settled } from '#contract/script-comment.ts';
import { anchorOf, findAnchor, type TextAnchor } from '#markdown/comments/text-anchor.ts';
import type { Place } from '#markdown/text-diff.ts';
import type { Forms } from '#renderer/drafts/forms.ts';
import { whenLeaving } from '#renderer/drafts/page-leave.ts';
import { remarkForm, type TextKind } from '#renderer/storage/keys.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';
import { CommentDraft } from './comment-draft.svelte.ts';
import { commentMarks, decided, markedPlaces, moveMark, showMarks, type MarkedPlace } from './comment-marks.ts';
import type { CommentStore } from './comment-store.ts';
import { storeImported } from './imported-comments.ts';
import type { CommentsShared } from './shared-state.ts';
import { AFTER, newCommentId, type CommentThread, type StoredPlaces } from './comment-thread.ts';

/** Waits for this pause in typing before the places are saved, in milliseconds. */
const PAUSE = 400;
/** Marks the words of a comment that is being written. */
const NEW = 'new';
const ME = { name: null, mine: true } as const;

export interface ShownThread extends CommentThread {
  /** Null if its words are no longer in the text. */
  readonly place: Place | null;
}

/** The comments on one text of a script, and where its editor shows them. */
export class ScriptComments {
  /** True when the margin is open. */
  shown = $state(false);
  /** Who can see the comments. */
  shared = $state.raw<CommentsShared>('waiting');
  readonly draft: CommentDraft;
  readonly kind: TextKind;
  readonly #store: CommentStore;
  #editor: ScriptEditorView | null = null;
  #places: ReadonlyMap<string, Place> = new Map();
  /** Threads that the editor has followed since their words were found. */
  readonly #followed = new Set<string>();
  #loaded = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #threads = $state.raw<readonly ShownThread[]>([]);
  #active = $state.raw<string | null>(null);

  constructor(of: {
    readonly store: CommentStore;
    readonly forms: Pick<Forms, 'open'>;
    readonly account: string;
    readonly kind: TextKind;
  }) {
    this.#store = of.store;
    this.kind = of.kind;
    this.draft = new CommentDraft(of.forms, of.account);
  }

  /** Returns all threads but deleted ones, in the order of the text; those whose words are gone come last. */
  get threads(): readonly ShownThread[] {
    return this.#threads;
  }

  get open(): readonly ShownThread[] {
    return this.#threads.filter(({ state }) => state.status === 'open');
  }

  get settled(): readonly ShownThread[] {
    return this.#threads.filter(({ state }) => state.status !== 'open');
  }

  /** Changes whenever something was said or decided. Reactive. */
  get changes(): unknown {
    return this.#threads;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  /** Returns the id of the thread that the person is at. */
  get active(): string | null {
    return this.#active;
  }

  /** Loads the comments and follows an editor. The returned function stops both. */
  link(editor: ScriptEditorView, page: Window): () => void {
    this.#editor = editor;
    const marks = commentMarks({
      onEnter: (id) => {
        if (id !== NEW && id !== this.#active) this.#activate(id);
      },
      onImported: ({ comments, at, markdown }) =>
        void storeImported(this.#store, { comments, markdown, offset: at, kind: this.kind }),
      onDecided: (id, status) => void this.#decide(id, status === 'accepted' ? 'accepted' : 'reopened'),
    });
    const ends = [
      editor.extend(marks),
      this.#store.onChange(() => this.#list()),
      whenLeaving(page, () => this.#save()),
    ];
    void this.#load();
    return () => {
      this.#save();
      for (const end of ends) end();
      this.#editor = null;
      this.draft.close();
      this.#store.close();
    };
  }

  /** Moves everything to the id the service gave the script. */
  async become(scriptId: number): Promise<void> {
    if (scriptId === this.#store.scriptId) return;
    await this.#store.become(scriptId);
    await this.draft.open(this.#formName);
  }

  /** Call on every change of the text. */
  note(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), PAUSE);
  }

  /** Begins a comment on the selection, or on the word or line at the cursor. Returns false if there are no words. */
  begin(): boolean {
    const editor = this.#editor;
    const place = editor && wordsAt(editor.state);
    if (!editor || !place) return false;
    const { composing } = this.draft;
    const anchor = anchorOf(editor.source().sliceString(0), place);
    this.draft.compose({ anchor, text: composing?.text ?? '', replacement: null });
    this.shown = true;
    this.#active = null;
    this.#draw({ ...place, id: NEW, look: 'comment' });
    return true;
  }

  cancel(): void {
    this.draft.compose(null);
    this.#draw();
  }

  /** Adds the comment that was composed. Returns false if it could not be saved; then it stays in its field. */
  async submit(): Promise<boolean> {
    const { composing } = this.draft;
    if (!composing) return true;
    const place = this.#composedPlace();
    const anchor = place ? this.#anchorAt(place) : composing.anchor;
    const id = newCommentId();
    const { text, replacement } = composing;
    this.#place(id, place);
    const kept = await this.#store.put(id, {
      type: 'thread',
      kind: this.kind,
      author: ME,
      at: new Date().toISOString(),
      text: text.trim(),
      replacement,
      anchor,
      sent: null,
    });
    if (!kept) return false;
    this.draft.compose(null);
    this.#activate(id);
    this.#save();
    return true;
  }

  async reply(thread: string): Promise<boolean> {
    const text = this.draft.replyTo(thread).trim();
    if (text === '') return true;
    const reply = { type: 'reply', thread, author: ME, at: new Date().toISOString(), text, sent: null } as const;
    if (!(await this.#store.put(newCommentId(), reply))) return false;
    this.draft.reply(thread, '');
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

  /** Brings a deleted thread back. */
  restore(id: string): Promise<boolean> {
    return this.#decide(id, 'restored');
  }

  /** Puts a suggestion into the text; one undo takes it out and opens it again. */
  accept(id: string): void {
    const thread = this.#threads.find((one) => one.id === id);
    const place = this.#placeNow(id);
    if (!thread || thread.replacement === null || !place) return;
    const insert = Text.of(thread.replacement.split('\n'));
    this.#editor?.apply({
      changes: { ...place, insert },
      effects: [
        moveMark.of({ id, look: 'hidden', from: place.from, to: place.from + insert.length }),
        decided.of({ id, status: 'accepted' }),
      ],
      annotations: isolateHistory.of('full'),
      userEvent: 'input.suggestion',
    });
    // Without a page that shows it, the editor tells nobody.
    if (this.#editor?.element === null) void this.#decide(id, 'accepted');
  }

  /** Shows a thread and its words. */
  show(id: string): void {
    this.shown = true;
    this.#activate(id);
    const place = this.#placeNow(id);
    if (!place) return;
    this.#editor?.apply({
      selection: EditorSelection.cursor(place.from),
      effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
      userEvent: 'select.comment',
    });
  }

  /** Shows the next open thread, or the previous one; after the last comes the first. */
  step(by: 1 | -1): void {
    const { open } = this;
    const at = open.findIndex(({ id }) => id === this.#active);
    const next = at < 0 && by < 0 ? open.at(-1) : open[(at + by + open.length) % open.length];
    if (next) this.show(next.id);
  }

  /** Saves where the comments are now, and finds those again whose words came back. */
  settle(): void {
    this.#save();
  }

  /** Returns the threads of this text, with deleted ones. */
  get #own(): readonly CommentThread[] {
    return this.#store.threads.filter(({ kind }) => kind === this.kind);
  }

  get #formName(): string {
    return remarkForm(this.kind, this.#store.scriptId);
  }

  async #load(): Promise<void> {
    await Promise.all([this.#store.load(), this.draft.open(this.#formName)]);
    this.#loaded = true;
    this.#find();
    this.#list();
    if (this.draft.composing) this.shown = true;
    this.#draw();
  }

  #text(): string {
    return this.#editor?.source().sliceString(0) ?? '';
  }

  #anchorAt(place: Place): TextAnchor {
    return anchorOf(this.#text(), place);
  }

  /** Looks for every comment's words; used when the text was changed while no editor followed it. */
  #find(): void {
    const text = this.#text();
    const found = this.#own.flatMap(({ id, anchor, removed }): [string, Place][] => {
      const place = findAnchor(text, anchor, { strict: removed });
      return place ? [[id, place]] : [];
    });
    this.#places = new Map(found);
  }

  #place(id: string, place: Place | null): void {
    const places = new Map(this.#places);
    if (place) places.set(id, place);
    this.#places = places;
  }

  #placeNow(id: string): Place | null {
    const marked = this.#editor && markedPlaces(this.#editor.state).find((one) => one.id === id);
    return marked ? { from: marked.from, to: marked.to } : null;
  }

  #composedPlace(): Place | null {
    const { composing } = this.draft;
    return this.#placeNow(NEW) ?? (composing && findAnchor(this.#text(), composing.anchor));
  }

  /** Takes the places from the editor, finds words that came back, and stores what changed. */
  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const editor = this.#editor;
    if (!editor || !this.#loaded) return;
    const text = this.#text();
    const marked = new Map(markedPlaces(editor.state).map(({ id, from, to }) => [id, { from, to }]));
    const places = new Map<string, Place>();
    const stored: Record<string, StoredPlaces[string]> = {};
    let isFound = false;
    for (const { id, anchor } of this.#own) {
      const there = marked.get(id) ?? null;
      const place = there ?? findAnchor(text, anchor, { strict: true });
      if (there === null && place !== null) this.#followed.delete(id);
      isFound ||= there === null && place !== null;
      if (place) places.set(id, place);
      stored[id] = place ? { anchor: anchorOf(text, place), removed: false } : { anchor, removed: true };
    }
    this.#places = places;
    const id = `places-${this.kind}`;
    const before = this.#store.get(id);
    const known = before?.type === 'places' ? before.places : {};
    if (JSON.stringify(known) !== JSON.stringify(stored) && Object.keys(stored).length > 0)
      void this.#store.put(id, { type: 'places', kind: this.kind, places: stored });
    else this.#list();
    if (isFound) this.#draw();
  }

  #list(): void {
    if (!this.#loaded) return;
    const unknown = this.#own.filter(({ id, removed }) => !removed && !this.#places.has(id));
    for (const { id, anchor } of unknown) this.#place(id, findAnchor(this.#text(), anchor));
    const shown = this.#own
      .filter(({ state }) => !state.deleted)
      .map((thread): ShownThread => ({ ...thread, place: this.#places.get(thread.id) ?? null }));
    const order = ({ place, at }: ShownThread): [number, string] => [place?.from ?? Number.MAX_SAFE_INTEGER, at];
    this.#threads = shown.sort((a, b) => {
      const [[one, earlier], [other, later]] = [order(a), order(b)];
      return one - other || earlier.localeCompare(later);
    });
    this.#draw();
  }

  #activate(id: string | null): void {
    this.#active = id;
    this.#draw();
  }

  /** Marks the comments, at the places the editor has followed them to. */
  #draw(composed = this.#composedMark()): void {
    const editor = this.#editor;
    if (!editor) return;
    const marked = new Map(markedPlaces(editor.state).map((one) => [one.id, one]));
    const places = this.#own.flatMap(({ id, state, replacement }): MarkedPlace[] => {
      // Words that the editor followed until they were deleted are not looked for where they were.
      const place = marked.get(id) ?? (this.#followed.has(id) ? null : this.#places.get(id));
      if (!place) return [];
      this.#followed.add(id);
      const isShown = state.status === 'open' && !state.deleted;
      const look = !isShown ? 'hidden' : replacement === null ? 'comment' : 'suggestion';
      return [{ id, from: place.from, to: place.to, look }];
    });
    const active = this.#active ?? (composed && NEW);
    editor.apply({ effects: showMarks.of({ places: composed ? [...places, composed] : places, active }) });
  }

  #composedMark(): MarkedPlace | null {
    const place = this.draft.composing && this.#composedPlace();
    return place && { from: place.from, to: place.to, id: NEW, look: 'comment' };
  }

  async #decide(id: string, kind: Settled): Promise<boolean> {
    const thread = this.#store.threads.find((one) => one.id === id);
    if (!thread) return true;
    const isKept = kind === 'deleted' || kind === 'restored';
    return this.#store.put(`${id}-state`, {
      type: 'state',
      thread: id,
      status: isKept ? thread.state.status : AFTER[kind].status,
      deleted: AFTER[kind].deleted,
      by: ME,
      at: new Date().toISOString(),
      unsent: kind,
      seen: thread.state.seen,
    });
  }
}

/** Returns the selection without the blanks around it, else the word or the line at the cursor. */
function wordsAt(state: ScriptEditorView['state']): Place | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const range = main.empty ? (state.wordAt(main.head) ?? line) : main;
  const words = state.sliceDoc(range.from, range.to);
  const lead = words.length - words.trimStart().length;
  return words.trim() === '' ? null : { from: range.from + lead, to: range.from + words.trimEnd().length };
}
