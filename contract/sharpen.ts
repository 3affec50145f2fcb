/** RGBA, four bytes per pixel, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Raises the contrast between each pixel and its four neighbours; an `amount` of 1 is as sharp as it gets. Transparent
 * neighbours count less, so that a cut-out gets no rim.
 */
export function sharpen({ data, width, height }: Pixels, amount: number): void {
  const source = data.slice();
  const byte = (index: number): number => source[index] ?? 0;
  const share = amount / 255;
  const row = 4 * width;
  for (let y = 0; y < height; y += 1) {
    const rowAbove = y > 0 ? -row : 0;
    const rowBelow = y < height - 1 ? row : 0;
    for (let x = 0; x < width; x += 1) {
      const pixel = y * row + 4 * x;
      const above = pixel + rowAbove;
      const below = pixel + rowBelow;
      const left = x > 0 ? pixel - 4 : pixel;
      const right = x < width - 1 ? pixel + 4 : pixel;
      const [a, b, c, d] = [byte(above + 3), byte(below + 3), byte(left + 3), byte(right + 3)];
      const weight = a + b + c + d;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = byte(pixel + channel);
        const neighbourSum =
          a * byte(above + channel) + b * byte(below + channel) + c * byte(left + channel) + d * byte(right + channel);
        data[pixel + channel] = value + share * (weight * value - neighbourSum);
      }
    }
  }
}
