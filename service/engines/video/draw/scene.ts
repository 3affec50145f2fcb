import { createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { readFile } from 'node:fs/promises';

import { getPage } from '#contract/video-page.ts';

import { encodePng, decodePicture } from '../../image/picture-file.ts';
import {
  type CaptionStyle,
  type Cue,
  type Design,
  type FrameRate,
  getFrameRate,
  type Overlay,
  type Rated,
  type SceneKind,
  type SlideLayout,
} from '../video.ts';
import { createCaptionLayer } from './captions.ts';
import { LOOKS, type Style } from './design.ts';
import { createGroundLayer } from './ground.ts';
import { easeIn, getLinearProgress, type Layer, type PlacedText, formatState } from './layer.ts';
import { createOverlayLayer } from './overlays.ts';
import { createLabelLayer, createNameLayer, createPictureLayer, createPresenterLayer } from './picture.ts';
import { createSlideLayer } from './slides.ts';

export type Transition = 'fade' | 'wipe';

/**
 * All inputs of a scene's frames, as plain data that can be passed to a thread. Times are relative to the scene.
 */
export interface SceneJob extends Rated {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly design: Design;
  readonly key: string;
  readonly kind: SceneKind;
  readonly layout: SlideLayout;
  readonly texts: Readonly<Record<string, string>>;
  readonly chapter: string;
  readonly seed: number;
  /** The start of each sentence. */
  readonly moments: readonly number[];
  readonly cues: readonly Cue[];
  readonly captions: CaptionStyle;
  readonly overlays: readonly Overlay[];
  /** The path of a file, or null. */
  readonly picture: string | null;
  /**
   * Set if a presenter's scene shows a picture or clip of the person; absent otherwise, so that cache keys stay valid.
   */
  readonly person?: true;
  /** True if a video plays below, so that the background is transparent. */
  readonly clear: boolean;
  /** The voice's level at each frame, 0 to 8; empty if nothing shows it. */
  readonly levels: readonly number[];
  readonly enter: Transition;
  readonly leave: Transition;
}

const FADE_IN_SECONDS = 0.34;
const FADE_OUT_SECONDS = 0.26;

/** Fades or wipes between scenes through the ground or a panel, so that no scene's frames depend on another scene. */
function createTransitionLayer(job: SceneJob, { look, page }: Style): Layer {
  const { frames, enter, leave } = job;
  const { width, height } = page;
  const rate = getFrameRate(job);
  const fadeStart = frames / rate - FADE_OUT_SECONDS;
  const getOpenShare = (time: number): number => easeIn(time, 0, FADE_IN_SECONDS);
  const getClosedShare = (time: number): number => getLinearProgress(time + 1 / rate, fadeStart, FADE_OUT_SECONDS);
  const fade = (context: SKRSContext2D, share: number): void => {
    context.globalAlpha = share;
    context.fillStyle = look.ground;
    context.fillRect(0, 0, width, height);
    context.globalAlpha = 1;
  };
  const drawPanel = (context: SKRSContext2D, x: number, color: string): void => {
    context.fillStyle = color;
    context.fillRect(x, 0, width, height);
  };
  return {
    state: (time) => `${formatState(getOpenShare(time))} ${formatState(getClosedShare(time))}`,
    draw: (context, time) => {
      const [openShare, closedShare] = [getOpenShare(time), getClosedShare(time)];
      if (openShare < 1 && enter === 'fade') fade(context, 1 - openShare);
      if (openShare < 1 && enter === 'wipe') drawPanel(context, width * openShare, look.accent);
      if (closedShare > 0 && leave === 'fade') fade(context, closedShare);
      if (closedShare > 0 && leave === 'wipe') drawPanel(context, width * (closedShare ** 2 - 1), look.accent);
    },
  };
}

function createVisualLayers(job: SceneJob, style: Style, image: Image | null): (Layer | null)[] {
  const { key, layout, texts, chapter, seed, moments, frames, kind } = job;
  const rate = getFrameRate(job);
  const seconds = frames / rate;
  const scale = job.width / style.page.width;
  const slide = { id: key, layout, texts, chapter, ...style, seed, moments, seconds };
  if (kind === 'slide') return [createGroundLayer(slide, scale), createSlideLayer(slide)];
  // Older videos have a presenter without a picture of the person.
  if (kind === 'presenter' && !job.person) {
    const name = texts['name'] ?? '';
    const ground = createGroundLayer({ ...slide, layout: 'statement' }, scale);
    return [
      ground,
      createPresenterLayer(name, style, { levels: job.levels, rate }),
      createNameLayer(name, texts['role'] ?? '', style, seconds),
    ];
  }
  const label = createLabelLayer(texts[kind === 'presenter' ? 'name' : 'caption'] ?? '', style, seconds);
  if (job.clear) return [label];
  return [
    image ? createPictureLayer(image, style.page, { seed, seconds, scale, rate }) : createGroundLayer(slide, scale),
    label,
  ];
}

const getStyle = (job: SceneJob): Style => ({ look: LOOKS[job.design], page: getPage(job) });

async function createLayers(job: SceneJob): Promise<Layer[]> {
  const style = getStyle(job);
  const image = job.picture === null ? null : await decodePicture(await readFile(job.picture));
  return [
    ...createVisualLayers(job, style, image),
    ...job.overlays.map((overlay) => createOverlayLayer(overlay, style)),
    createTransitionLayer(job, style),
    // A caption across a cut stays while the pictures change.
    createCaptionLayer(job.cues, job.captions, style),
  ].filter((layer) => layer !== null);
}

/** Returns the places of a scene's texts, in its own times and in units of its page. */
export function placeTexts(job: SceneJob): PlacedText[] {
  const style = getStyle(job);
  const layers = [
    ...createVisualLayers({ ...job, picture: null }, style, null),
    ...job.overlays.map((overlay) => createOverlayLayer(overlay, style)),
    createCaptionLayer(job.cues, job.captions, style),
  ];
  return layers.flatMap((layer) => layer?.texts ?? []);
}

/** A run of frames with the same picture; most scenes stay still between changes. */
export interface FrameRun {
  readonly frame: number;
  readonly length: number;
}

function findRuns(layers: readonly Layer[], frames: number, rate: FrameRate): FrameRun[] {
  const runs: { frame: number; length: number }[] = [];
  let previousState = '';
  for (let frame = 0; frame < frames; frame++) {
    const state = layers.map((layer) => layer.state(frame / rate)).join('|');
    const last = runs.at(-1);
    if (last && state === previousState) last.length += 1;
    else runs.push({ frame, length: 1 });
    previousState = state;
  }
  return runs;
}

export interface SceneFrames {
  readonly runs: readonly FrameRun[];
  /** Yields the picture of each run as RGBA rows; each is valid until the next is requested. */
  readonly pictures: () => Generator<Uint8Array>;
}

function createPainter(job: SceneJob) {
  const { width, height } = job;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const page = getPage(job);
  context.scale(width / page.width, height / page.height);
  const rate = getFrameRate(job);
  const paint = (layers: readonly Layer[], frame: number): void => {
    context.clearRect(0, 0, page.width, page.height);
    for (const layer of layers) layer.draw(context, frame / rate);
  };
  return { canvas, paint };
}

export async function drawSceneFrames(job: SceneJob): Promise<SceneFrames> {
  const layers = await createLayers(job);
  const runs = findRuns(layers, job.frames, getFrameRate(job));
  return {
    runs,
    pictures: function* () {
      const { canvas, paint } = createPainter(job);
      for (const { frame } of runs) {
        paint(layers, frame);
        // Read unpremultiplied pixels: transparent ones must keep their full colours, since the video is mixed without
        // regard to alpha.
        const { data } = job.clear
          ? canvas.getContext('2d').getImageData(0, 0, job.width, job.height)
          : { data: canvas.data() };
        yield new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      }
    },
  };
}

/** Draws a scene as a PNG at the point where everything has appeared. */
export async function drawSceneStill(job: SceneJob): Promise<Uint8Array> {
  const { canvas, paint } = createPainter(job);
  paint(await createLayers(job), Math.max(0, job.frames - Math.ceil(FADE_OUT_SECONDS * getFrameRate(job)) - 2));
  return encodePng(canvas);
}
