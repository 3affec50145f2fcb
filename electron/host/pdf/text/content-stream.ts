/** Reads the operators of a page's content stream. Bytes are characters (Latin-1). */

export interface Operation {
  readonly operator: string;
  readonly operands: readonly string[];
  /** Spans the operation, from its first operand to the end of its operator. */
  readonly start: number;
  readonly end: number;
}

const SPACE = /[\s\0]+/y;
/** Dictionaries and arrays are read with everything inside; strings are read by `findStringEnd`. */
const TOKEN = /\/[^\s()<>[\]/%]*|<[0-9A-Fa-f\s]*>|[^\s()<>[\]/%]+/y;
const OPERAND = /^[-+.\d/<([]|^(?:true|false|null)$/;
const PAIRS: Readonly<Record<string, string>> = { '<<': '>>', '[': ']' };

function findStringEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function findTokenEnd(text: string, start: number): number {
  if (text[start] === '(') return findStringEnd(text, start);
  const open = text.startsWith('<<', start) ? '<<' : text[start] === '[' ? '[' : null;
  if (open !== null) {
    const close = PAIRS[open] ?? '';
    let at = skipSpace(text, start + open.length);
    while (at < text.length && !text.startsWith(close, at)) at = skipSpace(text, findTokenEnd(text, at));
    return at + close.length;
  }
  TOKEN.lastIndex = start;
  return TOKEN.test(text) ? TOKEN.lastIndex : start + 1;
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  return SPACE.test(text) ? SPACE.lastIndex : at;
}

export function* parseOperations(text: string): Generator<Operation> {
  let operands: string[] = [];
  let start = skipSpace(text, 0);
  for (let at = start; at < text.length;) {
    const end = findTokenEnd(text, at);
    const token = text.slice(at, end);
    if (OPERAND.test(token)) operands.push(token);
    else {
      yield { operator: token, operands, start, end };
      operands = [];
    }
    at = skipSpace(text, end);
    if (operands.length === 0) start = at;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function decodeString(string: string): string {
  if (string.startsWith('<')) return Buffer.from(string.slice(1, -1).replace(/\s/g, ''), 'hex').toString('latin1');
  return string.slice(1, -1).replace(/\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g, (_, octal?: string, char?: string) => {
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
    return char === undefined || char === '\n' ? '' : (ESCAPES[char] ?? char);
  });
}

/** A glyph of a two-byte font, with the adjustments before it in its string. */
export interface ShownGlyph {
  readonly code: number;
  readonly before: string;
}

/** Reads the glyphs that `Tj` or `TJ` shows; `rest` is an adjustment after the last. */
export function parseGlyphs(operand: string): { glyphs: ShownGlyph[]; rest: string } {
  const glyphs: ShownGlyph[] = [];
  let before = '';
  const inner = operand.startsWith('[') ? operand.slice(1, -1) : operand;
  for (let at = skipSpace(inner, 0); at < inner.length;) {
    const end = findTokenEnd(inner, at);
    const token = inner.slice(at, end);
    if (/^[(<]/.test(token)) {
      const bytes = decodeString(token);
      for (let index = 0; index + 1 < bytes.length; index += 2) {
        glyphs.push({ code: bytes.charCodeAt(index) * 256 + bytes.charCodeAt(index + 1), before });
        before = '';
      }
    } else before += `${token} `;
    at = skipSpace(inner, end);
  }
  return { glyphs, rest: before };
}

export const toHex = (code: number): string => code.toString(16).padStart(4, '0').toUpperCase();

/** Decodes a hexadecimal string of UTF-16. */
export function decodeHex(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le')
    .replace(/^\uFEFF/, '');
}

export const encodeHex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
