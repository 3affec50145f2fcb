/** Generates random compositions, with every property that a layer can have, and their pictures. */
import { createCanvas } from '@napi-rs/canvas';

import { CompositionPut, type PictureLook } from '#contract/schema/composition.ts';
import { BOARD_ALIGNS, BOARD_FONTS } from '#contract/schema/thumbnail.ts';
import { ARROW_HEADS, BLENDS, BOARD_SHAPES, HEAD_FORMS } from '#contract/values.ts';

import { createRandom } from './seed.ts';

/** The content of a composition, with the number of a picture for each image. */
export type Drawing = Pick<ReturnType<typeof CompositionPut.parse>, 'frame' | 'layers'>;

const WORDS = ['Never again', 'Größe, Łódź', 'Ночной\nпоезд', '14 hours', 'WHY?', 'Le pont\nde verre', '– 7 –'];

/** Returns a photo, a screenshot and a cut-out with a transparent background. */
export function drawPictures(): readonly Buffer[] {
  const sizes = [
    [1600, 1200],
    [1280, 720],
    [700, 900],
  ] as const;
  return sizes.map(([width, height], index) => {
    const random = createRandom(7 + index);
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const createColor = () => `hsl(${random() * 360} ${40 + random() * 60}% ${20 + random() * 60}%)`;
    const isCutOut = index === 2;
    if (!isCutOut) {
      const sky = context.createLinearGradient(0, 0, 0, height);
      sky.addColorStop(0, createColor());
      sky.addColorStop(1, createColor());
      context.fillStyle = sky;
      context.fillRect(0, 0, width, height);
    }
    for (let count = 0; count < 24; count += 1) {
      context.fillStyle = createColor();
      context.beginPath();
      const [x, y] = isCutOut
        ? [width * (0.3 + 0.4 * random()), height * (0.3 + 0.4 * random())]
        : [width * random(), height * random()];
      context.ellipse(x, y, 20 + 180 * random(), 20 + 180 * random(), random() * 3, 0, 7);
      context.fill();
    }
    return canvas.toBuffer('image/png');
  });
}

export function createDrawing(seed: number): Drawing {
  const random = createRandom(seed);
  const pickBetween = (low: number, high: number): number => Math.round(low + (high - low) * random());
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const hasChance = (share: number): boolean => random() < share;
  const createColor = (): string => `#${pickBetween(0, 0xffffff).toString(16).padStart(6, '0')}`;
  const createShadow = () => ({
    color: createColor(),
    blur: pickBetween(0, 30),
    x: pickBetween(-20, 20),
    y: pickBetween(-20, 20),
  });
  const width = pick([1280, 1280, 960, 1920]);
  const frame = { x: pickBetween(-500, 500), y: pickBetween(-500, 500), width, height: (width * 9) / 16, angle: 0 };
  const createBlob = () =>
    [...Array(pickBetween(3, 20)).keys()].map((index, _, points) => {
      const [angle, radius] = [(index / points.length) * 2 * Math.PI, 0.25 + 0.24 * random()];
      return { x: 0.5 + radius * Math.cos(angle), y: 0.5 + radius * Math.sin(angle) };
    });
  const look = (): PictureLook => {
    const crop = { x: hasChance(0.4) ? random() * 0.3 : 0, y: hasChance(0.4) ? random() * 0.3 : 0 };
    return {
      crop: {
        ...crop,
        width: (1 - crop.x) * (hasChance(0.4) ? 0.7 : 1),
        height: (1 - crop.y) * (hasChance(0.4) ? 0.7 : 1),
      },
      flip_x: hasChance(0.3),
      flip_y: hasChance(0.1),
      corners: hasChance(0.3) ? pickBetween(1, 50) : 0,
      brightness: hasChance(0.3) ? pickBetween(40, 160) : 100,
      contrast: hasChance(0.3) ? pickBetween(40, 160) : 100,
      saturation: hasChance(0.3) ? pickBetween(0, 200) : 100,
      blur: hasChance(0.15) ? pickBetween(1, 20) : 0,
      sharpen: hasChance(0.2) ? pickBetween(10, 100) : 0,
      mask: hasChance(0.15) ? createBlob() : null,
      outline: hasChance(0.3) ? { color: createColor(), width: pickBetween(2, 20) } : null,
      shadow: hasChance(0.3) ? createShadow() : null,
    };
  };
  const place = (boxWidth: number, boxHeight: number) => ({
    x: frame.x + random() * (frame.width - boxWidth * 0.7),
    y: frame.y + random() * (frame.height - boxHeight * 0.7),
    width: boxWidth,
    height: boxHeight,
    angle: hasChance(0.3) ? pickBetween(-40, 40) : 0,
    opacity: hasChance(0.2) ? pickBetween(30, 90) / 100 : 1,
    blend: hasChance(0.15) ? pick(BLENDS) : ('normal' as const),
  });
  const createLayer = (): unknown => {
    const kind = pick(['image', 'image', 'text', 'shape'] as const);
    if (kind === 'image') {
      return { kind, ...place(pickBetween(200, 700), pickBetween(150, 500)), item_id: pickBetween(1, 3), look: look() };
    }
    if (kind === 'shape') {
      const form = pick(BOARD_SHAPES);
      const fill = form === 'rect' || form === 'ellipse' ? createColor() : null;
      const stroke = { stroke: createColor(), stroke_width: pickBetween(4, 20), dashed: hasChance(0.3) };
      const fill_to = fill !== null && hasChance(0.3) ? createColor() : null;
      const area = { fill, fill_to, fill_angle: pickBetween(0, 359), radius: pickBetween(0, 40) };
      const arrow = { heads: pick(ARROW_HEADS), head_form: pick(HEAD_FORMS) };
      return {
        kind,
        ...place(pickBetween(80, 500), pickBetween(80, 300)),
        shape: { form, ...stroke, ...area, ...arrow },
      };
    }
    const text = {
      content: pick(WORDS),
      font: pick(BOARD_FONTS),
      size: pickBetween(40, 200),
      fill: createColor(),
      fill_to: hasChance(0.3) ? createColor() : null,
      fill_angle: pickBetween(0, 359),
      stroke: createColor(),
      stroke_width: hasChance(0.7) ? pickBetween(2, 20) : 0,
      outer: hasChance(0.3) ? { color: createColor(), width: pickBetween(2, 14) } : null,
      background: hasChance(0.3) ? createColor() : null,
      padding: pickBetween(0, 30),
      corner: pickBetween(0, 40),
      align: pick(BOARD_ALIGNS),
      spacing: hasChance(0.3) ? pickBetween(-40, 200) : 0,
      leading: hasChance(0.3) ? pickBetween(80, 160) : 113,
      shadow: hasChance(0.3) ? createShadow() : null,
      colors: hasChance(0.4) ? [{ from: pickBetween(0, 2), to: pickBetween(3, 8), color: createColor() }] : [],
    };
    return { kind, ...place(pickBetween(200, 600), pickBetween(80, 200)), text };
  };
  const background = { kind: 'image', ...frame, item_id: pickBetween(1, 2), look: look() };
  const layers = [background, ...Array.from({ length: pickBetween(3, 11) }, createLayer)];
  return CompositionPut.parse({ name: 'Composition', frame, layers });
}
