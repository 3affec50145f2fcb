/** Tests that a real window survives bad files dropped on the board, and reads good ones. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Browser, chromium, type Page } from '@playwright/test';
import type * as Comlink from 'comlink';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { getChromiumOptions } from '#test/support/chromium.ts';
import type { DecodeFunctions } from '#renderer/features/board/canvas/decode-worker.ts';
import type * as FitPicture from '#renderer/shared/pictures/fit-picture.ts';
import { expectMeasured } from '#test/support/expect-measured.ts';
import {
  ANIMATED_GIF,
  createCmykJpeg,
  truncate,
  drawTestCanvas,
  createHugePng,
  createJpeg,
  SCRIPTED_SVG,
  addOrientation,
  claimSize,
} from '#test/support/hostile-pictures.ts';

const RENDERER = fileURLToPath(new URL('../../renderer/', import.meta.url));
const MAX_MEGABYTES = 400;

function bundle(file: string, globalName?: string): string {
  const options = { bundle: true, write: false, format: 'iife', platform: 'browser', target: 'chrome130' } as const;
  return buildSync({ ...options, entryPoints: [file], ...(globalName === undefined ? {} : { globalName }) })
    .outputFiles[0]!.text;
}

interface Outcome {
  readonly refusal: string | null;
  readonly size: readonly number[];
  /** The colours of the upper left and upper right pixels. */
  readonly colours: readonly (readonly number[])[];
  /** The width that the board's own decoder returns. */
  readonly decodedWidth: number | null;
}
declare const fitting: typeof FitPicture;
declare const comlink: typeof Comlink;

let browser: Browser;
let page: Page;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-dropped-'));
  browser = await chromium.launch(getChromiumOptions());
  page = await browser.newPage();
  // A secure address, like the window's.
  const body = '<input type="file">';
  await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://localhost/');
  await page.addScriptTag({ content: bundle(join(RENDERER, 'shared/pictures/fit-picture.ts'), 'fitting') });
  await page.addScriptTag({ content: bundle('comlink', 'comlink') });
  await page.evaluate(
    (source) => {
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
      Object.assign(window, { decoder: comlink.wrap<DecodeFunctions>(worker) });
    },
    bundle(join(RENDERER, 'features/board/canvas/decode-worker.ts')),
  );
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Imports the file from disk like the board. */
async function importFile(name: string): Promise<Outcome> {
  await page.locator('input').setInputFiles(join(folder, name));
  return page.evaluate(async () => {
    const file = document.querySelector('input')!.files![0]!;
    const { decoder } = window as unknown as { decoder: Comlink.Remote<DecodeFunctions> };
    const decodedWidth = decoder.decode(file, 64, false).then((bitmap) => bitmap?.width ?? null);
    const fittedPicture = await fitting.fitPicture(file, fitting.SERVICE_LIMITS);
    if ('refusal' in fittedPicture)
      return { refusal: fittedPicture.refusal, size: [], colours: [], decodedWidth: await decodedWidth };
    const bitmap = await createImageBitmap(fittedPicture.blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const readPixel = (x: number): number[] => [...context.getImageData(x, 0, 1, 1).data.slice(0, 3)];
    const colours = [readPixel(0), readPixel(bitmap.width - 1)];
    return { refusal: null, size: [bitmap.width, bitmap.height], colours, decodedWidth: await decodedWidth };
  });
}

const UNREADABLE = 'This file type isn’t supported.';
const SVG = 'SVG files can’t be read. Save it as PNG and add that.';
test.each([
  ['nothing.png', Buffer.alloc(0), UNREADABLE],
  ['text.png', Buffer.from('nonsense '.repeat(50)), UNREADABLE],
  ['scripted.svg', Buffer.from(SCRIPTED_SVG), SVG],
  ['scripted.png', Buffer.from(SCRIPTED_SVG), SVG],
  ['page.jpg', Buffer.from('<!doctype html><img src=x>'), UNREADABLE],
  ['huge.png', createHugePng(30_000, 30_000), 'This picture is too large to import: 30000 × 30000 pixels.'],
  ['half.png', drawTestCanvas(300, 200).toBuffer('image/png').subarray(0, 200), 'This file is incomplete.'],
  ['half.jpg', truncate(await createJpeg()), 'This file is incomplete.'],
  ['begun.jpg', (await createJpeg()).subarray(0, 30), 'This file is incomplete.'],
  [
    'large.jpg',
    claimSize(await createJpeg(), 20_000, 20_000),
    'This picture is too large to import: 20000 × 20000 pixels.',
  ],
])('a dropped %s is rejected', async (name, bytes, refusal) => {
  writeFileSync(join(folder, name), bytes);
  expect(await importFile(name)).toEqual({ refusal, size: [], colours: [], decodedWidth: null });
});

test('a dropped file of 200 MB is rejected before it is read', async () => {
  writeFileSync(join(folder, 'large.png'), drawTestCanvas(30, 20).toBuffer('image/png'));
  truncateSync(join(folder, 'large.png'), 200 * 1024 * 1024);
  expect(await importFile('large.png')).toMatchObject({
    refusal: 'This file is larger than 100 MB.',
    decodedWidth: null,
  });
});

const isRed = ([r = 0, g = 0, b = 0]: readonly number[] = []): boolean => r > 190 && g < 80 && b < 80;
const isBlue = ([r = 0, g = 0, b = 0]: readonly number[] = []): boolean => r < 80 && g < 80 && b > 190;
test.each([
  // The upper left is blue, unless the orientation tag turns the picture.
  ['plain.jpg', await createJpeg(), [400, 200], [isBlue, isRed]],
  ['orient.jpg', addOrientation(await createJpeg(), 6), [200, 400], [isRed, isBlue]],
  // A phone's motion photo has a video appended.
  ['motion.jpg', Buffer.concat([await createJpeg(), Buffer.alloc(200_000, 7)]), [400, 200], [isBlue, isRed]],
  ['inks.jpg', createCmykJpeg([0, 255, 255, 0]), [8, 8], [isRed, isRed]],
  ['moving.gif', ANIMATED_GIF, [1, 1], [isRed, isRed]],
] as const)('a dropped %s is imported upright and in its colours', async (name, bytes, size, [left, right]) => {
  writeFileSync(join(folder, name), bytes);
  const outcome = await importFile(name);
  expect(outcome).toMatchObject({ refusal: null, size, decodedWidth: 64 });
  expect([left(outcome.colours[0]), right(outcome.colours[1])]).toEqual([true, true]);
});

test('a photo of 48 megapixels is scaled down while it is read, upright', async () => {
  writeFileSync(join(folder, 'phone.jpg'), addOrientation(await createJpeg(8064, 6048), 6));
  const { refusal, size, colours } = await importFile('phone.jpg');
  expect({ refusal, size }).toEqual({ refusal: null, size: [1536, 2048] });
  expect([isRed(colours[0]), isBlue(colours[1])]).toEqual([true, true]);
});

test('the window survives within its memory limit', async () => {
  expect(await page.evaluate(() => document.querySelectorAll('input').length)).toBe(1);
  if (process.platform !== 'linux') return;
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  for (const { id, type } of processInfo.filter((info) => info.type === 'renderer' || info.type === 'browser')) {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    expectMeasured(peak, MAX_MEGABYTES, type);
  }
});
