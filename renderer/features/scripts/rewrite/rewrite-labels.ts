import { computeCost, findPrice, type ModelPrice } from '#contract/model-prices.ts';
import type { Rewrites } from '#contract/schema/rewrite.ts';
import { countWords } from '#markdown/words.ts';
import { formatRunCost } from '#renderer/shared/run-cost.ts';
import { plural } from '#renderer/ui/language.ts';
import type { z } from 'zod';
import type { Passage } from './passage.ts';

/** Describes which words an action would change. */
export function describePassage(passage: Passage | null): string {
  if (passage === null) return 'No words here: select some, or go to a section that has text';
  const { kind, heading, text } = passage;
  const words = plural(countWords(text), ['# word', '# words']);
  if (kind === 'selection') return `Selection, ${words}`;
  if (kind === 'section') return `Section “${heading}”, ${words}`;
  if (kind === 'text') return `Whole text, ${words}`;
  return heading === '' ? `First paragraph, ${words}` : `First paragraph of “${heading}”, ${words}`;
}

/** Returns the tokens of an answer and their cost, as far as known; '' if neither is. */
export function formatAnswerCost(
  { engine, usage }: Pick<z.output<typeof Rewrites>, 'engine' | 'usage'>,
  isPaid: boolean,
  prices: Readonly<Record<string, ModelPrice>>,
): { readonly label: string; readonly isPriced: boolean } {
  const price = isPaid ? findPrice(engine, prices) : null;
  const cost = usage && price && computeCost(usage, price);
  return { label: formatRunCost({ tokens: usage?.total_tokens ?? null, cost }), isPriced: !isPaid || price !== null };
}
