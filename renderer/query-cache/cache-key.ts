import { isRecord } from '#contract/record.ts';

/** Returns a key that is always the same for the same query. */
export function getCacheKey(account: string, operation: string, input: object): string {
  return `${account}/${operation}?${toStableJson(input)}`;
}

function toStableJson(value: unknown): string {
  if (!isRecord(value)) return JSON.stringify(value) ?? '';
  const parts = Object.keys(value)
    .filter((key) => value[key] !== undefined && value[key] !== null)
    .sort()
    .map((key) => `${key}:${toStableJson(value[key])}`);
  return `{${parts.join(',')}}`;
}
