/** Speaks the narration sentence by sentence, cached by text and voice. */
import { spokenForm } from '#markdown/pronunciation.ts';

import { silence } from '../speech/silence.ts';
import type { PaidRequest } from '../paid-request.ts';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { type Cache, keyOf } from './cache.ts';
import type { SpokenSentence } from './captions.ts';
import { framesOf, type PlacedScene, sentencesOf } from './placing.ts';
import { type Rated, SAMPLE_RATE, samplesPerFrame, type Scene, type VideoPlan } from './video.ts';

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

/** Counts as silence below this power, in blocks of 10 ms. */
const SILENCE = 10 ** (-44 / 10);
const SILENCE_BLOCK = SAMPLE_RATE / 100;
/** Leaves this much around the words, and of a pause that the voice makes by itself, in blocks. */
const KEPT = { before: 2, after: 6, pause: 45 } as const;

/** Takes the silence before and after the words away, and shortens long pauses among them. */
export function tightened(samples: Int16Array): Int16Array {
  const blocks = Math.ceil(samples.length / SILENCE_BLOCK);
  const blockAt = (at: number): Int16Array => samples.subarray(at * SILENCE_BLOCK, (at + 1) * SILENCE_BLOCK);
  const loud = Array.from({ length: blocks }, (_, at) => {
    const block = blockAt(at);
    return block.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / block.length > SILENCE;
  });
  const first = loud.indexOf(true);
  if (first < 0) return samples;
  const kept = new Int16Array(samples.length);
  let length = 0;
  let silent = 0;
  const end = Math.min(blocks, loud.lastIndexOf(true) + 1 + KEPT.after);
  for (let at = Math.max(0, first - KEPT.before); at < end; at++) {
    silent = loud[at] ? 0 : silent + 1;
    // The pause keeps its beginning and, with the block before the next word, a soft end.
    if (silent > KEPT.pause && !loud[at + 1]) continue;
    kept.set(blockAt(at), length);
    length += blockAt(at).length;
  }
  return kept.slice(0, length);
}

type Sentence = Pick<SpokenSentence, 'id' | 'text'>;

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

  #asked({ id, text }: Sentence) {
    const { settings, language, respoken } = this.#plan;
    return {
      sentence: spokenForm(respoken?.[id]?.saidAs ?? text, settings.pronunciations),
      rate: settings.speakingRate,
      voice: settings.voice,
      language,
    };
  }

  key(sentence: Sentence): string {
    const again = this.#plan.respoken?.[sentence.id];
    return keyOf('speech', this.#engine.label, this.#asked(sentence), ...(again ? [again.take] : []));
  }

  async clip(sentence: Sentence): Promise<Int16Array> {
    const make = async (): Promise<Uint8Array> => {
      const samples = levelled(await this.#spoken(sentence));
      return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    };
    const bytes = await this.#cache.bytes(`${this.key(sentence)}.pcm`, make);
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    // The cache keeps what the voice said, which may have been paid for.
    return this.#plan.timing === 'flowing' ? tightened(samples) : samples;
  }

  async clips(scene: Scene): Promise<Int16Array[]> {
    return Promise.all(sentencesOf(scene).map((sentence) => this.clip(sentence)));
  }

  /**
   * Speaks a sentence. If the voice returns nothing (for another alphabet, say), it stays silent for the usual time.
   */
  async #spoken(sentence: Sentence): Promise<Int16Array> {
    const asked = this.#asked(sentence);
    const { paid, signal } = this.#studio;
    const samples = await this.#engine.speak(asked, signal, paid?.(this.key(sentence)));
    if (samples.length > 0) return samples;
    this.warnings.add('A sentence couldn’t be spoken and stays silent.');
    return silence.speak(asked, signal);
  }
}

/** Is the most silence yielded at once, in samples. */
const MAX_SILENCE = 10 * SAMPLE_RATE;

/** Yields the whole narration as 16-bit samples, exactly as long as the frames. */
export async function* narrationOf(
  placed: readonly PlacedScene[],
  speaker: Speaker,
  rated: Rated,
): AsyncGenerator<Uint8Array> {
  const frame = samplesPerFrame(rated);
  const total = framesOf(placed) * frame;
  let at = 0;
  function* silentUntil(end: number): Generator<Uint8Array> {
    for (; at < end; at = Math.min(end, at + MAX_SILENCE)) {
      yield new Uint8Array(2 * Math.min(end - at, MAX_SILENCE));
    }
  }
  for (const { firstFrame, speech } of placed) {
    for (const { from, sentence } of speech) {
      yield* silentUntil(firstFrame * frame + from);
      const clip = (await speaker.clip(sentence)).subarray(0, total - at);
      at += clip.length;
      yield new Uint8Array(clip.buffer, clip.byteOffset, clip.byteLength);
    }
  }
  yield* silentUntil(total);
}
