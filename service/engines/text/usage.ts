import type { TextUsage } from './text-engine.ts';

const addCounts = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);

/** Adds up the tokens of several answers; null if no provider reported any. */
export function sumUsage(parts: readonly (TextUsage | null)[]): TextUsage | null {
  return parts.reduce<TextUsage | null>(
    (sum, part) =>
      sum && part
        ? {
            prompt_tokens: addCounts(sum.prompt_tokens, part.prompt_tokens),
            completion_tokens: addCounts(sum.completion_tokens, part.completion_tokens),
            reasoning_tokens: addCounts(sum.reasoning_tokens, part.reasoning_tokens),
            total_tokens: sum.total_tokens + part.total_tokens,
          }
        : (part ?? sum),
    null,
  );
}
