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

/** Maximum number of sentences spoken; the others are estimated from them. */
const MAX_SPOKEN_SENTENCES = 24;
/** Maximum number of sentences spoken at once. */
const MAX_CONCURRENT = 4;
/** Maximum number of lengths in memory; a changed script needs only its new sentences spoken. */
const MAX_LENGTHS = 2000;

/** Asks the voice how many samples a sentence takes. */
export type MeasureSentence = (sentence: string) => Promise<number>;

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
async function measurePace(plan: VideoPlan, measureSentence: MeasureSentence): Promise<(sentence: string) => number> {
  const sentences = [...new Set(plan.scenes.flatMap(({ narration }) => narration))];
  const lengths = new Map<string, number>();
  const sampleSentences = pickEvenly(sentences);
  for (let start = 0; start < sampleSentences.length; start += MAX_CONCURRENT) {
    const group = sampleSentences.slice(start, start + MAX_CONCURRENT);
    const groupSamples = await Promise.all(group.map(measureSentence));
    group.forEach((sentence, index) => lengths.set(sentence, groupSamples[index] ?? 0));
  }
  const pace = sum([...lengths.values()]) / Math.max(1, sum(sampleSentences.map(weighSentence)));
  return (sentence) => lengths.get(sentence) ?? Math.round(weighSentence(sentence) * pace);
}

/**
 * Estimates the video's length in seconds: from a voice that speaks some of its sentences, or at the usual pace.
 * @throws VideoEngineError `too_long`, and whatever `measureSentence` throws.
 */
export async function estimateSeconds(
  plan: VideoPlan,
  measureSentence: MeasureSentence | null = null,
): Promise<number> {
  const getLength = measureSentence
    ? await measurePace(plan, measureSentence)
    : (sentence: string) => countSilentSamples(toSpeechRequest(plan, sentence));
  const lengths = plan.scenes.map(({ narration }) => narration.map(getLength));
  return countFrames(placeScenes(plan, lengths)) / getFrameRate(plan.settings);
}

const rememberedLengths = new Map<string, Promise<number>>();

/** Asks the voice for the length of a sentence as the video will have it, and remembers it. */
export const measureSpoken =
  (speech: SpeechEngine, plan: VideoPlan, signal: AbortSignal): MeasureSentence =>
  (sentence) => {
    const request = toSpeechRequest(plan, sentence);
    const key = JSON.stringify([speech.label, request]);
    const cachedLength = rememberedLengths.get(key);
    if (cachedLength) return cachedLength;
    const length = speech.speak(request, signal).then((samples) => {
      return samples.length > 0 ? trimSilence(levelLoudness(samples)).length : countSilentSamples(request);
    });
    rememberedLengths.set(key, length);
    length.catch(() => rememberedLengths.delete(key));
    if (rememberedLengths.size > MAX_LENGTHS) rememberedLengths.delete(rememberedLengths.keys().next().value ?? '');
    return length;
  };
