import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';

import { foldTable, foldText } from './fold-text.ts';

interface Folds {
  /** By folded letter: the inside of a bracket expression with every code point that folds to it. */
  readonly classes: ReadonlyMap<string, string>;
  /** The code points that fold to nothing. */
  readonly marks: string;
  /** Code points that fold to several letters. */
  readonly several: readonly (readonly [string, string])[];
}

function makeFolds(): Folds {
  const classes = new Map<string, string>();
  const several: [string, string][] = [];
  let marks = '';
  for (const [letter, folded] of foldTable()) {
    const count = [...folded].length;
    if (count === 0) marks += letter;
    else if (count > 1) several.push([letter, folded]);
    else classes.set(folded, (classes.get(folded) ?? folded) + letter);
  }
  return { classes, marks, several };
}

let made: Folds | undefined;
const folds = (): Folds => (made ??= makeFolds());

/** A PostgreSQL regular expression; punctuation stands for itself. */
function patternOf(term: string): string {
  const { classes } = folds();
  return [...foldText(term)]
    .map((letter) => {
      const known = classes.get(letter);
      if (known !== undefined) return `[${known}]`;
      return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter;
    })
    .join('');
}

/** Spells letters such as ß out and drops marks that stand alone, where there are any. */
function spelledOut(column: AnyColumn | SQL): SQL {
  const { marks, several } = folds();
  const any = `[${several.map(([letter]) => letter).join('')}${marks}]`;
  const spelled = several.reduce((text, [from, to]) => sql`replace(${text}, ${from}, ${to})`, sql`${column}`);
  return sql`case when ${column} ~ ${any} then regexp_replace(${spelled}, ${`[${marks}]`}, '', 'g') else ${column} end`;
}

/** Tests whether one of the columns contains the term, ignoring case and diacritics as `foldText` does. */
export function containsText(term: string, columns: readonly (AnyColumn | SQL)[]): SQL | undefined {
  const pattern = patternOf(term);
  const folded = foldText(term);
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
