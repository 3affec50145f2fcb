import { decodeBytes } from './decode-bytes.ts';
import { guessEncoding } from './guess.ts';
import { UnreadableFile } from '../unreadable-file.ts';

export interface DecodedText {
  readonly text: string;
  /** Plain sentences about anything guessed or unreadable. */
  readonly notes: string[];
}

const NO_TEXT = 'This isn’t a text file, despite its name.';
const REPLACEMENT = '\ufffd';

// @wc-ignore
const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength - (bytes.byteLength % 4));
  const chars: string[] = [];
  for (let index = 0; index < view.byteLength; index += 4) {
    const code = view.getUint32(index, littleEndian);
    chars.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? REPLACEMENT : String.fromCodePoint(code));
  }
  return chars.join('').replace(/^\ufeff/, '');
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding.startsWith('utf-32')) return decodeUtf32(bytes, encoding === 'utf-32le');
  return decodeBytes(bytes, encoding);
}

/** Finds wide characters by their zeros, which text has no other use for; null if the zeros do not look like that. */
function guessByZeros(bytes: Uint8Array): string | null {
  const zeros = [0, 0, 0, 0];
  const end = Math.min(bytes.length, 64 * 1024);
  for (let index = 0; index < end; index += 1) if (bytes[index] === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros;
  const quarter = end / 4;
  if (bytes.length % 4 === 0 && c > quarter * 0.9 && d > quarter * 0.9) return 'utf-32le';
  if (bytes.length % 4 === 0 && a > quarter * 0.9 && b > quarter * 0.9) return 'utf-32be';
  if (b + d > 0 && (a + c) * 50 < b + d) return 'utf-16le';
  if (a + c > 0 && (b + d) * 50 < a + c) return 'utf-16be';
  return null;
}

const ALLOWED_CONTROLS = '\t\n\f\r\u0085\u001a\u001b';
const isControl = (char: string): boolean => /\p{Cc}/u.test(char) && !ALLOWED_CONTROLS.includes(char);

/** Returns whether decoded text is none: control characters and damage in more than one of fifty characters. */
function looksBroken(text: string): boolean {
  const sample = [...text.slice(0, 64 * 1024)];
  const brokenCount = sample.filter(
    (char) => char === REPLACEMENT || isControl(char) || /[\p{Cn}\p{Co}]/u.test(char),
  ).length;
  return brokenCount * 50 > sample.length && brokenCount > 1;
}

/** Reads the encoding that a page or an XML file declares. */
function findDeclaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const label =
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ??
    /<meta[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // The bytes read so far are not wide characters.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null; // an encoding that nobody knows
  }
}

interface Utf8 {
  readonly text: string;
  /** Counts how many characters of two or more bytes are sound; longer ones count more. */
  readonly soundScore: number;
  readonly longestLength: number;
  readonly damagedCount: number;
}

function decodeAsUtf8(bytes: Uint8Array): Utf8 {
  const text = new TextDecoder().decode(bytes);
  let multiByteScore = 0;
  let longest = 0;
  let damagedCount = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (char === REPLACEMENT) damagedCount += 1;
    else if (code > 0x7f) {
      const length = code > 0xffff ? 4 : code > 0x7ff ? 3 : 2;
      longest = Math.max(longest, length);
      multiByteScore += length - 1;
    }
  }
  return { text, soundScore: multiByteScore, longestLength: longest, damagedCount };
}

/** A guess this bad is no text. */
const MIN_GUESS_SCORE = -0.4;

const describeDamage = (text: string): string[] => {
  const count = text.split(REPLACEMENT).length - 1;
  if (count === 0) return [];
  return [
    count === 1
      ? 'A character of the file is damaged and appears as �.'
      : `${count} characters of the file are damaged and appear as �.`,
  ];
};

function decodeByGuess(bytes: Uint8Array): DecodedText {
  const { text, name, score } = guessEncoding(bytes);
  if (score < MIN_GUESS_SCORE || looksBroken(text)) throw new UnreadableFile(NO_TEXT);
  return {
    text,
    notes: [
      `The file doesn’t say how its text is encoded, so it was read as ${name}. Check accented letters and other scripts.`,
    ],
  };
}

/**
 * Returns whether zeros are damage in a text of UTF-8. Wide characters have more of them, are no sound UTF-8, or have a
 * control character, a tab or a line end in every second byte.
 */
function areZerosDamage(bytes: Uint8Array): boolean {
  const { text, damagedCount } = decodeAsUtf8(bytes);
  const zeros = text.split('\0').length - 1;
  const blanks = text.match(/[\t\n]/g)?.length ?? 0;
  return damagedCount === 0 && zeros * 10 < bytes.length && blanks * 4 < text.length && !looksBroken(text);
}

/** Decodes UTF-8 with a sign of damage for each zero. */
function withoutZeros(bytes: Uint8Array): DecodedText {
  const text = decodeAs(bytes, 'utf-8').replaceAll('\0', REPLACEMENT);
  return { text, notes: describeDamage(text) };
}

/** Japanese mail switches between its characters by these. */
const JIS_ESCAPES = ['\u001b$@', '\u001b$B', '\u001b(J'];

/**
 * Decodes a text file: as its byte order mark or its zeros say, as UTF-8 if it is that or nearly so, as it declares
 * itself, or else as the encoding that its characters look most like. A damaged byte costs one character.
 * @throws UnreadableFile
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const markedEncoding = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const hasZeros = markedEncoding === undefined && bytes.includes(0);
  if (hasZeros && areZerosDamage(bytes)) return withoutZeros(bytes);
  const encoding = markedEncoding ?? (hasZeros ? guessByZeros(bytes) : null);
  if (encoding !== null) {
    const text = decodeAs(bytes, encoding);
    if (looksBroken(text)) throw new UnreadableFile(NO_TEXT);
    return { text, notes: describeDamage(text) };
  }
  if (hasZeros) throw new UnreadableFile(NO_TEXT);
  const utf8 = decodeAsUtf8(bytes);
  const label = findDeclaredEncoding(bytes);
  if (utf8.damagedCount === 0 && JIS_ESCAPES.some((sequence) => utf8.text.includes(sequence)))
    return { text: decodeAs(bytes, 'iso-2022-jp'), notes: [] };
  // Two letters of an older encoding can look like one of UTF-8.
  const isCoincidence =
    utf8.soundScore > 0 && utf8.soundScore <= 2 && utf8.longestLength === 2 && label !== null && label !== 'utf-8';
  if (utf8.damagedCount === 0 && !isCoincidence) {
    if (!looksBroken(utf8.text)) return { text: utf8.text, notes: describeDamage(utf8.text) };
    return decodeByGuess(bytes);
  }
  if (utf8.soundScore > utf8.damagedCount) return { text: utf8.text, notes: describeDamage(utf8.text) };
  if (label !== null && label !== 'utf-8') {
    const text = decodeAs(bytes, label);
    return { text, notes: describeDamage(text) };
  }
  return decodeByGuess(bytes);
}
