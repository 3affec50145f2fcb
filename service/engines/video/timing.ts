/** Computes the times of scenes, captions and overlays from the length of each sentence. */
import { spokenSeconds } from '#markdown/spoken.ts';
import { countWords } from '#markdown/words.ts';

import { cuesOf, type SpokenSentence } from './captions.ts';
import { LOOKS, WIDTH } from './draw/design.ts';
import { overlayBox } from './draw/overlays.ts';
import { type SceneJob, textsOf } from './draw/scene.ts';
import {
  type Cue,
  FRAMES_PER_SECOND,
  type Overlay,
  SAMPLE_RATE,
  SAMPLES_PER_FRAME,
  type Scene,
  type TextPlace,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
} from './video.ts';

/** Sets the pauses before the first sentence of a scene, between two, and after the last, in seconds. */
const LEAD = 0.4;
const PAUSE = 0.24;
const TAIL = 0.5;

/** Limits videos to three hours: beyond that nobody waits and disks fill. */
export const LONGEST_SECONDS = 3 * 3600;

export interface TimedSpeech {
  readonly sentence: SpokenSentence;
  /** Counts samples from the start of the scene. */
  readonly from: number;
  readonly samples: number;
}

export interface PlacedScene {
  readonly scene: Scene;
  readonly firstFrame: number;
  readonly frames: number;
  readonly speech: readonly TimedSpeech[];
}

/**
 * Places the scenes. `lengths` are the samples of each sentence of each scene. Every scene is a whole number of frames.
 */
export function placeScenes(plan: VideoPlan, lengths: readonly (readonly number[])[]): PlacedScene[] {
  const placed: PlacedScene[] = [];
  let firstFrame = 0;
  for (const [index, scene] of plan.scenes.entries()) {
    const speech: TimedSpeech[] = [];
    const begins = firstFrame / FRAMES_PER_SECOND;
    let at = Math.round(LEAD * SAMPLE_RATE);
    for (const [number, text] of scene.narration.entries()) {
      const samples = lengths[index]?.[number] ?? 0;
      const start = begins + at / SAMPLE_RATE;
      const sentence = {
        id: `${scene.key}-${number + 1}`,
        scene: scene.key,
        text,
        start,
        end: start + samples / SAMPLE_RATE,
      };
      speech.push({ sentence, from: at, samples });
      at += samples + Math.round(PAUSE * SAMPLE_RATE);
    }
    const spoken = speech.length === 0 ? 0 : at / SAMPLE_RATE - PAUSE + TAIL;
    const frames = Math.ceil(Math.max(scene.leastSeconds, spoken) * FRAMES_PER_SECOND);
    placed.push({ scene, firstFrame, frames, speech });
    firstFrame += frames;
  }
  if (firstFrame > LONGEST_SECONDS * FRAMES_PER_SECOND) {
    throw new VideoEngineError(
      'too_long',
      'The video would be longer than three hours. Use a shorter script, or split it into parts.',
    );
  }
  return placed;
}

/** Estimates the video's length in seconds at the usual pace, before anything is spoken. */
export function estimateSeconds(plan: VideoPlan): number {
  const samples = (sentence: string): number =>
    Math.round((spokenSeconds(countWords(sentence)) / plan.settings.speakingRate) * SAMPLE_RATE);
  const placed = placeScenes(
    plan,
    plan.scenes.map(({ narration }) => narration.map(samples)),
  );
  return framesOf(placed) / FRAMES_PER_SECOND;
}

export function framesOf(placed: readonly PlacedScene[]): number {
  const last = placed.at(-1);
  return last ? last.firstFrame + last.frames : 0;
}

const moved = (cue: Cue, by: number): Cue => ({
  ...cue,
  start: cue.start - by,
  end: cue.end - by,
  words: cue.words.map((word) => ({ ...word, start: word.start - by })),
});

/** Rounds to a frame, so that the same edit at the same place gives the same job. */
const toFrame = (seconds: number): number => Math.round(seconds * FRAMES_PER_SECOND) / FRAMES_PER_SECOND;

export interface JobParts {
  readonly picture: string | null;
  readonly levels: readonly number[];
}

export function jobOf(
  plan: VideoPlan,
  placed: readonly PlacedScene[],
  index: number,
  { picture, levels }: JobParts,
): SceneJob {
  const { settings } = plan;
  const { scene, firstFrame, frames, speech } = placed[index] as PlacedScene;
  const begins = firstFrame / FRAMES_PER_SECOND;
  const ends = begins + frames / FRAMES_PER_SECOND;
  const cues = settings.captions.enabled
    ? cuesOf(
        speech.map(({ sentence }) => sentence),
        plan.captionEdits,
      ).map((cue) => moved(cue, begins))
    : [];
  const overlays = plan.overlays
    .filter(({ start, end }) => start < ends && end > begins)
    .map((overlay): Overlay => ({
      ...overlay,
      start: toFrame(overlay.start) - begins,
      end: toFrame(overlay.end) - begins,
    }));
  const newChapter = (at: number): boolean =>
    at > 0 && placed[at]?.scene.layout === 'section' && placed[at].scene.kind === 'slide';
  return {
    width: settings.width,
    height: settings.height,
    frames,
    design: settings.design,
    key: scene.key,
    kind: scene.kind,
    layout: scene.layout,
    chapter: scene.chapter,
    seed: scene.seed,
    texts: Object.fromEntries(scene.fields.map(({ key, value }) => [key, value])),
    moments: speech.map(({ from }) => from / SAMPLE_RATE),
    cues: cues.map(roundedCue),
    captions: settings.captions.style,
    overlays,
    picture,
    levels,
    clear: scene.kind === 'media' && scene.media?.kind === 'video',
    enter: newChapter(index) ? 'wipe' : 'fade',
    leave: newChapter(index + 1) ? 'wipe' : 'fade',
  };
}

/** Drops the last digits, in which the same time can differ at another place of the video. */
const roundedCue = (cue: Cue): Cue => {
  const short = (seconds: number): number => Math.round(seconds * 10_000) / 10_000;
  return {
    ...cue,
    start: short(cue.start),
    end: short(cue.end),
    words: cue.words.map(({ text, start }) => ({ text, start: short(start) })),
  };
};

/** Returns the whole video's timeline, in its own time and pixels. */
export function timelineOf(plan: VideoPlan, placed: readonly PlacedScene[]): Timeline {
  const { settings } = plan;
  const scale = settings.width / WIDTH;
  const grown = <T extends { x: number; y: number; width: number; height: number }>(box: T): T => ({
    ...box,
    x: box.x * scale,
    y: box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
  const sentences = placed.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  const texts = placed.flatMap(({ scene, firstFrame }, index): TextPlace[] => {
    const begins = firstFrame / FRAMES_PER_SECOND;
    const job = jobOf(plan, placed, index, { picture: null, levels: [] });
    return textsOf(job).map((text) =>
      grown({ ...text, scene: scene.key, start: text.start + begins, end: text.end + begins }),
    );
  });
  return {
    width: settings.width,
    height: settings.height,
    frames: framesOf(placed),
    narration: settings.narration && sentences.length > 0,
    music: settings.music.enabled,
    scenes: placed.map(({ scene: { key, kind }, firstFrame, frames }) => ({
      key,
      kind,
      start: firstFrame / FRAMES_PER_SECOND,
      end: (firstFrame + frames) / FRAMES_PER_SECOND,
    })),
    sentences: sentences.map(({ scene, start, end, text }) => ({ scene, start, end, text })),
    cues: cuesOf(sentences, plan.captionEdits),
    overlays: plan.overlays.map((overlay) => ({ ...overlay, ...grown(overlayBox(overlay, LOOKS[settings.design])) })),
    texts,
  };
}

/** Returns the voice's level at each frame of a scene, 0 to 8, for drawing the presenter. */
export function levelsOf({ frames, speech }: PlacedScene, clips: readonly Int16Array[]): number[] {
  const levels = new Array<number>(frames).fill(0);
  const HOLD = 3;
  for (const [index, { from }] of speech.entries()) {
    const clip = clips[index] ?? new Int16Array();
    const first = Math.floor(from / SAMPLES_PER_FRAME);
    for (let frame = 0; frame * SAMPLES_PER_FRAME < clip.length; frame += HOLD) {
      const part = clip.subarray(frame * SAMPLES_PER_FRAME, (frame + 1) * SAMPLES_PER_FRAME);
      const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / Math.max(1, part.length);
      const level = Math.min(8, Math.round(Math.sqrt(power) * 32));
      levels.fill(level, Math.min(frames, first + frame), Math.min(frames, first + frame + HOLD));
    }
  }
  return levels;
}
