import { toKeptPicture, type KeptPicture } from '../kept-picture.ts';
import { toPath, type PicturesBeside } from '../pictures-beside.ts';
import { getElements, getProperty, type Root } from './hast.ts';

const DATA_ADDRESS = /^data:image\/[\w.+-]+(?:;[\w-]+=[\w-]+)*;base64,/i;

function getBytes(address: string): Uint8Array | null {
  const [prefix] = DATA_ADDRESS.exec(address) ?? [];
  if (prefix === undefined) return null;
  try {
    return Uint8Array.from(atob(decodeURIComponent(address.slice(prefix.length))), (char) => char.charCodeAt(0));
  } catch {
    return null; // damaged, so there is no picture to keep
  }
}

/** Reads the pictures that are part of a page or next to its file, by the address that the page gives them. */
export async function getPictures(root: Root, picturesBeside: PicturesBeside): Promise<Map<string, KeptPicture>> {
  const pictures = new Map<string, KeptPicture>();
  for (const image of getElements(root, ({ tagName }) => tagName === 'img')) {
    const address = getProperty(image, 'src').trim();
    if (pictures.has(address)) continue;
    const bytes = getBytes(address);
    const picture = bytes ? await toKeptPicture(bytes) : picturesBeside.get(toPath(address) ?? '');
    if (picture) pictures.set(address, picture);
  }
  return pictures;
}
