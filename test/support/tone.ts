/** Says everything as one tone, so that its timing can be measured to the millisecond. */
import { SPEECH_RATE, type SpeechEngine } from '#service/engines/speech/speech-engine.ts';

const wave = (seconds: number): Int16Array =>
  Int16Array.from(
    { length: seconds * SPEECH_RATE },
    (_, at) => Math.sin((at * 2 * Math.PI * 440) / SPEECH_RATE) * 9000,
  );

export const measureTone = (seconds: number): SpeechEngine => ({
  label: `A tone of ${seconds} seconds`,
  isVoice: true,
  voices: () => Promise.resolve([]),
  speak: () => Promise.resolve(wave(seconds)),
});
