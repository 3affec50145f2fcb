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

it('opens the studio as an app with a profile of its own, keeps compiled code, and hears when it was closed', async () => {
  const [browser, told] = [join(folder, 'browser'), join(folder, 'told')];
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}'\n`);
  chmodSync(browser, 0o755);
  await new Promise<void>((gone) => openAppWindow(browser, 'http://127.0.0.1:1/', '/profile', gone));
  const flags = readFileSync(told, 'utf8').split('\n');
  expect(flags).toContain('--app=http://127.0.0.1:1/');
  expect(flags).toContain('--user-data-dir=/profile');
  expect(flags).toContain('--disable-features=BackgroundResourceFetch');
});

it('hears that there is no such browser', async () => {
  await new Promise<void>((gone) => openAppWindow(join(folder, 'none'), 'http://127.0.0.1:1/', '/profile', gone));
});
