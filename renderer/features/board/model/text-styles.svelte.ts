/** Styles for texts of the board: those that come with the app and those that a person saved, per account. */
import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { LIMITS } from '#contract/limits.ts';
import { DEFAULT_TEXT, type TextLook } from './items.ts';

/** Is what a style says of a text: everything but its words and how they are broken and aligned. */
export type StyleLook = Omit<TextLook, 'content' | 'unwrapped' | 'wrap_width' | 'colors' | 'align'>;

export interface TextStyle {
  readonly id: string;
  readonly name: string;
  readonly look: StyleLook;
}

interface Saved extends Record<string, unknown> {
  readonly styles: readonly TextStyle[];
}

const { fontSize, strokeWidth, look: L } = LIMITS.thumbnails;

export function styleOf(text: TextLook): StyleLook {
  const { content: _, unwrapped: _typed, wrap_width: _width, colors: _colors, align: _align, ...look } = text;
  return look;
}

const PLAIN = styleOf({ ...DEFAULT_TEXT, size: 120 });

/** Are styles of texts that are 120 high. */
export const BUILT_IN: readonly TextStyle[] = [
  { id: 'headline', name: 'Headline', look: PLAIN },
  {
    id: 'double',
    // @wc-context: text style
    name: 'Double outline',
    look: { ...PLAIN, font: 'anton', fill: '#FFD23F', outer: { color: '#FFFFFF', width: 8 } },
  },
  {
    id: 'label',
    // @wc-context: text style
    name: 'Label',
    look: { ...PLAIN, font: 'archivo', stroke_width: 0, background: '#CC3C0B', padding: 24 },
  },
  {
    id: 'fire',
    // @wc-context: text style
    name: 'Gradient',
    look: { ...PLAIN, font: 'luckiest', fill: '#FFE45C', fill_to: '#F0531C', stroke_width: 14 },
  },
  {
    id: 'soft',
    // @wc-context: text style
    name: 'Soft shadow',
    look: { ...PLAIN, font: 'montserrat', stroke_width: 0, shadow: { color: '#000000', blur: 24, x: 0, y: 8 } },
  },
];

/** Returns what a style changes of a text that keeps its size: outlines, padding and shadow are scaled to it. */
export function styledFor({ size }: Pick<TextLook, 'size'>, look: StyleLook): Partial<TextLook> {
  const by = size / look.size;
  const scaled = (value: number, low: number, high: number): number =>
    Math.min(high, Math.max(low, Math.round(value * by)));
  const { outline, padding, shadow } = L;
  return {
    ...look,
    size,
    stroke_width: scaled(look.stroke_width, 0, strokeWidth),
    outer: look.outer && { ...look.outer, width: scaled(look.outer.width, outline.min, outline.max) },
    padding: scaled(look.padding, padding.min, padding.max),
    shadow: look.shadow && {
      color: look.shadow.color,
      blur: scaled(look.shadow.blur, 0, shadow.blur),
      x: scaled(look.shadow.x, -shadow.offset, shadow.offset),
      y: scaled(look.shadow.y, -shadow.offset, shadow.offset),
    },
    // Words have the colours that were given to them, not those of a style before.
    colors: [],
  };
}

/** Returns a style as large as it is shown in a list. */
export const sampleOf = (look: StyleLook, content: string, size: number): TextLook => ({
  ...DEFAULT_TEXT,
  ...styledFor({ size: Math.max(fontSize.min, size) }, look),
  content,
});

/** The styles that a person saved, the newest first. */
export class TextStyles {
  #form = $state.raw<FormDraft<Saved> | null>(null);
  #saved = $state.raw<readonly TextStyle[]>([]);

  /** Opens the styles of an account; the returned function closes them. */
  open({ forms }: Pick<AppState, 'forms'>, account: string): () => void {
    const opening = forms.open<Saved>(account, 'text-styles').then((form) => {
      this.#form = form;
      this.#saved = form.value.styles ?? [];
      return form;
    });
    return () => void opening.then((form) => form.close());
  }

  get ready(): boolean {
    return this.#form !== null;
  }

  get saved(): readonly TextStyle[] {
    return this.#saved;
  }

  save(name: string, text: TextLook): void {
    this.#keep([{ id: crypto.randomUUID(), name, look: styleOf(text) }, ...this.#saved]);
  }

  remove(id: string): void {
    this.#keep(this.#saved.filter((style) => style.id !== id));
  }

  /** Puts a removed style back where it was. */
  restore(style: TextStyle, at: number): void {
    this.#keep(this.#saved.toSpliced(at, 0, style));
  }

  #keep(saved: readonly TextStyle[]): void {
    this.#saved = saved;
    this.#form?.change({ styles: saved });
  }
}
