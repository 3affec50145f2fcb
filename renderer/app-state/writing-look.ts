import type { WritingLook } from '#contract/settings.ts';

export const TEXT_SIZE = { min: 13, max: 30 } as const;

const FACES: Record<WritingLook['face'], string> = {
  serif: 'var(--font-read)',
  sans: 'var(--font-ui)',
  mono: 'var(--font-code)',
};
/** Line heights, as multiples of the text size. */
const LINE_HEIGHTS: Record<WritingLook['line'], number> = { tight: 1.4, normal: 1.65, loose: 2 };
/** Line lengths, as multiples of the text size, which keeps the words per line; null fills the window. */
const LINE_LENGTHS: Record<WritingLook['width'], number | null> = { narrow: 30, normal: 38.12, wide: 50, full: null };

/** Sets the custom properties of tokens.css that the editor is drawn with. */
export function applyWritingLook(style: CSSStyleDeclaration, { face, size, width, line }: WritingLook): void {
  const lineLength = LINE_LENGTHS[width];
  style.setProperty('--write-face', FACES[face]);
  style.setProperty('--write-size', `${size}px`);
  style.setProperty('--write-line', `${Math.round(size * LINE_HEIGHTS[line])}px`);
  style.setProperty('--write-measure', lineLength === null ? '100vw' : `${Math.round(size * lineLength)}px`);
}

/** Returns the look with letters larger by `steps` pixels, within the allowed sizes. */
export function resizeText(look: WritingLook, steps: number): WritingLook {
  return { ...look, size: Math.min(TEXT_SIZE.max, Math.max(TEXT_SIZE.min, look.size + steps)) };
}
