import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openAppWindow } from './open-browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-window-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('opens an app window with its own profile and code caching, and reports when it closes', async () => {
  const [browser, output] = [join(folder, 'browser'), join(folder, 'told')];
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${output}'\n`);
  chmodSync(browser, 0o755);
  await new Promise<void>((resolve) => openAppWindow(browser, 'http://127.0.0.1:1/', '/profile', resolve));
  const flags = readFileSync(output, 'utf8').split('\n');
  expect(flags).toContain('--app=http://127.0.0.1:1/');
  expect(flags).toContain('--user-data-dir=/profile');
  expect(flags).toContain('--disable-features=BackgroundResourceFetch');
});

it('reports a missing browser as closed', async () => {
  await new Promise<void>((resolve) => openAppWindow(join(folder, 'none'), 'http://127.0.0.1:1/', '/profile', resolve));
});
