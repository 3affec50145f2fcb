import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { LaunchOptions } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

export function chromiumPath(): string {
  for (const dir of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) if (existsSync(join(dir, name))) return join(dir, name);
  }
  throw new Error('No Chromium on the PATH. On Debian: apt-get install chromium');
}

/** Root cannot use Chromium's sandbox without a user namespace; the app never switches the sandbox off. */
export function chromiumOptions(): LaunchOptions {
  return {
    executablePath: chromiumPath(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-quic', '--no-first-run'],
  };
}
