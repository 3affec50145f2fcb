/**
 * Keeps pictures that a service cannot take, because its API has no upload. Like everything else the user makes, they
 * are in the window's database and in the host's journal, so that either copy can restore the other.
 */
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Forms } from '#renderer/drafts/forms.ts';
import { fromBase64, toBase64 } from '#renderer/bridge/base64.ts';

type StoredPicture = { mime: string; base64: string };
type FormStore = Pick<Forms, 'open'>;

/** Saves a picture under a name of letters, digits, - and _, replacing the previous one. */
export async function savePicture(forms: FormStore, account: string, name: string, picture: Blob): Promise<void> {
  const draft = await forms.open<StoredPicture>(account, name);
  draft.change({ mime: picture.type, base64: await toBase64(new Uint8Array(await picture.arrayBuffer())) });
  await draft.flush();
  await draft.close();
}

/** Returns null if neither copy has it. */
export async function loadPicture(forms: FormStore, account: string, name: string): Promise<Blob | null> {
  const draft = await forms.open<StoredPicture>(account, name);
  const { mime, base64 } = draft.value;
  await draft.close();
  if (mime === undefined || base64 === undefined) return null;
  return new Blob([fromBase64(base64)], { type: mime });
}

export async function forgetPicture(forms: FormStore, account: string, name: string): Promise<void> {
  const draft = await forms.open<StoredPicture>(account, name);
  if (!draft.isEmpty) await draft.clear();
  await draft.close();
}

/** The place where a script's thumbnail is kept, or the reason why it isn't, as a sentence or a failure. */
export type AssignedThumbnail = { readonly location: 'service' | 'here' } | { readonly failure: ApiFailure | string };

/** Returns the name of a script's thumbnail, stored here because its service takes no pictures. */
export const getThumbnailName = (scriptId: number): string => `thumbnail-${scriptId}`;
