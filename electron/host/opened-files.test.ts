import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { OPENED_TEXT_BYTES } from '#contract/desktop-features.ts';
import { OpenedFiles } from './opened-files.ts';

const ID = '6f1de1a0-8a52-4a7e-9a0c-0c7a4b0f6f11';
let folder = '';
let adoptedFiles: string[] = [];
let events: string[] = [];
const getPath = (name: string): string => join(folder, name);

const setUp = (): OpenedFiles =>
  new OpenedFiles({ adopt: (path) => (adoptedFiles.push(path), ID) }, (name) => void events.push(name));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-opened-'));
  [adoptedFiles, events] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('opened files', () => {
  it('wait until the window takes them, each once', async () => {
    writeFileSync(getPath('Nachtzug.md'), '# Zug');
    utimesSync(getPath('Nachtzug.md'), 1_700_000_000, 1_700_000_000.5);
    const files = setUp();
    files.add(getPath('Nachtzug.md'));
    expect(events).toEqual(['files.opened']);
    const base64 = Buffer.from('# Zug').toString('base64');
    expect(await files.take()).toEqual({ kind: 'text', name: 'Nachtzug.md', base64, modified: 1_700_000_000_500 });
    expect(await files.take()).toBeNull();
  });

  it('may be links that invite to a team', async () => {
    const files = setUp();
    files.add('cutaway://join?server=a&code=b');
    expect(await files.take()).toEqual({ kind: 'invitation', link: 'cutaway://join?server=a&code=b' });
  });

  it('that are archives stay in place, whatever their size', async () => {
    writeFileSync(getPath('Work.CUTAWAY'), '');
    truncateSync(getPath('Work.CUTAWAY'), OPENED_TEXT_BYTES * 100);
    const files = setUp();
    files.add(getPath('Work.CUTAWAY'));
    expect(await files.take()).toEqual({ kind: 'archive', name: 'Work.CUTAWAY', id: ID });
    expect(adoptedFiles).toEqual([getPath('Work.CUTAWAY')]);
  });

  it('are refused when they are too large, gone, a folder or a socket, and the next one is read', async () => {
    writeFileSync(getPath('large.md'), '');
    truncateSync(getPath('large.md'), OPENED_TEXT_BYTES + 1);
    writeFileSync(getPath('full.md'), '');
    truncateSync(getPath('full.md'), OPENED_TEXT_BYTES);
    const server = createServer().listen(getPath('socket.md'));
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const files = setUp();
    for (const name of ['large.md', 'gone.md', '.', 'socket.md', 'full.md']) files.add(getPath(name));
    expect(await files.take()).toEqual({ kind: 'refused', name: 'large.md', reason: 'too_large' });
    expect(await files.take()).toEqual({ kind: 'refused', name: 'gone.md', reason: 'unreadable' });
    expect(await files.take()).toMatchObject({ kind: 'refused', reason: 'unreadable' });
    expect(await files.take()).toEqual({ kind: 'refused', name: 'socket.md', reason: 'unreadable' });
    expect(await files.take()).toMatchObject({ kind: 'text', name: 'full.md' });
  });

  it('never show their path to the window', async () => {
    writeFileSync(getPath('a.md'), 'a');
    const files = setUp();
    for (const name of ['a.md', 'gone.md', 'b.cutaway']) files.add(getPath(name));
    const answers = [await files.take(), await files.take(), await files.take()];
    expect(JSON.stringify(answers)).not.toContain(folder);
  });
});
