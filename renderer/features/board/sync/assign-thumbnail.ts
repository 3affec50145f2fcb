import { LIMITS } from '#contract/limits.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Forms } from '#renderer/drafts/forms.ts';
import {
  type AssignedThumbnail,
  forgetPicture,
  savePicture,
  getThumbnailName,
} from '#renderer/shared/stored-pictures.ts';

import { encode, flatten } from '../canvas/export.ts';
import type { Pictures } from '../canvas/pictures.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { type Item, getItemKey } from '../model/items.ts';
import { findItemsAbove } from '../model/layers.ts';
import { describeLackingAtService } from '../model/service-export.ts';
import { type BoardRequests, isFailure } from './board-requests.svelte.ts';

interface AssignDeps {
  readonly forms: Pick<Forms, 'open'>;
  readonly board: Board;
  readonly requests: BoardRequests;
  readonly pictures: Pictures;
}

/**
 * Lists what an assigned picture would lack at a service that accepts no uploads; its thumbnail is then kept here. Null
 * if the service can draw all of it. Such a service has no compositions.
 */
export const describeLackingAtAssignment = (item: Item, board: Board): string | null =>
  board.takesPictures || item.kind === 'frame' ? null : describeLackingAtService(item, board.items, board.serviceItems);

export const isKeptHere = (item: Item, board: Board): boolean =>
  !board.takesPictures && (item.kind === 'frame' || describeLackingAtAssignment(item, board) !== null);

/**
 * Makes a picture with the items above it, or a composition, the thumbnail of a script. The service draws it if it has
 * all parts; else it is flattened in this window, and uploaded or kept here.
 */
export async function assignThumbnail(deps: AssignDeps, item: Item, scriptId: number): Promise<AssignedThumbnail> {
  const { board, requests, forms } = deps;
  const { account } = board;
  if (isKeptHere(item, board)) return keepHere(deps, item, scriptId);
  const isPlain = item.kind === 'image' && findItemsAbove(item, board.items).length === 0;
  const flatItemId = item.id !== null && isPlain ? item.id : await flattenAtService(deps, item);
  if (typeof flatItemId !== 'number') return { failure: flatItemId };
  const failure = await requests.assign(flatItemId, scriptId);
  if (failure) return { failure };
  await forgetPicture(forms, account, getThumbnailName(scriptId));
  return { location: 'service' };
}

async function flattenAtService(deps: AssignDeps, item: Item): Promise<ApiFailure | string | number> {
  if (deps.board.takesPictures) return uploadFlattened(deps, item);
  const exportedPicture = await deps.requests.export(item.id ?? 0);
  return isFailure(exportedPicture) ? exportedPicture : exportedPicture.id;
}

const describeMissing = (name: string): string => `“${name}” couldn’t be loaded. Nothing was assigned.`;

async function keepHere(
  { forms, board, pictures }: AssignDeps,
  item: Item,
  scriptId: number,
): Promise<AssignedThumbnail> {
  const result = await flatten(item, board.items, (request) => pictures.loadFull(request));
  if ('missing' in result) return { failure: describeMissing(result.missing) };
  await savePicture(forms, board.account, getThumbnailName(scriptId), await encode(result.canvas, 'jpeg'));
  return { location: 'here' };
}

async function uploadFlattened(
  { board, requests, pictures }: AssignDeps,
  item: Item,
): Promise<ApiFailure | string | number> {
  const result = await flatten(item, board.items, (request) => pictures.loadFull(request));
  if ('missing' in result) return describeMissing(result.missing);
  const name = `${item.name} (thumbnail)`;
  const uploadResult = await requests.upload(
    await encode(result.canvas, 'png'),
    name.slice(0, LIMITS.thumbnails.label),
  );
  if (typeof uploadResult === 'string' || isFailure(uploadResult)) return uploadResult;
  const picture = uploadResult.find(({ type }) => type === 'image');
  if (!picture) throw new Error('The service returned no picture.');
  const { entries } = board.state;
  board.update({ entries: { ...entries, [getItemKey(picture.id)]: { ...entries[getItemKey(picture.id)], name } } });
  board.select([getItemKey(picture.id)]);
  return picture.id;
}
