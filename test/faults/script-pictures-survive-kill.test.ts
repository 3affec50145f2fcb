/** Kills the app while pictures are added to a script: no text is lost, and every picture in it is complete. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { Journal } from '#electron/host/journal.ts';
import { ScriptPictures, getScriptPicturesFolder } from '#electron/host/script-pictures.ts';
import { listKeptAddresses } from '#markdown/picture-address.ts';
import { sha256 } from '#platform/sha256.ts';
import { startChild } from '#test/support/child.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { getRounds } from '#test/support/rounds.ts';

const ROUNDS = getRounds(4, 40);

let folder = '';
afterEach(() => removeFolder(folder));

/** Returns the text after the next start, and its addresses whose picture does not have the hash in the name. */
async function readAfterStart(): Promise<{ text: string; broken: string[] }> {
  const journal = await Journal.open(join(folder, 'journal'), (sentence) => {
    throw new Error(sentence);
  });
  const pictures = await ScriptPictures.open(folder);
  const [entry] = await journal.read(['draft/local/1/script']);
  const text = String(entry?.value['text'] ?? '');
  const brokenFiles: string[] = [];
  for (const address of listKeptAddresses(text)) {
    const response = await pictures.answer({ pathname: `/${address}`, method: 'GET' });
    const hash = sha256(Buffer.from(await response.arrayBuffer()));
    if (response.status !== 200 || !address.includes(hash)) brokenFiles.push(address);
  }
  return { text, broken: brokenFiles };
}

async function killAfter(milliseconds: number): Promise<number> {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-picture-kill-'));
  const child = startChild('picture-writer.ts', [folder]);
  await child.readLine('written 1');
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline) await new Promise((next) => setImmediate(next));
  await child.kill();
  return child.getLines().length;
}

test(
  `${ROUNDS} kills while writing pictures and drafts leave no draft with a missing picture`,
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pictureCount = await killAfter(round * 7);
      const { text, broken } = await readAfterStart();
      expect(broken, `round ${round}`).toEqual([]);
      expect(text).toMatch(/^Words\./);
      expect(listKeptAddresses(text).length).toBeGreaterThanOrEqual(pictureCount);
      // A start removes incomplete files.
      const names = readdirSync(getScriptPicturesFolder(folder));
      expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
      await removeFolder(folder);
    }
  },
);

test('control: the check finds a draft with a missing picture', { timeout: 300_000 }, async () => {
  await killAfter(0);
  const { text } = await readAfterStart();
  const [first = ''] = listKeptAddresses(text);
  rmSync(join(getScriptPicturesFolder(folder), first.slice('pictures/'.length)));
  expect((await readAfterStart()).broken).toEqual([first]);
});
