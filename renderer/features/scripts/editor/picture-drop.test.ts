import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';

import { ANIMATED } from '#test/support/hostile-pictures.ts';
import { isPictureFile, pictureDrop, insertPictures } from './picture-drop.ts';

const ADDRESS = /\(pictures\/[0-9a-f]{64}\.gif\)/g;
const gif = (name = 'a.gif'): File => new File([new Uint8Array(ANIMATED)], name, { type: 'image/gif' });

let view: EditorView;
afterEach(() => view.destroy());

/** Opens a text whose place is marked by `^`. */
function openText(marked: string): number {
  const at = marked.indexOf('^');
  const state = EditorState.create({ doc: marked.replace('^', ''), extensions: [history(), pictureDrop] });
  view = new EditorView({ state, parent: document.body });
  return at;
}

const text = (): string => view.state.doc.toString().replaceAll(ADDRESS, '()');

async function drop(at: number, files: File[], keep: () => Promise<string | null>): Promise<string[]> {
  const messages: string[] = [];
  const ports = { fault: (sentence: string) => void messages.push(sentence), keepPicture: keep };
  await insertPictures(view, files, { from: at, to: at, userEvent: 'input.drop' }, ports);
  return messages;
}
const storePicture = (): Promise<null> => Promise.resolve(null);

describe('dropped pictures are inserted', () => {
  it.each([
    ['^', '![a]()\n\n![b]()'],
    ['Words.^', 'Words.\n\n![a]()\n\n![b]()'],
    ['^Words.', '![a]()\n\n![b]()\n\nWords.'],
    ['Some ^words.', 'Some ![a]() ![b]() words.'],
    ['- item^', '- item ![a]() ![b]()'],
    ['| cell ^ |', '| cell ![a]() ![b]() |'],
    ['One\n\n^\n\nTwo', 'One\n\n![a]()\n\n![b]()\n\nTwo'],
  ])('into “%s”', async (marked, expected) => {
    expect(await drop(openText(marked), [gif('a.gif'), gif('b.gif')], storePicture)).toEqual([]);
    expect(text()).toBe(expected);
  });

  it('with the cursor after them, and one undo removes them', async () => {
    await drop(openText('Some ^words.'), [gif()], storePicture);
    expect(view.state.sliceDoc(view.state.selection.main.head)).toBe('words.');
    undo(view);
    expect(text()).toBe('Some words.');
  });

  it('at the drop position even if the person keeps typing', async () => {
    const at = openText('First.\n\n^\n\nLast.');
    await drop(at, [gif()], () => {
      view.dispatch({ changes: { from: 0, insert: 'Before. ' } });
      return storePicture();
    });
    expect(text()).toBe('Before. First.\n\n![a]()\n\nLast.');
  });

  it('with the file name as description', async () => {
    await drop(openText('^'), [gif('A *map* [old]_1.final.gif'), gif('image.png')], storePicture);
    expect(text()).toBe('![A \\*map\\* \\[old\\]\\_1.final]()\n\n![Picture]()');
  });
});

it('reports files that cannot be stored, and inserts the others', async () => {
  const none = new File(['no picture'], 'none.gif', { type: 'image/gif' });
  const messages = await drop(openText('Words.^'), [none], storePicture);
  expect(messages).toEqual(['“none.gif” isn’t a picture that can be shown. Save it as PNG or JPEG and try again.']);
  expect(text()).toBe('Words.');
  expect(await drop(6, [gif()], () => Promise.resolve('The disk is full.'))).toEqual(['The disk is full.']);
  expect(text()).toBe('Words.');
  await drop(6, [none, gif()], storePicture);
  expect(text()).toBe('Words.\n\n![a]()');
});

it.each([
  ['a.png', '', true],
  ['a.HEIC', '', true],
  ['a.bin', 'image/png', true],
  ['a.png', 'text/plain', false],
  ['a.docx', '', false],
])('%s of type “%s” is a picture: %s', (name, type, expected) => expect(isPictureFile({ name, type })).toBe(expected));
