import { createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { readFile } from 'node:fs/promises';

import { packed, unpack } from '../../image/picture-file.ts';
import {
  type CaptionStyle,
  type Cue,
  type Design,
  FRAMES_PER_SECOND,
  type Overlay,
  type SceneKind,
  type SlideLayout,
} from '../video.ts';
import { captionLayer } from './captions.ts';
import { HEIGHT, LOOKS, type Look, WIDTH } from './design.ts';
import { arriving, between, type Layer, type PlacedText, rounded } from './layer.ts';
import { overlayLayer } from './overlays.ts';
import { labelLayer, nameLayer, pictureLayer, presenterLayer } from './picture.ts';
import { groundLayer, slideLayer } from './slides.ts';

export type Passage = 'fade' | 'wipe';

/**
 * Holds all inputs of a scene's frames as plain data that can be passed to a thread. Times are relative to the scene.
 */
export interface SceneJob {
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
  /** Says when each sentence begins. */
  readonly moments: readonly number[];
  readonly cues: readonly Cue[];
  readonly captions: CaptionStyle;
  readonly overlays: readonly Overlay[];
  /** Is the path of a file, or null. */
  readonly picture: string | null;
  /** Is set if a presenter's scene shows a picture or clip of the person; other scenes keep their key in the cache. */
  readonly person?: true;
  /** Says whether a video plays below: then everything that is not drawn is transparent. */
  readonly clear: boolean;
  /** Gives the voice's level at each frame, 0 to 8; empty if nothing shows it. */
  readonly levels: readonly number[];
  readonly enter: Passage;
  readonly leave: Passage;
}

const IN = 0.34;
const OUT = 0.26;

/** Fades or wipes between scenes through the ground or a panel, so that no scene's frames depend on another scene. */
function passageLayer({ frames, enter, leave }: SceneJob, look: Look): Layer {
  const end = frames / FRAMES_PER_SECOND - OUT;
  const open = (frame: number): number => arriving(frame, 0, IN);
  const shut = (frame: number): number => between(frame + 1, end, OUT);
  const fade = (context: SKRSContext2D, share: number): void => {
    context.globalAlpha = share;
    context.fillStyle = look.ground;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.globalAlpha = 1;
  };
  const panel = (context: SKRSContext2D, x: number, color: string): void => {
    context.fillStyle = color;
    context.fillRect(x, 0, WIDTH, HEIGHT);
  };
  return {
    state: (frame) => `${rounded(open(frame))} ${rounded(shut(frame))}`,
    draw: (context, frame) => {
      const [opened, closed] = [open(frame), shut(frame)];
      if (opened < 1 && enter === 'fade') fade(context, 1 - opened);
      if (opened < 1 && enter === 'wipe') panel(context, WIDTH * opened, look.accent);
      if (closed > 0 && leave === 'fade') fade(context, closed);
      if (closed > 0 && leave === 'wipe') panel(context, WIDTH * (closed ** 2 - 1), look.accent);
    },
  };
}

function visualLayers(job: SceneJob, look: Look, image: Image | null): (Layer | null)[] {
  const { key, layout, texts, chapter, seed, moments, frames, kind } = job;
  const seconds = frames / FRAMES_PER_SECOND;
  const slide = { id: key, layout, texts, chapter, look, seed, moments, seconds };
  if (kind === 'slide') return [groundLayer(slide), slideLayer(slide)];
  // Older videos have a presenter without a picture of the person.
  if (kind === 'presenter' && !job.person) {
    const name = texts['name'] ?? '';
    const plain = groundLayer({ ...slide, layout: 'statement' });
    return [plain, presenterLayer(name, look, job.levels), nameLayer(name, texts['role'] ?? '', look, seconds)];
  }
  const label = labelLayer(texts[kind === 'presenter' ? 'name' : 'caption'] ?? '', look, seconds);
  if (job.clear) return [label];
  return [image ? pictureLayer(image, seed, seconds, job.width / WIDTH) : groundLayer(slide), label];
}

async function layersOf(job: SceneJob): Promise<Layer[]> {
  const look = LOOKS[job.design];
  const image = job.picture === null ? null : await unpack(await readFile(job.picture));
  return [
    ...visualLayers(job, look, image),
    ...job.overlays.map((overlay) => overlayLayer(overlay, look)),
    passageLayer(job, look),
    // A caption that runs over a cut stays while the pictures change.
    captionLayer(job.cues, job.captions, look),
  ].filter((layer) => layer !== null);
}

/** Returns the places of a scene's texts, in its own times and in units of 1280 x 720. */
export function textsOf(job: SceneJob): PlacedText[] {
  const look = LOOKS[job.design];
  const layers = [
    ...visualLayers({ ...job, picture: null }, look, null),
    ...job.overlays.map((overlay) => overlayLayer(overlay, look)),
    captionLayer(job.cues, job.captions, look),
  ];
  return layers.flatMap((layer) => layer?.texts ?? []);
}

/** Says for how many frames a picture stays; most scenes stay still between changes. */
export interface Run {
  readonly frame: number;
  readonly length: number;
}

function runsOf(layers: readonly Layer[], frames: number): Run[] {
  const runs: { frame: number; length: number }[] = [];
  let before = '';
  for (let frame = 0; frame < frames; frame++) {
    const state = layers.map((layer) => layer.state(frame)).join('|');
    const last = runs.at(-1);
    if (last && state === before) last.length += 1;
    else runs.push({ frame, length: 1 });
    before = state;
  }
  return runs;
}

export interface SceneFrames {
  readonly runs: readonly Run[];
  /** Yields the picture of each run as RGBA rows; each is valid until the next is requested. */
  readonly pictures: () => Generator<Uint8Array>;
}

function canvasFor({ width, height }: SceneJob) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.scale(width / WIDTH, height / HEIGHT);
  const paint = (layers: readonly Layer[], frame: number): void => {
    context.clearRect(0, 0, WIDTH, HEIGHT);
    for (const layer of layers) layer.draw(context, frame);
  };
  return { canvas, paint };
}

export async function sceneFrames(job: SceneJob): Promise<SceneFrames> {
  const layers = await layersOf(job);
  const runs = runsOf(layers, job.frames);
  return {
    runs,
    pictures: function* () {
      const { canvas, paint } = canvasFor(job);
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
export async function sceneStill(job: SceneJob): Promise<Uint8Array> {
  const { canvas, paint } = canvasFor(job);
  paint(await layersOf(job), Math.max(0, job.frames - Math.ceil(OUT * FRAMES_PER_SECOND) - 2));
  return packed(canvas);
}
