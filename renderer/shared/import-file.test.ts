import { expect, it, vi } from 'vitest';

import { convertHere, type ReadText } from './convert/conversion.ts';
import { importFile, ImportError } from './import-file.ts';

const here = async (conversion: Parameters<typeof convertHere>[0]): Promise<ReadText> =>
  (await convertHere(conversion)) as ReadText;
const file = (name: string, content: BlobPart): File => {
  const made = new File([content], name);
  // jsdom's files have no `arrayBuffer`.
  made.arrayBuffer ??= () => new Response(made).arrayBuffer();
  return made;
};

it.each([
  ['Night trains.md', '\uFEFF# A\r\n\r\nb\r\n', { title: 'Night trains', markdown: '# A\n\nb\n', notes: [] }],
  ['a.b.TXT', 'Ünï', { title: 'a.b', markdown: 'Ünï', notes: [] }],
  ['x.html', '<title>T</title><p>w</p>', { title: 'T', markdown: 'w\n', notes: [] }],
  ['x.fountain', 'Title: F\n\n@NARRATOR\nw\n', { title: 'F', markdown: 'w\n', notes: [] }],
])('reads %s', async (name, content, made) => {
  expect(await importFile(file(name, content), here)).toEqual(made);
});

it('reads old encodings and says so', async () => {
  const { markdown, notes } = await importFile(file('old.txt', new Uint8Array([0x5a, 0xfc, 0x72])), here);
  expect(markdown).toBe('Zür');
  expect(notes[0]).toMatch(/Western European/);
  expect((await importFile(file('wide.txt', new Uint8Array([0xff, 0xfe, 0x61, 0])), here)).markdown).toBe('a');
});

it.each([
  ['a.pdf', 'x', /A PDF doesn’t keep the text’s structure/],
  ['a.doc', 'x', /Save it as \.docx/],
  ['none', 'x', /isn’t a supported file type/],
  ['a.md', ' \n', /has no text/],
  ['a.txt', new Uint8Array([1, 0, 2]), /isn’t a text file/],
  ['a.docx', 'nonsense', /isn’t a Word document/],
  ['a.md', 'x'.repeat(400_001), /400,000 characters/],
])('refuses %s in plain words', async (name, content, words) => {
  const refused = importFile(file(name, content), here);
  await expect(refused).rejects.toThrow(ImportError);
  await expect(refused).rejects.toThrow(words);
  // The text must not repeat the title, because both are shown in two lines.
  await expect(refused).rejects.toMatchObject({ title: expect.stringContaining(`“${name}”`) as string });
  await expect(refused).rejects.not.toMatchObject({ text: expect.stringContaining(name) as string });
});

it('refuses a file of 50 MB before it reads any of it', async () => {
  const large = file('large.docx', '');
  Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 });
  const read = vi.fn(here);
  await expect(importFile(large, read)).rejects.toThrow(/50 MB; \.docx files can be up to 30 MB/);
  expect(read).not.toHaveBeenCalled();
});
