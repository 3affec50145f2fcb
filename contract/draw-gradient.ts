/** The members that the canvas contexts of the window and of the service share. */
export interface GradientPen {
  createLinearGradient(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
  ): { addColorStop(at: number, color: string): void };
}

/** Returns a fill that runs from one colour at the top to another at the bottom. */
export function downward(
  pen: GradientPen,
  [top, bottom]: readonly [number, number],
  [from, to]: readonly [string, string],
): unknown {
  const gradient = pen.createLinearGradient(0, top, 0, bottom);
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  return gradient;
}
