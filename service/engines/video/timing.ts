/** Makes the job of each scene and the timeline of the whole video from the places of the scenes in time. */
import { pageOf } from '#contract/video-page.ts';
import { wordsOf } from '#markdown/words.ts';

import { cuesOf, type SpokenSentence } from './captions.ts';
import { LOOKS } from './draw/design.ts';
import { drawable, isReadable } from './draw/drawable.ts';
import { overlayBox } from './draw/overlays.ts';
import { type SceneJob, textsOf } from './draw/scene.ts';
import { framesOf, type PlacedScene } from './placing.ts';
import {
  type Cue,
  type FrameRate,
  frameRateOf,
  type Overlay,
  type Rated,
  SAMPLE_RATE,
  samplesPerFrame,
  type Scene,
  type TextPlace,
  type Timeline,
  type VideoPlan,
} from './video.ts';

const moved = (cue: Cue, by: number): Cue => ({
  ...cue,
  start: cue.start - by,
  end: cue.end - by,
  words: cue.words.map((word) => ({ ...word, start: word.start - by })),
});

/** Rounds to a frame, so that the same edit at the same place gives the same job. */
const toFrame = (seconds: number, rate: FrameRate): number => Math.round(seconds * rate) / rate;

/** Leaves out what no font can draw, rather than drawing boxes; with the right font the same plan is another job. */
const drawableCue = (cue: Cue): Cue => ({
  ...cue,
  text: drawable(cue.text),
  words: cue.words.map((word) => ({ ...word, text: drawable(word.text) })).filter(({ text }) => text !== ''),
});
const drawableValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, drawable(value)]));

/** Returns the sentences that are heard during a scene, whose own words may begin before it and end after it. */
function sentencesIn(placed: readonly PlacedScene[], begins: number, ends: number): SpokenSentence[] {
  const all = placed.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  return all.filter(({ start, end }) => start < ends && end > begins);
}

const wordsIn = (text: string): string[] => wordsOf(text.toLowerCase());

/** A slide shows a sentence without its lead-in, `And` or `But then`, and may shorten it by this share of its words. */
const SHORTENED = 0.2;

function isRepeated(words: readonly string[], shown: readonly string[]): boolean {
  let at = 0;
  let found = 0;
  for (const word of words) {
    const next = shown.indexOf(word, at);
    if (next < 0) continue;
    found += 1;
    at = next + 1;
  }
  const missing = words.length - found;
  return missing === 0 ? found > 0 : found > 1 && missing <= Math.max(1, words.length * SHORTENED);
}

/** Returns the words that a scene shows, and those that show the rest of its long sentence. */
function shownWords(scenes: readonly Scene[], key: string): string[] {
  const first = scenes.findIndex((scene) => scene.key === key);
  const next = scenes.findIndex(({ within }, index) => index > first && within === undefined);
  const own = scenes.slice(first, next < 0 ? scenes.length : next);
  return own.flatMap(({ fields }) => fields.flatMap(({ value }) => wordsIn(value)));
}

/** Names the rate only where the settings do, so that scenes of older videos keep their key in the cache. */
const ratedLike = ({ frameRate }: Rated): Rated => (frameRate === undefined ? {} : { frameRate });

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
  const rate = frameRateOf(settings);
  const begins = firstFrame / rate;
  const ends = begins + frames / rate;
  const { enabled, notRepeated = false } = settings.captions;
  const cues = enabled
    ? cuesOf(sentencesIn(placed, begins, ends), plan.captionEdits, plan.language)
        .filter(({ text, start, end }) => start < ends && end > begins && isReadable(text))
        .filter(({ text, scene: key }) => !notRepeated || !isRepeated(wordsIn(text), shownWords(plan.scenes, key)))
        .map((cue) => drawableCue(moved(cue, begins)))
    : [];
  const overlays = plan.overlays
    .filter(({ start, end }) => start < ends && end > begins)
    .map((overlay): Overlay => ({
      ...overlay,
      inputs: drawableValues(overlay.inputs),
      start: toFrame(overlay.start, rate) - begins,
      end: toFrame(overlay.end, rate) - begins,
    }));
  const newChapter = (at: number): boolean =>
    at > 0 && placed[at]?.scene.layout === 'section' && placed[at].scene.kind === 'slide';
  return {
    width: settings.width,
    height: settings.height,
    ...ratedLike(settings),
    frames,
    design: settings.design,
    key: scene.key,
    kind: scene.kind,
    layout: scene.layout,
    chapter: scene.chapter,
    seed: scene.seed,
    texts: Object.fromEntries(scene.fields.map(({ key, value }) => [key, drawable(value)])),
    moments: speech.map(({ from }) => from / SAMPLE_RATE),
    cues: cues.map(roundedCue),
    captions: settings.captions.style,
    overlays,
    picture,
    levels,
    ...(scene.kind === 'presenter' && scene.media !== null && { person: true as const }),
    clear: scene.media?.kind === 'video',
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
  const rate = frameRateOf(settings);
  const style = { look: LOOKS[settings.design], page: pageOf(settings) };
  const scale = settings.width / style.page.width;
  const grown = <T extends { x: number; y: number; width: number; height: number }>(box: T): T => ({
    ...box,
    x: box.x * scale,
    y: box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
  const sentences = placed.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  const captions = new Set<string>();
  // A caption that runs over a cut is in both scenes.
  const isNew = ({ what, id }: Pick<TextPlace, 'what' | 'id'>): boolean => {
    if (what !== 'caption') return true;
    const { size } = captions;
    return captions.add(id).size > size;
  };
  const texts = placed.flatMap(({ scene, firstFrame }, index): TextPlace[] => {
    const begins = firstFrame / rate;
    const job = jobOf(plan, placed, index, { picture: null, levels: [] });
    const own = textsOf(job).filter(isNew);
    return own.map((text) => grown({ ...text, scene: scene.key, start: text.start + begins, end: text.end + begins }));
  });
  return {
    width: settings.width,
    height: settings.height,
    ...ratedLike(settings),
    frames: framesOf(placed),
    narration: settings.narration && sentences.length > 0,
    music: settings.music.enabled,
    scenes: placed.map(({ scene: { key, kind }, firstFrame, frames }) => ({
      key,
      kind,
      start: firstFrame / rate,
      end: (firstFrame + frames) / rate,
    })),
    sentences: sentences.map(({ scene, start, end, text }) => ({ scene, start, end, text })),
    cues: cuesOf(sentences, plan.captionEdits, plan.language),
    overlays: plan.overlays.map((overlay) => ({ ...overlay, ...grown(overlayBox(overlay, style)) })),
    texts,
  };
}

/** Returns the voice's level at each frame of a scene, 0 to 8, for drawing the presenter. */
export function levelsOf({ frames, speech }: PlacedScene, clips: readonly Int16Array[], rated: Rated): number[] {
  const each = samplesPerFrame(rated);
  const levels = new Array<number>(frames).fill(0);
  const HOLD = 3;
  const within = (frame: number): number => Math.min(frames, Math.max(0, frame));
  for (const [index, { from }] of speech.entries()) {
    const clip = clips[index] ?? new Int16Array();
    const first = Math.floor(from / each);
    for (let frame = 0; frame * each < clip.length; frame += HOLD) {
      const part = clip.subarray(frame * each, (frame + 1) * each);
      const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / Math.max(1, part.length);
      const level = Math.min(8, Math.round(Math.sqrt(power) * 32));
      levels.fill(level, within(first + frame), within(first + frame + HOLD));
    }
  }
  return levels;
}
