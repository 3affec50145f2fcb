import type { PictureRequest } from '#contract/schema/picture-request.ts';

import type { Bridge } from '../bridge/bridge.ts';

export type ReadPicture =
  { readonly ok: true; readonly source: string } | { readonly ok: false; readonly message: string };

/** Reads a picture from the service as the source of an image. Never rejects. */
export async function readPicture(bridge: Bridge, request: PictureRequest): Promise<ReadPicture> {
  try {
    const answer = await bridge.invoke('pictures.read', request);
    return answer.ok ? { ok: true, source: `data:${answer.mime};base64,${answer.base64}` } : answer;
  } catch {
    return { ok: false, message: 'The picture couldn’t be loaded.' };
  }
}
