import { LIMITS } from '#contract/limits.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';

import { encode, flatten } from '../canvas/export.ts';
import type { Pictures } from '../canvas/pictures.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { type Item, keyOf } from '../model/items.ts';
import { over } from '../model/layers.ts';
import { type BoardRequests, isFailure } from './board-requests.svelte.ts';

/** Says why a composition cannot be assigned at a service that takes no pictures. */
export const FLATTENED_HERE =
  'This service takes no pictures from this computer, so a composition can’t be assigned. Export it, and set it where you publish.';

interface AssignParts {
  readonly board: Board;
  readonly work: BoardRequests;
  readonly pictures: Pictures;
}

/**
 * Makes a picture with what lies over it, or a composition, the thumbnail of a script: flattened in this window
 * where the service takes pictures, else by the service from what it has. Returns why it failed, or null.
 */
export async function assignThumbnail(
  parts: AssignParts,
  item: Item,
  scriptId: number,
): Promise<ApiFailure | string | null> {
  const { board, work } = parts;
  const isBare = item.kind === 'image' && over(item, board.items).length === 0;
  if (item.id !== null && isBare) return work.assign(item.id, scriptId);
  const made = board.account === LOCAL_ACCOUNT ? await uploadFlattened(parts, item) : await exportByService(work, item);
  return typeof made === 'number' ? work.assign(made, scriptId) : made;
}

async function exportByService(work: BoardRequests, { id, kind, name }: Item): Promise<ApiFailure | string | number> {
  if (kind === 'frame') return FLATTENED_HERE;
  if (id === null) return `The service doesn’t have “${name}”, so it can’t be assigned to a script.`;
  const made = await work.export(id);
  return isFailure(made) ? made : made.id;
}

async function uploadFlattened(
  { board, work, pictures }: AssignParts,
  item: Item,
): Promise<ApiFailure | string | number> {
  const made = await flatten(item, board.items, (wanted) => pictures.whole(wanted));
  if ('missing' in made) return `“${made.missing}” couldn’t be loaded. Nothing was assigned.`;
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
