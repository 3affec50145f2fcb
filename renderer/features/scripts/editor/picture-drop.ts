/** Puts dropped and pasted pictures into the text once they are kept on disk. */
import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState, type Extension } from '@codemirror/state';
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';

import type { KeptPicture } from '#markdown/kept-picture.ts';

export interface PicturePorts {
  readonly fault: (sentence: string) => void;
  /** Keeps a picture on disk; returns null once it is there, or a sentence that says why not. */
  readonly keepPicture: (picture: KeptPicture) => Promise<string | null>;
}

const PICTURE_NAMES = /\.(?:png|jpe?g|jfif|gif|webp|svg|avif|bmp|ico|heic|heif|tiff?)$/i;

/** Returns whether a file says that it is a picture; its content decides later. */
export const isPictureFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === '' ? PICTURE_NAMES.test(name) : type.startsWith('image/');

interface Place {
  from: number;
  to: number;
}

/** Follows places in the text while pictures are being kept and the person writes on. */
const places = ViewPlugin.fromClass(
  class {
    readonly waiting = new Set<Place>();

    update({ docChanged, changes }: ViewUpdate): void {
      if (!docChanged) return;
      for (const place of this.waiting) {
        place.to = changes.mapPos(place.to, 1);
        place.from = Math.min(place.to, changes.mapPos(place.from, 1));
      }
    }
  },
);

export const pictureDrop: Extension = places;

/** A blank line would end these, so a picture stays in the line. */
const CONTAINER = /^\s*(?:[-*+]\s|\d+[.)]\s|>|\|)/;
const MAX_DESCRIPTION_LENGTH = 120;
/** Browsers call a picture from the clipboard this, which describes nothing. */
const CLIPBOARD_NAME = 'image.png';

function description({ name }: File): string {
  const words = name === CLIPBOARD_NAME ? 'Picture' : name.replace(/\.[a-z0-9]+$/i, '');
  const plain = [...words.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, MAX_DESCRIPTION_LENGTH).join('');
  return plain.replace(/[\\[\]`*_<&~=$]/g, '\\$&');
}

/** Puts blank lines around pictures at the edge of a paragraph; inside one they stay in the line. */
function fitted({ doc }: EditorState, { from, to }: Place, pictures: readonly string[]): string {
  const line = doc.lineAt(from);
  const before = doc.sliceString(line.from, from).trim() !== '';
  const after = doc.sliceString(to, doc.lineAt(to).to).trim() !== '';
  if (CONTAINER.test(line.text) || (before && after)) {
    const gaps = [doc.sliceString(from - 1, from), doc.sliceString(to, to + 1)].map((char) =>
      /\S/.test(char) ? ' ' : '',
    );
    return `${gaps[0]}${pictures.join(' ')}${gaps[1]}`;
  }
  return `${before ? '\n\n' : ''}${pictures.join('\n\n')}${after ? '\n\n' : ''}`;
}

/**
 * Keeps pictures and puts them in place of a range together, so that one undo removes them all, with the caret after
 * them. What cannot be kept is told and changes nothing.
 */
export async function takePictures(
  view: EditorView,
  files: readonly File[],
  { from, to, userEvent }: Readonly<Place> & { readonly userEvent: 'input.paste' | 'input.drop' },
  { fault, keepPicture }: PicturePorts,
): Promise<void> {
  const { takePicture } = await import('#renderer/shared/script-pictures.ts');
  const place: Place = { from, to };
  view.plugin(places)?.waiting.add(place);
  const pictures: string[] = [];
  for (const file of files) {
    const taken = await takePicture(file);
    const failure = taken.ok ? await keepPicture(taken.picture) : taken.message;
    if (failure !== null) fault(failure);
    else if (taken.ok) pictures.push(`![${description(file)}](${taken.picture.address})`);
  }
  view.plugin(places)?.waiting.delete(place);
  if (pictures.length === 0) return;
  if (!view.dom.isConnected) return fault('The script was closed before the picture was saved. Insert it again.');
  const text = view.state.toText(fitted(view.state, place, pictures));
  view.dispatch({
    changes: { ...place, insert: text },
    selection: EditorSelection.cursor(place.from + text.length),
    scrollIntoView: true,
    annotations: isolateHistory.of('full'),
    userEvent,
  });
}

/** Returns the pictures on a clipboard; a copied text also has a picture of itself, which is not meant. */
export const copiedPictures = (data: DataTransfer): File[] =>
  data.getData('text/plain').trim() === '' ? [...data.files].filter(isPictureFile) : [];
