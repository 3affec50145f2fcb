import { logger } from '#log/logger.ts';
import { getScriptSeconds, type SuggestedCut } from '#markdown/cuts/suggest-cuts.ts';
import type { Pacing } from '#markdown/section-paces.ts';
import type { ModelCut } from '#markdown/cuts/propose-cuts.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { FoundPiece } from '../compare/hunks.ts';
import { normalizeTexts, MergePane } from '../compare/merge-pane.ts';
import type { OpenText } from '../page/open-text.svelte.ts';
import { TextWork } from '../text-worker/text-work.ts';
import { createCutNote } from './cut-labels.ts';

const log = logger('cuts');

/** A language model's proposals, or why there are none. */
export type ModelAnswer = { readonly cuts: readonly ModelCut[] } | { readonly reason: string };

interface CutOptions {
  readonly language: string;
  readonly pacing: Pacing;
  /** Asks the connected language model; null to use rules alone. Never rejects. */
  readonly ask: ((sentences: readonly string[], seconds: number, wantedSeconds: number) => Promise<ModelAnswer>) | null;
}

type CutFault = 'failed' | 'unused' | { readonly reason: string };

function createPiece(script: string, cut: SuggestedCut): FoundPiece {
  const { from, to, text } = cut;
  return {
    from,
    to,
    text,
    parts: [
      { kind: 'removed', text: script.slice(from, to) },
      { kind: 'added', text },
    ],
    note: createCutNote(cut),
  };
}

/**
 * Suggests cuts that bring a script to a target length, to be accepted one by one. Each decision is saved like a
 * keystroke; the original text is saved as a version.
 */
export class Cutting {
  readonly #text: OpenText;
  readonly #work = new TextWork();
  #pane = $state.raw<MergePane | null>(null);
  #openCount = $state.raw(0);
  #seconds = $state.raw(0);
  #isBusy = $state.raw(false);
  #requestId = 0;
  /** Seconds before the cuts, with all cuts, and wanted; null until cuts were suggested. */
  #lengths = $state.raw<{ readonly before: number; readonly after: number; readonly target: number } | null>(null);
  /** The reason why the language model's suggestions are missing. */
  #fault = $state.raw<CutFault | null>(null);
  #isVersionSaved = false;
  #pacing: Pacing;
  readonly #lengthUpdate = new AfterPaint(() => {
    this.#seconds = getScriptSeconds(normalizeTexts(this.#text.draft.text, '').before, this.#pacing);
  });

  constructor(text: OpenText, pacing: Pacing) {
    this.#text = text;
    this.#pacing = pacing;
    this.#seconds = getScriptSeconds(normalizeTexts(text.draft.text, '').before, pacing);
  }

  get pane(): MergePane | null {
    return this.#pane;
  }

  get openCount(): number {
    return this.#openCount;
  }

  /** The spoken length of the current text, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  get lengths() {
    return this.#lengths;
  }

  get fault(): CutFault | null {
    return this.#fault;
  }

  /** Shows suggestions for the current text. */
  async suggest(target: number, { language, pacing, ask }: CutOptions): Promise<void> {
    const request = ++this.#requestId;
    this.#isBusy = true;
    this.#fault = null;
    this.#pane = null;
    this.#pacing = pacing;
    try {
      if (!this.#isVersionSaved) await this.#text.saveVersion('compare');
      this.#isVersionSaved = true;
      const draftText = this.#text.draft.text;
      const script = normalizeTexts(draftText, '').before;
      const seconds = getScriptSeconds(script, pacing);
      const answer = ask && seconds > target ? await this.#askModel(ask, script, language, seconds, target) : null;
      if (request !== this.#requestId) return;
      const model = answer && 'cuts' in answer ? answer.cuts : [];
      const result = await this.#work.run((tasks) =>
        tasks.suggestCuts({ script, language, targetSeconds: target, pacing, model }),
      );
      if (request !== this.#requestId) return;
      if (answer && 'reason' in answer) this.#fault = answer;
      else if (answer && !result.cuts.some(({ reason }) => reason === 'model')) this.#fault = 'unused';
      this.#lengths = { before: result.before, after: result.after, target };
      this.#seconds = result.before;
      this.#showCuts(
        draftText,
        result.cuts.map((cut) => createPiece(script, cut)),
      );
    } catch (error) {
      if (request !== this.#requestId) return;
      log.failure('cuts not suggested')(error);
      this.#fault = 'failed';
    } finally {
      if (request === this.#requestId) this.#isBusy = false;
    }
  }

  /** Stops waiting and ignores a later answer. */
  stop(): void {
    this.#requestId += 1;
    this.#isBusy = false;
    this.#work.end();
  }

  close(): void {
    this.stop();
    this.#lengthUpdate.cancel();
    // Set the reviewed text in the editor, as one undo step.
    this.#text.editor.setText(this.#text.draft.text);
  }

  async #askModel(
    ask: NonNullable<CutOptions['ask']>,
    script: string,
    language: string,
    seconds: number,
    target: number,
  ): Promise<ModelAnswer> {
    const sentences = await this.#work.run((tasks) => tasks.sentences(script, language));
    return sentences.length === 0 ? { cuts: [] } : ask(sentences, seconds, target);
  }

  #showCuts(mine: string, cuts: readonly FoundPiece[]): void {
    const pane: MergePane = new MergePane({
      mine,
      pieces: cuts,
      onOpenCount: (pieces) => (this.#openCount = pieces),
      onChange: () => {
        this.#text.draft.change(() => pane.getText());
        this.#lengthUpdate.schedule();
      },
    });
    this.#openCount = cuts.length;
    this.#pane = pane;
  }
}
