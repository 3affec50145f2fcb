import { spokenSeconds } from '#markdown/spoken.ts';
import { countWords } from '#markdown/words.ts';

import { SPEECH_RATE, type SpeechEngine } from './speech-engine.ts';

const LEAST_SECONDS = 0.6;

/** Returns silence for as long as the sentence would take at the normal pace. */
export const silence: SpeechEngine = {
  label: 'No voice',
  isVoice: false,
  voices: () => Promise.resolve([]),
  speak: ({ sentence, rate }) => {
    const seconds = Math.max(LEAST_SECONDS, spokenSeconds(countWords(sentence)) / rate);
    return Promise.resolve(new Int16Array(Math.round(seconds * SPEECH_RATE)));
  },
};
