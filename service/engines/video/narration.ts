/** Speaks the narration sentence by sentence, cached by text and voice. */
import { silence } from '../speech/silence.ts';
import type { PaidRequest } from '../paid-request.ts';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { type Cache, keyOf } from './cache.ts';
import type { PlacedScene } from './timing.ts';
import { SAMPLES_PER_FRAME, type Scene, type VideoPlan } from './video.ts';

/** Levels speech to this power of its loud parts: about -17 LUFS. */
const TARGET_POWER = 10 ** (-19 / 10);
const LOUD_ENOUGH = 10 ** (-45 / 10);
const BLOCK = 2400;
const PEAK = 0.89;

/** Levels each sentence by itself, so that changing one does not change the others. */
export function levelled(samples: Int16Array): Int16Array {
  let power = 0;
  let blocks = 0;
  for (let at = 0; at < samples.length; at += BLOCK) {
    const block = samples.subarray(at, at + BLOCK);
    const each = block.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / block.length;
    if (each < LOUD_ENOUGH) continue;
    power += each;
    blocks += 1;
  }
  if (blocks === 0) return samples;
  const gain = Math.sqrt(TARGET_POWER / (power / blocks));
  const most = PEAK * 32_767;
  // Compress peaks softly instead of clipping them.
  return samples.map((sample) => {
    const loud = sample * gain;
    return Math.abs(loud) < most * 0.6
      ? loud
      : Math.sign(loud) * most * (0.6 + 0.4 * Math.tanh((Math.abs(loud) / most - 0.6) / 0.4));
  });
}

interface Narrating {
  readonly speech: SpeechEngine;
  readonly paid?: (what: string) => PaidRequest;
  readonly signal: AbortSignal;
}

export class Speaker {
  readonly #cache: Cache;
  readonly #engine: SpeechEngine;
  readonly #plan: VideoPlan;
  readonly #studio: Narrating;
  readonly warnings = new Set<string>();

  constructor(cache: Cache, studio: Narrating, plan: VideoPlan) {
    this.#cache = cache;
    this.#engine = plan.settings.narration ? studio.speech : silence;
    this.#plan = plan;
    this.#studio = studio;
    if (plan.settings.narration && !studio.speech.isVoice)
      this.warnings.add('This computer has no voices, so nothing is spoken.');
  }

  get speaks(): boolean {
    return this.#engine.isVoice;
  }

  #asked(sentence: string) {
    const { settings, language } = this.#plan;
    return { sentence, rate: settings.speakingRate, voice: settings.voice, language };
  }

  key(sentence: string): string {
    return keyOf('speech', this.#engine.label, this.#asked(sentence));
  }

  async clip(sentence: string): Promise<Int16Array> {
    const make = async (): Promise<Uint8Array> => {
      const samples = levelled(await this.#spoken(sentence));
      return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    };
    const bytes = await this.#cache.bytes(`${this.key(sentence)}.pcm`, make);
    return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }

  async clips({ narration }: Scene): Promise<Int16Array[]> {
    return Promise.all(narration.map((sentence) => this.clip(sentence)));
  }

  /**
   * Speaks a sentence. If the voice returns nothing (for another alphabet, say), it stays silent for the usual time.
   */
  async #spoken(sentence: string): Promise<Int16Array> {
    const asked = this.#asked(sentence);
    const { paid, signal } = this.#studio;
    const samples = await this.#engine.speak(asked, signal, paid?.(this.key(sentence)));
    if (samples.length > 0) return samples;
    this.warnings.add('A sentence couldn’t be spoken and stays silent.');
    return silence.speak(asked, signal);
  }
}

/** Yields the whole narration as 16-bit samples, scene by scene, each exactly as long as its frames. */
export async function* narrationOf(placed: readonly PlacedScene[], speaker: Speaker): AsyncGenerator<Uint8Array> {
  for (const { scene, frames, speech } of placed) {
    const track = new Int16Array(frames * SAMPLES_PER_FRAME);
    const clips = await speaker.clips(scene);
    for (const [index, { from }] of speech.entries()) {
      const clip = clips[index] ?? new Int16Array();
      track.set(clip.subarray(0, track.length - from), from);
    }
    yield new Uint8Array(track.buffer);
  }
}
