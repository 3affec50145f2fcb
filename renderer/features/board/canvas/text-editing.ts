import { type Canvas, IText } from 'fabric';

import { BOARD_ALIGNS } from '#contract/schema/thumbnail.ts';

import type { Board } from '../model/board.svelte.ts';
import { familyOf } from '../model/fonts.ts';
import { middle } from '../model/geometry.ts';
import type { Item } from '../model/items.ts';

export class TextEditing {
  readonly #fabric: Canvas;
  readonly #board: Board;
  readonly #onEnd: () => void;
  #editor: IText | null = null;

  constructor(fabric: Canvas, board: Board, onEnd: () => void) {
    this.#fabric = fabric;
    this.#board = board;
    this.#onEnd = onEnd;
  }

  get open(): boolean {
    return this.#editor !== null;
  }

  begin(item: Item): void {
    const { text } = item;
    if (!text) return;
    const { x: left, y: top } = middle(item);
    const editor = new IText(text.content, {
      left,
      top,
      angle: item.angle,
      originX: 'center',
      originY: 'center',
      objectCaching: false,
      hasControls: false,
      fontFamily: familyOf(text.font),
      fontSize: text.size,
      lineHeight: 1,
      charSpacing: text.spacing,
      fill: text.fill,
      stroke: text.stroke,
      strokeWidth: text.stroke_width,
      paintFirst: 'stroke',
      strokeLineJoin: 'round',
      textAlign: BOARD_ALIGNS.find((known) => known === text.align) ?? 'center',
      backgroundColor: text.background ?? '',
    });
    this.#editor = editor;
    this.#fabric.add(editor);
    this.#fabric.setActiveObject(editor);
    editor.on('editing:exited', () => this.#finish(item.key, editor));
    editor.enterEditing();
    editor.hiddenTextarea?.setAttribute('aria-label', 'Text content');
    editor.selectAll();
    this.#fabric.requestRenderAll();
  }

  end(): void {
    this.#editor?.exitEditing();
  }

  #finish(key: string, editor: IText): void {
    if (this.#editor !== editor) return;
    this.#editor = null;
    this.#fabric.remove(editor);
    const content = editor.text;
    const before = this.#board.item(key)?.text?.content;
    if (content.trim() === '') {
      this.#board.select([key]);
      this.#board.remove();
    } else if (content !== before) this.#board.changeText([key], { content });
    this.#onEnd();
  }
}
