import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';

import { foldText } from '#markdown/fold-text.ts';

/** The blocks that have letters, digits or marks to fold. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x41, 0x5a],
  [0x80, 0x2e7f],
  [0x3000, 0x30ff],
  [0x3164, 0x3164],
  [0xa620, 0xabff],
  [0xfcf2, 0xfcf4],
  [0xfe00, 0xfe7f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0x10000, 0x11fff],
  [0x16a60, 0x16eff],
  [0x1bca0, 0x1bca3],
  [0x1cf00, 0x1cf46],
  [0x1d165, 0x1d1ad],
  [0x1e130, 0x1e95f],
  [0xe0000, 0xe007f],
  [0xe0100, 0xe01ef],
];
/** Matches marks that are removed only after composing the letters which they turn into others. */
const COMPOSING = /(?!\p{Default_Ignorable_Code_Point})\p{M}/u;

interface Folds {
  /** Every code point that folds to a letter, as the inside of a bracket expression. */
  readonly classes: ReadonlyMap<string, string>;
  /** Letters to remove before composing, and marks to remove after it, as bracket expressions. */
  readonly invisible: string;
  readonly marks: string;
  /** Letters that fold to several, each with its folded form. */
  readonly multiLetter: readonly (readonly [string, string])[];
}

/** Collects what folding changes in composed letters; compatibility forms are left to the database. */
function makeFolds(): Folds {
  const classes = new Map<string, string>();
  const multiLetter: [string, string][] = [];
  const [invisible, marks]: [number[], number[]] = [[], []];
  for (const [first, last] of BLOCKS) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      const foldedLetter = foldText(letter);
      if (foldedLetter === '' && !COMPOSING.test(letter)) invisible.push(code);
      else if (foldedLetter === letter || letter.normalize('NFKC') !== letter) continue;
      else if (foldedLetter === '') marks.push(code);
      else if ([...foldedLetter].length > 1) multiLetter.push([letter, foldedLetter]);
      else classes.set(foldedLetter, (classes.get(foldedLetter) ?? foldedLetter) + letter);
    }
  }
  return { classes, invisible: toBracketExpression(invisible), marks: toBracketExpression(marks), multiLetter };
}

/** Writes ascending code points as ranges, which the database reads faster. */
function toBracketExpression(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return `[${ranges.map((range) => String.fromCodePoint(range[0], 0x2d, range[1])).join('')}]`;
}

let cachedFolds: Folds | undefined;
const getFolds = (): Folds => (cachedFolds ??= makeFolds());

/** Makes a PostgreSQL regular expression in which punctuation stands for itself. */
function toPattern(foldedText: string): string {
  const { classes } = getFolds();
  return [...foldedText]
    .map((letter) => {
      const letterClass = classes.get(letter);
      if (letterClass !== undefined) return `[${letterClass}]`;
      return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter;
    })
    .join('');
}

/** Composes letters as `foldText` does, spells letters such as ß out and drops marks that stand alone. */
function foldColumn(column: AnyColumn | SQL): SQL {
  const { invisible, marks, multiLetter } = getFolds();
  const visibleText = sql`regexp_replace(${column}, ${invisible}, '', 'g')`;
  // Koreans type single letters, which compatibility forms would join into syllables.
  const composedText = sql`case when ${column} ~ '[ㄱ-ㆎﾡ-ￜ]' then normalize(${visibleText}, NFC) else normalize(${visibleText}, NFKC) end`;
  const expandedText = multiLetter.reduce((text, [from, to]) => sql`replace(${text}, ${from}, ${to})`, composedText);
  return sql`regexp_replace(${expandedText}, ${marks}, '', 'g')`;
}

/** Tests whether one of the columns contains the term, with letters folded as `foldText` does. */
export function containsText(term: string, columns: readonly (AnyColumn | SQL)[]): SQL | undefined {
  const foldedTerm = foldText(term);
  const pattern = toPattern(foldedTerm);
  return or(
    ...columns.map(
      (column) =>
        // Plain English needs no expression, which makes it several times faster.
        sql`case when octet_length(${column}) = char_length(${column})
          then strpos(lower(${column} collate "C"), ${foldedTerm}) > 0
          else ${foldColumn(column)} ~ ${pattern} end`,
    ),
  );
}
