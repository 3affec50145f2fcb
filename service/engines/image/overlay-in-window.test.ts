/**
 * Compares texts as the service exports them with texts as the board draws them, each by its own code: the same font
 * files and fallback must give the same sizes and nearly the same pixels.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { createCanvas } from '@napi-rs/canvas';
import { type Browser, chromium } from '@playwright/test';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import { BOARD_ALIGNS, type BoardFont, type TextStyle } from '#contract/schema/thumbnail.ts';
import { chromiumOptions } from '#test/support/chromium.ts';

import { drawOverlay, measureOverlay } from './overlay.ts';

const { resolve } = createRequire(import.meta.url);
const LETTERING = fileURLToPath(new URL('../../../renderer/features/board/model/lettering.ts', import.meta.url));
const CANVAS = { width: 720, height: 200 };
const PLACE = { x: 10, y: 10 };
/** Limits the share of inked pixels in which a channel differs by more than a quarter. */
const MOST_DIFFERENT = 0.02;

const SAMPLES: readonly (readonly [BoardFont, string])[] = [
  ['anton', 'Never\nagain, never?'],
  ['bebas', 'Größe, Łódź, İstanbul'],
  ['montserrat', 'Ночной поезд'],
  // Anton has no Cyrillic letters of its own.
  ['anton', 'Ночной поезд'],
  ['impact', 'Їжак і 12 €'],
  ['oswald', 'قطار الليل'],
  ['poppins', '夜行列車 42'],
  ['system', '야간열차\n12'],
  ['archivo', 'Zug 🚂 weg'],
  ['luckiest', '√2 ≠ 1 → ∞'],
];

/** Gives every second text an outline and every third a background; alignments alternate. */
const styleOf = (font: BoardFont, at: number): TextStyle => ({
  font,
  size: 64,
  fill: '#ff2040',
  stroke: '#102030',
  stroke_width: at % 2 === 0 ? 8 : 0,
  background: at % 3 === 0 ? '#ffe080' : null,
  align: BOARD_ALIGNS[at % 3] ?? 'left',
});
const TEXTS = SAMPLES.map(([font, content], at) => ({ content, style: styleOf(font, at) }));

interface Drawn {
  readonly size: { readonly width: number; readonly height: number };
  /** Holds red, green, blue and alpha of each pixel. */
  readonly data: ArrayLike<number>;
}

function inService({ content, style }: (typeof TEXTS)[number]): Drawn {
  const context = createCanvas(CANVAS.width, CANVAS.height).getContext('2d');
  context.translate(PLACE.x, PLACE.y);
  drawOverlay(context, content, style);
  return {
    size: measureOverlay(content, style),
    data: context.getImageData(0, 0, CANVAS.width, CANVAS.height).data,
  };
}

/** Returns the files of a font under the names that the window uses. */
const facesOf = (font: BoardFont) => {
  const { family, subsets, weight } = BOARD_FONT_FACES[font];
  return subsets.map((subset) => {
    const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`);
    return { name: `cutaway-${font}-${subset}`, base64: readFileSync(file).toString('base64') };
  });
};

/** Bundles the board's own lettering code; `import.meta.glob` is stubbed, since only the app's bundler resolves it. */
function lettering(): string {
  const options = { bundle: true, write: false, format: 'iife', platform: 'browser', target: 'chrome130' } as const;
  const files = { define: { 'import.meta.glob': 'noFiles' }, banner: { js: 'const noFiles = () => ({});' } };
  const [made] = buildSync({ ...options, ...files, entryPoints: [LETTERING], globalName: 'lettering' }).outputFiles;
  return made?.text ?? '';
}
type Look = TextStyle & { content: string; spacing: number; shadow: null };
interface Lettering {
  drawText(context: OffscreenCanvasRenderingContext2D, text: Look, at: { x: number; y: number }): void;
  measure(text: Look): { width: number; height: number };
}

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions());
});
afterAll(() => browser.close());

async function inWindow(): Promise<Drawn[]> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: `${lettering()};window.lettering = lettering;` });
  const faces = [...new Set(SAMPLES.map(([font]) => font))].flatMap(facesOf);
  const looks = TEXTS.map(({ content, style }): Look => ({ ...style, content, spacing: 0, shadow: null }));
  const drawn = await page.evaluate(
    async ({ faces, looks, canvas, place }) => {
      const { drawText, measure } = (window as unknown as { lettering: Lettering }).lettering;
      for (const { name, base64 } of faces) {
        const face = new FontFace(name, `url(data:font/woff2;base64,${base64})`);
        document.fonts.add(await face.load());
      }
      return looks.map((look) => {
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
        drawText(context, look, place);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const rows = Array.from({ length: canvas.height }, (_, y) =>
          data.subarray(y * canvas.width * 4, (y + 1) * canvas.width * 4),
        );
        return { size: measure(look), base64: btoa(rows.map((row) => String.fromCharCode(...row)).join('')) };
      });
    },
    { faces, looks, canvas: CANVAS, place: PLACE },
  );
  return drawn.map(({ size, base64 }) => ({ size, data: Buffer.from(base64, 'base64') }));
}

function compare(a: Drawn, b: Drawn): { inked: number; apart: number } {
  const count = { inked: 0, apart: 0 };
  for (let at = 0; at < a.data.length; at += 4) {
    if (a.data[at + 3] === 0 && b.data[at + 3] === 0) continue;
    count.inked += 1;
    if ([0, 1, 2, 3].some((channel) => Math.abs(a.data[at + channel]! - b.data[at + channel]!) > 64)) count.apart += 1;
  }
  return count;
}

test('ten texts in five scripts look the same in an export and on the board', { timeout: 60_000 }, async () => {
  const windows = await inWindow();
  const report = TEXTS.map((text, at) => {
    const [service, window] = [inService(text), windows[at]!];
    const { inked, apart } = compare(service, window);
    expect(window.size, text.content).toEqual(service.size);
    expect(inked, text.content).toBeGreaterThan(500);
    return { text: text.content, different: apart / inked };
  });
  expect(report.filter(({ different }) => different >= MOST_DIFFERENT)).toEqual([]);
  // Negative control: different words must count as different.
  const [one, other] = [inService(TEXTS[2]!), windows[4]!];
  expect(compare(one, other).apart / compare(one, other).inked).toBeGreaterThan(MOST_DIFFERENT);
});
