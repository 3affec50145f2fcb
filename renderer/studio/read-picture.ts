import type { PictureAsked } from '#contract/schema/picture-asked.ts';

import type { Bridge } from '../bridge/bridge.ts';

export type ReadPicture =
  { readonly ok: true; readonly source: string } | { readonly ok: false; readonly message: string };

/** A picture of the service's as the source of an image. Never rejects. */
export async function readPicture(bridge: Bridge, asked: PictureAsked): Promise<ReadPicture> {
  try {
    const answer = await bridge.invoke('pictures.read', asked);
    return answer.ok ? { ok: true, source: `data:${answer.mime};base64,${answer.base64}` } : answer;
  } catch {
    return { ok: false, message: 'The picture could not be fetched.' };
  }
}
