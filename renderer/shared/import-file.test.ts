import { expect, it, vi } from 'vitest';

import { convertHere, type ReadText } from './convert/conversion.ts';
import { importFile, ImportError } from './import-file.ts';

const readHere = async (conversion: Parameters<typeof convertHere>[0]): Promise<ReadText> =>
  (await convertHere(conversion)) as ReadText;
const createFile = (name: string, content: BlobPart): File => {
  const result = new File([content], name);
  // jsdom's files have no `arrayBuffer`.
  result.arrayBuffer ??= () => new Response(result).arrayBuffer();
  return result;
};

it.each([
  ['Night trains.md', '\uFEFF# A\r\n\r\nb\r\n', { title: 'Night trains', markdown: '# A\n\nb\n', notes: [] }],
  [
    'draft.md',
    '---\r\ntitle: "Night: trains"\r\n---\r\n\r\nb\r\n',
    { title: 'Night: trains', markdown: '---\ntitle: "Night: trains"\n---\n\nb\n', notes: [] },
  ],
  ['toml.md', "+++\ntitle = 'T'\n+++\nb\n", { title: 'T', markdown: "+++\ntitle = 'T'\n+++\nb\n", notes: [] }],
  ['untitled.md', '---\ntitle:\n---\nb\n', { title: 'untitled', markdown: '---\ntitle:\n---\nb\n', notes: [] }],
  ['rule.md', '---\n\ntitle: x\n\n---\n', { title: 'rule', markdown: '---\n\ntitle: x\n\n---\n', notes: [] }],
  ['a.b.TXT', 'Ünï', { title: 'a.b', markdown: 'Ünï', notes: [] }],
  ['x.html', '<title>T</title><p>w</p>', { title: 'T', markdown: 'w\n', notes: [] }],
  ['x.fountain', 'Title: F\n\n@NARRATOR\nw\n', { title: 'F', markdown: 'w\n', notes: [] }],
  [
    'x.fdx',
    '<FinalDraft><Content><Paragraph Type="Character"><Text>ADA</Text></Paragraph><Paragraph Type="Dialogue"><Text>Hi.</Text></Paragraph></Content></FinalDraft>',
    { title: 'x', markdown: '[ADA] Hi.\n', notes: [] },
  ],
  [
    'x.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nHi.\n',
    { title: 'x', markdown: 'Hi.\n', notes: ['Times and formatting were left out.'] },
  ],
  [
    'x.txt',
    '0:00 One two three\n0:04 four five six\n0:09 seven eight nine\n',
    {
      title: 'x',
      markdown: 'One two three\nfour five six\nseven eight nine\n',
      notes: ['The times of the transcript were left out.'],
    },
  ],
])('reads %s', async (name, content, expected) => {
  expect(await importFile(createFile(name, content), undefined, readHere)).toEqual({
    comments: [],
    pictures: [],
    ...expected,
  });
});

it('reads legacy encodings and notes it', async () => {
  const { markdown, notes } = await importFile(
    createFile('old.txt', new Uint8Array([0x5a, 0xfc, 0x72])),
    undefined,
    readHere,
  );
  expect(markdown).toBe('Zür');
  expect(notes[0]).toMatch(/Western European/);
  expect(
    (await importFile(createFile('wide.txt', new Uint8Array([0xff, 0xfe, 0x61, 0])), undefined, readHere)).markdown,
  ).toBe('a');
});

it.each([
  ['a.pdf', 'x', /A PDF doesn’t keep the text’s structure/],
  ['a.doc', 'x', /Save it as \.docx/],
  ['none', 'x', /isn’t a supported file type/],
  ['a.md', ' \n', /has no text/],
  ['a.txt', new Uint8Array([1, 0, 2]), /isn’t a text file/],
  ['a.docx', 'nonsense', /isn’t a Word document/],
  ['a.fdx', 'nonsense', /isn’t a Final Draft document/],
  ['a.fdx', '<FinalDraft><Content>', /is damaged/],
  ['a.vtt', 'WEBVTT\n\nnonsense', /has no times/],
  ['a.md', 'x'.repeat(400_001), /400,000 characters/],
])('rejects %s with a readable message', async (name, content, message) => {
  const importing = importFile(createFile(name, content), undefined, readHere);
  await expect(importing).rejects.toThrow(ImportError);
  await expect(importing).rejects.toThrow(message);
  // The text must not repeat the title, because both are shown in two lines.
  await expect(importing).rejects.toMatchObject({ title: expect.stringContaining(`“${name}”`) as string });
  await expect(importing).rejects.not.toMatchObject({ text: expect.stringContaining(name) as string });
});

it('rejects a file of 50 MB before reading it', async () => {
  const large = createFile('large.docx', '');
  Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 });
  const read = vi.fn(readHere);
  await expect(importFile(large, undefined, read)).rejects.toThrow(/50 MB; \.docx files can be up to 30 MB/);
  expect(read).not.toHaveBeenCalled();
});
