/** Wraps engines that are paid per answer, so that only cached answers are used. */
import type { ImageEngine } from '../image/image-engine.ts';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { VideoEngineError } from './video.ts';

export const createNotCachedError = (): VideoEngineError =>
  new VideoEngineError(
    'not_kept',
    'Some of what this version was made from is no longer kept. Make the video again to hand it off.',
  );

const rejectRequest = (): Promise<never> => Promise.reject(createNotCachedError());

/** Keeps the label, by which the spoken sentences are found in the cache. */
export const createCachedOnlyVoice = (engine: SpeechEngine): SpeechEngine => ({
  label: engine.label,
  isVoice: engine.isVoice,
  listVoices: (signal) => engine.listVoices(signal),
  speak: rejectRequest,
});

/** Leaves the built-in pictures as they are, since they cost nothing. */
export const createCachedOnlyPictures = (engine: ImageEngine): ImageEngine =>
  engine.isImageModel
    ? { label: engine.label, isImageModel: true, generate: rejectRequest, edit: rejectRequest }
    : engine;
