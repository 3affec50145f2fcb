import type { Board } from '../model/board.svelte.ts';
import type { Item } from '../model/items.ts';
import { encode, flatten } from './export.ts';
import type { Pictures } from './pictures.svelte.ts';

/** Puts a picture with what lies over it, or a composition, on the clipboard. Returns why it failed, or null. */
export async function copyAsPicture(item: Item, board: Board, pictures: Pictures): Promise<string | null> {
  const made = await flatten(item, board.items, (wanted) => pictures.whole(wanted));
  if ('missing' in made) return `“${made.missing}” couldn’t be loaded. Nothing was copied.`;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': await encode(made.canvas, 'png') })]);
    return null;
  } catch {
    // The system refuses, or another program holds the clipboard.
    return 'Couldn’t copy to the clipboard. Export the picture instead.';
  }
}
