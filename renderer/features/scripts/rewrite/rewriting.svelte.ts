import { logger } from '#log/logger.ts';
import type { Rewrites } from '#contract/schema/rewrite.ts';
import { anchorOf, findAnchor } from '#markdown/comments/text-anchor.ts';
import type { Place } from '#markdown/text-diff.ts';
import type { Pacing } from '#markdown/section-paces.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { z } from 'zod';
import type { FoundPiece } from '../compare/hunks.ts';
import { compared, MergePane } from '../compare/merge-pane.ts';
import { LiveAnswer, versionsIn } from './live-answer.ts';
import type { OpenText } from '../page/open-text.svelte.ts';
import { TextWork } from '../text-worker/text-work.ts';
import { contextOf, openingOf, passageAt, type Passage } from './passage.ts';
import { markedPassage, markPassage, passageMark } from './passage-mark.ts';
import type { Answer, UnreviewedAnswer } from './unreviewed-answer.svelte.ts';
import { cutPieces, paragraphPieces, passagePiece, phrasePieces, withUnreached } from './rewrite-pieces.ts';

const log = logger('rewrite');

/** Lists what the rules alone can do to a passage, without a language model. */
export type OfflineAction = 'shorten' | 'contractions' | 'voice';

interface OfflineOptions {
  readonly language: string;
  readonly pacing: Pacing;
  /** Belongs to the script's voice. */
  readonly profile: Readonly<Record<string, unknown>> | null;
  /** Names the kind of change on each piece. */
  readonly why: string;
}

/** A passage to rewrite, with the text around it. */
export interface RewriteQuestion {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

type ModelAnswer = z.output<typeof Rewrites>;
/** A language model's answer, or why there is none and what was written until then. */
export type RewriteAnswer = ModelAnswer | { readonly reason: string; readonly written?: string };

export type RewriteFault =
  | { readonly kind: 'failed' | 'nothing' | 'replaced' }
  /** The passage was edited while the model worked; `texts` are its answers. */
  | { readonly kind: 'changed'; readonly texts: readonly string[] }
  /** `kept` tells whether what was written until then is shown. */
  | { readonly kind: 'refused'; readonly reason: string; readonly kept: boolean };

/** A request to a language model that is not answered yet. */
interface PendingRequest {
  readonly stopping: AbortController;
  readonly live: LiveAnswer;
  readonly passage: Passage;
  readonly of: Pick<Answer, 'anchor' | 'isHook'>;
}

interface Suggestion {
  /** Returns the changes, if the passage has the same words where it is now. */
  readonly pieces: (now: Place) => readonly FoundPiece[];
  /** The passage with all changes, to merge with other words; null if it can't be merged. */
  readonly text: string | null;
  /** The answers, for a person to copy. */
  readonly texts: readonly string[];
}

/** Versions to choose from, and the chosen one. */
interface Choices {
  readonly texts: readonly string[];
  readonly index: number;
  readonly passage: string;
}

/**
 * Suggests other words for a passage, to be accepted piece by piece. The text stays as it is until one is accepted; each
 * decision is saved like a keystroke, and the text as it was before is kept as a version.
 */
export class Rewriting {
  readonly #text: OpenText;
  readonly #work: Pick<TextWork, 'do' | 'end'>;
  readonly #unreviewed: Pick<UnreviewedAnswer, 'keep'>;
  readonly #ends: readonly (() => void)[];
  #passage = $state.raw<Passage | null>(null);
  #pane = $state.raw<MergePane | null>(null);
  #left = $state.raw(0);
  #choices = $state.raw<Choices | null>(null);
  #busy = $state.raw<'model' | 'offline' | null>(null);
  /** The author of the shown suggestions. */
  #by: 'model' | 'offline' = 'offline';
  #fault = $state.raw<RewriteFault | null>(null);
  #answer = $state.raw<ModelAnswer | null>(null);
  /** Shows suggestions that came while the person was writing. */
  #ready = $state.raw<(() => Promise<void>) | null>(null);
  #requests = 0;
  #pending = $state.raw<PendingRequest | null>(null);
  #kept = false;
  readonly #moved = new AfterPaint(() => this.#find());

  constructor(
    text: OpenText,
    unreviewed: Pick<UnreviewedAnswer, 'keep'>,
    work: Pick<TextWork, 'do' | 'end'> = new TextWork(),
  ) {
    this.#text = text;
    this.#unreviewed = unreviewed;
    this.#work = work;
    this.#ends = [
      text.editor.extend(passageMark(() => this.#moved.ask())),
      text.draft.onReplaced(() => {
        if (!this.#pane) return;
        this.#endReview();
        this.#fault = { kind: 'replaced' };
      }),
    ];
    this.#find();
  }

  /** The words an action would change; null if there are none at the cursor. */
  get passage(): Passage | null {
    return this.#passage;
  }

  /** Shows the changes under review; null while there are none. */
  get pane(): MergePane | null {
    return this.#pane;
  }

  get left(): number {
    return this.#left;
  }

  /** Versions to choose from, until one is accepted or rejected. */
  get choices(): Choices | null {
    return this.#left > 0 ? this.#choices : null;
  }

  get busy(): 'model' | 'offline' | null {
    return this.#busy;
  }

  /** The model's answer so far; null while no request runs. */
  get live(): LiveAnswer | null {
    return this.#pending?.live ?? null;
  }

  /** True when suggestions wait for `review`, because the text was edited while they were made. */
  get isReady(): boolean {
    return this.#ready !== null;
  }

  get fault(): RewriteFault | null {
    return this.#fault;
  }

  /** The language model's last answer, for its cost. */
  get answer(): ModelAnswer | null {
    return this.#answer;
  }

  /** Suggests what the rules change in the passage. */
  offline(action: OfflineAction, { language, pacing, profile, why }: OfflineOptions): Promise<void> {
    const passage = this.#passage;
    if (!passage) return Promise.resolve();
    return this.#suggest('offline', passage, async () => {
      if (action === 'shorten') {
        const script = this.#script();
        const request = { script, language, targetSeconds: 0, pacing, model: [] };
        const { cuts } = await this.#work.do((tasks) => tasks.cuts(request));
        return { pieces: () => cutPieces(script, passage, cuts), text: null, texts: [] };
      }
      const changes = await this.#work.do((tasks) =>
        action === 'voice' ? tasks.voiced(passage.text, profile, language) : tasks.contracted(passage.text),
      );
      return { pieces: ({ from }) => phrasePieces(from, changes, why), text: null, texts: [] };
    });
  }

  /**
   * Asks a language model for other words; `ask` never rejects, and tells `live` what is written. For a hook it answers
   * with several, to choose from.
   */
  model(
    isHook: boolean,
    ask: (question: RewriteQuestion, live: LiveAnswer, signal: AbortSignal) => Promise<RewriteAnswer>,
  ): Promise<void> {
    const passage = this.#passage && isHook ? openingOf(this.#passage) : this.#passage;
    if (!passage || this.#busy) return Promise.resolve();
    const of = { anchor: anchorOf(this.#text.editor.text(), passage), isHook };
    const pending = { stopping: new AbortController(), live: new LiveAnswer(), passage, of };
    this.#pending = pending;
    return this.#suggest('model', passage, async (isCurrent) => {
      const question = { text: passage.text, ...contextOf(this.#text.editor.state.doc, passage) };
      const answer = await ask(question, pending.live, pending.stopping.signal);
      if (!isCurrent()) return null;
      if ('texts' in answer) {
        this.#answer = answer;
        return this.#answered(pending, answer.texts);
      }
      const versions = versionsIn(answer.written ?? pending.live.text);
      this.#fault = { kind: 'refused', reason: answer.reason, kept: versions.length > 0 };
      return versions.length > 0 ? this.#unfinished(pending, versions) : null;
    });
  }

  /** Suggests an answer again that was not reviewed. */
  resume({ texts, ...of }: Answer): Promise<void> {
    const place = findAnchor(this.#text.editor.text(), of.anchor);
    if (!place) {
      this.#fault = { kind: 'changed', texts };
      return Promise.resolve();
    }
    const passage: Passage = { kind: 'selection', heading: '', ...place, text: of.anchor.quote };
    return this.#suggest('model', passage, () => this.#answered({ passage, of }, texts));
  }

  /** Suggests what is there of an answer; paragraphs that it did not reach stay. */
  #unfinished(pending: PendingRequest, versions: readonly string[]): Promise<Suggestion> {
    const { passage, of } = pending;
    return this.#answered(pending, of.isHook ? versions : [withUnreached(passage.text, versions[0] ?? '')]);
  }

  async #answered(
    { passage, of }: Pick<PendingRequest, 'passage' | 'of'>,
    texts: readonly string[],
  ): Promise<Suggestion> {
    const [text = ''] = texts;
    this.#unreviewed.keep({ ...of, texts });
    if (of.isHook && texts.length > 1) {
      this.#choices = { texts, index: 0, passage: passage.text };
      return { pieces: ({ from }) => [passagePiece(from, passage.text, text)], text: null, texts };
    }
    const hunks = await this.#work.do((tasks) => tasks.hunks(passage.text, text));
    return { pieces: ({ from }) => paragraphPieces(from, hunks), text, texts };
  }

  /** Shows the suggestions that wait; nothing opens by itself under the hands of somebody who writes. */
  review(): Promise<void> {
    const show = this.#ready;
    this.#ready = null;
    return show?.() ?? Promise.resolve();
  }

  /** Shows another of the versions in place of the passage. */
  choose(index: number): void {
    const [piece] = this.#pane?.left() ?? [];
    const choices = this.#choices;
    const text = choices?.texts[index];
    if (!piece || !choices || text === undefined) return;
    const script = this.#script();
    if (script.slice(piece.from, piece.to) !== choices.passage)
      return void (this.#fault = { kind: 'changed', texts: choices.texts });
    this.#choices = { ...choices, index };
    this.#show([passagePiece(piece.from, choices.passage, text)]);
  }

  /** Stops asking and waiting, and shows what is there of the answer; what still comes is ignored. */
  stop(): Promise<void> {
    const pending = this.#pending;
    this.#abandon();
    const versions = versionsIn(pending?.live.text ?? '');
    if (!pending || versions.length === 0) return Promise.resolve();
    return this.#await('model', pending.passage, () => this.#unfinished(pending, versions));
  }

  #abandon(): void {
    this.#requests += 1;
    this.#pending?.stopping.abort();
    this.#pending = null;
    this.#busy = null;
    this.#choices = null;
    this.#work.end();
  }

  /** Ends the review and puts the decided text into the editor, as one undo step. */
  leave(): void {
    this.#endReview();
    this.#find();
  }

  close(): void {
    this.#abandon();
    this.#moved.cancel();
    this.#endReview();
    for (const end of this.#ends) end();
  }

  /** Drops the message with the answers in it, and suggestions that wait. */
  dismiss(): void {
    if (this.#ready !== null || this.#fault?.kind === 'changed') this.#reviewed();
    this.#fault = null;
    this.#ready = null;
    this.#find();
  }

  #script(): string {
    return compared(this.#text.draft.text, '').before;
  }

  #endReview(): void {
    this.#pane = null;
    this.#choices = null;
    this.#text.editor.setText(this.#text.draft.text);
  }

  /** Follows the cursor, except while a passage is being rewritten. */
  #find(): void {
    if (this.#busy || this.#pane || this.#ready) return;
    this.#text.figures.settle();
    this.#take(passageAt(this.#text.editor.state, this.#text.figures.sections));
  }

  #take(passage: Passage | null): void {
    this.#passage = passage;
    this.#text.editor.apply({ effects: markPassage.of(passage) });
  }

  /** Marks a passage and shows what `find` suggests for it. */
  async #suggest(
    by: 'model' | 'offline',
    passage: Passage,
    find: (isCurrent: () => boolean) => Promise<Suggestion | null>,
  ): Promise<void> {
    if (this.#busy) return;
    this.#fault = this.#ready = null;
    this.#take(passage);
    await this.#await(by, passage, find);
  }

  /** Shows what `find` suggests, unless it was stopped or cannot be joined with what was written meanwhile. */
  async #await(
    by: 'model' | 'offline',
    passage: Passage,
    find: (isCurrent: () => boolean) => Promise<Suggestion | null>,
  ): Promise<void> {
    const request = ++this.#requests;
    const isCurrent = (): boolean => request === this.#requests;
    this.#busy = this.#by = by;
    const { doc } = this.#text.editor.state;
    try {
      if (!this.#kept) await this.#text.saveVersion('compare');
      this.#kept = true;
      const suggestion = await find(isCurrent);
      if (!isCurrent() || !suggestion) return;
      const pieces = await this.#piecesNow(passage, suggestion);
      if (!isCurrent()) return;
      const isEdited = pieces && doc !== this.#text.editor.state.doc;
      if (isEdited) this.#ready = async () => this.#showPieces(await this.#piecesNow(passage, suggestion), suggestion);
      else this.#showPieces(pieces, suggestion);
    } catch (error) {
      if (!isCurrent()) return;
      log.failure('passage not rewritten')(error);
      this.#fault = { kind: 'failed' };
    } finally {
      if (isCurrent()) this.#busy = this.#pending = null;
    }
  }

  /** Returns the changes to the passage as it is now; null if the same words were edited meanwhile. */
  async #piecesNow(passage: Passage, suggestion: Suggestion): Promise<readonly FoundPiece[] | null> {
    const { state } = this.#text.editor;
    const now = markedPassage(state);
    const mine = now ? state.doc.sliceString(now.from, now.to) : '';
    if (now && mine === passage.text) return suggestion.pieces(now);
    const theirs = suggestion.text;
    if (!now || mine === '' || theirs === null) return null;
    const merged = await this.#work.do((tasks) => tasks.mergedWords(passage.text, mine, theirs));
    const hunks = merged === null ? null : await this.#work.do((tasks) => tasks.hunks(mine, merged));
    if (this.#text.editor.state.doc !== state.doc) return this.#piecesNow(passage, suggestion);
    return hunks && paragraphPieces(now.from, hunks);
  }

  #showPieces(found: readonly FoundPiece[] | null, { texts }: Suggestion): void {
    if (!found) return void (this.#fault = { kind: 'changed', texts });
    if (found.length > 0) return this.#show(found);
    this.#fault ??= { kind: 'nothing' };
    this.#reviewed();
  }

  #reviewed(): void {
    if (this.#by === 'model') this.#unreviewed.keep(null);
  }

  #show(found: readonly FoundPiece[]): void {
    const pane: MergePane = new MergePane({
      mine: this.#text.draft.text,
      found,
      onPieces: (pieces) => {
        this.#left = pieces;
        if (pieces === 0) this.#reviewed();
      },
      onChange: () => this.#text.draft.change(() => pane.text()),
    });
    this.#left = found.length;
    this.#pane = pane;
  }
}
