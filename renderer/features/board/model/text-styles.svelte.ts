/** Styles for texts of the board: those that come with the app and those that a person saved, per account. */
import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { LIMITS } from '#contract/limits.ts';
import { DEFAULT_TEXT, type TextLook } from './items.ts';

/** The look in a style: all fields but the content, its line breaks and alignment. */
export type StyleLook = Omit<TextLook, 'content' | 'unwrapped' | 'wrap_width' | 'colors' | 'align'>;

export interface TextStyle {
  readonly id: string;
  readonly name: string;
  readonly look: StyleLook;
}

interface StoredStyles extends Record<string, unknown> {
  readonly styles: readonly TextStyle[];
}

const { fontSize, strokeWidth, look: LOOK_LIMITS } = LIMITS.thumbnails;

export function extractStyle(text: TextLook): StyleLook {
  const { content: _, unwrapped: _typed, wrap_width: _width, colors: _colors, align: _align, ...look } = text;
  return look;
}

const PLAIN_STYLE = extractStyle({ ...DEFAULT_TEXT, size: 120 });

/** Styles for texts of size 120. */
export const BUILT_IN_STYLES: readonly TextStyle[] = [
  { id: 'headline', name: 'Headline', look: PLAIN_STYLE },
  {
    id: 'double',
    // @wc-context: text style
    name: 'Double outline',
    look: { ...PLAIN_STYLE, font: 'anton', fill: '#FFD23F', outer: { color: '#FFFFFF', width: 8 } },
  },
  {
    id: 'label',
    // @wc-context: text style
    name: 'Label',
    look: { ...PLAIN_STYLE, font: 'archivo', stroke_width: 0, background: '#CC3C0B', padding: 24 },
  },
  {
    id: 'fire',
    // @wc-context: text style
    name: 'Gradient',
    look: { ...PLAIN_STYLE, font: 'luckiest', fill: '#FFE45C', fill_to: '#F0531C', stroke_width: 14 },
  },
  {
    id: 'soft',
    // @wc-context: text style
    name: 'Soft shadow',
    look: { ...PLAIN_STYLE, font: 'montserrat', stroke_width: 0, shadow: { color: '#000000', blur: 24, x: 0, y: 8 } },
  },
];

/** Returns the changes of a style for a text that keeps its size; outlines, padding and shadow are scaled. */
export function scaleStyle({ size }: Pick<TextLook, 'size'>, look: StyleLook): Partial<TextLook> {
  const factor = size / look.size;
  const scale = (value: number, low: number, high: number): number =>
    Math.min(high, Math.max(low, Math.round(value * factor)));
  const { outline, padding, shadow } = LOOK_LIMITS;
  return {
    ...look,
    size,
    stroke_width: scale(look.stroke_width, 0, strokeWidth),
    outer: look.outer && { ...look.outer, width: scale(look.outer.width, outline.min, outline.max) },
    padding: scale(look.padding, padding.min, padding.max),
    shadow: look.shadow && {
      color: look.shadow.color,
      blur: scale(look.shadow.blur, 0, shadow.blur),
      x: scale(look.shadow.x, -shadow.offset, shadow.offset),
      y: scale(look.shadow.y, -shadow.offset, shadow.offset),
    },
    // Applying a style resets the colours of words.
    colors: [],
  };
}

/** Returns a sample text in a style, for the list. */
export const createSample = (look: StyleLook, content: string, size: number): TextLook => ({
  ...DEFAULT_TEXT,
  ...scaleStyle({ size: Math.max(fontSize.min, size) }, look),
  content,
});

/** The styles that a person saved, the newest first. */
export class TextStyles {
  #form = $state.raw<FormDraft<StoredStyles> | null>(null);
  #savedStyles = $state.raw<readonly TextStyle[]>([]);

  /** Opens the styles of an account; the returned function closes them. */
  open({ forms }: Pick<AppState, 'forms'>, account: string): () => void {
    const formPromise = forms.open<StoredStyles>(account, 'text-styles').then((form) => {
      this.#form = form;
      this.#savedStyles = form.value.styles ?? [];
      return form;
    });
    return () => void formPromise.then((form) => form.close());
  }

  get ready(): boolean {
    return this.#form !== null;
  }

  get saved(): readonly TextStyle[] {
    return this.#savedStyles;
  }

  save(name: string, text: TextLook): void {
    this.#store([{ id: crypto.randomUUID(), name, look: extractStyle(text) }, ...this.#savedStyles]);
  }

  remove(id: string): void {
    this.#store(this.#savedStyles.filter((style) => style.id !== id));
  }

  /** Restores a removed style at its index. */
  restore(style: TextStyle, index: number): void {
    this.#store(this.#savedStyles.toSpliced(index, 0, style));
  }

  #store(savedStyles: readonly TextStyle[]): void {
    this.#savedStyles = savedStyles;
    this.#form?.change({ styles: savedStyles });
  }
}
