import type { Board } from '../model/board.svelte.ts';
import type { Item } from '../model/items.ts';
import { encode, flatten } from './export.ts';
import type { Pictures } from './pictures.svelte.ts';

/** Copies a picture with the items above it, or a composition, to the clipboard. Returns an error message, or null. */
export async function copyAsPicture(item: Item, board: Board, pictures: Pictures): Promise<string | null> {
  const result = await flatten(item, board.items, (request) => pictures.loadFull(request));
  if ('missing' in result) return `“${result.missing}” couldn’t be loaded. Nothing was copied.`;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': await encode(result.canvas, 'png') })]);
    return null;
  } catch {
    // The system refused, or another program holds the clipboard.
    return 'Couldn’t copy to the clipboard. Export the picture instead.';
  }
}
