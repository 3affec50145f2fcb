/** Takes the README's pictures of the built app, with its sample team: `node scripts/pictures.mjs`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { chromium } from '@playwright/test';

import { buildMissing } from './build.mjs';
import { findBrowser } from './find-browser.mjs';

/**
 * `prepare` brings a page to the state to be shown.
 * @type {{ name: string, route: string, heading: string, prepare?: (page: import('@playwright/test').Page) => Promise<void> }[]}
 */
const PAGES = [
  {
    name: 'script',
    route: '#/scripts/7',
    heading: 'Why night trains came back',
    prepare: (page) => page.getByRole('button', { name: /What a berth really costs/ }).click(),
  },
  { name: 'ideas', route: '#/ideas/6', heading: 'Ideas' },
  { name: 'projects', route: '#/projects', heading: 'Projects' },
  {
    name: 'board',
    route: '#/board',
    heading: 'Board',
    prepare: async (page) => {
      await page.getByText(/of 500 pictures$/).waitFor();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'video',
    route: '#/videos',
    heading: 'Video',
    prepare: async (page) => {
      await page.getByRole('link', { name: /Why night trains came back/ }).click();
      const player = page.getByRole('region', { name: 'Player' });
      await player.getByText('00:00:00').waitFor();
      await page.waitForLoadState('networkidle');
      // After three seconds the first slide is complete.
      for (let second = 0; second < 3; second++) await page.keyboard.press('Shift+ArrowRight');
      await player.getByText('00:03:00').waitFor();
    },
  },
];

buildMissing();
const dataFolder = mkdtempSync(join(tmpdir(), 'cutaway-pictures-'));
const shell = spawn(
  process.execPath,
  ['dist/loopback/main.js', '--data', dataFolder, '--port', '0', '--no-open', '--sample'],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);
const { value: line } = await createInterface({ input: shell.stdout })[Symbol.asyncIterator]().next();
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(JSON.parse(line).url);
await page.getByRole('button', { name: 'Keep the samples' }).click();
for (const { name, route, heading, prepare } of PAGES) {
  await page.evaluate((hash) => (location.hash = hash), route);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `assets/pictures/${name}-${scheme}.png` });
  }
}
await browser.close();
shell.kill('SIGTERM');
await new Promise((resolve) => shell.once('exit', resolve));
rmSync(dataFolder, { recursive: true, force: true });
