/** Finds the fonts of this computer, which texts of the board can be drawn with in this window. */

import { quoted } from './fonts.ts';

/** Is what the Local Font Access API says of a font; TypeScript does not know it yet. */
interface LocalFont {
  readonly family: string;
}
declare global {
  interface Window {
    queryLocalFonts?: () => Promise<readonly LocalFont[]>;
  }
}

export const canListFonts = (): boolean => window.queryLocalFonts !== undefined;

/** Returns the families of this computer by name, or null if the browser was not allowed to list them. */
export async function localFamilies(): Promise<readonly string[] | null> {
  const fonts = await window.queryLocalFonts?.().catch(() => null); // without permission there is no list
  if (!fonts || fonts.length === 0) return null;
  return [...new Set(fonts.map(({ family }) => family))].sort((a, b) => a.localeCompare(b));
}

/** Holds letters of different widths, so that hardly any two fonts set it alike. */
// @wc-ignore
const PROBE = 'mmmMMMiiilllWWW0123 ,.?';

/** Returns whether this computer has a font: two fallbacks would be seen in its place otherwise. */
export function isInstalled(family: string): boolean {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return false;
  const widthIn = (families: string): number => {
    context.font = `72px ${families}`;
    return context.measureText(PROBE).width;
  };
  return ['monospace', 'serif'].some((other) => widthIn(`${quoted(family)}, ${other}`) !== widthIn(other));
}
