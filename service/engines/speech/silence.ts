import { getSpokenLength } from '#markdown/speech-units.ts';
import { toSpokenSeconds } from '#markdown/spoken.ts';

import { SPEECH_RATE, type SpeechEngine, type SpeechRequest } from './speech-engine.ts';

const MIN_SECONDS = 0.6;

/** Returns how many samples a sentence takes at the normal pace. */
export function countSilentSamples({ sentence, rate }: Pick<SpeechRequest, 'sentence' | 'rate'>): number {
  const seconds = Math.max(MIN_SECONDS, toSpokenSeconds(getSpokenLength(sentence).units) / rate);
  return Math.round(seconds * SPEECH_RATE);
}

/** Returns silence for as long as the sentence would take at the normal pace. */
export const silence: SpeechEngine = {
  label: 'No voice',
  isVoice: false,
  listVoices: () => Promise.resolve([]),
  speak: (request) => Promise.resolve(new Int16Array(countSilentSamples(request))),
};
