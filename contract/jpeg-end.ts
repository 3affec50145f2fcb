/** The first byte of each marker of a JPEG. */
const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Markers of restarts stand within a scan. */
const RESTARTS = { first: 0xd0, last: 0xd7 };

const isRestart = (code: number): boolean => code >= RESTARTS.first && code <= RESTARTS.last;

/**
 * Returns the offset after a JPEG's end marker, or null if it is cut off. Bytes after it are not part of the
 * picture, such as the video of a phone's motion photo; nor is a preview inside its metadata.
 */
export function findJpegEnd(bytes: Uint8Array): number | null {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return null;
  let offset = 2;
  while (offset < bytes.length) {
    // Markers may be preceded by any number of fill bytes.
    while (bytes[offset] === MARKER && bytes[offset + 1] === MARKER) offset += 1;
    const code = bytes[offset + 1];
    if (bytes[offset] !== MARKER || code === undefined) return null;
    offset += 2;
    if (code === END_OF_IMAGE) return offset;
    if (code === START_OF_IMAGE || isRestart(code)) continue;
    const [high, low] = [bytes[offset], bytes[offset + 1]];
    if (high === undefined || low === undefined) return null;
    offset += high * 256 + low;
    if (code === START_OF_SCAN) offset = findScanEnd(bytes, offset);
  }
  return null;
}

/** Returns the offset of the marker that ends the compressed data beginning at a place. */
function findScanEnd(bytes: Uint8Array, from: number): number {
  for (let offset = bytes.indexOf(MARKER, from); offset >= 0; offset = bytes.indexOf(MARKER, offset + 1)) {
    const code = bytes[offset + 1] ?? 0;
    if (code !== 0 && code !== MARKER && !isRestart(code)) return offset;
  }
  return bytes.length;
}
