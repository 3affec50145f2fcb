/**
 * Makes pictures without an image model: arranges references, words, arrows and rings in the colours of the references.
 */
import { createCanvas } from '@napi-rs/canvas';

import type { BoardFont } from '#contract/schema/thumbnail.ts';

import { createRandom } from '../../text/composer/random.ts';
import {
  type ImageBrief,
  type ImageEdit,
  type ImageEngine,
  ImageEngineError,
  type GeneratedImage,
} from '../image-engine.ts';
import { encodePng, decodePicture } from '../picture-file.ts';
import { toRegionBox } from '../region.ts';
import { applySteps, parseSteps } from './edits.ts';
import { drawBackdrop, chooseLayout, type Scene } from './layouts.ts';
import { choosePalette, analyzeStyle } from './palette.ts';

const NOTE = 'Arranged by the offline compositor; no image model was used.';
const UNSUPPORTED_MESSAGE =
  'The offline compositor can’t do this. It can darken, brighten, blur, sharpen, crop, flip, tint, change contrast or colour, add a vignette, add text in quotes, or remove and change the text of a region. Connect an image model for anything else.';

/** The fonts in which a headline stays readable at a distance. */
const FONTS: readonly BoardFont[] = ['anton', 'bebas', 'archivo', 'impact', 'montserrat', 'bangers'];

async function generate(brief: ImageBrief): Promise<GeneratedImage> {
  const random = createRandom(brief.seed);
  const pictures = await Promise.all(brief.references.map((bytes) => decodePicture(bytes)));
  const [first] = pictures;
  const palette = choosePalette(brief.style ?? (first ? analyzeStyle(first) : null), random);
  const canvas = createCanvas(brief.width, brief.height);
  const font = FONTS[Math.floor(random() * FONTS.length)] ?? 'anton';
  const { width, height } = brief;
  const headline = brief.headline?.toUpperCase() ?? null;
  const scene: Scene = { context: canvas.getContext('2d'), width, height, palette, font, headline, pictures, random };
  const layout = brief.purpose === 'backdrop' ? drawBackdrop : chooseLayout(brief.prompt, scene);
  layout(scene);
  return { bytes: await encodePng(canvas), note: NOTE };
}

async function edit({ image: bytes, instruction, region }: ImageEdit): Promise<GeneratedImage> {
  const steps = parseSteps(instruction);
  if (steps.length === 0) throw new ImageEngineError(UNSUPPORTED_MESSAGE);
  const image = await decodePicture(bytes);
  const canvas = applySteps(image, toRegionBox(region, image), steps);
  return { bytes: await encodePng(canvas), note: NOTE };
}

export const compositor: ImageEngine = {
  label: 'Offline compositor (no image model)',
  isImageModel: false,
  generate: (brief) => generate(brief),
  edit: (request) => edit(request),
};
