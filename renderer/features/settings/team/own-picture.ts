import { LIMITS } from '#contract/limits.ts';
import { toBase64 } from '#renderer/bridge/base64.ts';
import { fitPicture, SERVICE_LIMITS } from '#renderer/shared/pictures/fit-picture.ts';
import { LOCAL_FILE_LIMITS, readHead } from '#renderer/shared/pictures/picture-head.ts';

export const MAX_MEGABYTES = LIMITS.people.picture.fileBytes / 1024 / 1024;
const TYPES: ReadonlySet<string> = new Set(['png', 'jpg', 'webp']);

type OwnPicture = { readonly base64: string } | { readonly refusal: string };

/** Reads a file as a picture of a person, scaled down to fit into one request, or returns why it can’t be one. */
export async function readOwnPicture(file: Blob): Promise<OwnPicture> {
  try {
    return await read(file);
  } catch {
    return { refusal: 'The file couldn’t be read.' };
  }
}

async function read(file: Blob): Promise<OwnPicture> {
  const head = await readHead(file, { ...LOCAL_FILE_LIMITS, bytes: LIMITS.people.picture.fileBytes });
  if ('refusal' in head) return head;
  if (!TYPES.has(head.type)) return { refusal: 'Choose a PNG, JPEG or WebP picture.' };
  const fittedPicture = await fitPicture(file, SERVICE_LIMITS);
  if ('refusal' in fittedPicture) return fittedPicture;
  return { base64: await toBase64(new Uint8Array(await fittedPicture.blob.arrayBuffer())) };
}
