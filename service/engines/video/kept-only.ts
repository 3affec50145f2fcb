/** Wraps engines that are paid per answer, so that only what they answered before is used. */
import type { ImageEngine } from '../image/image-engine.ts';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { VideoEngineError } from './video.ts';

export const notKept = (): VideoEngineError =>
  new VideoEngineError(
    'not_kept',
    'Some of what this version was made from is no longer kept. Make the video again to hand it off.',
  );

const refuse = (): Promise<never> => Promise.reject(notKept());

/** Keeps the label, by which the spoken sentences are found in the cache. */
export const keptVoice = (engine: SpeechEngine): SpeechEngine => ({
  label: engine.label,
  isVoice: engine.isVoice,
  voices: (signal) => engine.voices(signal),
  speak: refuse,
});

/** Leaves the built-in pictures as they are, since they cost nothing. */
export const keptPictures = (engine: ImageEngine): ImageEngine =>
  engine.isImageModel ? { label: engine.label, isImageModel: true, generate: refuse, edit: refuse } : engine;
