/** Measures and draws texts in the window's fonts. */
import * as shared from '#contract/draw-text.ts';
import { getTextDirection } from '#markdown/text-direction.ts';
import type { Context } from './context.ts';
import { type ChosenFont, toCssFamilies } from './fonts.ts';
import type { Box } from '#contract/box.ts';
import type { TextLook } from './items.ts';

let measureContext: Context | null = null;

/** Returns the font and direction of a text in this window. */
export const getSetting = ({ size, content, ...chosen }: ChosenFont & Pick<TextLook, 'size' | 'content'>) => ({
  // @wc-ignore
  font: `${size}px ${toCssFamilies(chosen, content)}`,
  getDirection: getTextDirection,
});

/** Returns the size of the whole text with its outlines and padding, rounded to whole units. */
export function measure(text: TextLook): { width: number; height: number } {
  measureContext ??= new OffscreenCanvas(1, 1).getContext('2d');
  return measureContext ? shared.measureText(measureContext, text, getSetting(text)) : { width: 1, height: 1 };
}

/** Draws a text with its upper left corner at `x`, `y`. */
export const drawText = (context: Context, text: TextLook, at: Pick<Box, 'x' | 'y'>): void =>
  shared.drawText(context, text, getSetting(text), at);
