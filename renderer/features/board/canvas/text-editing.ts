import { cache, type Canvas, IText, Textbox } from 'fabric';

import { getInset } from '#contract/draw-text.ts';
import { BOARD_ALIGNS } from '#contract/schema/thumbnail.ts';
import { getTextDirection } from '#markdown/text-direction.ts';

import type { Board } from '../model/board.svelte.ts';
import { toCssFamilies, hasFonts, loadFonts } from '../model/fonts.ts';
import { getMiddle } from '../model/geometry.ts';
import type { Item, TextLook } from '../model/items.ts';
import { getTypedText } from '../model/text-layout.ts';

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

  get isOpen(): boolean {
    return this.#editor !== null;
  }

  start(item: Item): void {
    const { text } = item;
    if (!text) return;
    const { x: left, y: top } = getMiddle(item);
    const typedText = getTypedText(text);
    const options = {
      left,
      top,
      angle: item.angle,
      originX: 'center',
      originY: 'center',
      objectCaching: false,
      hasControls: false,
      fontFamily: toCssFamilies(text, text.content),
      fontSize: text.size,
      // Fabric measures line heights in units of 1.13 times the size.
      lineHeight: text.leading / 113,
      charSpacing: text.spacing,
      fill: text.fill,
      stroke: text.stroke,
      strokeWidth: text.stroke_width,
      paintFirst: 'stroke',
      strokeLineJoin: 'round',
      textAlign: BOARD_ALIGNS.find((align) => align === text.align) ?? 'center',
      backgroundColor: text.background ?? '',
      direction: getTextDirection(typedText) ?? 'ltr',
    } as const;
    const width = text.wrap_width === null ? null : Math.max(1, text.wrap_width - 2 * getInset(text));
    // A text box is an IText; only the types of its listeners differ.
    const editor =
      width === null
        ? new IText(typedText, options)
        : (new Textbox(typedText, { ...options, width }) as unknown as IText);
    this.#editor = editor;
    this.#fabric.add(editor);
    this.#fabric.setActiveObject(editor);
    editor.on('changed', () => {
      editor.set({ direction: getTextDirection(editor.text) ?? 'ltr' });
      void this.#updateFont(editor, text);
    });
    editor.on('editing:exited', () => this.#finish(item.key, editor, text));
    editor.enterEditing();
    editor.hiddenTextarea?.setAttribute('aria-label', 'Text content');
    editor.selectAll();
    this.#fabric.requestRenderAll();
  }

  end(): void {
    this.#editor?.exitEditing();
  }

  /** Loads the fonts of the typed text, then measures it again. */
  async #updateFont(editor: IText, text: TextLook): Promise<void> {
    const content = editor.text;
    if (editor.fontFamily === toCssFamilies(text, content) && hasFonts(text.font, content)) return;
    await loadFonts(text.font, content);
    if (this.#editor !== editor || editor.text !== content) return;
    cache.clearFontCache();
    editor.set({ fontFamily: toCssFamilies(text, content), dirty: true });
    editor.initDimensions();
    this.#fabric.requestRenderAll();
  }

  #finish(key: string, editor: IText, { font }: TextLook): void {
    if (this.#editor !== editor) return;
    this.#editor = null;
    this.#fabric.remove(editor);
    const content = editor.text;
    const previous = this.#board.getItem(key)?.text;
    if (content.trim() === '') {
      this.#board.select([key]);
      this.#board.remove();
    } else if (!previous || content !== getTypedText(previous)) this.#saveContent(key, font, content);
    this.#onEnd();
  }

  /** Saves the text at once, and measures it again in the same undo step when its fonts are loaded. */
  #saveContent(key: string, font: string, content: string): void {
    // @wc-ignore
    const step = `content ${key} ${crypto.randomUUID()}`;
    const isLoaded = hasFonts(font, content);
    this.#board.changeText([key], { content }, step);
    if (isLoaded) return;
    void loadFonts(font, content).then(() => {
      const current = this.#board.getItem(key)?.text;
      if (current && getTypedText(current) === content) this.#board.changeText([key], {}, step);
    });
  }
}
