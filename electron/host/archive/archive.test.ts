/** Tests archives as files: an import restores what was exported, and a bad archive changes nothing. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { zipSync, unzipSync, strToU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { sha256 } from '#platform/sha256.ts';
import { Archives } from './archives.ts';
import { ArchiveError } from '#archive/layout.ts';

const ID = '6f1de1a0-8a52-4a7e-9a0c-0c7a4b0f6f11';
const SERVICE = [
  '{"format":"cutaway-service","version":1}',
  '{"table":"channels","row":{"id":1}}',
  '{"table":"scripts","row":{"id":7,"title":"Why: night/trains?","outline":"# O","body":"The service’s text"}}',
  '{"rows":2}',
].join('\n');

const createEntry = (key: string, text: string): JournalEntry => ({
  key,
  rev: 3,
  updated_at: '2026-01-02T03:04:05.000Z',
  value: { text, kind: 'script' },
});
const ENTRIES = [
  createEntry('draft/local/7/script', 'The person’s text'),
  createEntry('version/local/7/v1', 'An older text'),
  createEntry('comment/local/7/thread000001', 'A comment on it'),
  createEntry('outbox/local/-5', 'goes along'),
  createEntry('outbox/remote-a/-6', 'stays behind'),
];

/** Its name is the SHA-256 of its content, `picture`. */
const PICTURE = `${sha256('picture')}.png`;

let folder = '';
let importedNames: string[] = [];
let events: string[] = [];

async function openArchives(): Promise<Archives> {
  return Archives.open({
    dataFolder: folder,
    ports: { saveFile: null },
    emit: (_name, payload) => void events.push(JSON.stringify(payload)),
    importArchive: async (parts) => {
      importedNames = readdirSync(parts).sort();
      if (!existsSync(join(parts, 'service.jsonl'))) throw new ArchiveError('Empty.');
      await rm(parts, { recursive: true });
    },
    sources: {
      appVersion: '1.2.3',
      dump: async () => {
        const path = join(folder, 'dump.jsonl');
        await writeFile(path, `${SERVICE}\n`);
        return path;
      },
      imagesFolder: join(folder, 'files'),
      videosFolder: join(folder, 'videos'),
      picturesFolder: join(folder, 'script-pictures'),
      journal: {
        list: () => ENTRIES,
        read: (keys) => Promise.resolve(ENTRIES.filter(({ key }) => keys.includes(key))),
      },
      settings: () => DEFAULT_SETTINGS,
      accounts: () => [],
    },
  });
}

async function readAll(archives: Archives): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let isLast = false; !isLast;) {
    const chunk = await archives.read({ id: ID, offset: Buffer.concat(chunks).length });
    chunks.push(Buffer.from(chunk.base64, 'base64'));
    isLast = chunk.end;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const put = (archives: Archives, bytes: Uint8Array) =>
  archives.put({ id: ID, offset: 0, base64: Buffer.from(bytes).toString('base64') });

async function makeArchive(): Promise<{ archives: Archives; bytes: Uint8Array; files: Record<string, Uint8Array> }> {
  const archives = await openArchives();
  const answer = await archives.make({ id: ID });
  expect(answer).toMatchObject({ ok: true });
  const bytes = await readAll(archives);
  return { archives, bytes, files: unzipSync(bytes) };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-archive-'));
  importedNames = [];
  events = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('an archive', () => {
  it('contains readable scripts, the service’s rows, images and videos, and a manifest', async () => {
    await mkdir(join(folder, 'files'));
    await writeFile(join(folder, 'files', 'a.png'), 'png');
    await mkdir(join(folder, 'videos', 'one', 'cache'), { recursive: true });
    await writeFile(join(folder, 'videos', 'one', 'a.mp4'), 'film');
    await writeFile(join(folder, 'videos', 'one', '.half'), 'fi');
    await writeFile(join(folder, 'videos', 'one', 'cache', 'scene.mp4'), 'scene');
    const { files } = await makeArchive();
    const readText = (name: string): string => Buffer.from(files[name] ?? []).toString();
    expect(Object.keys(files).sort()).toEqual([
      'README.txt',
      'accounts.json',
      'images/a.png',
      'journal.jsonl',
      'manifest.json',
      'scripts/0007 Why night trains.md',
      'scripts/0007 Why night trains.outline.md',
      'service.jsonl',
      'settings.json',
      'videos/one/a.mp4',
    ]);
    expect(readText('videos/one/a.mp4')).toBe('film');
    expect(readText('scripts/0007 Why night trains.md')).toBe('The person’s text');
    expect(readText('journal.jsonl')).toContain('A comment on it');
    expect(readText('journal.jsonl')).toContain('goes along');
    expect(readText('journal.jsonl')).not.toContain('stays behind');
    expect(JSON.parse(readText('manifest.json'))).toMatchObject({
      format: 'cutaway-archive',
      version: 1,
      counts: { channels: 1, ideas: 0, scripts: 1, drafts: 1, versions: 1 },
    });
  });

  it('imports as exported, skipping the readable copies', async () => {
    const { archives, bytes } = await makeArchive();
    await put(archives, bytes);
    expect(await archives.inspect({ id: ID })).toMatchObject({ ok: true, summary: { app_version: '1.2.3' } });
    expect(await archives.import({ id: ID })).toEqual({ ok: true });
    expect(importedNames).toEqual([
      'accounts.json',
      'journal.jsonl',
      'manifest.json',
      'service.jsonl',
      'settings.json',
    ]);
    expect(readdirSync(join(folder, 'transfer'))).toEqual([]);
    expect(events.join()).toMatch(/collecting.*packing.*checking.*importing/);
  });

  it('contains script pictures beside the scripts, and no temporary files', async () => {
    await mkdir(join(folder, 'script-pictures'));
    await writeFile(join(folder, 'script-pictures', PICTURE), 'picture');
    await writeFile(join(folder, 'script-pictures', `.${PICTURE}.0a1b.tmp`), 'pic');
    const { archives, bytes, files } = await makeArchive();
    expect(Object.keys(files).filter((name) => name.startsWith('scripts/pictures/'))).toEqual([
      `scripts/pictures/${PICTURE}`,
    ]);
    await put(archives, bytes);
    expect(await archives.inspect({ id: ID })).toMatchObject({ ok: true });
    expect(await archives.import({ id: ID })).toEqual({ ok: true });
    expect(importedNames).toContain('scripts');
  });

  it('outside the data folder is read in place and never deleted', async () => {
    const { archives, bytes } = await makeArchive();
    const path = join(folder, 'mine.cutaway');
    await writeFile(path, bytes);
    const id = archives.adopt(path);
    expect(await archives.inspect({ id })).toMatchObject({ ok: true, summary: { bytes: bytes.length } });
    expect(await archives.import({ id })).toEqual({ ok: true });
    expect(importedNames).toContain('service.jsonl');
    expect(await archives.import({ id })).toMatchObject({ ok: false });
    await archives.drop({ id: archives.adopt(path) });
    expect(new Uint8Array(await readFile(path))).toEqual(bytes);
  });

  it('leaves no file behind when cancelled', async () => {
    const archives = await openArchives();
    const result = archives.make({ id: ID });
    await archives.drop({ id: ID });
    expect(await result).toMatchObject({ ok: false, message: expect.stringContaining('Cancelled') as string });
    expect(readdirSync(join(folder, 'transfer'))).toEqual([]);
  });
});

describe('an invalid archive is rejected without any change', () => {
  const changeManifest = (files: Record<string, Uint8Array>, change: (manifest: Record<string, unknown>) => void) => {
    const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as Record<string, unknown>;
    change(manifest);
    return { ...files, 'manifest.json': strToU8(JSON.stringify(manifest)) };
  };
  const CASES: readonly [string, RegExp, (files: Record<string, Uint8Array>, fullArchive: Uint8Array) => Uint8Array][] =
    [
      [
        'a path that leaves the folder',
        /outside its own folder/,
        (files) => zipSync({ ...files, '../x': strToU8('x') }),
      ],
      ['an absolute path', /outside its own folder/, (files) => zipSync({ ...files, '/etc/x': strToU8('x') })],
      ['a path with backslashes', /outside its own folder/, (files) => zipSync({ ...files, '..\\x': strToU8('x') })],
      ['a truncated file', /incomplete/, (_, fullArchive) => fullArchive.slice(0, fullArchive.length / 2)],
      ['a file that is not a zip', /isn’t a Cutaway archive/, () => strToU8('PK, but no more')],
      ['another zip', /isn’t a Cutaway archive/, () => zipSync({ 'word/document.xml': strToU8('x') })],
      [
        'an archive of a newer version',
        /newer version of Cutaway/,
        (files) => zipSync(changeManifest(files, (manifest) => (manifest['version'] = 2))),
      ],
      ['an archive with a missing part', /damaged/, ({ 'journal.jsonl': _, ...files }) => zipSync(files)],
      [
        'an archive with a changed part',
        /damaged/,
        (files) => zipSync({ ...files, 'service.jsonl': strToU8(`${SERVICE} `) }),
      ],
      ['an archive with a duplicate name', /damaged/, (files) => zipSync({ ...files, 'Journal.jsonl': strToU8('x') })],
      [
        'a script picture whose hash differs from its name',
        /damaged/,
        (files) => {
          const path = `scripts/pictures/${PICTURE}`;
          const bytes = strToU8('another');
          const changedManifest = changeManifest(files, (manifest) => {
            manifest['files'] = [
              ...(manifest['files'] as unknown[]),
              { path, bytes: bytes.length, sha256: sha256(bytes) },
            ];
          });
          return zipSync({ ...changedManifest, [path]: bytes });
        },
      ],
      [
        'a decompression bomb',
        /far more data than it should/,
        (files) => zipSync({ ...files, 'images/x': new Uint8Array(90 * 1024 * 1024) }),
      ],
    ];

  it.each(CASES)('rejects %s', async (_name, message, corrupt) => {
    const { archives, bytes, files } = await makeArchive();
    await put(archives, corrupt(files, bytes));
    expect(await archives.inspect({ id: ID })).toEqual({
      ok: false,
      message: expect.stringMatching(message) as string,
    });
    expect(await archives.import({ id: ID })).toMatchObject({ ok: false });
    expect(importedNames).toEqual([]);
    expect(readdirSync(join(folder, 'transfer'))).toEqual([]);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('rejects a chunk that leaves a gap', async () => {
    const archives = await openArchives();
    await put(archives, strToU8('PK'));
    expect(await archives.put({ id: ID, offset: 9, base64: 'AAAA' })).toMatchObject({ ok: false });
  });

  it('deletes files left by an earlier start', async () => {
    const { archives } = await makeArchive();
    expect(archives).toBeDefined();
    await openArchives();
    expect(existsSync(join(folder, 'transfer'))).toBe(false);
    await expect(readFile(join(folder, 'transfer', `${ID}.zip`))).rejects.toThrow();
  });
});
