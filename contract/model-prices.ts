/** The prices of language models, so that a person sees the cost of a run at their provider. */

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** Prices go out of date, so a person's own come first. The first name that a model's name begins with counts. */
const KNOWN_PRICES: readonly (readonly [name: string, input: number, output: number])[] = [
  ['claude-opus-4-5', 5, 25],
  ['claude-opus-4', 15, 75],
  ['claude-sonnet-4', 3, 15],
  ['claude-3-7-sonnet', 3, 15],
  ['claude-haiku-4', 1, 5],
  ['claude-3-5-haiku', 0.8, 4],
  ['gemini-2.5-pro', 1.25, 10],
  ['gemini-2.5-flash-lite', 0.1, 0.4],
  ['gemini-2.5-flash', 0.3, 2.5],
  ['gemini-2.0-flash-lite', 0.075, 0.3],
  ['gemini-2.0-flash', 0.1, 0.4],
  ['gpt-5-mini', 0.25, 2],
  ['gpt-5-nano', 0.05, 0.4],
  ['gpt-5', 1.25, 10],
  ['gpt-4.1-mini', 0.4, 1.6],
  ['gpt-4.1-nano', 0.1, 0.4],
  ['gpt-4.1', 2, 8],
  ['gpt-4o-mini', 0.15, 0.6],
  ['gpt-4o', 2.5, 10],
];

/** Returns the last known list price of a model, or null. */
export function findKnownPrice(model: string): ModelPrice | null {
  // Routers put the provider before the name.
  const name = model.toLowerCase().replace(/^.*\//, '');
  const [, input, output] = KNOWN_PRICES.find(([prefix]) => name.startsWith(prefix)) ?? [];
  return input === undefined || output === undefined ? null : { input, output };
}

/** Builds the name under which runs record a model and its price is kept. */
export const getEngineName = (model: string, kind: string): string => `${model} (${kind})`;

/** Returns the price of an engine: the person's own, else the last known one, else null. */
export function findPrice(engine: string, ownPrices: Readonly<Record<string, ModelPrice>>): ModelPrice | null {
  return (
    (Object.hasOwn(ownPrices, engine) ? ownPrices[engine] : undefined) ??
    findKnownPrice(engine.replace(/ \([^()]*\)$/, ''))
  );
}

/** Returns US dollars, or null if the provider did not count both kinds of tokens. */
export function computeCost(
  usage: { readonly prompt_tokens: number | null; readonly completion_tokens: number | null },
  { input, output }: ModelPrice,
): number | null {
  const { prompt_tokens, completion_tokens } = usage;
  if (prompt_tokens === null || completion_tokens === null) return null;
  return (prompt_tokens * input + completion_tokens * output) / 1_000_000;
}
