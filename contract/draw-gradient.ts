import type { Box } from './box.ts';

/** The members that the canvas contexts of the window and of the service share. */
export interface GradientPen {
  createLinearGradient(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
  ): { addColorStop(at: number, color: string): void };
}

/** The direction of a gradient that names none: from the top to the bottom. */
export const DOWNWARD = 180;

/**
 * Returns a fill of a box that runs from one colour to another. The angle is in degrees as in CSS (`linear-gradient`,
 * CSS Images 3): 180 runs down, 90 to the right, and the colours reach the corners.
 */
export function createGradientFill(
  pen: GradientPen,
  { x, y, width, height }: Box,
  [from, to]: readonly [string, string],
  angle: number = DOWNWARD,
): unknown {
  const radians = (angle * Math.PI) / 180;
  const [right, down] = [Math.sin(radians), -Math.cos(radians)];
  const halfLength = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  const [offsetX, offsetY] = [right * halfLength, down * halfLength];
  const gradient = pen.createLinearGradient(
    ...([centerX - offsetX, centerY - offsetY, centerX + offsetX, centerY + offsetY] as const),
  );
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  return gradient;
}
