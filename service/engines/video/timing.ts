/** Makes the job of each scene and the timeline of the whole video from the places of the scenes in time. */
import { cuesOf, type SpokenSentence } from './captions.ts';
import { LOOKS, WIDTH } from './draw/design.ts';
import { drawable, isReadable } from './draw/drawable.ts';
import { overlayBox } from './draw/overlays.ts';
import { type SceneJob, textsOf } from './draw/scene.ts';
import { framesOf, type PlacedScene } from './placing.ts';
import {
  type Cue,
  FRAMES_PER_SECOND,
  type Overlay,
  SAMPLE_RATE,
  SAMPLES_PER_FRAME,
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
const toFrame = (seconds: number): number => Math.round(seconds * FRAMES_PER_SECOND) / FRAMES_PER_SECOND;

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
    ? cuesOf(sentencesIn(placed, begins, ends), plan.captionEdits, plan.language)
        .filter(({ text, start, end }) => start < ends && end > begins && isReadable(text))
        .map((cue) => drawableCue(moved(cue, begins)))
    : [];
  const overlays = plan.overlays
    .filter(({ start, end }) => start < ends && end > begins)
    .map((overlay): Overlay => ({
      ...overlay,
      inputs: drawableValues(overlay.inputs),
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
  const scale = settings.width / WIDTH;
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
    const begins = firstFrame / FRAMES_PER_SECOND;
    const job = jobOf(plan, placed, index, { picture: null, levels: [] });
    const own = textsOf(job).filter(isNew);
    return own.map((text) => grown({ ...text, scene: scene.key, start: text.start + begins, end: text.end + begins }));
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
    cues: cuesOf(sentences, plan.captionEdits, plan.language),
    overlays: plan.overlays.map((overlay) => ({ ...overlay, ...grown(overlayBox(overlay, LOOKS[settings.design])) })),
    texts,
  };
}

/** Returns the voice's level at each frame of a scene, 0 to 8, for drawing the presenter. */
export function levelsOf({ frames, speech }: PlacedScene, clips: readonly Int16Array[]): number[] {
  const levels = new Array<number>(frames).fill(0);
  const HOLD = 3;
  const within = (frame: number): number => Math.min(frames, Math.max(0, frame));
  for (const [index, { from }] of speech.entries()) {
    const clip = clips[index] ?? new Int16Array();
    const first = Math.floor(from / SAMPLES_PER_FRAME);
    for (let frame = 0; frame * SAMPLES_PER_FRAME < clip.length; frame += HOLD) {
      const part = clip.subarray(frame * SAMPLES_PER_FRAME, (frame + 1) * SAMPLES_PER_FRAME);
      const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / Math.max(1, part.length);
      const level = Math.min(8, Math.round(Math.sqrt(power) * 32));
      levels.fill(level, within(first + frame), within(first + frame + HOLD));
    }
  }
  return levels;
}
