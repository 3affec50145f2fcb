import { logger } from '#log/logger.ts';
import type { Rewrites } from '#contract/schema/rewrite.ts';
import { toAnchor, findAnchor } from '#markdown/comments/text-anchor.ts';
import type { Place } from '#markdown/text-diff.ts';
import type { Pacing } from '#markdown/section-paces.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { z } from 'zod';
import type { FoundPiece } from '../compare/hunks.ts';
import { normalizeTexts, MergePane } from '../compare/merge-pane.ts';
import { LiveAnswer, splitVersions } from './live-answer.ts';
import type { OpenText } from '../page/open-text.svelte.ts';
import { TextWork } from '../text-worker/text-work.ts';
import { readContext, findOpening, findPassageAtCursor, type Passage } from './passage.ts';
import { getMarkedPassage, markPassage, passageMark } from './passage-mark.ts';
import type { Answer, UnreviewedAnswer } from './unreviewed-answer.svelte.ts';
import {
  createCutPieces,
  createParagraphPieces,
  createPassagePiece,
  createPhrasePieces,
  appendUnreached,
} from './rewrite-pieces.ts';

const log = logger('rewrite');

/** The actions that rules can do without a language model. */
export type OfflineAction = 'shorten' | 'contractions' | 'voice';

interface OfflineOptions {
  readonly language: string;
  readonly pacing: Pacing;
  /** The profile of the script's voice. */
  readonly profile: Readonly<Record<string, unknown>> | null;
  /** The kind of change, shown on each piece. */
  readonly why: string;
}

/** A passage to rewrite, with the text around it. */
export interface RewriteQuestion {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

type ModelAnswer = z.output<typeof Rewrites>;
/** A language model's answer, or the reason for its failure with the partial text. */
export type RewriteAnswer = ModelAnswer | { readonly reason: string; readonly written?: string };

export type RewriteFault =
  | { readonly kind: 'failed' | 'nothing' | 'replaced' }
  /** The passage was edited while the model worked; `texts` are its answers. */
  | { readonly kind: 'changed'; readonly texts: readonly string[] }
  /** A refusal may leave a partial text, which is then shown. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isPartialShown: boolean };

/** A request to a language model that is not answered yet. */
interface PendingRequest {
  readonly controller: AbortController;
  readonly live: LiveAnswer;
  readonly passage: Passage;
  readonly request: Pick<Answer, 'anchor' | 'isHook'>;
}

interface Suggestion {
  /** Returns the changes for the passage's current place, if its words are unchanged. */
  readonly createPieces: (place: Place) => readonly FoundPiece[];
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
 * Suggests other words for a passage, to be accepted piece by piece. The text is unchanged until one is accepted; each
 * decision is saved like a keystroke, and the original text is saved as a version.
 */
export class Rewriting {
  readonly #text: OpenText;
  readonly #work: Pick<TextWork, 'run' | 'end'>;
  readonly #unreviewed: Pick<UnreviewedAnswer, 'save'>;
  readonly #unsubscribers: readonly (() => void)[];
  #passage = $state.raw<Passage | null>(null);
  #pane = $state.raw<MergePane | null>(null);
  #openCount = $state.raw(0);
  #choices = $state.raw<Choices | null>(null);
  #activity = $state.raw<'model' | 'offline' | null>(null);
  /** The author of the shown suggestions. */
  #source: 'model' | 'offline' = 'offline';
  #fault = $state.raw<RewriteFault | null>(null);
  #answer = $state.raw<ModelAnswer | null>(null);
  /** Shows the suggestions that arrived while the person was writing; null if there are none. */
  #showReady = $state.raw<(() => Promise<void>) | null>(null);
  #requestId = 0;
  #pendingRequest = $state.raw<PendingRequest | null>(null);
  #isVersionSaved = false;
  readonly #cursorUpdate = new AfterPaint(() => this.#followCursor());

  constructor(
    text: OpenText,
    unreviewedAnswer: Pick<UnreviewedAnswer, 'save'>,
    work: Pick<TextWork, 'run' | 'end'> = new TextWork(),
  ) {
    this.#text = text;
    this.#unreviewed = unreviewedAnswer;
    this.#work = work;
    this.#unsubscribers = [
      text.editor.extend(passageMark(() => this.#cursorUpdate.schedule())),
      text.draft.onReplaced(() => {
        if (!this.#pane) return;
        this.#endReview();
        this.#fault = { kind: 'replaced' };
      }),
    ];
    this.#followCursor();
  }

  /** The words an action would change; null if there are none at the cursor. */
  get passage(): Passage | null {
    return this.#passage;
  }

  /** The pane with the changes under review; null while there are none. */
  get pane(): MergePane | null {
    return this.#pane;
  }

  get openCount(): number {
    return this.#openCount;
  }

  /** Versions to choose from, until one is accepted or rejected. */
  get choices(): Choices | null {
    return this.#openCount > 0 ? this.#choices : null;
  }

  get activity(): 'model' | 'offline' | null {
    return this.#activity;
  }

  /** The model's answer so far; null while no request runs. */
  get live(): LiveAnswer | null {
    return this.#pendingRequest?.live ?? null;
  }

  /** True when suggestions wait for `showReady`, because the text was edited while they were made. */
  get isReady(): boolean {
    return this.#showReady !== null;
  }

  get fault(): RewriteFault | null {
    return this.#fault;
  }

  /** The language model's last answer, for its cost. */
  get answer(): ModelAnswer | null {
    return this.#answer;
  }

  /** Suggests changes by rules. */
  suggestOffline(action: OfflineAction, { language, pacing, profile, why }: OfflineOptions): Promise<void> {
    const passage = this.#passage;
    if (!passage) return Promise.resolve();
    return this.#suggest('offline', passage, async () => {
      if (action === 'shorten') {
        const script = this.#readScript();
        const request = { script, language, targetSeconds: 0, pacing, model: [] };
        const { cuts } = await this.#work.run((tasks) => tasks.suggestCuts(request));
        return { createPieces: () => createCutPieces(script, passage, cuts), text: null, texts: [] };
      }
      const changes = await this.#work.run((tasks) =>
        action === 'voice'
          ? tasks.findVoiceChanges(passage.text, profile, language)
          : tasks.findContractions(passage.text),
      );
      return { createPieces: ({ from }) => createPhrasePieces(from, changes, why), text: null, texts: [] };
    });
  }

  /**
   * Asks a language model for other words; `ask` never rejects and passes partial text to `liveAnswer`. For a hook it
   * returns several versions to choose from.
   */
  askModel(
    isHook: boolean,
    ask: (question: RewriteQuestion, liveAnswer: LiveAnswer, signal: AbortSignal) => Promise<RewriteAnswer>,
  ): Promise<void> {
    const passage = this.#passage && isHook ? findOpening(this.#passage) : this.#passage;
    if (!passage || this.#activity) return Promise.resolve();
    const request = { anchor: toAnchor(this.#text.editor.getText(), passage), isHook };
    const pendingRequest = { controller: new AbortController(), live: new LiveAnswer(), passage, request };
    this.#pendingRequest = pendingRequest;
    return this.#suggest('model', passage, async (isCurrent) => {
      const question = { text: passage.text, ...readContext(this.#text.editor.state.doc, passage) };
      const answer = await ask(question, pendingRequest.live, pendingRequest.controller.signal);
      if (!isCurrent()) return null;
      if ('texts' in answer) {
        this.#answer = answer;
        return this.#createSuggestion(pendingRequest, answer.texts);
      }
      const versions = splitVersions(answer.written ?? pendingRequest.live.text);
      this.#fault = { kind: 'refused', reason: answer.reason, isPartialShown: versions.length > 0 };
      return versions.length > 0 ? this.#createPartialSuggestion(pendingRequest, versions) : null;
    });
  }

  /** Suggests an unreviewed answer again. */
  resume({ texts, ...request }: Answer): Promise<void> {
    const place = findAnchor(this.#text.editor.getText(), request.anchor);
    if (!place) {
      this.#fault = { kind: 'changed', texts };
      return Promise.resolve();
    }
    const passage: Passage = { kind: 'selection', heading: '', ...place, text: request.anchor.quote };
    return this.#suggest('model', passage, () => this.#createSuggestion({ passage, request }, texts));
  }

  /** Suggests the partial text of an answer; paragraphs that it did not reach stay. */
  #createPartialSuggestion(pendingRequest: PendingRequest, versions: readonly string[]): Promise<Suggestion> {
    const { passage, request } = pendingRequest;
    return this.#createSuggestion(
      pendingRequest,
      request.isHook ? versions : [appendUnreached(passage.text, versions[0] ?? '')],
    );
  }

  async #createSuggestion(
    { passage, request }: Pick<PendingRequest, 'passage' | 'request'>,
    texts: readonly string[],
  ): Promise<Suggestion> {
    const [text = ''] = texts;
    this.#unreviewed.save({ ...request, texts });
    if (request.isHook && texts.length > 1) {
      this.#choices = { texts, index: 0, passage: passage.text };
      return { createPieces: ({ from }) => [createPassagePiece(from, passage.text, text)], text: null, texts };
    }
    const hunks = await this.#work.run((tasks) => tasks.hunks(passage.text, text));
    return { createPieces: ({ from }) => createParagraphPieces(from, hunks), text, texts };
  }

  /** Shows waiting suggestions, which never open by themselves while the person writes. */
  showReady(): Promise<void> {
    const showSuggestions = this.#showReady;
    this.#showReady = null;
    return showSuggestions?.() ?? Promise.resolve();
  }

  /** Shows another version in place of the passage. */
  chooseVersion(index: number): void {
    const [piece] = this.#pane?.getOpenPieces() ?? [];
    const choices = this.#choices;
    const text = choices?.texts[index];
    if (!piece || !choices || text === undefined) return;
    const script = this.#readScript();
    if (script.slice(piece.from, piece.to) !== choices.passage)
      return void (this.#fault = { kind: 'changed', texts: choices.texts });
    this.#choices = { ...choices, index };
    this.#showPane([createPassagePiece(piece.from, choices.passage, text)]);
  }

  /** Stops the request and shows the partial answer; a later answer is ignored. */
  stop(): Promise<void> {
    const pendingRequest = this.#pendingRequest;
    this.#cancelRequest();
    const versions = splitVersions(pendingRequest?.live.text ?? '');
    if (!pendingRequest || versions.length === 0) return Promise.resolve();
    return this.#showWhenFound('model', pendingRequest.passage, () =>
      this.#createPartialSuggestion(pendingRequest, versions),
    );
  }

  #cancelRequest(): void {
    this.#requestId += 1;
    this.#pendingRequest?.controller.abort();
    this.#pendingRequest = null;
    this.#activity = null;
    this.#choices = null;
    this.#work.end();
  }

  /** Ends the review and sets the reviewed text in the editor, as one undo step. */
  leaveReview(): void {
    this.#endReview();
    this.#followCursor();
  }

  close(): void {
    this.#cancelRequest();
    this.#cursorUpdate.cancel();
    this.#endReview();
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
  }

  /** Dismisses the message with its answers, and waiting suggestions. */
  dismiss(): void {
    if (this.#showReady !== null || this.#fault?.kind === 'changed') this.#clearUnreviewed();
    this.#fault = null;
    this.#showReady = null;
    this.#followCursor();
  }

  #readScript(): string {
    return normalizeTexts(this.#text.draft.text, '').before;
  }

  #endReview(): void {
    this.#pane = null;
    this.#choices = null;
    this.#text.editor.setText(this.#text.draft.text);
  }

  /** Selects the passage at the cursor, except while one is being rewritten. */
  #followCursor(): void {
    if (this.#activity || this.#pane || this.#showReady) return;
    this.#text.figures.countNow();
    this.#setPassage(findPassageAtCursor(this.#text.editor.state, this.#text.figures.sections));
  }

  #setPassage(passage: Passage | null): void {
    this.#passage = passage;
    this.#text.editor.apply({ effects: markPassage.of(passage) });
  }

  /** Marks a passage and shows the suggestion found for it. */
  async #suggest(
    source: 'model' | 'offline',
    passage: Passage,
    findSuggestion: (isCurrent: () => boolean) => Promise<Suggestion | null>,
  ): Promise<void> {
    if (this.#activity) return;
    this.#fault = this.#showReady = null;
    this.#setPassage(passage);
    await this.#showWhenFound(source, passage, findSuggestion);
  }

  /** Shows the suggestion found, unless it was stopped or cannot be merged with edits made meanwhile. */
  async #showWhenFound(
    source: 'model' | 'offline',
    passage: Passage,
    findSuggestion: (isCurrent: () => boolean) => Promise<Suggestion | null>,
  ): Promise<void> {
    const request = ++this.#requestId;
    const isCurrent = (): boolean => request === this.#requestId;
    this.#activity = this.#source = source;
    const { doc } = this.#text.editor.state;
    try {
      if (!this.#isVersionSaved) await this.#text.saveVersion('compare');
      this.#isVersionSaved = true;
      const suggestion = await findSuggestion(isCurrent);
      if (!isCurrent() || !suggestion) return;
      const pieces = await this.#findCurrentPieces(passage, suggestion);
      if (!isCurrent()) return;
      const isEdited = pieces && doc !== this.#text.editor.state.doc;
      if (isEdited)
        this.#showReady = async () => this.#showPieces(await this.#findCurrentPieces(passage, suggestion), suggestion);
      else this.#showPieces(pieces, suggestion);
    } catch (error) {
      if (!isCurrent()) return;
      log.failure('passage not rewritten')(error);
      this.#fault = { kind: 'failed' };
    } finally {
      if (isCurrent()) this.#activity = this.#pendingRequest = null;
    }
  }

  /** Returns the changes to the current passage; null if the same words were edited meanwhile. */
  async #findCurrentPieces(passage: Passage, suggestion: Suggestion): Promise<readonly FoundPiece[] | null> {
    const { state } = this.#text.editor;
    const place = getMarkedPassage(state);
    const mine = place ? state.doc.sliceString(place.from, place.to) : '';
    if (place && mine === passage.text) return suggestion.createPieces(place);
    const theirs = suggestion.text;
    if (!place || mine === '' || theirs === null) return null;
    const mergedText = await this.#work.run((tasks) => tasks.mergeWords(passage.text, mine, theirs));
    const hunks = mergedText === null ? null : await this.#work.run((tasks) => tasks.hunks(mine, mergedText));
    if (this.#text.editor.state.doc !== state.doc) return this.#findCurrentPieces(passage, suggestion);
    return hunks && createParagraphPieces(place.from, hunks);
  }

  #showPieces(pieces: readonly FoundPiece[] | null, { texts }: Suggestion): void {
    if (!pieces) return void (this.#fault = { kind: 'changed', texts });
    if (pieces.length > 0) return this.#showPane(pieces);
    this.#fault ??= { kind: 'nothing' };
    this.#clearUnreviewed();
  }

  #clearUnreviewed(): void {
    if (this.#source === 'model') this.#unreviewed.save(null);
  }

  #showPane(pieces: readonly FoundPiece[]): void {
    const pane: MergePane = new MergePane({
      mine: this.#text.draft.text,
      pieces,
      onOpenCount: (count) => {
        this.#openCount = count;
        if (count === 0) this.#clearUnreviewed();
      },
      onChange: () => this.#text.draft.change(() => pane.getText()),
    });
    this.#openCount = pieces.length;
    this.#pane = pane;
  }
}
