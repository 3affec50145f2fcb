import type { WritingLook } from '#contract/settings.ts';

export const TEXT_SIZE = { least: 13, most: 30 } as const;

const FACES: Record<WritingLook['face'], string> = {
  serif: 'var(--font-read)',
  sans: 'var(--font-ui)',
  mono: 'var(--font-code)',
};
/** Sets line heights in letter sizes. */
const LINES: Record<WritingLook['line'], number> = { tight: 1.4, normal: 1.65, loose: 2 };
/**
 * Sets line lengths in letter sizes, so that larger letters do not leave fewer words on a line; null fills the window.
 */
const WIDTHS: Record<WritingLook['width'], number | null> = { narrow: 30, normal: 38.12, wide: 50, full: null };

/** Sets the custom properties of tokens.css that the editor is drawn with. */
export function applyWritingLook(style: CSSStyleDeclaration, { face, size, width, line }: WritingLook): void {
  const letters = WIDTHS[width];
  style.setProperty('--write-face', FACES[face]);
  style.setProperty('--write-size', `${size}px`);
  style.setProperty('--write-line', `${Math.round(size * LINES[line])}px`);
  style.setProperty('--write-measure', letters === null ? '100vw' : `${Math.round(size * letters)}px`);
}

/** Returns the look with letters larger by `steps` pixels, within the allowed sizes. */
export function resized(look: WritingLook, steps: number): WritingLook {
  return { ...look, size: Math.min(TEXT_SIZE.most, Math.max(TEXT_SIZE.least, look.size + steps)) };
}
