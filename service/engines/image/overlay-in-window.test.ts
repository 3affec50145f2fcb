/**
 * Letters as the service exports them and as the window's canvas draws them: the same files, the same fallback behind
 * them, and so the same widths and very nearly the same pixels.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';
import { chromiumOptions } from '#test/support/chromium.ts';

import { canvasFont } from './fonts.ts';

const { resolve } = createRequire(import.meta.url);
const SIZE = 64;
const CANVAS = { width: 640, height: 110 };
/** Of the inked pixels, those that are more than a shade apart; measured: 1.1 % at most, and 0.005 px of width. */
const MOST_DIFFERENT = 0.02;

const SAMPLES: readonly (readonly [BoardFont, string])[] = [
  ['anton', 'Never again?'],
  ['bebas', 'Größe, Łódź, İstanbul'],
  ['montserrat', 'Ночной поезд'],
  ['anton', 'Ночной поезд'],
  ['impact', 'Їжак і 12 €'],
  ['oswald', 'قطار الليل'],
  ['poppins', '夜行列車 42'],
  ['system', '야간열차'],
  ['archivo', 'Zug 🚂 weg'],
  ['luckiest', '√2 ≠ 1 → ∞'],
];

interface Drawn {
  readonly width: number;
  /** Alpha by pixel. */
  readonly ink: readonly number[];
}

function drawn(context: SKRSContext2D, [font, text]: (typeof SAMPLES)[number]): Drawn {
  context.font = canvasFont(font, SIZE);
  context.fillText(text, 10, 75);
  const { data } = context.getImageData(0, 0, CANVAS.width, CANVAS.height);
  return { width: context.measureText(text).width, ink: [...data].filter((_, at) => at % 4 === 3) };
}

const inService = (sample: (typeof SAMPLES)[number]): Drawn =>
  drawn(createCanvas(CANVAS.width, CANVAS.height).getContext('2d'), sample);

/** The files of a font as the window loads them: one family a subset. */
const facesOf = (font: BoardFont) => {
  const { family, subsets, weight } = BOARD_FONT_FACES[font];
  return subsets.map((subset) => {
    const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`);
    return { name: `cutaway-${family}-${weight}-${subset}`, base64: readFileSync(file).toString('base64') };
  });
};

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions());
});
afterAll(() => browser.close());

test('ten texts in five scripts look the same in an export and in the window', { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  const faces = [...new Set(SAMPLES.map(([font]) => font))].flatMap(facesOf);
  const asked = SAMPLES.map(([font, text]) => ({ font: canvasFont(font, SIZE), text }));
  const inWindow = await page.evaluate(
    async ({ faces, asked, canvas }) => {
      for (const { name, base64 } of faces) {
        const face = new FontFace(name, `url(data:font/woff2;base64,${base64})`);
        document.fonts.add(await face.load());
      }
      return asked.map(({ font, text }) => {
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
        context.font = font;
        context.fillText(text, 10, 75);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        return { width: context.measureText(text).width, ink: [...data].filter((_, at) => at % 4 === 3) };
      });
    },
    { faces, asked, canvas: CANVAS },
  );
  const report = SAMPLES.map((sample, at) => {
    const [service, window] = [inService(sample), inWindow[at]!];
    const inked = service.ink.filter((alpha, pixel) => alpha > 0 || window.ink[pixel]! > 0).length;
    const apart = service.ink.filter((alpha, pixel) => Math.abs(alpha - window.ink[pixel]!) > 64).length;
    return { sample: sample.join(' '), wider: Math.abs(service.width - window.width), apart: apart / inked, inked };
  });
  for (const { sample, wider, apart, inked } of report) {
    expect(inked, sample).toBeGreaterThan(500);
    expect(wider, `${sample} is as wide`).toBeLessThan(1);
    expect(apart, `${sample} has the same pixels`).toBeLessThan(MOST_DIFFERENT);
  }
});
