/** Defines the port for speech engines. Engines know sentences and samples, but not videos. */
import type { PaidRequest } from '../paid-request.ts';

/** The sample rate of every engine's answers, mono, in samples per second. */
export const SPEECH_RATE = 48_000;

export interface SpeechRequest {
  readonly sentence: string;
  /** From 0.5 to 2; 1 is the voice's own speed. */
  readonly rate: number;
  /** The engine's name for the voice; null leaves the choice to the engine. */
  readonly voice: string | null;
  /** A language tag. */
  readonly language: string;
}

export interface Voice {
  /** Passed as `SpeechRequest.voice`. */
  readonly id: string;
  readonly label: string;
  /** A language tag, or null if unknown. */
  readonly language: string | null;
}

export interface SpeechEngine {
  /** Shown to people; part of the cache key of a spoken sentence. */
  readonly label: string;
  /** False if the engine returns only silence of the right length. */
  readonly isVoice: boolean;
  /** Returns the voices to choose from; empty if the engine chooses itself. @throws SpeechEngineError */
  listVoices(signal: AbortSignal): Promise<readonly Voice[]>;
  /**
   * Returns 16-bit samples, mono, 48,000 per second.
   * @param paidRequest is set for engines that are paid per sentence.
   * @throws SpeechEngineError, or the abort reason of `signal`.
   */
  speak(request: SpeechRequest, signal: AbortSignal, paidRequest?: PaidRequest): Promise<Int16Array>;
}

/** The sentence cannot be spoken; the message can be shown to people. */
export class SpeechEngineError extends Error {
  override readonly name = 'SpeechEngineError';
}
