/** Estimates how long a video will run before it is made. */
import { splitGraphemes } from '#markdown/captions/rules.ts';
import { toSpokenForm } from '#markdown/pronunciation.ts';
import { sum } from '#markdown/sum.ts';
import { countWords } from '#markdown/words.ts';

import { countSilentSamples } from '../speech/silence.ts';
import type { SpeechEngine, SpeechRequest } from '../speech/speech-engine.ts';
import { levelLoudness, trimSilence } from './narration.ts';
import { countFrames, placeScenes } from './placing.ts';
import { getFrameRate, type VideoPlan } from './video.ts';

/** Speaks this many sentences at most; the others are estimated from them. */
const MAX_SPOKEN_SENTENCES = 24;
/** Maximum number of sentences spoken at once. */
const MAX_CONCURRENT = 4;
/** Cached in memory, so that a changed script needs only its new sentences spoken. */
const MAX_REMEMBERED = 2000;

/** Returns samples for sentences, from the voice itself. */
export type SpokenSamples = (sentence: string) => Promise<number>;

const toSpeechRequest = ({ settings, language }: VideoPlan, sentence: string): SpeechRequest => ({
  sentence: toSpokenForm(sentence, settings.pronunciations),
  language,
  rate: settings.speakingRate,
  voice: settings.voice,
});

/** Weighs how long a sentence takes: its letters, a little for each word, and more for digits, which are read as words. */
const weighSentence = (sentence: string): number =>
  splitGraphemes(sentence).length + 2 * countWords(sentence) + 4 * (sentence.match(/\p{Nd}/gu)?.length ?? 0);

/** Picks sentences evenly from the whole script. */
function pickEvenly(sentences: readonly string[]): string[] {
  if (sentences.length <= MAX_SPOKEN_SENTENCES) return [...sentences];
  return Array.from(
    { length: MAX_SPOKEN_SENTENCES },
    (_, index) => sentences[Math.floor((index + 0.5) * (sentences.length / MAX_SPOKEN_SENTENCES))] ?? '',
  );
}

/** Speaks a few sentences and returns a function that estimates the samples of any. */
async function measurePace(plan: VideoPlan, spoken: SpokenSamples): Promise<(sentence: string) => number> {
  const sentences = [...new Set(plan.scenes.flatMap(({ narration }) => narration))];
  const lengths = new Map<string, number>();
  const samples = pickEvenly(sentences);
  for (let start = 0; start < samples.length; start += MAX_CONCURRENT) {
    const group = samples.slice(start, start + MAX_CONCURRENT);
    const groupSamples = await Promise.all(group.map(spoken));
    group.forEach((sentence, index) => lengths.set(sentence, groupSamples[index] ?? 0));
  }
  const pace = sum([...lengths.values()]) / Math.max(1, sum(samples.map(weighSentence)));
  return (sentence) => lengths.get(sentence) ?? Math.round(weighSentence(sentence) * pace);
}

/**
 * Estimates the video's length in seconds: from a voice that speaks some of its sentences, or at the usual pace.
 * @throws VideoEngineError `too_long`, and whatever `spoken` throws.
 */
export async function estimateSeconds(plan: VideoPlan, spoken: SpokenSamples | null = null): Promise<number> {
  const length = spoken
    ? await measurePace(plan, spoken)
    : (sentence: string) => countSilentSamples(toSpeechRequest(plan, sentence));
  const lengths = plan.scenes.map(({ narration }) => narration.map(length));
  return countFrames(placeScenes(plan, lengths)) / getFrameRate(plan.settings);
}

const rememberedLengths = new Map<string, Promise<number>>();

/** Asks the voice for the length of a sentence as the video will have it, and remembers it. */
export const measureSpoken =
  (speech: SpeechEngine, plan: VideoPlan, signal: AbortSignal): SpokenSamples =>
  (sentence) => {
    const request = toSpeechRequest(plan, sentence);
    const key = JSON.stringify([speech.label, request]);
    const cached = rememberedLengths.get(key);
    if (cached) return cached;
    const length = speech.speak(request, signal).then((samples) => {
      return samples.length > 0 ? trimSilence(levelLoudness(samples)).length : countSilentSamples(request);
    });
    rememberedLengths.set(key, length);
    length.catch(() => rememberedLengths.delete(key));
    if (rememberedLengths.size > MAX_REMEMBERED) rememberedLengths.delete(rememberedLengths.keys().next().value ?? '');
    return length;
  };
