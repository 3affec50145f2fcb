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
  const getByte = (index: number): number => source[index] ?? 0;
  const share = amount / 255;
  const row = 4 * width;
  for (let y = 0; y < height; y += 1) {
    const rowAbove = y > 0 ? -row : 0;
    const rowBelow = y < height - 1 ? row : 0;
    for (let x = 0; x < width; x += 1) {
      const pixel = y * row + 4 * x;
      const above = pixel + rowAbove;
      const below = pixel + rowBelow;
      const leftPixel = x > 0 ? pixel - 4 : pixel;
      const rightPixel = x < width - 1 ? pixel + 4 : pixel;
      const [a, b, c, d] = [getByte(above + 3), getByte(below + 3), getByte(leftPixel + 3), getByte(rightPixel + 3)];
      const weight = a + b + c + d;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = getByte(pixel + channel);
        const neighbourSum =
          a * getByte(above + channel) +
          b * getByte(below + channel) +
          c * getByte(leftPixel + channel) +
          d * getByte(rightPixel + channel);
        data[pixel + channel] = value + share * (weight * value - neighbourSum);
      }
    }
  }
}
