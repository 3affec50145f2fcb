/** Streams one answer of a language model, bounded in size and silence. Never retries, so nothing is paid for twice. */
import { type LanguageModelUsage, streamText } from 'ai';

import { LIMITS } from '#contract/limits.ts';

import { logCall } from '../../log-call.ts';
import { replaceUnstorable } from '../../provider-answers.ts';
import { EngineError, type TextProviderConfig, type TextUsage, throwIfCancelled } from '../text-engine.ts';
import { toEngineError } from './errors.ts';
import type { ModelPrompt } from './prompt.ts';
import { createModel } from './provider.ts';

/**
 * The times a model may be silent, in milliseconds. A local model may load for a while before its first word.
 */
export interface ModelTimeouts {
  firstWord: number;
  betweenWords: number;
}

export const TIMEOUTS: ModelTimeouts = { firstWord: 180_000, betweenWords: 60_000 };

/** Aborts the call if the model is silent for too long. */
class SilenceTimer {
  readonly #abort: AbortController;
  readonly #timeouts: ModelTimeouts;
  #timer: NodeJS.Timeout | undefined;
  #hasAnswered = false;
  hasExpired = false;

  constructor(abort: AbortController, timeouts: ModelTimeouts) {
    this.#abort = abort;
    this.#timeouts = timeouts;
    this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(
      () => {
        this.hasExpired = true;
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

function toUsage(usage: LanguageModelUsage | null): TextUsage | null {
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
  /** The purpose of the call, for the log. */
  readonly step: string;
  readonly maxOutputTokens?: number;
  /** Receives the whole text so far, with each part. */
  onText?(text: string): void;
  /** Receives a getter for the text so far, before the first part. */
  onLive?(read: () => string): void;
  /** Called for the first part of the answer, text or thoughts. */
  onFirst?(): void;
}

export interface StreamedAnswer {
  text: string;
  usage: TextUsage | null;
  finish: string;
  parts: number;
}

/** A model that writes more is stopped: no script may be longer. */
const MAX_CHARACTERS = LIMITS.contentCharacters;

const ENDLESS_MESSAGE = `The model didn’t stop writing, so it was stopped after ${MAX_CHARACTERS.toLocaleString('en')} characters. Try again, or choose another model.`;

async function readParts(
  call: ModelCall,
  signal: AbortSignal,
  answer: StreamedAnswer,
  onPart: () => void,
): Promise<unknown> {
  let failure: unknown;
  const result = streamText({
    model: createModel(call.config),
    ...call.prompt,
    ...(call.maxOutputTokens !== undefined && { maxOutputTokens: call.maxOutputTokens }),
    maxRetries: 0,
    abortSignal: signal,
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
      answer.text += part.text;
      answer.parts += 1;
      call.onText?.(answer.text);
      if (answer.text.length > MAX_CHARACTERS) throw new EngineError('too-long', ENDLESS_MESSAGE);
    } else if (part.type === 'finish') {
      answer.usage = toUsage(part.totalUsage);
      answer.finish = part.finishReason;
    }
  }
  return failure;
}

async function readStream(call: ModelCall): Promise<StreamedAnswer> {
  const abort = new AbortController();
  const silence = new SilenceTimer(abort, call.timeouts);
  const answer: StreamedAnswer = { text: '', usage: null, finish: 'unknown', parts: 0 };
  call.onLive?.(() => replaceUnstorable(answer.text));
  let failure: unknown;
  try {
    failure = await readParts(call, AbortSignal.any([call.signal, abort.signal]), answer, () => silence.restart());
  } catch (error) {
    failure = error;
  } finally {
    silence.stop();
    // Closes the connection of an answer that was not read to its end.
    abort.abort();
  }
  throwIfCancelled(call.signal);
  if (silence.hasExpired) {
    throw new EngineError(
      'timeout',
      'The model stopped responding. Try again, or choose a faster model or another provider.',
      { usage: answer.usage },
    );
  }
  if (failure !== undefined) throw toEngineError(failure, call.config.apiKey);
  // A part may end in the middle of a character, so only the whole can be made storable.
  return { ...answer, text: replaceUnstorable(answer.text) };
}

/** @throws EngineError */
export const streamAnswer = (call: ModelCall): Promise<StreamedAnswer> =>
  logCall({ kind: 'text', model: call.config.model, step: call.step }, () => readStream(call));
