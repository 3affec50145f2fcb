/** Inserts dropped and pasted pictures into the text once they are stored on disk. */
import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState, type Extension } from '@codemirror/state';
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';

import type { KeptPicture } from '#markdown/kept-picture.ts';

export interface PicturePorts {
  readonly fault: (sentence: string) => void;
  /** Stores a picture on disk; returns null once it is stored, or a sentence that says why it failed. */
  readonly keepPicture: (picture: KeptPicture) => Promise<string | null>;
}

const PICTURE_NAMES = /\.(?:png|jpe?g|jfif|gif|webp|svg|avif|bmp|ico|heic|heif|tiff?)$/i;

/** Returns whether a file's type or name is a picture's; its content is checked later. */
export const isPictureFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === '' ? PICTURE_NAMES.test(name) : type.startsWith('image/');

interface Place {
  from: number;
  to: number;
}

/** Tracks places in the text while their pictures are being stored and the person keeps typing. */
const placeTracker = ViewPlugin.fromClass(
  class {
    readonly pendingPlaces = new Set<Place>();

    update({ docChanged, changes }: ViewUpdate): void {
      if (!docChanged) return;
      for (const place of this.pendingPlaces) {
        place.to = changes.mapPos(place.to, 1);
        place.from = Math.min(place.to, changes.mapPos(place.from, 1));
      }
    }
  },
);

export const pictureDrop: Extension = placeTracker;

/** Blocks that a blank line would end, so a picture stays in the line. */
const CONTAINER = /^\s*(?:[-*+]\s|\d+[.)]\s|>|\|)/;
const MAX_DESCRIPTION_LENGTH = 120;
/** The name browsers give pictures from the clipboard, which describes nothing. */
const CLIPBOARD_FILE_NAME = 'image.png';

function describePicture({ name }: File): string {
  const words = name === CLIPBOARD_FILE_NAME ? 'Picture' : name.replace(/\.[a-z0-9]+$/i, '');
  const plainWords = [...words.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, MAX_DESCRIPTION_LENGTH).join('');
  return plainWords.replace(/[\\[\]`*_<&~=$]/g, '\\$&');
}

/** Adds blank lines around pictures at the edge of a paragraph; inside one they stay in the line. */
function padPictures({ doc }: EditorState, { from, to }: Place, pictures: readonly string[]): string {
  const line = doc.lineAt(from);
  const hasTextBefore = doc.sliceString(line.from, from).trim() !== '';
  const hasTextAfter = doc.sliceString(to, doc.lineAt(to).to).trim() !== '';
  if (CONTAINER.test(line.text) || (hasTextBefore && hasTextAfter)) {
    const gaps = [doc.sliceString(from - 1, from), doc.sliceString(to, to + 1)].map((char) =>
      /\S/.test(char) ? ' ' : '',
    );
    return `${gaps[0]}${pictures.join(' ')}${gaps[1]}`;
  }
  return `${hasTextBefore ? '\n\n' : ''}${pictures.join('\n\n')}${hasTextAfter ? '\n\n' : ''}`;
}

/**
 * Stores pictures and replaces a range with all of them in one undo step, with the caret after them. Reports pictures
 * that can't be stored and skips them.
 */
export async function insertPictures(
  view: EditorView,
  files: readonly File[],
  { from, to, userEvent }: Readonly<Place> & { readonly userEvent: 'input.paste' | 'input.drop' },
  { fault, keepPicture }: PicturePorts,
): Promise<void> {
  const { toStorablePicture } = await import('#renderer/shared/script-pictures.ts');
  const place: Place = { from, to };
  view.plugin(placeTracker)?.pendingPlaces.add(place);
  const pictures: string[] = [];
  for (const file of files) {
    const result = await toStorablePicture(file);
    const failure = result.ok ? await keepPicture(result.picture) : result.message;
    if (failure !== null) fault(failure);
    else if (result.ok) pictures.push(`![${describePicture(file)}](${result.picture.address})`);
  }
  view.plugin(placeTracker)?.pendingPlaces.delete(place);
  if (pictures.length === 0) return;
  if (!view.dom.isConnected) return fault('The script was closed before the picture was saved. Insert it again.');
  const text = view.state.toText(padPictures(view.state, place, pictures));
  view.dispatch({
    changes: { ...place, insert: text },
    selection: EditorSelection.cursor(place.from + text.length),
    scrollIntoView: true,
    annotations: isolateHistory.of('full'),
    userEvent,
  });
}

/** Returns the pictures on a clipboard; a copied text may come with a picture of itself, which is ignored. */
export const getCopiedPictures = (data: DataTransfer): File[] =>
  data.getData('text/plain').trim() === '' ? [...data.files].filter(isPictureFile) : [];
