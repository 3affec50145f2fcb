/**
 * Reads which characters a TrueType or OpenType font can draw from its character map (OpenType `cmap`, formats 4 and
 * 12).
 */

type Ranges = readonly (readonly [number, number])[];

function format4(view: DataView, at: number): Ranges {
  const segments = view.getUint16(at + 6) / 2;
  const ranges: [number, number][] = [];
  for (let index = 0; index < segments; index += 1) {
    const end = view.getUint16(at + 14 + index * 2);
    const start = view.getUint16(at + 16 + segments * 2 + index * 2);
    if (start <= end && start !== 0xffff) ranges.push([start, end]);
  }
  return ranges;
}

function format12(view: DataView, at: number): Ranges {
  const groups = view.getUint32(at + 12);
  return Array.from({ length: groups }, (_, index): [number, number] => {
    const group = at + 16 + index * 12;
    return [view.getUint32(group), view.getUint32(group + 4)];
  });
}

function characterMap(view: DataView): number | null {
  const tables = view.getUint16(4);
  for (let index = 0; index < tables; index += 1) {
    const record = 12 + index * 16;
    if (view.getUint32(record) === 0x636d6170) return view.getUint32(record + 8); // "cmap"
  }
  return null;
}

/** Returns a function that tells whether a code point has a glyph. A font without a readable map has none. */
export function coverageOf(font: Uint8Array): (codePoint: number) => boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const map = characterMap(view);
  const ranges: (readonly [number, number])[] = [];
  for (let index = 0; map !== null && index < view.getUint16(map + 2); index += 1) {
    const at = map + view.getUint32(map + 4 + index * 8 + 4);
    const format = view.getUint16(at);
    if (format === 4) ranges.push(...format4(view, at));
    else if (format === 12) ranges.push(...format12(view, at));
  }
  return (codePoint) => ranges.some(([start, end]) => codePoint >= start && codePoint <= end);
}
