/** The pictures among files that were chosen together, for the texts beside them. */
import { normalizePath, type PicturesBeside } from '#markdown/pictures-beside.ts';
import type { KeptPicture } from '#markdown/kept-picture.ts';
import type { ChosenFile } from './chosen-files.ts';
import { toStorablePicture } from './script-pictures.ts';

/** Matches types that are kept, or that the window can convert to one of them. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;
/** Larger texts are not searched for names of pictures. */
const MAX_TEXT_BYTES = 12 * 1024 * 1024;

export const isPicture = (name: string): boolean => PICTURE.test(name);

const splitFolder = (path: string): string[] => normalizePath(path).split('/').slice(0, -1);

/** Returns the path of a file as seen from the folder of another. */
function toRelativePath(text: string, picture: string): string {
  const from = splitFolder(text);
  const to = normalizePath(picture).split('/');
  let sharedLength = 0;
  while (sharedLength < from.length && from[sharedLength] === to[sharedLength]) sharedLength += 1;
  return [...from.slice(sharedLength).map(() => '..'), ...to.slice(sharedLength)].join('/');
}

export class FolderPictures {
  readonly #files = new Map<string, File>();
  readonly #pictures = new Map<File, Promise<KeptPicture | null>>();

  add(chosenFiles: readonly ChosenFile[]): void {
    for (const { file, path } of chosenFiles) if (isPicture(file.name)) this.#files.set(path, file);
  }

  /** Returns the pictures that a text names, by their path from its folder. */
  async findPicturesBeside(text: ChosenFile): Promise<PicturesBeside> {
    const foundPictures = new Map<string, KeptPicture>();
    if (this.#files.size === 0 || text.file.size > MAX_TEXT_BYTES || !/\.(?:md|markdown|html?)$/i.test(text.path))
      return foundPictures;
    const content = await text.file.text().catch(() => '');
    for (const [path, file] of this.#files) {
      const isNamed = [file.name, encodeURI(file.name), encodeURIComponent(file.name)].some((name) =>
        content.includes(name),
      );
      const picture = isNamed ? await this.#convert(file) : null;
      if (picture) foundPictures.set(toRelativePath(text.path, path), picture);
    }
    return foundPictures;
  }

  #convert(file: File): Promise<KeptPicture | null> {
    const picture =
      this.#pictures.get(file) ?? toStorablePicture(file).then((result) => (result.ok ? result.picture : null));
    this.#pictures.set(file, picture);
    return picture;
  }
}
