/** Offers colours of the board to the bars of its items. */
import { createContext } from 'svelte';

import { overlap } from '#contract/box.ts';
import type { Pictures } from '../canvas/pictures.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { extractPalette, listUsedColors } from '../model/colors.ts';

const MAX_USED_COLORS = 12;
const MAX_PALETTE_COLORS = 6;
/** Pictures are reduced to this width and height before their colours are counted. */
const SAMPLE_SIZE = 48;

export class BoardColors {
  readonly #board: Board;
  readonly #pictures: Pictures;

  constructor(board: Board, pictures: Pictures) {
    this.#board = board;
    this.#pictures = pictures;
  }

  /** Returns the colours of the board’s items. */
  get used(): readonly string[] {
    return listUsedColors(this.#board.items, MAX_USED_COLORS);
  }

  /** Returns the main colours of the picture selected or under the selection; none while it loads. */
  getPalette(): readonly string[] {
    void this.#pictures.loadCount;
    const selectedItem = this.#board.selectedItems[0];
    const picture =
      selectedItem &&
      this.#board.visibleItems.findLast(
        (item) => item.picture !== null && item.z <= selectedItem.z && overlap(item, selectedItem),
      );
    if (!picture || picture.picture === null) return [];
    const bitmap = this.#pictures.getBest({ picture: picture.picture, id: picture.id }, SAMPLE_SIZE);
    const context = new OffscreenCanvas(SAMPLE_SIZE, SAMPLE_SIZE).getContext('2d');
    if (!bitmap || !context) return [];
    context.drawImage(bitmap, 0, 0, SAMPLE_SIZE, SAMPLE_SIZE);
    return extractPalette(context.getImageData(0, 0, SAMPLE_SIZE, SAMPLE_SIZE).data, MAX_PALETTE_COLORS);
  }
}

export const [useBoardColors, provideBoardColors] = createContext<BoardColors>();
