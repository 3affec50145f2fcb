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
export function pictures(): readonly Buffer[] {
  const sizes = [
    [1600, 1200],
    [1280, 720],
    [700, 900],
  ] as const;
  return sizes.map(([width, height], index) => {
    const random = createRandom(7 + index);
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const color = () => `hsl(${random() * 360} ${40 + random() * 60}% ${20 + random() * 60}%)`;
    const isCutOut = index === 2;
    if (!isCutOut) {
      const sky = context.createLinearGradient(0, 0, 0, height);
      sky.addColorStop(0, color());
      sky.addColorStop(1, color());
      context.fillStyle = sky;
      context.fillRect(0, 0, width, height);
    }
    for (let count = 0; count < 24; count += 1) {
      context.fillStyle = color();
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

export function randomDrawing(seed: number): Drawing {
  const random = createRandom(seed);
  const between = (low: number, high: number): number => Math.round(low + (high - low) * random());
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const chance = (share: number): boolean => random() < share;
  const color = (): string => `#${between(0, 0xffffff).toString(16).padStart(6, '0')}`;
  const shadow = () => ({ color: color(), blur: between(0, 30), x: between(-20, 20), y: between(-20, 20) });
  const width = pick([1280, 1280, 960, 1920]);
  const frame = { x: between(-500, 500), y: between(-500, 500), width, height: (width * 9) / 16, angle: 0 };
  const blob = () =>
    [...Array(between(3, 20)).keys()].map((index, _, points) => {
      const [angle, radius] = [(index / points.length) * 2 * Math.PI, 0.25 + 0.24 * random()];
      return { x: 0.5 + radius * Math.cos(angle), y: 0.5 + radius * Math.sin(angle) };
    });
  const look = (): PictureLook => {
    const crop = { x: chance(0.4) ? random() * 0.3 : 0, y: chance(0.4) ? random() * 0.3 : 0 };
    return {
      crop: { ...crop, width: (1 - crop.x) * (chance(0.4) ? 0.7 : 1), height: (1 - crop.y) * (chance(0.4) ? 0.7 : 1) },
      flip_x: chance(0.3),
      flip_y: chance(0.1),
      corners: chance(0.3) ? between(1, 50) : 0,
      brightness: chance(0.3) ? between(40, 160) : 100,
      contrast: chance(0.3) ? between(40, 160) : 100,
      saturation: chance(0.3) ? between(0, 200) : 100,
      blur: chance(0.15) ? between(1, 20) : 0,
      sharpen: chance(0.2) ? between(10, 100) : 0,
      mask: chance(0.15) ? blob() : null,
      outline: chance(0.3) ? { color: color(), width: between(2, 20) } : null,
      shadow: chance(0.3) ? shadow() : null,
    };
  };
  const place = (boxWidth: number, boxHeight: number) => ({
    x: frame.x + random() * (frame.width - boxWidth * 0.7),
    y: frame.y + random() * (frame.height - boxHeight * 0.7),
    width: boxWidth,
    height: boxHeight,
    angle: chance(0.3) ? between(-40, 40) : 0,
    opacity: chance(0.2) ? between(30, 90) / 100 : 1,
    blend: chance(0.15) ? pick(BLENDS) : ('normal' as const),
  });
  const layer = (): unknown => {
    const kind = pick(['image', 'image', 'text', 'shape'] as const);
    if (kind === 'image') {
      return { kind, ...place(between(200, 700), between(150, 500)), item_id: between(1, 3), look: look() };
    }
    if (kind === 'shape') {
      const form = pick(BOARD_SHAPES);
      const fill = form === 'rect' || form === 'ellipse' ? color() : null;
      const stroke = { stroke: color(), stroke_width: between(4, 20), dashed: chance(0.3) };
      const fill_to = fill !== null && chance(0.3) ? color() : null;
      const area = { fill, fill_to, fill_angle: between(0, 359), radius: between(0, 40) };
      const arrow = { heads: pick(ARROW_HEADS), head_form: pick(HEAD_FORMS) };
      return { kind, ...place(between(80, 500), between(80, 300)), shape: { form, ...stroke, ...area, ...arrow } };
    }
    const text = {
      content: pick(WORDS),
      font: pick(BOARD_FONTS),
      size: between(40, 200),
      fill: color(),
      fill_to: chance(0.3) ? color() : null,
      fill_angle: between(0, 359),
      stroke: color(),
      stroke_width: chance(0.7) ? between(2, 20) : 0,
      outer: chance(0.3) ? { color: color(), width: between(2, 14) } : null,
      background: chance(0.3) ? color() : null,
      padding: between(0, 30),
      corner: between(0, 40),
      align: pick(BOARD_ALIGNS),
      spacing: chance(0.3) ? between(-40, 200) : 0,
      leading: chance(0.3) ? between(80, 160) : 113,
      shadow: chance(0.3) ? shadow() : null,
      colors: chance(0.4) ? [{ from: between(0, 2), to: between(3, 8), color: color() }] : [],
    };
    return { kind, ...place(between(200, 600), between(80, 200)), text };
  };
  const background = { kind: 'image', ...frame, item_id: between(1, 2), look: look() };
  const layers = [background, ...Array.from({ length: between(3, 11) }, layer)];
  return CompositionPut.parse({ name: 'Composition', frame, layers });
}
