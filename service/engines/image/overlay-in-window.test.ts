/**
 * Compares texts as the service exports them with texts as the board draws them, each by its own code: the same font
 * files and fallback must give the same sizes and nearly the same pixels, whatever other fonts the computer has.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { type Browser, chromium } from '@playwright/test';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { BOARD_FONT_FACES, type FontFace as Face } from '#contract/board-fonts.ts';
import { listFallbackFaces, WIDEST_FACE } from '#contract/fallback-faces.ts';
import { BOARD_ALIGNS, type BoardFont, type TextStyle } from '#contract/schema/thumbnail.ts';
import { getChromiumOptions } from '#test/support/chromium.ts';

import { drawOverlay, measureOverlay } from './overlay.ts';

const { resolve } = createRequire(import.meta.url);
const DRAW_TEXT = fileURLToPath(new URL('../../../renderer/features/board/model/draw-text.ts', import.meta.url));
const CANVAS = { width: 720, height: 200 };
const PLACE = { x: 10, y: 10 };
/** Limits the share of inked pixels in which a channel differs by more than a quarter from the pixels around. */
const MAX_DIFFERENCE = 0.035;

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
  ['oswald', 'القطار رقم 7!\nTrain 7: القطار!\n– 7 –'],
  ['poppins', 'רכבת לילה (7).'],
  ['bangers', '夜行列車の旅'],
  ['anton', 'Νυχτερινό τρένο'],
  ['montserrat', 'Chuyến tàu đêm ạ'],
  ['archivo', 'रात की ट्रेन'],
  ['bebas', 'รถไฟกลางคืน'],
  ['luckiest', 'Գիշերային მატარებელი'],
  ['impact', '❤ ✔ ★ ☎'],
  ['oswald', '❤️ 夜 🇩🇪 1️⃣'],
];

/** Every second text has an outline and every third a background; alignments alternate. */
const createStyle = (font: BoardFont, index: number): TextStyle => ({
  font,
  size: 64,
  fill: '#ff2040',
  stroke: '#102030',
  stroke_width: index % 2 === 0 ? 8 : 0,
  background: index % 3 === 0 ? '#ffe080' : null,
  align: BOARD_ALIGNS[index % 3] ?? 'left',
});
const TEXTS = SAMPLES.map(([font, content], index) => ({ content, style: createStyle(font, index) }));

interface Rendering {
  readonly size: { readonly width: number; readonly height: number };
  /** Red, green, blue and alpha of each pixel. */
  readonly data: Buffer;
}

function drawInService({ content, style }: (typeof TEXTS)[number]): Rendering {
  const context = createCanvas(CANVAS.width, CANVAS.height).getContext('2d');
  context.translate(PLACE.x, PLACE.y);
  drawOverlay(context, content, style);
  return {
    size: measureOverlay(content, style),
    data: Buffer.from(context.getImageData(0, 0, CANVAS.width, CANVAS.height).data),
  };
}

interface FontFile {
  readonly name: string;
  readonly base64: string;
}
const loadFont = (name: string, file: string): FontFile => ({
  name,
  base64: readFileSync(resolve(file)).toString('base64'),
});
const loadSubsets = (name: string, { family, subsets, weight }: Face): FontFile[] =>
  subsets.map((subset) =>
    loadFont(`cutaway-${name}-${subset}`, `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`),
  );

/** Returns the files that the texts need under the names that the window uses. */
function listWindowFaces(): FontFile[] {
  const ownFonts = [...new Set(SAMPLES.map(([font]) => font))].flatMap((font) =>
    loadSubsets(font, BOARD_FONT_FACES[font]),
  );
  const others = new Map(SAMPLES.flatMap(([, text]) => listFallbackFaces(text)).map((face) => [face.id, face]));
  const fallbacks = [...others.values()].map(({ id, file }) => loadFont(`cutaway-fallback-${id}`, file));
  return [...ownFonts, ...loadSubsets('fallback', WIDEST_FACE), ...fallbacks];
}

/** Fonts that a computer may also have: other weights, so that they would be noticed. */
const EXTRA_FONTS = [
  '@expo-google-fonts/noto-sans-jp/900Black/NotoSansJP_900Black.ttf',
  '@expo-google-fonts/noto-sans-thai/100Thin/NotoSansThai_100Thin.ttf',
  '@expo-google-fonts/noto-sans-devanagari/100Thin/NotoSansDevanagari_100Thin.ttf',
  '@expo-google-fonts/noto-serif-hebrew/100Thin/NotoSerifHebrew_100Thin.ttf',
];

/** Bundles the board's own code for texts; `import.meta.glob` is stubbed, since only the app's bundler resolves it. */
function bundleTextDrawing(): string {
  const options = { bundle: true, write: false, format: 'iife', platform: 'browser', target: 'chrome130' } as const;
  const files = { define: { 'import.meta.glob': 'noFiles' }, banner: { js: 'const noFiles = () => ({});' } };
  const [output] = buildSync({ ...options, ...files, entryPoints: [DRAW_TEXT], globalName: 'textDrawing' }).outputFiles;
  return output?.text ?? '';
}
type Look = TextStyle & { content: string; spacing: number; shadow: null };
interface TextDrawing {
  drawText(context: OffscreenCanvasRenderingContext2D, text: Look, at: { x: number; y: number }): void;
  measure(text: Look): { width: number; height: number };
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-fonts-'));
  for (const file of EXTRA_FONTS) copyFileSync(resolve(file), join(folder, basename(file)));
  const system = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  writeFileSync(join(folder, 'fonts.conf'), `<fontconfig><dir>${folder}</dir>${system}</fontconfig>`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withBrowser<T>(env: Record<string, string>, work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ ...getChromiumOptions(), env: { ...process.env, ...env } as typeof env });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function drawInWindow(browser: Browser): Promise<Rendering[]> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: `${bundleTextDrawing()};window.textDrawing = textDrawing;` });
  const faces = listWindowFaces();
  const looks = TEXTS.map(({ content, style }): Look => ({ ...style, content, spacing: 0, shadow: null }));
  const results = await page.evaluate(
    async ({ faces, looks, canvas, place }) => {
      const { drawText, measure } = (window as unknown as { textDrawing: TextDrawing }).textDrawing;
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
  return results.map(({ size, base64 }) => ({ size, data: Buffer.from(base64, 'base64') }));
}

/** Returns whether a pixel is close to that of the other picture or one beside it, since edges fall between pixels. */
function isSimilar(a: Rendering, b: Rendering, offset: number): boolean {
  const row = CANVAS.width * 4;
  return [0, -4, 4, -row, row].some((delta) =>
    [0, 1, 2, 3].every(
      (channel) => Math.abs(a.data[offset + channel]! - (b.data[offset + delta + channel] ?? 0)) <= 64,
    ),
  );
}

function compare(a: Rendering, b: Rendering): { inked: number; differing: number } {
  const count = { inked: 0, differing: 0 };
  for (let offset = 0; offset < a.data.length; offset += 4) {
    if (a.data[offset + 3] === 0 && b.data[offset + 3] === 0) continue;
    count.inked += 1;
    if (!isSimilar(a, b, offset)) count.differing += 1;
  }
  return count;
}

function expectSame(windows: readonly Rendering[]): void {
  const report = TEXTS.map((text, index) => {
    const [service, window] = [drawInService(text), windows[index]!];
    const { inked, differing } = compare(service, window);
    expect(window.size, text.content).toEqual(service.size);
    expect(inked, text.content).toBeGreaterThan(500);
    return { text: text.content, different: differing / inked };
  });
  expect(report.filter(({ different }) => different >= MAX_DIFFERENCE)).toEqual([]);
  // Negative control: different words must count as different.
  const [arabicText, other] = [drawInService(TEXTS[2]!), windows[4]!];
  expect(compare(arabicText, other).differing / compare(arabicText, other).inked).toBeGreaterThan(MAX_DIFFERENCE);
}

test('texts in many scripts look the same in an export and on the board', { timeout: 300_000 }, async () => {
  expectSame(await withBrowser({}, drawInWindow));
});

test(
  'more fonts on the computer change texts neither in an export nor on the board',
  { timeout: 300_000 },
  async () => {
    const before = TEXTS.map(drawInService);
    GlobalFonts.loadFontsFromDir(folder);
    const changedTexts = TEXTS.filter((text, at) => !drawInService(text).data.equals(before[at]!.data));
    expect(changedTexts).toEqual([]);
    const windows = await withBrowser({ FONTCONFIG_FILE: join(folder, 'fonts.conf') }, async (browser) => {
      const page = await browser.newPage();
      // The computer's fonts are found, or the test would say nothing.
      const hasFont = await page.evaluate(() => document.fonts.check('20px "Noto Sans JP Black"'));
      expect(hasFont).toBe(true);
      return drawInWindow(browser);
    });
    expectSame(windows);
  },
);

test('punctuation after right-to-left text is drawn at its left', () => {
  const style = createStyle('oswald', 1);
  const [ownFonts, forced] = [
    drawInService({ content: 'قطار!', style }),
    drawInService({ content: '\u200eقطار!', style }),
  ];
  expect(compare(ownFonts, forced).differing / compare(ownFonts, forced).inked).toBeGreaterThan(MAX_DIFFERENCE);
});
