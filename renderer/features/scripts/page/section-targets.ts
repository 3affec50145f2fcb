import { headings } from '#markdown/headings.ts';

const BUDGET = /[([]\s*(?:about |~\s*)?(\d[\d.,\s]*)\s*words?\s*[)\]]/i;

/** Strips number, budget and case from a heading, to match sections of outline and script. */
const plain = (text: string): string =>
  text
    .replace(BUDGET, '')
    .replace(/^\s*\d+[.):]?\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

interface Part {
  readonly text: string;
  readonly level: number;
  readonly spoken: number;
}

/** Maps normalised headings to words. */
type Budgets = ReadonlyMap<string, number>;

/** Returns the word budgets an outline sets for its sections: "## 2. The bottleneck (240 words)". */
export function outlineBudgets(outline: string): Budgets {
  const budgets = new Map<string, number>();
  for (const { text } of headings(outline)) {
    const words = BUDGET.exec(text)?.[1];
    if (words !== undefined) budgets.set(plain(text), Number(words.replace(/\D/g, '')));
  }
  return budgets;
}

/**
 * Returns each section's target words: the outline's budget, else an equal share of what the budgets leave of `total`.
 * Returns null if nothing is left, `total` is null, or the section only contains others.
 */
export function sectionTargets(budgets: Budgets, sections: readonly Part[], total: number | null): (number | null)[] {
  const named = sections.map(({ text }) => budgets.get(plain(text)) ?? null);
  const open = sections.map(({ level, spoken }, index) => {
    const holdsOthers = spoken === 0 && (sections[index + 1]?.level ?? 0) > level;
    return named[index] === null && level > 0 && !holdsOthers;
  });
  const left = (total ?? 0) - named.reduce<number>((sum, words) => sum + (words ?? 0), 0);
  const share = left / open.filter(Boolean).length;
  return named.map((words, index) => words ?? (open[index] && share > 0 ? Math.round(share) : null));
}
