/** Keeps pictures of scripts on this computer, and reads them for documents. */
import { imageSize } from 'image-size';

import {
  toKeptPicture,
  PICTURE_LIMITS,
  findPictureFault,
  readPictureHead,
  type DocumentPicture,
  type KeptPicture,
} from '#markdown/kept-picture.ts';
import { listKeptAddresses, PICTURE_TYPES, getTypeOfAddress } from '#markdown/picture-address.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import { plural } from '../ui/language.ts';
import { toBase64 } from '#renderer/bridge/base64.ts';

/** Limits the bytes sent to the host per call. */
const CHUNK_BYTES = 3 * 1024 * 1024;
/** Limits a picture's side in documents, in pixels; this is enough for a printed page. */
const MAX_SIDE = 3000;

/** A picture that can be stored, or a sentence that says why it cannot. */
type PictureResult =
  { readonly ok: true; readonly picture: KeptPicture } | { readonly ok: false; readonly message: string };

const MEGABYTES = PICTURE_LIMITS.bytes / 1024 / 1024;

/** Reads a file the person dropped or pasted. Unsupported types become PNG if the window can show them. */
export async function toStorablePicture(file: File): Promise<PictureResult> {
  const tooLarge = `“${file.name}” is larger than ${MEGABYTES} MB. Save it smaller and try again.`;
  if (file.size > PICTURE_LIMITS.bytes) return { ok: false, message: tooLarge };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { width = 0, height = 0 } = readSize(bytes) ?? {};
    if (width * height > PICTURE_LIMITS.pixels) {
      return { ok: false, message: `“${file.name}” is too large: ${width} × ${height} pixels.` };
    }
    const fault = findPictureFault(bytes);
    const picture = await toKeptPicture(fault === 'type' ? await redraw(file, 'image/png') : bytes);
    return picture ? { ok: true, picture } : { ok: false, message: tooLarge };
  } catch {
    return {
      ok: false,
      message: `“${file.name}” isn’t a picture that can be shown. Save it as PNG or JPEG and try again.`,
    };
  }
}

function readSize(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

/**
 * Decodes a picture and draws it upright. An SVG runs no scripts and loads nothing in an image element.
 * @throws if the window cannot decode it
 */
async function redraw(file: Blob, type: 'image/png' | 'image/jpeg'): Promise<Uint8Array> {
  const source = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, MAX_SIDE / Math.max(naturalWidth, naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
    if (!blob) throw new Error('The picture could not be encoded.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(source);
  }
}

/** Stores a picture on disk. Returns null once it is stored, or a sentence on why not. Never rejects. */
export async function keepPicture(bridge: Bridge, { address, bytes }: KeptPicture): Promise<string | null> {
  try {
    for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
      const base64 = await toBase64(bytes.subarray(offset, offset + CHUNK_BYTES));
      const answer = await bridge.invoke('scriptPictures.put', { address, offset, total: bytes.length, base64 });
      if (!answer.ok) return answer.message;
      if (answer.kept) return null;
    }
  } catch {
    // The host is unreachable; reported below.
  }
  return 'The picture couldn’t be saved. Try again.';
}

/** Stores all pictures of an imported text. Returns null once they are on disk, or a sentence on why not. */
export async function keepPictures(bridge: Bridge, pictures: readonly KeptPicture[]): Promise<string | null> {
  for (const picture of pictures) {
    const failure = await keepPicture(bridge, picture);
    if (failure !== null) return failure;
  }
  return null;
}

/** Returns the bytes of a kept picture, or null if it is not on this computer. */
async function readStored(address: string): Promise<Uint8Array | null> {
  try {
    const response = await fetch(`/${address}`);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** False if a camera stored the picture turned, with a note that says how to show it. */
function isUpright(bytes: Uint8Array): boolean {
  const { orientation = 1 } = imageSize(bytes);
  return orientation === 1;
}

/** Reads a picture as documents embed it; null if it is not on this computer or cannot be shown. */
async function readDocumentPicture(address: string): Promise<DocumentPicture | null> {
  const bytes = await readStored(address);
  const head = bytes && readPictureHead(bytes);
  if (!head) return null;
  try {
    const { width, height } = head;
    const isSmall = Math.max(width, height) <= MAX_SIDE;
    if (head.type === 'jpg' && isSmall && isUpright(bytes)) return { bytes, type: 'jpg', width, height };
    const type = head.type === 'jpg' ? 'jpg' : 'png';
    const redrawn = await redraw(new Blob([bytes.slice()]), PICTURE_TYPES[type]);
    const size = readPictureHead(redrawn);
    return size && { bytes: redrawn, type, width: size.width, height: size.height };
  } catch {
    return null;
  }
}

/** Reads the pictures that a text shows, by address; those that are missing here are left out. */
export async function readDocumentPictures(markdown: string): Promise<ReadonlyMap<string, DocumentPicture>> {
  const pictures = new Map<string, DocumentPicture>();
  for (const address of listKeptAddresses(markdown)) {
    const picture = await readDocumentPicture(address);
    if (picture) pictures.set(address, picture);
  }
  return pictures;
}

/** Reads the pictures that a text shows as they are stored; those that are missing here are left out. */
export async function readStoredPictures(markdown: string): Promise<KeptPicture[]> {
  const pictures: KeptPicture[] = [];
  for (const address of listKeptAddresses(markdown)) {
    const bytes = await readStored(address);
    if (bytes) pictures.push({ address, bytes });
  }
  return pictures;
}

/** Describes how many pictures of a text were not found; empty if all were found. */
export function describeMissing(markdown: string, foundPictures: readonly KeptPicture[]): string[] {
  const count = listKeptAddresses(markdown).length - foundPictures.length;
  return count > 0
    ? [plural(count, ['A picture on another computer was left out.', '# pictures on another computer were left out.'])]
    : [];
}

/** Puts pictures into a page's markup in place of their addresses. */
export async function embedPictures(html: string, pictures: readonly KeptPicture[]): Promise<string> {
  let page = html;
  for (const { address, bytes } of pictures) {
    const type = getTypeOfAddress(address);
    if (type === null) continue;
    page = page.replaceAll(`src="${address}"`, `src="data:${PICTURE_TYPES[type]};base64,${await toBase64(bytes)}"`);
  }
  return page;
}
