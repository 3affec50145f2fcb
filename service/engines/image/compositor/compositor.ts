/**
 * Makes pictures without an image model: arranges references, words, arrows and rings in the colours of the references.
 */
import { createCanvas } from '@napi-rs/canvas';

import type { BoardFont } from '#contract/schema/thumbnail.ts';

import { randomFrom } from '../../text/composer/random.ts';
import {
  type ImageBrief,
  type ImageEdit,
  type ImageEngine,
  ImageEngineError,
  type MadeImage,
} from '../image-engine.ts';
import { packed, unpack } from '../picture-file.ts';
import { regionBox } from '../region.ts';
import { applySteps, stepsOf } from './edits.ts';
import { backdrop, chooseLayout, type Scene } from './layouts.ts';
import { choosePalette, styleOf } from './palette.ts';

const NOTE = 'Arranged by the offline compositor; no image model was used.';
const CANNOT =
  'The offline compositor can’t do this. It can darken, brighten, blur, sharpen, crop, flip, tint, change contrast or colour, add a vignette, add text in quotes, or remove and change the text of a region. Connect an image model for anything else.';

/** Lists the fonts in which a headline stays readable at a distance. */
const FONTS: readonly BoardFont[] = ['anton', 'bebas', 'archivo', 'impact', 'montserrat', 'bangers'];

async function generate(brief: ImageBrief): Promise<MadeImage> {
  const random = randomFrom(brief.seed);
  const pictures = await Promise.all(brief.references.map((bytes) => unpack(bytes)));
  const [first] = pictures;
  const palette = choosePalette(brief.style ?? (first ? styleOf(first) : null), random);
  const canvas = createCanvas(brief.width, brief.height);
  const font = FONTS[Math.floor(random() * FONTS.length)] ?? 'anton';
  const { width, height } = brief;
  const headline = brief.headline?.toUpperCase() ?? null;
  const scene: Scene = { context: canvas.getContext('2d'), width, height, palette, font, headline, pictures, random };
  const layout = brief.purpose === 'backdrop' ? backdrop : chooseLayout(brief.prompt, scene);
  layout(scene);
  return { bytes: await packed(canvas), note: NOTE };
}

async function edit({ image: bytes, instruction, region }: ImageEdit): Promise<MadeImage> {
  const steps = stepsOf(instruction);
  if (steps.length === 0) throw new ImageEngineError(CANNOT);
  const image = await unpack(bytes);
  const canvas = applySteps(image, regionBox(region, image), steps);
  return { bytes: await packed(canvas), note: NOTE };
}

export const compositor: ImageEngine = {
  label: 'Offline compositor (no image model)',
  isImageModel: false,
  generate: (brief) => generate(brief),
  edit: (asked) => edit(asked),
};
