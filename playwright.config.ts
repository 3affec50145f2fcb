import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { defineConfig } from '@playwright/test';

import type { AppOptions } from './test/e2e/test-app.ts';

/** Electron's binary, where it was installed; its package alone is a launcher without one. */
function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pointer = join(folder, 'path.txt');
  if (!existsSync(pointer)) return null;
  const binary = join(folder, 'dist', readFileSync(pointer, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

/** End-to-end specs that run in Electron as well, where its binary is. */
const IN_EVERY_SHELL = [
  'board',
  'board-view',
  'editor',
  'export',
  'history',
  'import-and-export',
  'keyboard',
  'language',
  'library',
  'first-draft',
  'restart',
  'right-to-left',
  'script-pictures',
  'storage',
  'token',
  'videos',
  'writing',
  'xss',
];

/** Specs that run on the stand-in too, because they pass through the shell's dialogs, menus, protocol or files. */
const ON_THE_STAND_IN = [
  'export',
  'import-and-export',
  'keyboard',
  'kill-while-typing',
  'first-draft',
  'token',
  'videos',
  'xss',
];

/** Tests of what only the browser shell has. */
const BROWSER_ONLY = /@browser/;

const electron = electronBinary();
if (electron === null && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.error('ELECTRON IS NOT TESTED HERE: its binary is not installed. The same specs run in the browser shell.');
}

export default defineConfig<AppOptions>({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  // One more than there are cores at the least: a test waits for about a quarter of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A machine that does much else can fail a test: the summary lists what passed only when it was tried again.
  retries: 2,
  // Against a test that hangs: the longest journeys take minutes where the machine is slow.
  timeout: 420_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    // Recording costs time in every test: `--trace retain-on-failure` where a trace is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  },
  projects: [
    { name: 'browser', use: { shell: 'browser', electronBinary: null } },
    {
      // The desktop app's own main process and preload, on a stand-in for Electron that drives Chromium.
      name: 'desktop',
      testDir: 'test',
      testMatch: ['desktop/*.spec.ts', ...ON_THE_STAND_IN.map((name) => `e2e/${name}.spec.ts`)],
      grepInvert: BROWSER_ONLY,
      use: { shell: 'desktop', electronBinary: null },
    },
    ...(electron === null
      ? []
      : [
          {
            name: 'electron',
            testMatch: IN_EVERY_SHELL.map((name) => `${name}.spec.ts`),
            grepInvert: BROWSER_ONLY,
            use: { shell: 'electron', electronBinary: electron } as const,
          },
        ]),
  ],
});
