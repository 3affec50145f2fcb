import type { z } from 'zod';

import { pluralize } from '#contract/fields.ts';

export type FieldErrors = Record<string, string[]>;

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

const describeBound = (issue: RawIssue, word: 'least' | 'most', limit: unknown): string => {
  if (issue['origin'] === 'string') return `At ${word} ${pluralize(Number(limit), 'character', 'characters')}.`;
  if (issue['origin'] === 'array') return `At ${word} ${pluralize(Number(limit), 'entry', 'entries')}.`;
  return `At ${word} ${String(limit)}.`;
};

/** Returns a plain sentence for an issue whose schema has no message of its own. */
function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required.' : (KINDS[String(issue['expected'])] ?? 'Not valid.');
    case 'invalid_value': {
      if (issue.input === undefined) return 'This field is required.';
      return `One of: ${(issue['values'] as unknown[]).join(', ')}.`;
    }
    case 'too_small':
      return describeBound(issue, 'least', issue['minimum']);
    case 'too_big':
      return describeBound(issue, 'most', issue['maximum']);
    case 'unrecognized_keys':
      return 'Unknown field.';
    default:
      return 'Not valid.';
  }
}

function getFields(issues: readonly Issue[]): FieldErrors {
  const fields: FieldErrors = Object.create(null) as FieldErrors;
  const add = (path: readonly PropertyKey[], message: string): void => {
    const field = path.length === 0 ? 'body' : path.map(String).join('.');
    (fields[field] ??= []).push(message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], issue.message);
    else add(issue.path, issue.message);
  }
  return fields;
}

/** Parses a value; returns errors by field, as plain sentences that name the bound. */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.output<S> } | { ok: false; fields: FieldErrors } {
  const result = schema.safeParse(value, { error: describeIssue });
  return result.success ? { ok: true, value: result.data } : { ok: false, fields: getFields(result.error.issues) };
}
