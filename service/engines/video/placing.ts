/** Places the sentences and scenes of a video in time: words follow each other at a steady pace, and pictures follow the words. */
import type { SpokenSentence } from './captions.ts';
import {
  frameRateOf,
  type Overlay,
  SAMPLE_RATE,
  samplesPerFrame,
  type Scene,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
} from './video.ts';

/** Limits videos to three hours: beyond that nobody waits and disks fill. */
export const MAX_SECONDS = 3 * 3600;

export interface TimedSpeech {
  readonly sentence: SpokenSentence;
  /** Counts samples from the start of the scene; below 0 if the words begin before their picture. */
  readonly from: number;
  readonly samples: number;
}

export interface PlacedScene {
  readonly scene: Scene;
  readonly firstFrame: number;
  readonly frames: number;
  readonly speech: readonly TimedSpeech[];
}

/** Sets the silences before the first word, between sentences, before a scene or a chapter, and at the end, in seconds. */
const GAPS = { lead: 0.3, sentence: 0.32, scene: 0.45, chapter: 0.62, tail: 0.6 } as const;
/** Cuts to a scene this long before its first word, in seconds. */
const CUT_BEFORE = 7 / 30;
/** No scene is shorter than this if it can be helped, and no card of a heading if words wait for their picture. */
const MIN_SECONDS = { scene: 1.6, card: 1.3 } as const;

/** Lists the sentences of a scene with their starts and ends in samples of the video, and when the scene should begin. */
interface Timed {
  readonly scene: Scene;
  readonly speech: readonly Spoken[];
  /** Is in seconds. */
  readonly wantedStart: number;
}

const isHeading = ({ layout, kind }: Scene): boolean =>
  kind === 'slide' && (layout === 'title' || layout === 'section');

/** Places the words one after another. */
function timed(plan: VideoPlan, lengths: readonly (readonly number[])[]): { scenes: Timed[]; end: number } {
  const frame = samplesPerFrame(plan.settings);
  let end = 0;
  let gap: number = GAPS.lead;
  let last = { start: 0, samples: 0 };
  const scenes = plan.scenes.map((scene, index): Timed => {
    if (isHeading(scene) && end > 0) gap = Math.max(gap, GAPS.chapter);
    const before = end / SAMPLE_RATE;
    const speech = scene.narration.map((text, number) => {
      const samples = lengths[index]?.[number] ?? 0;
      // Sentences begin with a frame, so a longer one moves what follows by whole frames, and its scenes stay in the cache.
      const start = Math.ceil((end + gap * SAMPLE_RATE) / frame) * frame;
      last = { start, samples };
      end = start + samples;
      const isLast = number === scene.narration.length - 1;
      gap = Math.max(isLast ? GAPS.scene : GAPS.sentence, scene.pauses?.[number] ?? 0);
      return { text, start, samples };
    });
    const first = speech[0];
    if (scene.within !== undefined) {
      return { scene, speech, wantedStart: (last.start + last.samples * scene.within) / SAMPLE_RATE };
    }
    if (!first) return { scene, speech, wantedStart: before === 0 ? 0 : before + GAPS.tail / 2 };
    return { scene, speech, wantedStart: before === 0 ? 0 : first.start / SAMPLE_RATE - CUT_BEFORE };
  });
  return { scenes, end: end / SAMPLE_RATE };
}

const leastOf = ({ scene }: Timed): number => Math.max(scene.leastSeconds, MIN_SECONDS.scene);

/** Returns how long the cards from `index` on may stand, so that the picture of the next words is still seen with them. */
function cardSeconds(scenes: readonly Timed[], index: number, start: number, end: number): number {
  const one = scenes[index] as Timed;
  const next = scenes.findIndex(
    ({ speech, scene }, at) => at > index && (speech.length > 0 || scene.within !== undefined),
  );
  if (next < 0) return leastOf(one);
  const latest = (scenes[next + 1]?.wantedStart ?? end + GAPS.tail) - MIN_SECONDS.scene;
  return Math.min(leastOf(one), Math.max(MIN_SECONDS.card, (latest - start) / (next - index)));
}

/** Returns when each scene begins, and the end, in seconds. A scene begins late rather than cut the one before short. */
function starts(scenes: readonly Timed[], end: number): number[] {
  const begins: number[] = [];
  let free = 0;
  for (const [index, one] of scenes.entries()) {
    const start = index === 0 ? 0 : Math.max(one.wantedStart, free);
    begins.push(start);
    const isCard = one.speech.length === 0 && one.scene.within === undefined;
    free = start + (isCard ? cardSeconds(scenes, index, start, end) : leastOf(one));
  }
  if (end === 0) return [...begins, free];
  // Silent scenes at the end take their time from the last words, if they leave enough.
  const pulled = [...begins];
  let until = end + GAPS.tail;
  for (let index = scenes.length - 1; index >= 0; index--) {
    const one = scenes[index] as Timed;
    const isLast = index === scenes.length - 1;
    const latest = until - (isLast || one.speech.length === 0 ? leastOf(one) : MIN_SECONDS.scene);
    if ((pulled[index] ?? 0) <= latest) break;
    pulled[index] = latest;
    until = latest;
  }
  return (pulled[0] ?? 0) < 0 ? [...begins, free] : [...pulled, end + GAPS.tail];
}

/** Returns the id of a scene's sentence, the first being number 0; it does not change when others do. */
export const sentenceId = (scene: string, number: number): string => `${scene}-${number + 1}`;

/** Lists the sentences of a scene with their ids. */
export const sentencesOf = ({ key, narration }: Scene): { readonly id: string; readonly text: string }[] =>
  narration.map((text, number) => ({ id: sentenceId(key, number), text }));

interface Spoken {
  readonly text: string;
  /** Counts samples of the video. */
  readonly start: number;
  readonly samples: number;
}

function sentenceOf(plan: VideoPlan, scene: Scene, number: number, { text, start, samples }: Spoken): SpokenSentence {
  const id = sentenceId(scene.key, number);
  const again = plan.respoken?.[id];
  return {
    id,
    scene: scene.key,
    text,
    start: start / SAMPLE_RATE,
    end: (start + samples) / SAMPLE_RATE,
    ...(again && { cutFor: again.cutFor }),
  };
}

function flowing(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const { scenes, end } = timed(plan, lengths);
  const [rate, frame] = [frameRateOf(plan.settings), samplesPerFrame(plan.settings)];
  const cuts: number[] = [];
  for (const start of starts(scenes, end)) {
    cuts.push(Math.max(Math.ceil(start * rate - 0.5), (cuts.at(-1) ?? -1) + 1));
  }
  return scenes.map(({ scene, speech }, index): PlacedScene => {
    const firstFrame = cuts[index] ?? 0;
    return {
      scene,
      firstFrame,
      frames: (cuts[index + 1] ?? 0) - firstFrame,
      speech: speech.map((spoken, number) => ({
        sentence: sentenceOf(plan, scene, number, spoken),
        from: spoken.start - firstFrame * frame,
        samples: spoken.samples,
      })),
    };
  });
}

/** Sets the pauses of older plans: before the first sentence of a scene, between two, and after the last, in seconds. */
const OLDER = { lead: 0.4, pause: 0.24, tail: 0.5 } as const;

/** Places each scene with its words in it, as older plans are, so that their overlays and comments keep their places. */
function sceneByScene(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const placed: PlacedScene[] = [];
  const [rate, frame] = [frameRateOf(plan.settings), samplesPerFrame(plan.settings)];
  let firstFrame = 0;
  for (const [index, scene] of plan.scenes.entries()) {
    const speech: TimedSpeech[] = [];
    let at = Math.round(OLDER.lead * SAMPLE_RATE);
    for (const [number, text] of scene.narration.entries()) {
      const samples = lengths[index]?.[number] ?? 0;
      const sentence = sentenceOf(plan, scene, number, { text, start: firstFrame * frame + at, samples });
      speech.push({ sentence, from: at, samples });
      at += samples + Math.round(OLDER.pause * SAMPLE_RATE);
    }
    const spoken = speech.length === 0 ? 0 : at / SAMPLE_RATE - OLDER.pause + OLDER.tail;
    const frames = Math.ceil(Math.max(scene.leastSeconds, spoken) * rate);
    placed.push({ scene, firstFrame, frames, speech });
    firstFrame += frames;
  }
  return placed;
}

export function framesOf(placed: readonly PlacedScene[]): number {
  const last = placed.at(-1);
  return last ? last.firstFrame + last.frames : 0;
}

/**
 * Moves overlays with the words that they were shown with in `before`, the published video: a sentence that is spoken
 * again may take longer.
 */
export function withOverlaysMoved(plan: VideoPlan, placed: readonly PlacedScene[], before: Timeline): VideoPlan {
  const now = placed.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  if (now.length !== before.sentences.length) return plan;
  const seconds = framesOf(placed) / frameRateOf(plan.settings);
  const overlays = plan.overlays.map((overlay): Overlay => {
    const index = before.sentences.findLastIndex(({ start }) => start <= overlay.start);
    const [was, is] = [before.sentences[index], now[index]];
    if (!was || !is) return overlay;
    const by = overlay.start < was.end ? is.start - was.start : is.end - was.end;
    if (by === 0) return overlay;
    const end = Math.min(seconds, overlay.end + by);
    return { ...overlay, start: Math.min(overlay.start + by, end), end };
  });
  return { ...plan, overlays };
}

/**
 * Places the scenes. `lengths` are the samples of each sentence of each scene. Every scene is a whole number of frames.
 * @throws VideoEngineError `too_long`
 */
export function placeScenes(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const placed = plan.timing === 'flowing' ? flowing(plan, lengths) : sceneByScene(plan, lengths);
  if (framesOf(placed) > MAX_SECONDS * frameRateOf(plan.settings)) {
    throw new VideoEngineError(
      'too_long',
      'The video would be longer than three hours. Use a shorter script, or split it into parts.',
    );
  }
  return placed;
}
