/**
 * Places the sentences and scenes of a video in time: words follow each other at a steady pace, and pictures follow the
 * words.
 */
import type { SpokenSentence } from './captions.ts';
import {
  getFrameRate,
  type Overlay,
  SAMPLE_RATE,
  getSamplesPerFrame,
  type Scene,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
} from './video.ts';

/** The length limit of videos; longer ones take too long and fill disks. */
export const MAX_SECONDS = 3 * 3600;

export interface TimedSpeech {
  readonly sentence: SpokenSentence;
  /** Samples from the start of the scene; below 0 if the words begin before their picture. */
  readonly from: number;
  readonly samples: number;
}

export interface PlacedScene {
  readonly scene: Scene;
  readonly firstFrame: number;
  readonly frames: number;
  readonly speech: readonly TimedSpeech[];
}

/** The silences before the first word, between sentences, before a scene or a chapter, and at the end, in seconds. */
const GAP_SECONDS = { lead: 0.3, sentence: 0.32, scene: 0.45, chapter: 0.62, tail: 0.6 } as const;
/** How long before its first word a scene begins, in seconds. */
const CUT_LEAD_SECONDS = 7 / 30;
/** Minimum length of a scene where possible, and of a heading's card if words wait for their picture. */
const MIN_SECONDS = { scene: 1.6, card: 1.3 } as const;

/** The sentences of a scene with their starts and ends in samples of the video, and when the scene should begin. */
interface TimedScene {
  readonly scene: Scene;
  readonly speech: readonly SpokenRange[];
  /** In seconds. */
  readonly wantedStart: number;
}

const isHeading = ({ layout, kind }: Scene): boolean =>
  kind === 'slide' && (layout === 'title' || layout === 'section');

/** Places the words one after another. */
function timeWords(plan: VideoPlan, lengths: readonly (readonly number[])[]): { scenes: TimedScene[]; end: number } {
  const frame = getSamplesPerFrame(plan.settings);
  let end = 0;
  let gap: number = GAP_SECONDS.lead;
  let last = { start: 0, samples: 0 };
  const scenes = plan.scenes.map((scene, index): TimedScene => {
    if (isHeading(scene) && end > 0) gap = Math.max(gap, GAP_SECONDS.chapter);
    const elapsedSeconds = end / SAMPLE_RATE;
    const speech = scene.narration.map((text, number) => {
      const samples = lengths[index]?.[number] ?? 0;
      // Sentences begin with a frame, so a longer one moves what follows by whole frames, and its scenes stay in the cache.
      const start = Math.ceil((end + gap * SAMPLE_RATE) / frame) * frame;
      last = { start, samples };
      end = start + samples;
      const isLast = number === scene.narration.length - 1;
      gap = Math.max(isLast ? GAP_SECONDS.scene : GAP_SECONDS.sentence, scene.pauses?.[number] ?? 0);
      return { text, start, samples };
    });
    const first = speech[0];
    if (scene.within !== undefined) {
      return { scene, speech, wantedStart: (last.start + last.samples * scene.within) / SAMPLE_RATE };
    }
    if (!first) return { scene, speech, wantedStart: elapsedSeconds === 0 ? 0 : elapsedSeconds + GAP_SECONDS.tail / 2 };
    return { scene, speech, wantedStart: elapsedSeconds === 0 ? 0 : first.start / SAMPLE_RATE - CUT_LEAD_SECONDS };
  });
  return { scenes, end: end / SAMPLE_RATE };
}

const getMinSceneSeconds = ({ scene }: TimedScene): number => Math.max(scene.leastSeconds, MIN_SECONDS.scene);

/** Returns how long the cards from `index` on may stand, so that the picture of the next words is still seen with them. */
function getCardSeconds(scenes: readonly TimedScene[], index: number, start: number, end: number): number {
  const current = scenes[index] as TimedScene;
  const next = scenes.findIndex(
    ({ speech, scene }, position) => position > index && (speech.length > 0 || scene.within !== undefined),
  );
  if (next < 0) return getMinSceneSeconds(current);
  const latest = (scenes[next + 1]?.wantedStart ?? end + GAP_SECONDS.tail) - MIN_SECONDS.scene;
  return Math.min(getMinSceneSeconds(current), Math.max(MIN_SECONDS.card, (latest - start) / (next - index)));
}

/**
 * Returns the start of each scene, and the end, in seconds. A scene begins late rather than cutting the previous one
 * short.
 */
function findStarts(scenes: readonly TimedScene[], end: number): number[] {
  const starts: number[] = [];
  let earliestStart = 0;
  for (const [index, current] of scenes.entries()) {
    const start = index === 0 ? 0 : Math.max(current.wantedStart, earliestStart);
    starts.push(start);
    const isCard = current.speech.length === 0 && current.scene.within === undefined;
    earliestStart = start + (isCard ? getCardSeconds(scenes, index, start, end) : getMinSceneSeconds(current));
  }
  if (end === 0) return [...starts, earliestStart];
  // Silent scenes at the end take their time from the last words, if they leave enough.
  const adjusted = [...starts];
  let latestEnd = end + GAP_SECONDS.tail;
  for (let index = scenes.length - 1; index >= 0; index--) {
    const current = scenes[index] as TimedScene;
    const isLast = index === scenes.length - 1;
    const latest =
      latestEnd - (isLast || current.speech.length === 0 ? getMinSceneSeconds(current) : MIN_SECONDS.scene);
    if ((adjusted[index] ?? 0) <= latest) break;
    adjusted[index] = latest;
    latestEnd = latest;
  }
  return (adjusted[0] ?? 0) < 0 ? [...starts, earliestStart] : [...adjusted, end + GAP_SECONDS.tail];
}

/** Returns the id of a scene's sentence, the first being number 0; it does not change when others do. */
export const getSentenceId = (scene: string, number: number): string => `${scene}-${number + 1}`;

/** Lists the sentences of a scene with their ids. */
export const getSentences = ({ key, narration }: Scene): { readonly id: string; readonly text: string }[] =>
  narration.map((text, number) => ({ id: getSentenceId(key, number), text }));

interface SpokenRange {
  readonly text: string;
  /** In samples of the video. */
  readonly start: number;
  readonly samples: number;
}

function toSpokenSentence(
  plan: VideoPlan,
  scene: Scene,
  number: number,
  { text, start, samples }: SpokenRange,
): SpokenSentence {
  const id = getSentenceId(scene.key, number);
  const respoken = plan.respoken?.[id];
  return {
    id,
    scene: scene.key,
    text,
    start: start / SAMPLE_RATE,
    end: (start + samples) / SAMPLE_RATE,
    ...(respoken && { cutFor: respoken.cutFor }),
  };
}

function placeFlowing(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const { scenes, end } = timeWords(plan, lengths);
  const [rate, frame] = [getFrameRate(plan.settings), getSamplesPerFrame(plan.settings)];
  const cuts: number[] = [];
  for (const start of findStarts(scenes, end)) {
    cuts.push(Math.max(Math.ceil(start * rate - 0.5), (cuts.at(-1) ?? -1) + 1));
  }
  return scenes.map(({ scene, speech }, index): PlacedScene => {
    const firstFrame = cuts[index] ?? 0;
    return {
      scene,
      firstFrame,
      frames: (cuts[index + 1] ?? 0) - firstFrame,
      speech: speech.map((spokenSentence, number) => ({
        sentence: toSpokenSentence(plan, scene, number, spokenSentence),
        from: spokenSentence.start - firstFrame * frame,
        samples: spokenSentence.samples,
      })),
    };
  });
}

/** The pauses of older plans: before the first sentence of a scene, between two, and after the last, in seconds. */
const OLDER_PAUSES = { lead: 0.4, pause: 0.24, tail: 0.5 } as const;

/** Places each scene with its words in it, as older plans are, so that their overlays and comments keep their places. */
function placeSceneByScene(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const placedScenes: PlacedScene[] = [];
  const [rate, frame] = [getFrameRate(plan.settings), getSamplesPerFrame(plan.settings)];
  let firstFrame = 0;
  for (const [index, scene] of plan.scenes.entries()) {
    const speech: TimedSpeech[] = [];
    let sampleOffset = Math.round(OLDER_PAUSES.lead * SAMPLE_RATE);
    for (const [number, text] of scene.narration.entries()) {
      const samples = lengths[index]?.[number] ?? 0;
      const sentence = toSpokenSentence(plan, scene, number, {
        text,
        start: firstFrame * frame + sampleOffset,
        samples,
      });
      speech.push({ sentence, from: sampleOffset, samples });
      sampleOffset += samples + Math.round(OLDER_PAUSES.pause * SAMPLE_RATE);
    }
    const spokenSeconds = speech.length === 0 ? 0 : sampleOffset / SAMPLE_RATE - OLDER_PAUSES.pause + OLDER_PAUSES.tail;
    const frames = Math.ceil(Math.max(scene.leastSeconds, spokenSeconds) * rate);
    placedScenes.push({ scene, firstFrame, frames, speech });
    firstFrame += frames;
  }
  return placedScenes;
}

export function countFrames(placedScenes: readonly PlacedScene[]): number {
  const last = placedScenes.at(-1);
  return last ? last.firstFrame + last.frames : 0;
}

/**
 * Moves overlays with the words that they were shown with in `before`, the published video: a sentence that is spoken
 * again may take longer.
 */
export function moveOverlays(plan: VideoPlan, placedScenes: readonly PlacedScene[], before: Timeline): VideoPlan {
  const sentences = placedScenes.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  if (sentences.length !== before.sentences.length) return plan;
  const seconds = countFrames(placedScenes) / getFrameRate(plan.settings);
  const overlays = plan.overlays.map((overlay): Overlay => {
    const index = before.sentences.findLastIndex(({ start }) => start <= overlay.start);
    const [previous, current] = [before.sentences[index], sentences[index]];
    if (!previous || !current) return overlay;
    const shift = overlay.start < previous.end ? current.start - previous.start : current.end - previous.end;
    if (shift === 0) return overlay;
    const end = Math.min(seconds, overlay.end + shift);
    return { ...overlay, start: Math.min(overlay.start + shift, end), end };
  });
  return { ...plan, overlays };
}

/**
 * Places the scenes. `lengths` are the samples of each sentence of each scene. Every scene is a whole number of frames.
 * @throws VideoEngineError `too_long`
 */
export function placeScenes(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const placedScenes = plan.timing === 'flowing' ? placeFlowing(plan, lengths) : placeSceneByScene(plan, lengths);
  if (countFrames(placedScenes) > MAX_SECONDS * getFrameRate(plan.settings)) {
    throw new VideoEngineError(
      'too_long',
      'The video would be longer than three hours. Use a shorter script, or split it into parts.',
    );
  }
  return placedScenes;
}
