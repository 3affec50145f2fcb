/** Reads a script aloud when the browser has no voice: with the app's own voice, or a message that there is none. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cutaway-voice-'));
const requestFile = join(folder, 'requests.txt');

/** Installs an espeak-ng that logs its input and answers with a third of a second of sound; returns its folder. */
function installFakeVoice(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = join(bin, 'espeak-ng');
  writeFileSync(
    program,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync(${JSON.stringify(requestFile)}, process.argv.slice(2).join(' ') + ': ' + readFileSync(0, 'utf8') + '\\n');
const samples = Buffer.alloc(22050 * 2 / 3 & ~1);
const head = Buffer.alloc(44);
head.write('RIFF', 0); head.writeUInt32LE(36 + samples.length, 4); head.write('WAVEfmt ', 8);
head.writeUInt32LE(16, 16); head.writeUInt16LE(1, 20); head.writeUInt16LE(1, 22); head.writeUInt32LE(22050, 24);
head.writeUInt32LE(44100, 28); head.writeUInt16LE(2, 32); head.writeUInt16LE(16, 34);
head.write('data', 36); head.writeUInt32LE(samples.length, 40);
process.stdout.write(Buffer.concat([head, samples]));
`,
  );
  chmodSync(program, 0o755);
  return bin;
}

const findBar = (page: Page) => page.getByRole('region', { name: 'Read aloud' });

async function openBar(page: Page): Promise<void> {
  await person.openScript(page, 'Why night trains came back');
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, 'One two. Three four.');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+U');
}

test.describe('on a computer with espeak-ng', () => {
  test.skip(process.platform !== 'linux', 'Other systems speak with programs of their own.');
  test.use({ appEnv: { PATH: `${installFakeVoice()}:${process.env['PATH'] ?? ''}` } });

  test('the app’s own voice reads where the browser has none', async ({ page }) => {
    await openBar(page);
    await findBar(page).getByRole('button', { name: 'Read from cursor' }).click();
    await expect(page.locator('.cm-spokenWord')).toHaveText('Three');
    await expect(findBar(page).getByRole('button', { name: 'Read from cursor' })).toBeVisible();
    expect(readFileSync(requestFile, 'utf8').trim().split('\n')).toEqual([
      expect.stringMatching(/^-v en .*: One two\.$/),
      expect.stringMatching(/^-v en .*: Three four\.$/),
    ]);
  });
});

test.describe('on a computer without any voice', () => {
  test.use({ appEnv: { PATH: '/nowhere' } });

  test('the bar says that there is no voice', async ({ page }) => {
    await openBar(page);
    await expect(findBar(page).getByRole('alert')).toContainText('This computer has no voice');
  });
});
