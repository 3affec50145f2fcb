import { findHeadings } from '#markdown/headings.ts';

const BUDGET = /[([]\s*(?:about |~\s*)?(\d[\d.,\s]*)\s*words?\s*[)\]]/i;

/** Strips number, budget and case from a heading, to match sections of outline and script. */
const normaliseHeading = (text: string): string =>
  text
    .replace(BUDGET, '')
    .replace(/^\s*\d+[.):]?\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

interface MeasuredSection {
  readonly text: string;
  readonly level: number;
  readonly spoken: number;
}

/** Word budgets by normalised heading. */
type Budgets = ReadonlyMap<string, number>;

/** Returns the word budgets an outline sets for its sections: "## 2. The bottleneck (240 words)". */
export function readOutlineBudgets(outline: string): Budgets {
  const budgets = new Map<string, number>();
  for (const { text } of findHeadings(outline)) {
    const words = BUDGET.exec(text)?.[1];
    if (words !== undefined) budgets.set(normaliseHeading(text), Number(words.replace(/\D/g, '')));
  }
  return budgets;
}

/**
 * Returns each section's target words: the outline's budget, else an equal share of what the budgets leave of `total`.
 * Returns null if nothing is left, `total` is null, or the section only contains others.
 */
export function computeSectionTargets(
  budgets: Budgets,
  sections: readonly MeasuredSection[],
  total: number | null,
): (number | null)[] {
  const sectionBudgets = sections.map(({ text }) => budgets.get(normaliseHeading(text)) ?? null);
  const sharesRest = sections.map(({ level, spoken }, index) => {
    const holdsOthers = spoken === 0 && (sections[index + 1]?.level ?? 0) > level;
    return sectionBudgets[index] === null && level > 0 && !holdsOthers;
  });
  const remaining = (total ?? 0) - sectionBudgets.reduce<number>((sum, words) => sum + (words ?? 0), 0);
  const share = remaining / sharesRest.filter(Boolean).length;
  return sectionBudgets.map((words, index) => words ?? (sharesRest[index] && share > 0 ? Math.round(share) : null));
}
