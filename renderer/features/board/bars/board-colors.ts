/** Offers colours of the board to the bars of its items. */
import { createContext } from 'svelte';

import type { Pictures } from '../canvas/pictures.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { paletteOf, usedColors } from '../model/colors.ts';
import { overlap } from '../model/geometry.ts';

const USED = 12;
const PALETTE = 6;
/** Is the width and height that a picture is reduced to before its colours are counted. */
const SIDE = 48;

export class BoardColors {
  readonly #board: Board;
  readonly #pictures: Pictures;

  constructor(board: Board, pictures: Pictures) {
    this.#board = board;
    this.#pictures = pictures;
  }

  /** Returns the colours that items of the board have. */
  get used(): readonly string[] {
    return usedColors(this.#board.items, USED);
  }

  /** Returns the main colours of the picture that is selected, or lies under the selection; none while it is loaded. */
  ofPicture(): readonly string[] {
    void this.#pictures.arrived;
    const chosen = this.#board.chosen[0];
    const under =
      chosen &&
      this.#board.shown.findLast((item) => item.picture !== null && item.z <= chosen.z && overlap(item, chosen));
    if (!under || under.picture === null) return [];
    const bitmap = this.#pictures.best({ picture: under.picture, id: under.id }, SIDE);
    const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d');
    if (!bitmap || !context) return [];
    context.drawImage(bitmap, 0, 0, SIDE, SIDE);
    return paletteOf(context.getImageData(0, 0, SIDE, SIDE).data, PALETTE);
  }
}

export const [useBoardColors, provideBoardColors] = createContext<BoardColors>();
