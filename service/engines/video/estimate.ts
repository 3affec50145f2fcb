/** Estimates how long a video will run before it is made. */
import { graphemesOf } from '#markdown/captions/rules.ts';
import { spokenForm } from '#markdown/pronunciation.ts';
import { countWords } from '#markdown/words.ts';

import { silenceOf } from '../speech/silence.ts';
import type { SpeechEngine, SpeechRequest } from '../speech/speech-engine.ts';
import { levelled, tightened } from './narration.ts';
import { framesOf, placeScenes } from './placing.ts';
import { frameRateOf, type VideoPlan } from './video.ts';

/** Speaks this many sentences at most; the others are estimated from them. */
const SAMPLES = 24;
/** Is how many sentences are spoken at once. */
const AT_ONCE = 4;
/** Stays in memory, so that a change of the script speaks only what is new. */
const REMEMBERED = 2000;

/** Returns samples for sentences, from the voice itself. */
export type SpokenSamples = (sentence: string) => Promise<number>;

const requestOf = ({ settings, language }: VideoPlan, sentence: string): SpeechRequest => ({
  sentence: spokenForm(sentence, settings.pronunciations),
  language,
  rate: settings.speakingRate,
  voice: settings.voice,
});

/** Weighs how long a sentence takes: its letters, a little for each word, and more for digits, which are read as words. */
const weightOf = (sentence: string): number =>
  graphemesOf(sentence).length + 2 * countWords(sentence) + 4 * (sentence.match(/\p{Nd}/gu)?.length ?? 0);

/** Picks sentences evenly from the whole script. */
function picked(sentences: readonly string[]): string[] {
  if (sentences.length <= SAMPLES) return [...sentences];
  return Array.from(
    { length: SAMPLES },
    (_, at) => sentences[Math.floor((at + 0.5) * (sentences.length / SAMPLES))] ?? '',
  );
}

/** Speaks a few sentences and returns a function that estimates the samples of any. */
async function paced(plan: VideoPlan, spoken: SpokenSamples): Promise<(sentence: string) => number> {
  const sentences = [...new Set(plan.scenes.flatMap(({ narration }) => narration))];
  const lengths = new Map<string, number>();
  const chosen = picked(sentences);
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    const group = chosen.slice(at, at + AT_ONCE);
    const samples = await Promise.all(group.map(spoken));
    group.forEach((sentence, index) => lengths.set(sentence, samples[index] ?? 0));
  }
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
  const pace = sumOf([...lengths.values()]) / Math.max(1, sumOf(chosen.map(weightOf)));
  return (sentence) => lengths.get(sentence) ?? Math.round(weightOf(sentence) * pace);
}

/**
 * Estimates the video's length in seconds: from a voice that speaks some of its sentences, or at the usual pace.
 * @throws VideoEngineError `too_long`, and what `spoken` throws.
 */
export async function estimateSeconds(plan: VideoPlan, spoken: SpokenSamples | null = null): Promise<number> {
  const length = spoken ? await paced(plan, spoken) : (sentence: string) => silenceOf(requestOf(plan, sentence));
  const lengths = plan.scenes.map(({ narration }) => narration.map(length));
  return framesOf(placeScenes(plan, lengths)) / frameRateOf(plan.settings);
}

const remembered = new Map<string, Promise<number>>();

/** Asks the voice for the length of a sentence as the video will have it, and remembers it. */
export const spokenBy =
  (speech: SpeechEngine, plan: VideoPlan, signal: AbortSignal): SpokenSamples =>
  (sentence) => {
    const request = requestOf(plan, sentence);
    const key = JSON.stringify([speech.label, request]);
    const known = remembered.get(key);
    if (known) return known;
    const length = speech.speak(request, signal).then((samples) => {
      return samples.length > 0 ? tightened(levelled(samples)).length : silenceOf(request);
    });
    remembered.set(key, length);
    length.catch(() => remembered.delete(key));
    if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    return length;
  };
