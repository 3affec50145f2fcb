import type { LocalRun } from '#contract/schema/script.ts';

import type { JsonObject } from '../../store/schema.ts';

export const toInteger = (value: unknown): number | null => (typeof value === 'number' ? Math.trunc(value) : null);

/** Returns the tokens that a model counted for a run. */
export function toUsageView(usage: JsonObject | null): LocalRun['usage'] {
  return (
    usage && {
      prompt_tokens: toInteger(usage['prompt_tokens']),
      completion_tokens: toInteger(usage['completion_tokens']),
      reasoning_tokens: toInteger(usage['reasoning_tokens']),
      total_tokens: toInteger(usage['total_tokens']) ?? 0,
    }
  );
}
