/** Detects a file's type from its first bytes, whatever its name says. */
import { open } from 'node:fs/promises';

const HEADER_BYTES = 64;

const hasTextAt = (bytes: Uint8Array, from: number, text: string): boolean =>
  Buffer.from(bytes.subarray(from, from + text.length)).toString('latin1') === text;

/** Detects an MP3 without a tag: eleven set bits, then layer III. */
const isMp3 = ([first = 0, second = 0]: Uint8Array): boolean => first === 0xff && (second & 0xe6) === 0xe2;

/** Tells ISO media files apart by the brand after `ftyp`. */
function detectIsoType(bytes: Uint8Array): string {
  if (hasTextAt(bytes, 8, 'M4A') || hasTextAt(bytes, 8, 'M4B')) return 'audio/mp4';
  return hasTextAt(bytes, 8, 'qt  ') ? 'video/quicktime' : 'video/mp4';
}

const KINDS: readonly (readonly [matches: (bytes: Uint8Array) => boolean, type: string])[] = [
  [(bytes) => hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n'), 'image/png'],
  [(bytes) => hasTextAt(bytes, 0, '\xff\xd8\xff'), 'image/jpeg'],
  [(bytes) => hasTextAt(bytes, 0, 'GIF87a') || hasTextAt(bytes, 0, 'GIF89a'), 'image/gif'],
  [(bytes) => hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP'), 'image/webp'],
  [(bytes) => hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WAVE'), 'audio/wav'],
  [(bytes) => hasTextAt(bytes, 0, '\x1a\x45\xdf\xa3'), 'video/webm'],
  [(bytes) => hasTextAt(bytes, 0, 'OggS'), 'audio/ogg'],
  [(bytes) => hasTextAt(bytes, 0, 'fLaC'), 'audio/flac'],
  [(bytes) => hasTextAt(bytes, 0, 'ID3') || isMp3(bytes), 'audio/mpeg'],
];

/** Returns null for an unsupported file. */
export function detectContentType(bytes: Uint8Array): string | null {
  if (hasTextAt(bytes, 4, 'ftyp')) return detectIsoType(bytes);
  return KINDS.find(([matches]) => matches(bytes))?.[1] ?? null;
}

export async function readFirstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
