import { LIMITS } from '#contract/limits.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Forms } from '#renderer/drafts/forms.ts';
import { type AssignedThumbnail, forgetPicture, keepPicture, thumbnailName } from '#renderer/shared/kept-pictures.ts';

import { encode, flatten } from '../canvas/export.ts';
import type { Pictures } from '../canvas/pictures.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { type Item, keyOf } from '../model/items.ts';
import { over } from '../model/layers.ts';
import { lackingAtService } from '../model/service-export.ts';
import { type BoardRequests, isFailure } from './board-requests.svelte.ts';

interface AssignParts {
  readonly forms: Pick<Forms, 'open'>;
  readonly board: Board;
  readonly work: BoardRequests;
  readonly pictures: Pictures;
}

/**
 * Returns what an assigned picture would lack at a service that takes no pictures, which is why its thumbnail is kept
 * here; null if the service can have all of it. Such a service knows no compositions.
 */
export const lackingThere = (item: Item, board: Board): string | null =>
  board.takesPictures || item.kind === 'frame' ? null : lackingAtService(item, board.items, board.service);

export const isKeptHere = (item: Item, board: Board): boolean =>
  !board.takesPictures && (item.kind === 'frame' || lackingThere(item, board) !== null);

/**
 * Makes a picture with what lies over it, or a composition, the thumbnail of a script. The service draws it from what it
 * has if that is all; else it is flattened in this window, for a service that takes pictures or to be kept here.
 */
export async function assignThumbnail(parts: AssignParts, item: Item, scriptId: number): Promise<AssignedThumbnail> {
  const { board, work, forms } = parts;
  const { account } = board;
  if (isKeptHere(item, board)) return keepHere(parts, item, scriptId);
  const isBare = item.kind === 'image' && over(item, board.items).length === 0;
  const made = item.id !== null && isBare ? item.id : await flatAtService(parts, item);
  if (typeof made !== 'number') return { failure: made };
  const failure = await work.assign(made, scriptId);
  if (failure) return { failure };
  await forgetPicture(forms, account, thumbnailName(scriptId));
  return { kept: 'service' };
}

async function flatAtService(parts: AssignParts, item: Item): Promise<ApiFailure | string | number> {
  if (parts.board.takesPictures) return uploadFlattened(parts, item);
  const made = await parts.work.export(item.id ?? 0);
  return isFailure(made) ? made : made.id;
}

const missing = (name: string): string => `“${name}” couldn’t be loaded. Nothing was assigned.`;

async function keepHere(
  { forms, board, pictures }: AssignParts,
  item: Item,
  scriptId: number,
): Promise<AssignedThumbnail> {
  const made = await flatten(item, board.items, (wanted) => pictures.whole(wanted));
  if ('missing' in made) return { failure: missing(made.missing) };
  await keepPicture(forms, board.account, thumbnailName(scriptId), await encode(made.canvas, 'jpeg'));
  return { kept: 'here' };
}

async function uploadFlattened(
  { board, work, pictures }: AssignParts,
  item: Item,
): Promise<ApiFailure | string | number> {
  const made = await flatten(item, board.items, (wanted) => pictures.whole(wanted));
  if ('missing' in made) return missing(made.missing);
  const called = `${item.name} (thumbnail)`;
  const uploaded = await work.upload(await encode(made.canvas, 'png'), called.slice(0, LIMITS.thumbnails.label));
  if (typeof uploaded === 'string' || isFailure(uploaded)) return uploaded;
  const picture = uploaded.find(({ type }) => type === 'image');
  if (!picture) throw new Error('The service returned no picture.');
  const { entries } = board.kept;
  board.keep({ entries: { ...entries, [keyOf(picture.id)]: { ...entries[keyOf(picture.id)], name: called } } });
  board.select([keyOf(picture.id)]);
  return picture.id;
}
