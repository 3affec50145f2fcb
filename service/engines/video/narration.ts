/** Speaks the narration sentence by sentence, cached by text and voice. */
import { toSpokenForm } from '#markdown/pronunciation.ts';

import { silence } from '../speech/silence.ts';
import type { PaidRequest } from '../paid-request.ts';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { type Cache, cacheKey } from './cache.ts';
import type { SpokenSentence } from './captions.ts';
import { countFrames, type PlacedScene, getSentences } from './placing.ts';
import { type Rated, SAMPLE_RATE, getSamplesPerFrame, type Scene, type VideoPlan } from './video.ts';

/** Mean power of the loud blocks after levelling, about -17 LUFS. */
const TARGET_POWER = 10 ** (-19 / 10);
const MIN_POWER = 10 ** (-45 / 10);
const BLOCK_SAMPLES = 2400;
const PEAK_LEVEL = 0.89;

/** Levels each sentence by itself, so that changing one does not change the others. */
export function levelLoudness(samples: Int16Array): Int16Array {
  let power = 0;
  let blocks = 0;
  for (let start = 0; start < samples.length; start += BLOCK_SAMPLES) {
    const block = samples.subarray(start, start + BLOCK_SAMPLES);
    const blockPower = block.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / block.length;
    if (blockPower < MIN_POWER) continue;
    power += blockPower;
    blocks += 1;
  }
  if (blocks === 0) return samples;
  const gain = Math.sqrt(TARGET_POWER / (power / blocks));
  const maxSample = PEAK_LEVEL * 32_767;
  // Compress peaks softly instead of clipping them.
  return samples.map((sample) => {
    const amplified = sample * gain;
    return Math.abs(amplified) < maxSample * 0.6
      ? amplified
      : Math.sign(amplified) * maxSample * (0.6 + 0.4 * Math.tanh((Math.abs(amplified) / maxSample - 0.6) / 0.4));
  });
}

/** A block of 10 ms below this power is silence. */
const MAX_SILENCE_POWER = 10 ** (-44 / 10);
const SILENCE_BLOCK = SAMPLE_RATE / 100;
/** Blocks of silence to keep before and after the words, and in a pause of the voice. */
const KEPT_BLOCKS = { before: 2, after: 6, pause: 45 } as const;

/** Removes the silence before and after the words and shortens long pauses between them. */
export function trimSilence(samples: Int16Array): Int16Array {
  const blocks = Math.ceil(samples.length / SILENCE_BLOCK);
  const getBlock = (index: number): Int16Array => samples.subarray(index * SILENCE_BLOCK, (index + 1) * SILENCE_BLOCK);
  const isLoud = Array.from({ length: blocks }, (_, index) => {
    const block = getBlock(index);
    return block.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / block.length > MAX_SILENCE_POWER;
  });
  const first = isLoud.indexOf(true);
  if (first < 0) return samples;
  const trimmedSamples = new Int16Array(samples.length);
  let length = 0;
  let silentBlocks = 0;
  const end = Math.min(blocks, isLoud.lastIndexOf(true) + 1 + KEPT_BLOCKS.after);
  for (let index = Math.max(0, first - KEPT_BLOCKS.before); index < end; index++) {
    silentBlocks = isLoud[index] ? 0 : silentBlocks + 1;
    // The pause keeps its beginning and, with the block before the next word, a soft end.
    if (silentBlocks > KEPT_BLOCKS.pause && !isLoud[index + 1]) continue;
    trimmedSamples.set(getBlock(index), length);
    length += getBlock(index).length;
  }
  return trimmedSamples.slice(0, length);
}

type Sentence = Pick<SpokenSentence, 'id' | 'text'>;

interface NarrationTools {
  readonly speech: SpeechEngine;
  readonly getPaidRequest?: (item: string) => PaidRequest;
  readonly signal: AbortSignal;
}

export class Speaker {
  readonly #cache: Cache;
  readonly #engine: SpeechEngine;
  readonly #plan: VideoPlan;
  readonly #tools: NarrationTools;
  readonly warnings = new Set<string>();

  constructor(cache: Cache, tools: NarrationTools, plan: VideoPlan) {
    this.#cache = cache;
    this.#engine = plan.settings.narration ? tools.speech : silence;
    this.#plan = plan;
    this.#tools = tools;
    if (plan.settings.narration && !tools.speech.isVoice)
      this.warnings.add('No voice is installed on this computer, so the video has no narration.');
  }

  get hasVoice(): boolean {
    return this.#engine.isVoice;
  }

  #toRequest({ id, text }: Sentence) {
    const { settings, language, respoken } = this.#plan;
    return {
      sentence: toSpokenForm(respoken?.[id]?.saidAs ?? text, settings.pronunciations),
      rate: settings.speakingRate,
      voice: settings.voice,
      language,
    };
  }

  getKey(sentence: Sentence): string {
    const respoken = this.#plan.respoken?.[sentence.id];
    return cacheKey('speech', this.#engine.label, this.#toRequest(sentence), ...(respoken ? [respoken.take] : []));
  }

  async getClip(sentence: Sentence): Promise<Int16Array> {
    const createClip = async (): Promise<Uint8Array> => {
      const samples = levelLoudness(await this.#speak(sentence));
      return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    };
    const bytes = await this.#cache.getBytes(`${this.getKey(sentence)}.pcm`, createClip);
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    // The cache keeps the voice's own output, which may have been paid for.
    return this.#plan.timing === 'flowing' ? trimSilence(samples) : samples;
  }

  async getClips(scene: Scene): Promise<Int16Array[]> {
    return Promise.all(getSentences(scene).map((sentence) => this.getClip(sentence)));
  }

  /**
   * Speaks a sentence. If the voice returns nothing (for another alphabet, say), the sentence is silent for its
   * estimated length.
   */
  async #speak(sentence: Sentence): Promise<Int16Array> {
    const request = this.#toRequest(sentence);
    const { getPaidRequest, signal } = this.#tools;
    const samples = await this.#engine.speak(request, signal, getPaidRequest?.(this.getKey(sentence)));
    if (samples.length > 0) return samples;
    this.warnings.add('The voice couldn’t speak one of the sentences, so it is silent in the video.');
    return silence.speak(request, signal);
  }
}

/** Maximum silence yielded at once, in samples. */
const MAX_SILENCE = 10 * SAMPLE_RATE;

/** Yields the whole narration as 16-bit samples, exactly as long as the frames. */
export async function* streamNarration(
  placedScenes: readonly PlacedScene[],
  speaker: Speaker,
  plan: Rated,
): AsyncGenerator<Uint8Array> {
  const frameSamples = getSamplesPerFrame(plan);
  const total = countFrames(placedScenes) * frameSamples;
  let position = 0;
  function* fillSilence(end: number): Generator<Uint8Array> {
    for (; position < end; position = Math.min(end, position + MAX_SILENCE)) {
      yield new Uint8Array(2 * Math.min(end - position, MAX_SILENCE));
    }
  }
  for (const { firstFrame, speech } of placedScenes) {
    for (const { from, sentence } of speech) {
      yield* fillSilence(firstFrame * frameSamples + from);
      const clip = (await speaker.getClip(sentence)).subarray(0, total - position);
      position += clip.length;
      yield new Uint8Array(clip.buffer, clip.byteOffset, clip.byteLength);
    }
  }
  yield* fillSilence(total);
}
