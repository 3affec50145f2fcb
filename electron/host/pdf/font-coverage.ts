/**
 * Reads from the header of a TrueType or OpenType font which characters it has glyphs for (OpenType `cmap`, formats 4
 * and 12) and whether documents may embed it.
 */
import { closeSync, openSync, readSync } from 'node:fs';

export interface Face {
  /** Returns whether the font has a glyph for a code point. */
  covers(codePoint: number): boolean;
  /** False if the font's licence forbids embedding (OS/2 `fsType`). */
  readonly embeddable: boolean;
}

type Covers = Face['covers'];
type Read = (offset: number, length: number) => DataView;

const NEVER: Covers = () => false;

function readFormat4(view: DataView): Covers {
  const length = view.getUint16(6);
  const segments = length / 2;
  const [ends, starts, deltas, offsets] = [14, 16 + length, 16 + length * 2, 16 + length * 3] as const;
  return (codePoint) => {
    for (let index = 0; index < segments; index++) {
      if (view.getUint16(ends + index * 2) < codePoint) continue;
      const start = view.getUint16(starts + index * 2);
      if (start > codePoint) return false;
      const delta = view.getUint16(deltas + index * 2);
      const offset = view.getUint16(offsets + index * 2);
      if (offset === 0) return ((codePoint + delta) & 0xffff) !== 0;
      const glyph = offsets + index * 2 + offset + (codePoint - start) * 2;
      return glyph + 2 <= view.byteLength && view.getUint16(glyph) !== 0;
    }
    return false;
  };
}

function readFormat12(view: DataView): Covers {
  const groups = view.getUint32(12);
  return (codePoint) => {
    let [low, high] = [0, groups - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = 16 + middle * 12;
      if (view.getUint32(group) > codePoint) high = middle - 1;
      else if (view.getUint32(group + 4) < codePoint) low = middle + 1;
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group) !== 0;
    }
    return false;
  };
}

function readCoverage(read: Read, map: number): Covers {
  const head = read(map, 4);
  const count = head.getUint16(2);
  const records = read(map + 4, count * 8);
  const offsets = new Set(Array.from({ length: count }, (_, index) => records.getUint32(index * 8 + 4)));
  const covers = [...offsets].map((offset) => {
    const format = read(map + offset, 2).getUint16(0);
    if (format === 4) return readFormat4(read(map + offset, read(map + offset, 4).getUint16(2)));
    if (format === 12) return readFormat12(read(map + offset, read(map + offset, 8).getUint32(4)));
    return NEVER;
  });
  const supportedMaps = covers.filter((hasGlyph) => hasGlyph !== NEVER);
  return (codePoint) => supportedMaps.some((hasGlyph) => hasGlyph(codePoint));
}

function readFace(read: Read): Face | null {
  const isCollection = read(0, 4).getUint32(0) === 0x74746366; // "ttcf"
  const start = isCollection ? read(12, 4).getUint32(0) : 0;
  const count = read(start + 4, 2).getUint16(0);
  const records = read(start + 12, count * 16);
  const tables = new Map<number, number>();
  for (let index = 0; index < count; index++)
    tables.set(records.getUint32(index * 16), records.getUint32(index * 16 + 8));
  const map = tables.get(0x636d6170); // "cmap"
  const os2 = tables.get(0x4f532f32); // "OS/2"
  if (map === undefined) return null;
  const rights = os2 === undefined ? 0 : read(os2 + 8, 2).getUint16(0) & 0xf;
  return { covers: readCoverage(read, map), embeddable: rights !== 2 };
}

/** Reads the header of a font, from its file or its bytes; null if it is no font that can be read. */
export function readFontFace(font: string | Uint8Array): Face | null {
  return typeof font === 'string' ? readFaceOfFile(font) : readFaceOfBytes(font);
}

function readFaceOfBytes(bytes: Uint8Array): Face | null {
  try {
    return readFace((offset, length) => new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  } catch {
    return null;
  }
}

function readFaceOfFile(file: string): Face | null {
  let descriptor: number | null = null;
  try {
    const handle = (descriptor = openSync(file, 'r'));
    return readFace((offset, length) => {
      const bytes = new Uint8Array(length);
      if (readSync(handle, bytes, 0, length, offset) < length) throw new RangeError('The font file is too short.');
      return new DataView(bytes.buffer);
    });
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
