/**
 * Folds case and diacritics for search, one code point at a time: "Café", "CAFÉ" and "cafe" become "cafe". The SQL of
 * `contains-text.ts` is made from the same table, so both sides always agree and no database locale is involved.
 */

/** Letters that Unicode does not decompose, by what people type instead. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĳ: 'ij',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ƶ: 'z',
  ƀ: 'b',
  ɨ: 'i',
  ŋ: 'n',
  ς: 'σ',
};

/** Marks that are put on letters of any script. The Japanese voicing marks make other letters, so they stay. */
const DIACRITIC = /(?=\p{M})(?![\u3099\u309A])\p{Script=Inherited}/u;
const DIACRITICS = new RegExp(DIACRITIC, 'gu');
const FOLDABLE = /[\p{L}\p{M}\p{N}]/u;
const ASCII = /^[\0-\x7F]*$/;

/** Blocks with nothing to fold are left out, which makes the table in milliseconds. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x80, 0x2e7f],
  [0xa640, 0xabff],
  [0xf900, 0xffff],
  [0x10000, 0x11fff],
  [0x16e40, 0x16eff],
  [0x1d400, 0x1d7ff],
  [0x1e900, 0x1e95f],
];

function foldLetter(letter: string): string {
  if (DIACRITIC.test(letter)) return '';
  const plain = letter.normalize('NFKD').replace(DIACRITICS, '');
  const lower = ([...plain].length === 1 ? plain : letter).toLowerCase();
  return TYPED_AS[lower] ?? lower;
}

function makeTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (let code = 0x41; code <= 0x5a; code++) table.set(String.fromCodePoint(code), String.fromCodePoint(code + 0x20));
  for (const [first, last] of BLOCKS) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      if (!FOLDABLE.test(letter)) continue;
      const folded = foldLetter(letter);
      if (folded !== letter) table.set(letter, folded);
    }
  }
  return table;
}

let table: ReadonlyMap<string, string> | undefined;

/** Every code point that folding changes, with what it becomes: nothing, a letter, or several. */
export function foldTable(): ReadonlyMap<string, string> {
  table ??= makeTable();
  return table;
}

export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const folds = foldTable();
  let folded = '';
  for (const letter of text) folded += folds.get(letter) ?? letter;
  return folded;
}
