/** Speaks every sentence as one tone, so that its timing can be measured to the millisecond. */
import { SPEECH_RATE, type SpeechEngine } from '#service/engines/speech/speech-engine.ts';

const createTone = (seconds: number): Int16Array =>
  Int16Array.from(
    { length: seconds * SPEECH_RATE },
    (_, index) => Math.sin((index * 2 * Math.PI * 440) / SPEECH_RATE) * 9000,
  );

export const createToneEngine = (seconds: number): SpeechEngine => ({
  label: `A tone of ${seconds} seconds`,
  isVoice: true,
  listVoices: () => Promise.resolve([]),
  speak: () => Promise.resolve(createTone(seconds)),
});
