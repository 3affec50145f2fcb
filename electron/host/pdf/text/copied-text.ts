/**
 * Corrects the text that people copy from a PDF or find in it. Where the glyphs of one character stand at different
 * heights, such as a letter and the mark above it, the Typst compiler (0.14) assigns the whole character to each of
 * them, so that it would be copied several times.
 */
import { RIGHT_TO_LEFT_SCRIPT } from '#markdown/text-direction.ts';
import { toHex, encodeHex, decodeHex } from './content-stream.ts';
import { readPageText, type Font, type PageText, type Piece, type ShownString } from './page-text.ts';
import { PdfFile } from './pdf-file.ts';

type Character = readonly Piece[];

/** Maps the glyphs of one font to texts. */
type Texts = ReadonlyMap<number, string>;

const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;
/** Vowel signs that are written before the letter after which they are spoken. */
const BEFORE_LETTER =
  /[\u093F\u09BF\u09C7\u09C8\u0A3F\u0ABF\u0B47\u0BC6-\u0BC8\u0D46-\u0D48\u0DD9-\u0DDB\u1031\u17C1-\u17C3]/;
/** Assigned to glyphs without text, as each glyph must have one. */
const NO_TEXT = '\u200b';

/**
 * Groups pieces by character. A piece continues the previous character if it is at another height, has the same
 * text, and does not begin like it.
 */
function getCharacters(pieces: readonly Piece[]): Character[] {
  const characters: Piece[][] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    const last = characters.at(-1);
    const isContinuation =
      before?.text === piece.text &&
      before.font === piece.font &&
      before.item + 1 === piece.item &&
      before.y !== piece.y &&
      last?.[0]?.codes[0] !== piece.codes[0];
    if (isContinuation && last) last.push(piece);
    else characters.push([piece]);
  }
  return characters;
}

/** Divides a character's text among its glyphs, if it has one letter or mark for each. */
function divideText(character: Character): (readonly [number, string])[] {
  const codes = character.flatMap((piece) => piece.codes);
  const text = character[0]?.text ?? '';
  if (codes.length === 1) return codes.map((code) => [code, text]);
  const parts = [...text.replace(SHAPELESS, '')];
  if (parts.length !== codes.length || (BEFORE_LETTER.test(text) && parts.length > 2)) return [];
  if (RIGHT_TO_LEFT_SCRIPT.test(text) || BEFORE_LETTER.test(text)) parts.reverse();
  return codes.map((code, at) => [code, parts[at] ?? '']);
}

/** Returns the text that each glyph of a font stands for most often. */
function findUsualTexts(font: Font, characters: readonly Character[]): Texts {
  const counts = new Map<number, Map<string, number>>();
  const all = new Set<number>();
  for (const character of characters) {
    if (character[0]?.font !== font) continue;
    for (const piece of character) for (const code of piece.codes) all.add(code);
    for (const [code, text] of divideText(character)) {
      const textCounts = counts.get(code) ?? new Map<string, number>();
      counts.set(code, textCounts.set(text, (textCounts.get(text) ?? 0) + 1));
    }
  }
  const usualTexts = new Map<number, string>();
  for (const code of all) {
    const [mostFrequent] = [...(counts.get(code) ?? [])].sort(([, a], [, b]) => b - a);
    usualTexts.set(code, mostFrequent?.[0] || font.texts.get(code) || NO_TEXT);
  }
  return usualTexts;
}

/** Counts how often each height occurs: marks stand at rarer heights than the letters of their line. */
function countHeights(pieces: readonly Piece[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { y } of pieces) counts.set(y, (counts.get(y) ?? 0) + 1);
  return counts;
}

/** Divides the text of a character between its first and last piece on the line, and gives none to its marks. */
function splitOnLine(character: Character, counts: ReadonlyMap<string, number>): string[] {
  const text = character[0]?.text ?? '';
  const maxCount = Math.max(...character.map(({ y }) => counts.get(y) ?? 0));
  const isOnLine = ({ y }: Piece): boolean => counts.get(y) === maxCount;
  const [first, last] = [character.findIndex(isOnLine), character.findLastIndex(isOnLine)];
  const end = first === last || RIGHT_TO_LEFT_SCRIPT.test(text) ? '' : ([...text].at(-1) ?? '');
  return character.map((_, at) => {
    if (at === first) return text.slice(0, text.length - end.length);
    return at === last ? end : '';
  });
}

/** Returns the texts of pieces that cannot be derived from their glyphs. */
function assignTexts(pieces: readonly Piece[], usualTexts: ReadonlyMap<Font, Texts>): Map<Piece, string> {
  const textByPiece = new Map<Piece, string>();
  const counts = countHeights(pieces);
  for (const character of getCharacters(pieces)) {
    const [first] = character;
    if (character.length > 1) {
      const parts = splitOnLine(character, counts);
      for (const [at, piece] of character.entries()) textByPiece.set(piece, parts[at] ?? '');
    } else if (first?.codes.length === 1) {
      const [code = 0] = first.codes;
      if (usualTexts.get(first.font)?.get(code) !== first.text) textByPiece.set(first, first.text);
    }
  }
  return textByPiece;
}

const openSpan = (text: string): string => `/Span <</ActualText <FEFF${encodeHex(text)}>>> BDC`;

/** Rewrites a string, in parts where its glyphs need texts of their own. */
function rewriteString({ glyphs, rest, pieces }: ShownString, textByPiece: ReadonlyMap<Piece, string>): string {
  let writtenText = '';
  let part = '';
  const flush = (): void => {
    if (part !== '') writtenText += `[${part}] TJ\n`;
    part = '';
  };
  for (const [at, { code, before }] of glyphs.entries()) {
    const piece = pieces[at];
    const text = piece && textByPiece.get(piece);
    if (text === undefined) part += `${before}<${toHex(code)}>`;
    else {
      flush();
      writtenText += `${openSpan(text)}\n[${before}<${toHex(code)}>] TJ\nEMC\n`;
    }
  }
  part += rest;
  flush();
  return writtenText;
}

function rewriteContent(
  content: string,
  { shownStrings, spans }: PageText,
  textByPiece: ReadonlyMap<Piece, string>,
): string {
  const changes: { start: number; end: number; text: string }[] = [];
  for (const string of shownStrings) {
    if (!string.pieces.some((piece) => textByPiece.has(piece))) continue;
    changes.push({
      start: string.operation.start,
      end: string.operation.end,
      text: rewriteString(string, textByPiece),
    });
  }
  for (const { open, piece } of spans) {
    const text = textByPiece.get(piece);
    if (text !== undefined) changes.push({ start: open.start, end: open.end, text: openSpan(text) });
  }
  changes.sort((a, b) => a.start - b.start);
  let rewritten = '';
  let copiedTo = 0;
  for (const { start, end, text } of changes) {
    rewritten += content.slice(copiedTo, start) + text;
    copiedTo = end;
  }
  return rewritten + content.slice(copiedTo);
}

const MAX_PER_SECTION = 100;

/** Replaces the texts of a font's glyphs. */
function rewriteCmap(cmap: string, texts: ReadonlyMap<number, string>): string {
  const lines = [...texts].sort(([a], [b]) => a - b).map(([code, text]) => `<${toHex(code)}> <${encodeHex(text)}>`);
  const sections: string[] = [];
  for (let at = 0; at < lines.length; at += MAX_PER_SECTION) {
    const part = lines.slice(at, at + MAX_PER_SECTION);
    sections.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
  }
  return cmap.replace(/\d+ beginbfchar[\s\S]*endbfchar/, sections.join('\n'));
}

function parseCmap(cmap: string): Map<number, string> {
  const lines = cmap.matchAll(/^<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]*)>$/gm);
  return new Map(
    [...lines].flatMap(([, code = '', text = '']) => (text === '' ? [] : [[parseInt(code, 16), decodeHex(text)]])),
  );
}

interface Page {
  readonly number: number;
  readonly content: string;
  readonly text: PageText;
}

/** Reads fonts with two bytes per glyph; others, such as those of emoji, have a text for each glyph. */
function createFontReader(file: PdfFile): (number: string) => Font | null {
  const fonts = new Map<string, Font | null>();
  return (number) => {
    const cachedFont = fonts.get(number);
    if (cachedFont !== undefined) return cachedFont;
    const object = file.getObject(Number(number));
    const cmap = Number(/\/ToUnicode (\d+) 0 R/.exec(object)?.[1]);
    const font = object.includes('/Identity-H') && cmap > 0 ? { cmap, texts: parseCmap(file.readStream(cmap)) } : null;
    fonts.set(number, font);
    return font;
  };
}

/** Reads the text of all pages. */
export function getPages(file: PdfFile): Page[] {
  const getFont = createFontReader(file);
  return file.listPages().flatMap((page) => {
    const number = Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]);
    const names = /\/Font <<([\s\S]*?)>>/.exec(page)?.[1] ?? '';
    const fonts = [...names.matchAll(/(\/\S+) (\d+) 0 R/g)].map(
      ([, name = '', font = '']) => [name, getFont(font)] as const,
    );
    if (!(number > 0)) return [];
    const content = file.readStream(number);
    return [{ number, content, text: readPageText(content, new Map(fonts)) }];
  });
}

/** Returns the file with each character assigned once. */
export function correctCopiedText(bytes: Uint8Array): Uint8Array {
  const file = new PdfFile(bytes);
  const pages = getPages(file);
  const characters = pages.flatMap(({ text }) => getCharacters(text.pieces));
  if (characters.every((character) => character.length === 1 && character[0]?.codes.length === 1)) return bytes;
  const fonts = new Set(characters.flatMap((character) => character[0]?.font ?? []));
  const usualTexts = new Map([...fonts].map((font) => [font, findUsualTexts(font, characters)]));
  for (const { number, content, text } of pages) {
    file.setStream(number, rewriteContent(content, text, assignTexts(text.pieces, usualTexts)));
  }
  for (const [font, texts] of usualTexts) file.setStream(font.cmap, rewriteCmap(file.readStream(font.cmap), texts));
  return file.write();
}
