import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';

import { ANIMATED_GIF } from '#test/support/hostile-pictures.ts';
import { isPictureFile, pictureDrop, insertPictures } from './picture-drop.ts';

const ADDRESS = /\(pictures\/[0-9a-f]{64}\.gif\)/g;
const createGif = (name = 'a.gif'): File => new File([new Uint8Array(ANIMATED_GIF)], name, { type: 'image/gif' });

let view: EditorView;
afterEach(() => view.destroy());

/** Opens a text whose place is marked by `^`. */
function openText(markedText: string): number {
  const at = markedText.indexOf('^');
  const state = EditorState.create({ doc: markedText.replace('^', ''), extensions: [history(), pictureDrop] });
  view = new EditorView({ state, parent: document.body });
  return at;
}

const getText = (): string => view.state.doc.toString().replaceAll(ADDRESS, '()');

async function drop(at: number, files: File[], keep: () => Promise<string | null>): Promise<string[]> {
  const messages: string[] = [];
  const ports = { fault: (sentence: string) => void messages.push(sentence), keepPicture: keep };
  await insertPictures(view, files, { from: at, to: at, userEvent: 'input.drop' }, ports);
  return messages;
}
const storePicture = (): Promise<null> => Promise.resolve(null);

describe('dropped pictures', () => {
  it.each([
    ['^', '![a]()\n\n![b]()'],
    ['Words.^', 'Words.\n\n![a]()\n\n![b]()'],
    ['^Words.', '![a]()\n\n![b]()\n\nWords.'],
    ['Some ^words.', 'Some ![a]() ![b]() words.'],
    ['- item^', '- item ![a]() ![b]()'],
    ['| cell ^ |', '| cell ![a]() ![b]() |'],
    ['One\n\n^\n\nTwo', 'One\n\n![a]()\n\n![b]()\n\nTwo'],
  ])('get the blank lines they need in “%s”', async (markedText, expected) => {
    expect(await drop(openText(markedText), [createGif('a.gif'), createGif('b.gif')], storePicture)).toEqual([]);
    expect(getText()).toBe(expected);
  });

  it('are inserted with the cursor after them, and one undo removes them', async () => {
    await drop(openText('Some ^words.'), [createGif()], storePicture);
    expect(view.state.sliceDoc(view.state.selection.main.head)).toBe('words.');
    undo(view);
    expect(getText()).toBe('Some words.');
  });

  it('are inserted where they were dropped even if the person keeps typing', async () => {
    const at = openText('First.\n\n^\n\nLast.');
    await drop(at, [createGif()], () => {
      view.dispatch({ changes: { from: 0, insert: 'Before. ' } });
      return storePicture();
    });
    expect(getText()).toBe('Before. First.\n\n![a]()\n\nLast.');
  });

  it('are inserted with the file name as description', async () => {
    await drop(openText('^'), [createGif('A *map* [old]_1.final.gif'), createGif('image.png')], storePicture);
    expect(getText()).toBe('![A \\*map\\* \\[old\\]\\_1.final]()\n\n![Picture]()');
  });
});

it('reports files that cannot be stored, and inserts the others', async () => {
  const brokenFile = new File(['no picture'], 'none.gif', { type: 'image/gif' });
  const messages = await drop(openText('Words.^'), [brokenFile], storePicture);
  expect(messages).toEqual(['“none.gif” isn’t a picture that can be shown. Save it as PNG or JPEG and try again.']);
  expect(getText()).toBe('Words.');
  expect(await drop(6, [createGif()], () => Promise.resolve('The disk is full.'))).toEqual(['The disk is full.']);
  expect(getText()).toBe('Words.');
  await drop(6, [brokenFile, createGif()], storePicture);
  expect(getText()).toBe('Words.\n\n![a]()');
});

it.each([
  ['a.png', '', true],
  ['a.HEIC', '', true],
  ['a.bin', 'image/png', true],
  ['a.png', 'text/plain', false],
  ['a.docx', '', false],
])('%s of type “%s” is a picture: %s', (name, type, expected) => expect(isPictureFile({ name, type })).toBe(expected));
