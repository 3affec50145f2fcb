import { flushSync } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';

import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';
import { ImportError, type ImportedText } from '#renderer/shared/import-file.ts';
import { ImportList, MAX_FILES } from './import-list.svelte.ts';

const importScript = vi.hoisted(() => vi.fn());
vi.mock('./import-script.ts', () => ({ importScript }));

const createFile = (name: string, content = 'x', lastModified = 1): File => new File([content], name, { lastModified });
const createFiles = (...names: string[]) =>
  names.map((name) => ({ file: createFile(name), path: name, inFolder: false }));
const fakeRead = (file: File): Promise<ImportedText> =>
  file.name.startsWith('bad')
    ? Promise.reject(new ImportError(`“${file.name}” has no text.`))
    : Promise.resolve({
        title: `Title of ${file.name}`,
        markdown: 'three small words',
        notes: [],
        pictures: [],
        comments: [],
      });
const setUp = (readFile = vi.fn(fakeRead)) => {
  const list = new ImportList({} as never, { account: 'local', channelId: 3 }, readFile);
  const getStates = (): string[] => list.entries.map(({ file: { name }, state }) => `${name} ${state}`);
  return { list, getStates, readFile };
};

beforeEach(() => {
  importScript.mockReset();
  importScript.mockImplementation((_deps: unknown, { title }: { title: string }) =>
    Promise.resolve({ item: { title } as QueuedItem }),
  );
});

it('reads every file, also after one is rejected', async () => {
  const { list, getStates } = setUp();
  await list.add(createFiles('a.md', 'bad.md', 'c.md'));
  expect(getStates()).toEqual(['a.md ready', 'bad.md refused', 'c.md ready']);
  expect(list.entries[1]?.problem).toEqual({ title: '“bad.md” has no text.', text: '' });
  expect(list.entries[0]).toMatchObject({ title: 'Title of a.md', wordCount: 3 });
  const createdScripts = await list.create();
  expect(createdScripts.map(({ title }) => title)).toEqual(['Title of a.md', 'Title of c.md']);
  expect(getStates()).toEqual(['a.md created', 'bad.md refused', 'c.md created']);
});

it('imports each file once', async () => {
  const { list, readFile } = setUp();
  await Promise.all([list.add(createFiles('a.md', 'a.md')), list.add(createFiles('a.md', 'b.md'))]);
  expect(list.entries).toHaveLength(2);
  expect(readFile).toHaveBeenCalledTimes(2);
  await Promise.all([list.create(), list.create()]);
  await list.create();
  await list.add(createFiles('a.md'));
  expect(importScript).toHaveBeenCalledTimes(2);
  expect(list.readyEntries).toHaveLength(0);
});

it('keeps failed files with the reason, and retries only those', async () => {
  const { list, getStates } = setUp();
  await list.add(createFiles('a.md', 'b.md', 'c.md'));
  importScript.mockImplementationOnce(() => Promise.resolve({ item: {} }));
  importScript.mockImplementationOnce(() => Promise.resolve({ unsaved: 'The disk is full.' }));
  importScript.mockImplementationOnce(() => Promise.reject(new Error('broken')));
  expect(await list.create()).toHaveLength(1);
  expect(getStates()).toEqual(['a.md created', 'b.md ready', 'c.md ready']);
  expect(list.entries.map(({ problem }) => problem?.title ?? null)).toEqual([
    null,
    'The script’s pictures couldn’t be saved',
    'The script couldn’t be saved',
  ]);
  expect(await list.create()).toHaveLength(2);
  expect(importScript).toHaveBeenCalledTimes(5);
});

it('uses an edited title', async () => {
  const { list } = setUp();
  await list.add(createFiles('a.md'));
  list.rename(list.entries[0]?.id ?? 0, '  Mine ');
  flushSync();
  await list.create();
  expect(importScript.mock.lastCall?.[1]).toMatchObject({
    title: 'Mine',
    fileName: 'a.md',
    wordCount: 3,
    channelId: 3,
  });
});

it('drops unread files when reading is stopped, and keeps ready ones when creating is stopped', async () => {
  const { list, getStates } = setUp(
    vi.fn(async (file: File) => {
      if (file.name === 'b.md') list.stop();
      return fakeRead(file);
    }),
  );
  await list.add(createFiles('a.md', 'b.md', 'c.md'));
  expect(getStates()).toEqual(['a.md ready', 'b.md ready']);
  importScript.mockImplementationOnce(() => {
    list.stop();
    return Promise.resolve({ item: {} });
  });
  await list.create();
  expect(getStates()).toEqual(['a.md created', 'b.md ready']);
});

it('skips unsupported files in folders, and rejects those chosen directly', async () => {
  const { list, getStates } = setUp();
  const inFolder = ['Scripts/a.md', 'Scripts/.hidden.md', 'Scripts/photo.heic', 'Scripts/old/a.md'].map((path) => ({
    file: createFile(path.split('/').at(-1) ?? ''),
    path,
    inFolder: true,
  }));
  await list.add([...inFolder, ...createFiles('bad.mp3')]);
  expect(getStates()).toEqual(['a.md ready', 'a.md ready', 'bad.mp3 refused']);
  expect(list.skippedCount).toBe(2);
});

it('limits the number of files and reports how many exceed it', async () => {
  const { list } = setUp();
  await list.add(createFiles(...Array.from({ length: MAX_FILES + 5 }, (_, index) => `${index}.md`)));
  expect(list.entries).toHaveLength(MAX_FILES);
  expect(list.overflowCount).toBe(5);
});
