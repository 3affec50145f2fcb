import { headings } from '#markdown/headings.ts';

const BUDGET = /[([]\s*(?:about |~\s*)?(\d[\d.,\s]*)\s*words?\s*[)\]]/i;

/** A heading's words without number, budget and case, to find the same section in outline and script. */
const plain = (text: string): string =>
  text
    .replace(BUDGET, '')
    .replace(/^\s*\d+[.):]?\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/**
 * How many words each section of a script should have, by the budgets in its outline ("## 2. The bottleneck (240
 * words)"). Null where the outline names none for it.
 */
export function sectionTargets(outline: string, sections: readonly { readonly text: string }[]): (number | null)[] {
  const budgets = new Map<string, number>();
  for (const { text } of headings(outline)) {
    const words = BUDGET.exec(text)?.[1];
    if (words !== undefined) budgets.set(plain(text), Number(words.replace(/\D/g, '')));
  }
  return sections.map(({ text }) => budgets.get(plain(text)) ?? null);
}
