/** Generates values below, at and above every bound of a body's fields, from its JSON Schema. */
import { z } from 'zod';

import { LIMITS } from '#contract/limits.ts';

export interface Probe {
  readonly field: string;
  readonly what: string;
  readonly body: unknown;
  /** False means it must be refused with an error for this field; true means it must not be refused for its bounds. */
  readonly fits: boolean;
}

interface Node {
  type?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  enum?: unknown[];
  items?: Node;
  anyOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
}

const isWebAddress = (value: unknown): boolean => typeof value === 'string' && value.startsWith('http');

function stringOf(length: number, like: unknown): string {
  const start = isWebAddress(like) ? 'https://example.org/' : '';
  // Uses two bytes per letter if that fits into a request.
  const letter = length * 2 < LIMITS.bodyBytes ? 'ä' : 'a';
  return start + letter.repeat(Math.max(0, length - start.length));
}

type Value = { what: string; value: unknown; fits: boolean };

function strings(node: Node, like: unknown): Value[] {
  const { minLength = 0, maxLength } = node;
  const values: Value[] = [{ what: 'a number', value: 7, fits: false }];
  values.push({ what: 'a NUL', value: `${stringOf(minLength + 3, like)}\u0000`, fits: false });
  if (minLength > 0) {
    values.push({ what: `${minLength - 1} characters`, value: 'a'.repeat(minLength - 1), fits: false });
    if (!isWebAddress(like))
      values.push({ what: `${minLength} characters`, value: stringOf(minLength, like), fits: true });
    values.push({ what: 'white space', value: ' '.repeat(minLength + 2), fits: false });
  }
  if (maxLength !== undefined) {
    values.push({ what: `${maxLength} characters`, value: stringOf(maxLength, like), fits: true });
    values.push({ what: `${maxLength + 1} characters`, value: stringOf(maxLength + 1, like), fits: false });
  }
  return values;
}

function numbers({ minimum, maximum, type }: Node): Value[] {
  const values: Value[] = [{ what: 'text', value: 'many', fits: false }];
  if (type === 'integer') values.push({ what: 'a fraction', value: (minimum ?? 0) + 1.5, fits: false });
  if (minimum !== undefined) {
    values.push({ what: String(minimum - 1), value: minimum - 1, fits: false });
    values.push({ what: String(minimum), value: minimum, fits: true });
  }
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    values.push({ what: String(maximum), value: maximum, fits: true });
    values.push({ what: String(maximum + 1), value: maximum + 1, fits: false });
  }
  return values;
}

function arrays({ minItems, maxItems, items = {} }: Node, like: unknown): Value[] {
  const known: unknown = Array.isArray(like) ? like[0] : undefined;
  const sample: unknown = items.enum?.[0] ?? known ?? 'https://example.org/';
  const of = (length: number): unknown[] => Array.from({ length }, () => sample);
  const values: Value[] = [{ what: 'text', value: 'one', fits: false }];
  if (minItems !== undefined && minItems > 0)
    values.push({ what: `${minItems - 1} entries`, value: of(minItems - 1), fits: false });
  if (maxItems !== undefined) {
    values.push({ what: `${maxItems} entries`, value: of(maxItems), fits: true });
    values.push({ what: `${maxItems + 1} entries`, value: of(maxItems + 1), fits: false });
  }
  for (const { what, value, fits } of valuesOf(items, sample)) values.push({ what: `[${what}]`, value: [value], fits });
  return values;
}

function valuesOf(node: Node, like: unknown): Value[] {
  const inner = node.anyOf?.find((option) => option.type !== 'null');
  if (inner) return valuesOf({ ...node, ...inner, anyOf: undefined } as unknown as Node, like);
  if (node.enum) return [{ what: 'an unknown value', value: 'no such value', fits: false }];
  switch (node.type) {
    case 'string':
      return strings(node, like);
    case 'integer':
    case 'number':
      return numbers(node);
    case 'array':
      return arrays(node, like);
    case 'boolean':
      return [{ what: 'text', value: 'yes', fits: false }];
    default:
      return [];
  }
}

/** @param valid a body that is accepted */
export function probes(schema: z.ZodType, valid: Record<string, unknown>): Probe[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  const list: Probe[] = [{ field: 'surprise', what: 'an unknown key', body: { ...valid, surprise: 1 }, fits: false }];
  for (const [field, node] of Object.entries(properties)) {
    for (const { what, value, fits } of valuesOf(node, valid[field])) {
      list.push({ field, what, body: { ...valid, [field]: value }, fits });
    }
    if (required.includes(field)) {
      const { [field]: _, ...without } = valid;
      list.push({ field, what: 'absent', body: without, fits: false });
      list.push({ field, what: 'null', body: { ...valid, [field]: null }, fits: false });
    }
  }
  return list;
}
