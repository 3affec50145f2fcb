import type { LaunchOptions } from '@playwright/test';

import { findOnPath } from '#platform/find-on-path.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

export function findChromiumPath(): string {
  const path = NAMES.map(findOnPath).find((file) => file !== null);
  if (path === undefined) throw new Error('No Chromium on the PATH. On Debian: apt-get install chromium');
  return path;
}

/** Root cannot use Chromium's sandbox without a user namespace; the app never switches the sandbox off. */
export function getChromiumOptions(): LaunchOptions {
  return {
    executablePath: findChromiumPath(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-quic', '--no-first-run'],
  };
}

/** Uses Chromium's headless shell where it is installed, which makes a test a fifth faster. */
export function getHeadlessOptions(): LaunchOptions {
  return { ...getChromiumOptions(), executablePath: findOnPath('chromium-headless-shell') ?? findChromiumPath() };
}
