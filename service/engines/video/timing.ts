/** Creates the job of each scene and the timeline of the whole video from the placed scenes. */
import { getPage } from '#contract/video-page.ts';
import { getWords } from '#markdown/words.ts';

import { createCues, type SpokenSentence } from './captions.ts';
import { LOOKS } from './draw/design.ts';
import { toDrawableText, isReadable } from './draw/drawable.ts';
import { getOverlayBox } from './draw/overlays.ts';
import { type SceneJob, placeTexts } from './draw/scene.ts';
import { countFrames, type PlacedScene } from './placing.ts';
import {
  type Cue,
  type FrameRate,
  getFrameRate,
  type Overlay,
  type Rated,
  SAMPLE_RATE,
  getSamplesPerFrame,
  type Scene,
  type TextPlace,
  type Timeline,
  type VideoPlan,
} from './video.ts';

const shiftCue = (cue: Cue, offset: number): Cue => ({
  ...cue,
  start: cue.start - offset,
  end: cue.end - offset,
  words: cue.words.map((word) => ({ ...word, start: word.start - offset })),
});

/** Rounds to a frame, so that the same edit at the same place gives the same job. */
const toFrame = (seconds: number, rate: FrameRate): number => Math.round(seconds * rate) / rate;

/**
 * Leaves out characters that no font has, rather than drawing boxes. The job changes once such a font is installed.
 */
const toDrawableCue = (cue: Cue): Cue => ({
  ...cue,
  text: toDrawableText(cue.text),
  words: cue.words.map((word) => ({ ...word, text: toDrawableText(word.text) })).filter(({ text }) => text !== ''),
});
const toDrawableValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toDrawableText(value)]));

/** Returns the sentences that are heard during a scene, whose own words may begin before it and end after it. */
function findSentences(placedScenes: readonly PlacedScene[], sceneStart: number, sceneEnd: number): SpokenSentence[] {
  const all = placedScenes.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  return all.filter(({ start, end }) => start < sceneEnd && end > sceneStart);
}

const listWords = (text: string): string[] => getWords(text.toLowerCase());

/** A slide shows a sentence without its lead-in, `And` or `But then`, and may shorten it by this share of its words. */
const MAX_SHORTENED_SHARE = 0.2;

function isRepeated(words: readonly string[], visibleWords: readonly string[]): boolean {
  let position = 0;
  let matches = 0;
  for (const word of words) {
    const next = visibleWords.indexOf(word, position);
    if (next < 0) continue;
    matches += 1;
    position = next + 1;
  }
  const missingCount = words.length - matches;
  return missingCount === 0
    ? matches > 0
    : matches > 1 && missingCount <= Math.max(1, words.length * MAX_SHORTENED_SHARE);
}

/** Returns the words that a scene shows, and those that show the rest of its long sentence. */
function listShownWords(scenes: readonly Scene[], key: string): string[] {
  const first = scenes.findIndex((scene) => scene.key === key);
  const next = scenes.findIndex(({ within }, index) => index > first && within === undefined);
  const sentenceScenes = scenes.slice(first, next < 0 ? scenes.length : next);
  return sentenceScenes.flatMap(({ fields }) => fields.flatMap(({ value }) => listWords(value)));
}

/** Leaves out the rate if the settings do, so that scenes of older videos keep their cache key. */
const copyRate = ({ frameRate }: Rated): Rated => (frameRate === undefined ? {} : { frameRate });

export interface JobParts {
  readonly picture: string | null;
  readonly levels: readonly number[];
}

export function createJob(
  plan: VideoPlan,
  placedScenes: readonly PlacedScene[],
  index: number,
  { picture, levels }: JobParts,
): SceneJob {
  const { settings } = plan;
  const { scene, firstFrame, frames, speech } = placedScenes[index] as PlacedScene;
  const rate = getFrameRate(settings);
  const sceneStart = firstFrame / rate;
  const sceneEnd = sceneStart + frames / rate;
  const { enabled, notRepeated = false } = settings.captions;
  const cues = enabled
    ? createCues(findSentences(placedScenes, sceneStart, sceneEnd), plan.captionEdits, plan.language)
        .filter(({ text, start, end }) => start < sceneEnd && end > sceneStart && isReadable(text))
        .filter(
          ({ text, scene: key }) => !notRepeated || !isRepeated(listWords(text), listShownWords(plan.scenes, key)),
        )
        .map((cue) => toDrawableCue(shiftCue(cue, sceneStart)))
    : [];
  const overlays = plan.overlays
    .filter(({ start, end }) => start < sceneEnd && end > sceneStart)
    .map((overlay): Overlay => ({
      ...overlay,
      inputs: toDrawableValues(overlay.inputs),
      start: toFrame(overlay.start, rate) - sceneStart,
      end: toFrame(overlay.end, rate) - sceneStart,
    }));
  const startsChapter = (at: number): boolean =>
    at > 0 && placedScenes[at]?.scene.layout === 'section' && placedScenes[at].scene.kind === 'slide';
  return {
    width: settings.width,
    height: settings.height,
    ...copyRate(settings),
    frames,
    design: settings.design,
    key: scene.key,
    kind: scene.kind,
    layout: scene.layout,
    chapter: scene.chapter,
    seed: scene.seed,
    texts: Object.fromEntries(scene.fields.map(({ key, value }) => [key, toDrawableText(value)])),
    moments: speech.map(({ from }) => from / SAMPLE_RATE),
    cues: cues.map(roundCue),
    captions: settings.captions.style,
    overlays,
    picture,
    levels,
    ...(scene.kind === 'presenter' && scene.media !== null && { person: true as const }),
    clear: scene.media?.kind === 'video',
    enter: startsChapter(index) ? 'wipe' : 'fade',
    leave: startsChapter(index + 1) ? 'wipe' : 'fade',
  };
}

/** Drops the last digits, in which the same time can differ elsewhere in the video. */
const roundCue = (cue: Cue): Cue => {
  const round = (seconds: number): number => Math.round(seconds * 10_000) / 10_000;
  return {
    ...cue,
    start: round(cue.start),
    end: round(cue.end),
    words: cue.words.map(({ text, start }) => ({ text, start: round(start) })),
  };
};

/** Returns the whole video's timeline, in its own time and pixels. */
export function buildTimeline(plan: VideoPlan, placedScenes: readonly PlacedScene[]): Timeline {
  const { settings } = plan;
  const rate = getFrameRate(settings);
  const style = { look: LOOKS[settings.design], page: getPage(settings) };
  const scale = settings.width / style.page.width;
  const scaleBox = <T extends { x: number; y: number; width: number; height: number }>(box: T): T => ({
    ...box,
    x: box.x * scale,
    y: box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
  const sentences = placedScenes.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  const captions = new Set<string>();
  // A caption across a cut is in both scenes.
  const isNew = ({ what, id }: Pick<TextPlace, 'what' | 'id'>): boolean => {
    if (what !== 'caption') return true;
    const { size } = captions;
    return captions.add(id).size > size;
  };
  const texts = placedScenes.flatMap(({ scene, firstFrame }, index): TextPlace[] => {
    const sceneStart = firstFrame / rate;
    const job = createJob(plan, placedScenes, index, { picture: null, levels: [] });
    const sceneTexts = placeTexts(job).filter(isNew);
    return sceneTexts.map((text) =>
      scaleBox({ ...text, scene: scene.key, start: text.start + sceneStart, end: text.end + sceneStart }),
    );
  });
  return {
    width: settings.width,
    height: settings.height,
    ...copyRate(settings),
    frames: countFrames(placedScenes),
    narration: settings.narration && sentences.length > 0,
    music: settings.music.enabled,
    scenes: placedScenes.map(({ scene: { key, kind }, firstFrame, frames }) => ({
      key,
      kind,
      start: firstFrame / rate,
      end: (firstFrame + frames) / rate,
    })),
    sentences: sentences.map(({ scene, start, end, text }) => ({ scene, start, end, text })),
    cues: createCues(sentences, plan.captionEdits, plan.language),
    overlays: plan.overlays.map((overlay) => ({ ...overlay, ...scaleBox(getOverlayBox(overlay, style)) })),
    texts,
  };
}

/** Returns the voice's level at each frame of a scene, 0 to 8, for drawing the presenter. */
export function measureLevels({ frames, speech }: PlacedScene, clips: readonly Int16Array[], rated: Rated): number[] {
  const frameSamples = getSamplesPerFrame(rated);
  const levels = new Array<number>(frames).fill(0);
  const HOLD_FRAMES = 3;
  const clampFrame = (frame: number): number => Math.min(frames, Math.max(0, frame));
  for (const [index, { from }] of speech.entries()) {
    const clip = clips[index] ?? new Int16Array();
    const first = Math.floor(from / frameSamples);
    for (let frame = 0; frame * frameSamples < clip.length; frame += HOLD_FRAMES) {
      const part = clip.subarray(frame * frameSamples, (frame + 1) * frameSamples);
      const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / Math.max(1, part.length);
      const level = Math.min(8, Math.round(Math.sqrt(power) * 32));
      levels.fill(level, clampFrame(first + frame), clampFrame(first + frame + HOLD_FRAMES));
    }
  }
  return levels;
}
