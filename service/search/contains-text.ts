import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';

import { foldText } from '#markdown/fold-text.ts';

/** Blocks that have letters, digits or marks to fold; the table is made once. */
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
/** Marks are taken off only after letters are composed with those that make another letter. */
const COMPOSING = /(?!\p{Default_Ignorable_Code_Point})\p{M}/u;

interface Folds {
  /** Lists every code point that folds to a letter, as the inside of a bracket expression. */
  readonly classes: ReadonlyMap<string, string>;
  /** Bracket expressions of what vanishes: before letters are composed, and what then was not composed. */
  readonly invisible: string;
  readonly marks: string;
  /** Fold to several letters. */
  readonly several: readonly (readonly [string, string])[];
}

/** Collects what folding changes in composed letters; compatibility forms are left to the database. */
function makeFolds(): Folds {
  const classes = new Map<string, string>();
  const several: [string, string][] = [];
  const [invisible, marks]: [number[], number[]] = [[], []];
  for (const [first, last] of BLOCKS) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      const folded = foldText(letter);
      if (folded === '' && !COMPOSING.test(letter)) invisible.push(code);
      else if (folded === letter || letter.normalize('NFKC') !== letter) continue;
      else if (folded === '') marks.push(code);
      else if ([...folded].length > 1) several.push([letter, folded]);
      else classes.set(folded, (classes.get(folded) ?? folded) + letter);
    }
  }
  return { classes, invisible: bracketed(invisible), marks: bracketed(marks), several };
}

/** Writes ascending code points as ranges, which the database reads faster. */
function bracketed(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return `[${ranges.map((range) => String.fromCodePoint(range[0], 0x2d, range[1])).join('')}]`;
}

let made: Folds | undefined;
const folds = (): Folds => (made ??= makeFolds());

/** Makes a PostgreSQL regular expression in which punctuation stands for itself. */
function patternOf(folded: string): string {
  const { classes } = folds();
  return [...folded]
    .map((letter) => {
      const known = classes.get(letter);
      if (known !== undefined) return `[${known}]`;
      return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter;
    })
    .join('');
}

/** Composes letters as `foldText` does, spells letters such as ß out and drops marks that stand alone. */
function spelledOut(column: AnyColumn | SQL): SQL {
  const { invisible, marks, several } = folds();
  const seen = sql`regexp_replace(${column}, ${invisible}, '', 'g')`;
  // Koreans type single letters, which compatibility forms would join into syllables.
  const composed = sql`case when ${column} ~ '[ㄱ-ㆎﾡ-ￜ]' then normalize(${seen}, NFC) else normalize(${seen}, NFKC) end`;
  const spelled = several.reduce((text, [from, to]) => sql`replace(${text}, ${from}, ${to})`, composed);
  return sql`regexp_replace(${spelled}, ${marks}, '', 'g')`;
}

/** Tests whether one of the columns contains the term, with letters folded as `foldText` does. */
export function containsText(term: string, columns: readonly (AnyColumn | SQL)[]): SQL | undefined {
  const folded = foldText(term);
  const pattern = patternOf(folded);
  return or(
    ...columns.map(
      (column) =>
        // Plain English needs no expression, which makes it several times faster.
        sql`case when octet_length(${column}) = char_length(${column})
          then strpos(lower(${column} collate "C"), ${folded}) > 0
          else ${spelledOut(column)} ~ ${pattern} end`,
    ),
  );
}
