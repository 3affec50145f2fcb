/** Streams the text that runs of the local service write to the windows, in chunks. */
import type { ApiAnswer } from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { RunText } from '#contract/schema/script.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Emit } from './events.ts';
import { pause } from './pause.ts';
import type { ApiRequest } from './request.ts';
import { readData } from './run-reading.ts';

const log = logger('runs');

export interface LiveTextsOptions {
  readonly emit: Emit;
  /** Milliseconds between two chunks. */
  readonly intervalMs: number;
}

export interface FollowedRun {
  /** The host's id, not the service's. */
  readonly id: string;
  readonly request: ApiRequest;
  send(request: ApiRequest): Promise<ApiAnswer>;
  isActive(): boolean;
}

/** Reads the text of a run; returns null if there was no answer. Agent runs answer in the same shape. */
export const readRunText = (answer: ApiAnswer): RunText | null =>
  readData(answer, OPERATIONS['local.runs.text'].responses[200]);

export const requestTextFrom = (request: ApiRequest, from: number): ApiRequest => ({ ...request, query: { from } });

export class LiveTexts {
  readonly #options: LiveTextsOptions;
  readonly #texts = new Map<string, { readonly content_type: string | null; readonly text: string }>();

  constructor(options: LiveTextsOptions) {
    this.#options = options;
  }

  /** Returns the text a run has written so far. */
  getText(id: string): string {
    return this.#texts.get(id)?.text ?? '';
  }

  /** Resolves once the run has ended or `signal` aborts. */
  async follow(run: FollowedRun, signal: AbortSignal): Promise<void> {
    if (this.#texts.has(run.id)) return;
    this.#texts.set(run.id, { content_type: null, text: '' });
    try {
      while (!signal.aborted && run.isActive()) {
        await this.#readNext(run);
        await pause(this.#options.intervalMs, signal);
      }
    } catch (error) {
      // Only the preview is lost: the run itself is followed anyway.
      log.warn('text not followed', { run: run.id, ...describeError(error) });
    } finally {
      this.#texts.delete(run.id);
    }
  }

  async #readNext({ id, request, send }: FollowedRun): Promise<void> {
    const previous = this.#texts.get(id) ?? { content_type: null, text: '' };
    const answer = readRunText(await send(requestTextFrom(request, previous.text.length)));
    if (!answer || !this.#texts.has(id)) return;
    const { content_type, text } = answer;
    if (previous.content_type !== null && previous.content_type !== content_type) {
      // An agent run continues with its script after its outline.
      this.#texts.set(id, { content_type, text: '' });
      return;
    }
    if (text === '') return;
    this.#texts.set(id, { content_type, text: previous.text + text });
    this.#options.emit('runs.text', { id, from: previous.text.length, text });
  }
}
