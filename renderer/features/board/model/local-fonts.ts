/** Finds the fonts on this computer, which texts of the board can be drawn with in this window. */

import { quoteFamily } from './fonts.ts';

/** A font of the Local Font Access API, which TypeScript lacks. */
interface LocalFont {
  readonly family: string;
}
declare global {
  interface Window {
    queryLocalFonts?: () => Promise<readonly LocalFont[]>;
  }
}

export const canListFonts = (): boolean => window.queryLocalFonts !== undefined;

/** Returns the font families on this computer by name, or null if the browser was not allowed to list them. */
export async function readLocalFamilies(): Promise<readonly string[] | null> {
  const fonts = await window.queryLocalFonts?.().catch(() => null); // fails without permission
  if (!fonts || fonts.length === 0) return null;
  return [...new Set(fonts.map(({ family }) => family))].sort((a, b) => a.localeCompare(b));
}

/** Letters of different widths, so that hardly any two fonts measure the same. */
// @wc-ignore
const PROBE = 'mmmMMMiiilllWWW0123 ,.?';

/** Returns whether this computer has a font; a missing one measures like its fallback. */
export function isInstalled(family: string): boolean {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return false;
  const measureWidth = (families: string): number => {
    context.font = `72px ${families}`;
    return context.measureText(PROBE).width;
  };
  return ['monospace', 'serif'].some(
    (fallback) => measureWidth(`${quoteFamily(family)}, ${fallback}`) !== measureWidth(fallback),
  );
}
