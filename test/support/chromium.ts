import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { LaunchOptions } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

function onPath(names: readonly string[]): string | null {
  for (const dir of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) if (existsSync(join(dir, name))) return join(dir, name);
  }
  return null;
}

export function chromiumPath(): string {
  const path = onPath(NAMES);
  if (path === null) throw new Error('No Chromium on the PATH. On Debian: apt-get install chromium');
  return path;
}

/** Root cannot use Chromium's sandbox without a user namespace; the app never switches the sandbox off. */
export function chromiumOptions(): LaunchOptions {
  return {
    executablePath: chromiumPath(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-quic', '--no-first-run'],
  };
}

/** Takes Chromium without the parts that draw a desktop's window, where it is installed: a test costs a fifth less. */
export function headlessOptions(): LaunchOptions {
  return { ...chromiumOptions(), executablePath: onPath(['chromium-headless-shell']) ?? chromiumPath() };
}
