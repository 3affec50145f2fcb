import { keptPicture, type KeptPicture } from '../kept-picture.ts';
import { pathOfAddress, type PicturesBeside } from '../pictures-beside.ts';
import { elementsOf, property, type Root } from './hast.ts';

const EMBEDDED = /^data:image\/[\w.+-]+(?:;[\w-]+=[\w-]+)*;base64,/i;

function bytesOf(address: string): Uint8Array | null {
  const [head] = EMBEDDED.exec(address) ?? [];
  if (head === undefined) return null;
  try {
    return Uint8Array.from(atob(decodeURIComponent(address.slice(head.length))), (char) => char.charCodeAt(0));
  } catch {
    return null; // damaged, so there is no picture to keep
  }
}

/** Reads the pictures that are part of a page or lie beside its file, by the address that the page gives them. */
export async function picturesOf(root: Root, beside: PicturesBeside): Promise<Map<string, KeptPicture>> {
  const pictures = new Map<string, KeptPicture>();
  for (const image of elementsOf(root, ({ tagName }) => tagName === 'img')) {
    const address = property(image, 'src').trim();
    if (pictures.has(address)) continue;
    const bytes = bytesOf(address);
    const kept = bytes ? await keptPicture(bytes) : beside.get(pathOfAddress(address) ?? '');
    if (kept) pictures.set(address, kept);
  }
  return pictures;
}
