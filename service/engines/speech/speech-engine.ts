/** The port of what speaks. Engines know sentences and samples, and nothing of videos. */
import type { PaidAnswer } from '../paid-answer.ts';

/** Samples a second of what every engine answers, mono. */
export const SPEECH_RATE = 48_000;

export interface SpeechAsked {
  readonly sentence: string;
  /** 1 is the voice's own speed; 0.5 to 2. */
  readonly rate: number;
  /** As the engine names it; null leaves the choice to it. */
  readonly voice: string | null;
  /** A language tag. */
  readonly language: string;
}

/** One of an engine's voices. */
export interface Voice {
  /** As `SpeechAsked.voice` names it. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** A language tag; null where it is not known. */
  readonly language: string | null;
}

export interface SpeechEngine {
  /** For people, and part of what a spoken sentence is kept under. */
  readonly label: string;
  /** False where there is only silence of the right length. */
  readonly isVoice: boolean;
  /** Those that can be asked for; empty where the choice is the engine's. @throws SpeechEngineError */
  voices(signal: AbortSignal): Promise<readonly Voice[]>;
  /**
   * 16-bit samples, mono, 48,000 a second.
   * @param paid of engines that are paid by the sentence.
   * @throws SpeechEngineError; what `signal` was aborted with.
   */
  speak(asked: SpeechAsked, signal: AbortSignal, paid?: PaidAnswer): Promise<Int16Array>;
}

/** It cannot be spoken; the message is a sentence for people. */
export class SpeechEngineError extends Error {
  override readonly name = 'SpeechEngineError';
}
