import { expect, test } from 'vitest';

import { copyItems, readPaste } from './clipboard.ts';

/** Implements the part of DataTransfer that is read here. */
class FakeTransfer {
  readonly #data = new Map<string, string>();
  files: File[] = [];
  setData(type: string, value: string): void {
    this.#data.set(type, value);
  }
  getData(type: string): string {
    return this.#data.get(type) ?? '';
  }
}
const createTransfer = (text = '', ...files: File[]): DataTransfer => {
  const fake = new FakeTransfer();
  if (text !== '') fake.setData('text/plain', text);
  fake.files = files;
  return fake as unknown as DataTransfer;
};
const createFile = (name: string, type: string): File => new File(['x'], name, { type });

test('copied items paste with their account and channel, and as text into other programs', () => {
  const data = createTransfer();
  const text = { kind: 'text', x: 1, y: 2, width: 3, height: 4, text: { content: 'Back again' } } as const;
  copyItems(data, { account: 'local', channel: 7, items: [text as never] });
  expect(readPaste(data).clip).toEqual({ account: 'local', channel: 7, items: [text] });
  expect(data.getData('text/plain')).toBe('Back again');
});

test('ignores foreign data under the app’s clipboard type', () => {
  for (const json of ['no json', 'null', '[]', '{"items":[{"kind":"image"}],"account":"local","channel":1}']) {
    const data = createTransfer();
    data.setData('application/x-cutaway-board', json);
    expect(readPaste(data).clip).toBeNull();
  }
});

test('distinguishes pictures, URLs and text, and reports unsupported content', () => {
  expect(
    readPaste(createTransfer('', createFile('a.png', 'image/png'), createFile('b.pdf', 'application/pdf'))).files,
  ).toHaveLength(1);
  expect(readPaste(createTransfer('https://a.example/x.png\nhttps://b.example/y.png'))).toMatchObject({
    addresses: ['https://a.example/x.png', 'https://b.example/y.png'],
    text: '',
    hasUnsupported: false,
  });
  expect(readPaste(createTransfer('http://a.example/x.png'))).toMatchObject({
    addresses: [],
    text: '',
    hasUnsupported: true,
  });
  expect(readPaste(createTransfer('Pulled by a rope'))).toMatchObject({
    text: 'Pulled by a rope',
    hasUnsupported: false,
  });
  expect(readPaste(createTransfer('', createFile('b.pdf', 'application/pdf'))).hasUnsupported).toBe(true);
});
