/** Streams one answer of a language model, bounded in size and silence. Never retries, so nothing is paid for twice. */
import { type LanguageModelUsage, streamText } from 'ai';

import { LIMITS } from '#contract/limits.ts';

import { logCall } from '../../log-call.ts';
import { storable } from '../../provider-answers.ts';
import { EngineError, type TextProviderConfig, type TextUsage, throwIfCancelled } from '../text-engine.ts';
import { asEngineError } from './errors.ts';
import type { ModelPrompt } from './prompt.ts';
import { modelOf } from './provider.ts';

/**
 * Limits how long the model may be silent, in milliseconds. A local model may load for a while before its first word.
 */
export interface ModelTimeouts {
  firstWord: number;
  betweenWords: number;
}

export const TIMEOUTS: ModelTimeouts = { firstWord: 180_000, betweenWords: 60_000 };

/** Aborts the call if the model is silent for too long. */
class Silence {
  readonly #abort: AbortController;
  readonly #timeouts: ModelTimeouts;
  #timer: NodeJS.Timeout | undefined;
  #hasAnswered = false;
  expired = false;

  constructor(abort: AbortController, timeouts: ModelTimeouts) {
    this.#abort = abort;
    this.#timeouts = timeouts;
    this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(
      () => {
        this.expired = true;
        this.#abort.abort();
      },
      this.#hasAnswered ? this.#timeouts.betweenWords : this.#timeouts.firstWord,
    );
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#hasAnswered = true;
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function usageOf(usage: LanguageModelUsage | null): TextUsage | null {
  if (usage === null) return null;
  const input = usage.inputTokens ?? null;
  const output = usage.outputTokens ?? null;
  const reasoning = usage.outputTokenDetails.reasoningTokens ?? null;
  const total = usage.totalTokens ?? (input === null && output === null ? null : (input ?? 0) + (output ?? 0));
  return total === null
    ? null
    : { prompt_tokens: input, completion_tokens: output, reasoning_tokens: reasoning, total_tokens: total };
}

export interface ModelCall {
  readonly config: TextProviderConfig;
  readonly prompt: ModelPrompt;
  readonly signal: AbortSignal;
  readonly timeouts: ModelTimeouts;
  /** Says in the log what the call is for. */
  readonly step: string;
  readonly maxOutputTokens?: number;
  /** Receives the whole text so far, with each part. */
  onText?(text: string): void;
  /** Receives what reads the text so far, before the first part. */
  onLive?(read: () => string): void;
  /** Is called for the first part of the answer, text or thoughts. */
  onFirst?(): void;
}

export interface Streamed {
  text: string;
  usage: TextUsage | null;
  finish: string;
  parts: number;
}

/** Ends a model that never stops writing: no script may be longer. */
const MAX_CHARACTERS = LIMITS.contentCharacters;

const ENDLESS = `The model didn’t stop writing, so it was stopped after ${MAX_CHARACTERS.toLocaleString('en')} characters. Try again, or choose another model.`;

async function readParts(call: ModelCall, abort: AbortSignal, out: Streamed, onPart: () => void): Promise<unknown> {
  let failure: unknown;
  const result = streamText({
    model: modelOf(call.config),
    ...call.prompt,
    ...(call.maxOutputTokens !== undefined && { maxOutputTokens: call.maxOutputTokens }),
    maxRetries: 0,
    abortSignal: abort,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  for await (const part of result.fullStream) {
    if (part.type !== 'start' && part.type !== 'start-step') onPart();
    if (part.type === 'error') failure ??= part.error;
    else if (part.type === 'reasoning-delta') call.onFirst?.();
    else if (part.type === 'text-delta') {
      call.onFirst?.();
      out.text += part.text;
      out.parts += 1;
      call.onText?.(out.text);
      if (out.text.length > MAX_CHARACTERS) throw new EngineError('too-long', ENDLESS);
    } else if (part.type === 'finish') {
      out.usage = usageOf(part.totalUsage);
      out.finish = part.finishReason;
    }
  }
  return failure;
}

async function stream(call: ModelCall): Promise<Streamed> {
  const abort = new AbortController();
  const silence = new Silence(abort, call.timeouts);
  const out: Streamed = { text: '', usage: null, finish: 'unknown', parts: 0 };
  call.onLive?.(() => storable(out.text));
  let failure: unknown;
  try {
    failure = await readParts(call, AbortSignal.any([call.signal, abort.signal]), out, () => silence.restart());
  } catch (error) {
    failure = error;
  } finally {
    silence.stop();
    // Closes the connection of an answer that was not read to its end.
    abort.abort();
  }
  throwIfCancelled(call.signal);
  if (silence.expired) {
    throw new EngineError(
      'timeout',
      'The model stopped responding. Try again, or choose a faster model or another provider.',
      { usage: out.usage },
    );
  }
  if (failure !== undefined) throw asEngineError(failure, call.config.apiKey);
  // A part may end in the middle of a character, so only the whole can be made storable.
  return { ...out, text: storable(out.text) };
}

/** @throws EngineError */
export const streamAnswer = (call: ModelCall): Promise<Streamed> =>
  logCall({ kind: 'text', model: call.config.model, step: call.step }, () => stream(call));
