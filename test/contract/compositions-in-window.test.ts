/**
 * Flattens random compositions in a window and in the service, each with its own code: nothing may be missing in one of
 * them, and both must show nearly the same pixels.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import type { Turned } from '#contract/box.ts';
import { WIDEST_FACE } from '#contract/fallback-faces.ts';
import { LIMITS } from '#contract/limits.ts';
import { flatten, type FlatLayer } from '#service/engines/image/flatten.ts';
import { getChromiumOptions } from '#test/support/chromium.ts';
import { type Drawing, drawPictures, createDrawing } from '#test/support/random-compositions.ts';
import { getRounds } from '#test/support/rounds.ts';
import { SEED } from '#test/support/seed.ts';

const EXPORT = fileURLToPath(new URL('../../renderer/features/board/canvas/export.ts', import.meta.url));
const SIZE = LIMITS.thumbnails.exported;
const COUNT = getRounds(12, 200);
const PICTURES = drawPictures();

type Pixels = Uint8ClampedArray | Buffer;

async function renderAtService({ frame, layers }: Drawing): Promise<Pixels> {
  async function* withPictures(): AsyncGenerator<FlatLayer> {
    for (const layer of layers) {
      yield layer.kind === 'image' ? { ...layer, image: PICTURES[layer.item_id - 1]! } : layer;
    }
  }
  const image = await loadImage(Buffer.from(await flatten(frame, withPictures(), SIZE)));
  const context = createCanvas(SIZE.width, SIZE.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data;
}

/** Maps the paths that the board loads its fonts from to the files themselves. */
function loadFontFiles(): Record<string, string> {
  const { resolve } = createRequire(import.meta.url);
  const faces = [...Object.values(BOARD_FONT_FACES), WIDEST_FACE];
  const files = faces.flatMap(({ family, subsets, weight }) =>
    subsets.map((subset) => `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`),
  );
  return Object.fromEntries(
    files.map((file) => [
      `../../../../node_modules/${file}`,
      `data:font/woff2;base64,${readFileSync(resolve(file)).toString('base64')}`,
    ]),
  );
}

/** The functions of the window's bundle. */
interface Bundle {
  flatten(
    subject: object,
    items: readonly object[],
    loadPicture: (item: object) => Promise<ImageBitmap>,
  ): Promise<object>;
}

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const options = { bundle: true, write: false, format: 'iife', platform: 'browser', target: 'chrome130' } as const;
  const fonts = {
    define: { 'import.meta.glob': 'fontFiles' },
    banner: { js: `const fontFiles = () => (${JSON.stringify(loadFontFiles())});` },
  };
  const [bundle] = buildSync({ ...options, ...fonts, entryPoints: [EXPORT], globalName: 'board' }).outputFiles;
  browser = await chromium.launch(getChromiumOptions());
  page = await browser.newPage();
  await page.addScriptTag({ content: `${bundle?.text ?? ''};window.board = board;` });
  await page.evaluate(
    (pictures) => {
      const blobs = pictures.map(
        (base64) => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
      );
      Object.assign(window, { blobs });
    },
    PICTURES.map((picture) => picture.toString('base64')),
  );
});
afterAll(() => browser.close());

async function renderInWindow({ frame, layers }: Drawing): Promise<Pixels> {
  const shared = { status: 'ready', hidden: false, id: null, name: '' };
  const subject = { ...frame, ...shared, kind: 'frame', z: 0, picture: null, text: null };
  const items = layers.map((layer, at) => ({
    ...{ text: null, shape: null, picture: null, ...shared, ...layer },
    ...(layer.kind === 'image' && { picture: String(layer.item_id) }),
    z: at + 1,
  }));
  const base64 = await page.evaluate(
    async ({ subject, items, size }) => {
      const { board, blobs } = window as unknown as { board: Bundle; blobs: Blob[] };
      const loadPicture = ({ picture }: { picture?: string }) => createImageBitmap(blobs[Number(picture) - 1]!);
      const { canvas } = (await board.flatten(subject, items, loadPicture)) as { canvas: OffscreenCanvas };
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, size.width, size.height);
      const rows = Array.from({ length: size.height }, (_, y) =>
        data.subarray(y * size.width * 4, (y + 1) * size.width * 4),
      );
      return btoa(rows.map((row) => String.fromCharCode(...row)).join(''));
    },
    { subject, items, size: SIZE },
  );
  return Buffer.from(base64, 'base64');
}

/** Allowed difference of a channel from the same or a neighbouring pixel, because edges may fall between pixels. */
const MAX_CHANNEL_DIFFERENCE = 32;
const NEIGHBOURS = [0, -4, 4, -4 * SIZE.width, 4 * SIZE.width];

function isNear(a: Pixels, b: Pixels, at: number): boolean {
  for (const neighbour of NEIGHBOURS) {
    let channel = 0;
    while (channel < 3 && Math.abs(a[at + channel]! - (b[at + neighbour + channel] ?? 0)) <= MAX_CHANNEL_DIFFERENCE)
      channel += 1;
    if (channel === 3) return true;
  }
  return false;
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
const WHOLE_REGION: Region = { left: 0, top: 0, right: SIZE.width, bottom: SIZE.height };

/** Returns the region of the picture around a layer. */
function getRegion(frame: Turned, { x, y, width, height, angle }: Turned): Region {
  const scale = SIZE.width / frame.width;
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  const [regionWidth, regionHeight] = [(width * cos + height * sin) * scale, (width * sin + height * cos) * scale];
  const [midX, midY] = [(x + width / 2 - frame.x) * scale, (y + height / 2 - frame.y) * scale];
  return {
    left: Math.max(0, Math.floor(midX - regionWidth / 2)),
    top: Math.max(0, Math.floor(midY - regionHeight / 2)),
    right: Math.min(SIZE.width, Math.ceil(midX + regionWidth / 2)),
    bottom: Math.min(SIZE.height, Math.ceil(midY + regionHeight / 2)),
  };
}

/** Returns the share of a region's pixels that differ. */
function difference(a: Pixels, b: Pixels, { left, top, right, bottom }: Region = WHOLE_REGION): number {
  let count = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) if (!isNear(a, b, 4 * (y * SIZE.width + x))) count += 1;
  }
  return count / ((right - left) * (bottom - top));
}

/** Allowed share of different pixels: in the whole picture, and around each of its items. */
const MAX_DIFFERENCE = { picture: 0.005, item: 0.03 };

test('compositions are the same picture in the window and at the service', async () => {
  const shares: number[] = [];
  let worstItem = 0;
  for (let count = 0; count < COUNT; count += 1) {
    const drawing = createDrawing(SEED * 1000 + count);
    const [servicePixels, windowPixels] = [await renderAtService(drawing), await renderInWindow(drawing)];
    shares.push(difference(servicePixels, windowPixels));
    for (const layer of drawing.layers) {
      worstItem = Math.max(worstItem, difference(servicePixels, windowPixels, getRegion(drawing.frame, layer)));
    }
  }
  const sortedShares = shares.sort((a, b) => a - b);
  expect(sortedShares.at(-1)).toBeLessThan(MAX_DIFFERENCE.picture);
  expect(worstItem).toBeLessThan(MAX_DIFFERENCE.item);
});

test('a composition without one of its items is another picture', async () => {
  for (let count = 0; count < 5; count += 1) {
    const drawing = createDrawing(SEED * 1000 + count);
    const item = { ...drawing.layers.at(-1)!, opacity: 1, blend: 'normal' as const };
    const layersBelow = drawing.layers.slice(0, -1);
    const [servicePixels, windowPixels] = [
      await renderAtService({ ...drawing, layers: layersBelow }),
      await renderInWindow({ ...drawing, layers: [...layersBelow, item] }),
    ];
    expect(difference(servicePixels, windowPixels, getRegion(drawing.frame, item))).toBeGreaterThan(
      MAX_DIFFERENCE.item,
    );
  }
});
