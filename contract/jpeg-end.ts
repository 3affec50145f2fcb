/** Is the first byte of each marker of a JPEG. */
const MARKER = 0xff;
const START = 0xd8;
const END = 0xd9;
const START_OF_SCAN = 0xda;
/** Markers of restarts stand within a scan. */
const RESTARTS = { first: 0xd0, last: 0xd7 };

const isRestart = (code: number): boolean => code >= RESTARTS.first && code <= RESTARTS.last;

/**
 * Returns where a JPEG ends, after its end marker, or null if it is cut off. What follows is not part of the picture,
 * such as the video of a phone's motion photo; nor is a preview inside its metadata.
 */
export function jpegEnd(bytes: Uint8Array): number | null {
  if (bytes[0] !== MARKER || bytes[1] !== START) return null;
  let at = 2;
  while (at < bytes.length) {
    // Marks may be preceded by any number of fill bytes.
    while (bytes[at] === MARKER && bytes[at + 1] === MARKER) at += 1;
    const code = bytes[at + 1];
    if (bytes[at] !== MARKER || code === undefined) return null;
    at += 2;
    if (code === END) return at;
    if (code === START || isRestart(code)) continue;
    const [high, low] = [bytes[at], bytes[at + 1]];
    if (high === undefined || low === undefined) return null;
    at += high * 256 + low;
    if (code === START_OF_SCAN) at = scanEnd(bytes, at);
  }
  return null;
}

/** Returns where the compressed data that begins at a place is followed by a marker. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MARKER, from); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== MARKER && !isRestart(code)) return at;
  }
  return bytes.length;
}
