/** Generates values below, at and above every bound of a body's fields, from its JSON Schema. */
import { z } from 'zod';

import { LIMITS } from '#contract/limits.ts';

export interface Probe {
  readonly field: string;
  readonly variant: string;
  readonly body: unknown;
  /** False: must be refused with an error for this field. True: must not be refused for its bounds. */
  readonly isValid: boolean;
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

function createString(length: number, example: unknown): string {
  const start = isWebAddress(example) ? 'https://example.org/' : '';
  // Letters of two bytes, if that fits into a request.
  const letter = length * 2 < LIMITS.bodyBytes ? 'ä' : 'a';
  return start + letter.repeat(Math.max(0, length - start.length));
}

type Value = { variant: string; value: unknown; isValid: boolean };

function listStrings(node: Node, example: unknown): Value[] {
  const { minLength = 0, maxLength } = node;
  const values: Value[] = [{ variant: 'a number', value: 7, isValid: false }];
  values.push({ variant: 'a NUL', value: `${createString(minLength + 3, example)}\u0000`, isValid: false });
  if (minLength > 0) {
    values.push({ variant: `${minLength - 1} characters`, value: 'a'.repeat(minLength - 1), isValid: false });
    if (!isWebAddress(example))
      values.push({ variant: `${minLength} characters`, value: createString(minLength, example), isValid: true });
    values.push({ variant: 'white space', value: ' '.repeat(minLength + 2), isValid: false });
  }
  if (maxLength !== undefined) {
    values.push({ variant: `${maxLength} characters`, value: createString(maxLength, example), isValid: true });
    values.push({
      variant: `${maxLength + 1} characters`,
      value: createString(maxLength + 1, example),
      isValid: false,
    });
  }
  return values;
}

function listNumbers({ minimum, maximum, type }: Node): Value[] {
  const values: Value[] = [{ variant: 'text', value: 'many', isValid: false }];
  if (type === 'integer') values.push({ variant: 'a fraction', value: (minimum ?? 0) + 1.5, isValid: false });
  if (minimum !== undefined) {
    values.push({ variant: String(minimum - 1), value: minimum - 1, isValid: false });
    values.push({ variant: String(minimum), value: minimum, isValid: true });
  }
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    values.push({ variant: String(maximum), value: maximum, isValid: true });
    values.push({ variant: String(maximum + 1), value: maximum + 1, isValid: false });
  }
  return values;
}

function listArrays({ minItems, maxItems, items = {} }: Node, example: unknown): Value[] {
  const exampleItem: unknown = Array.isArray(example) ? example[0] : undefined;
  const sample: unknown = items.enum?.[0] ?? exampleItem ?? 'https://example.org/';
  const createArray = (length: number): unknown[] => Array.from({ length }, () => sample);
  const values: Value[] = [{ variant: 'text', value: 'one', isValid: false }];
  if (minItems !== undefined && minItems > 0)
    values.push({ variant: `${minItems - 1} entries`, value: createArray(minItems - 1), isValid: false });
  if (maxItems !== undefined) {
    values.push({ variant: `${maxItems} entries`, value: createArray(maxItems), isValid: true });
    values.push({ variant: `${maxItems + 1} entries`, value: createArray(maxItems + 1), isValid: false });
  }
  for (const { variant, value, isValid } of listValues(items, sample))
    values.push({ variant: `[${variant}]`, value: [value], isValid });
  return values;
}

function listValues(node: Node, example: unknown): Value[] {
  const inner = node.anyOf?.find((option) => option.type !== 'null');
  if (inner) return listValues({ ...node, ...inner, anyOf: undefined } as unknown as Node, example);
  if (node.enum) return [{ variant: 'an unknown value', value: 'no such value', isValid: false }];
  switch (node.type) {
    case 'string':
      return listStrings(node, example);
    case 'integer':
    case 'number':
      return listNumbers(node);
    case 'array':
      return listArrays(node, example);
    case 'boolean':
      return [{ variant: 'text', value: 'yes', isValid: false }];
    default:
      return [];
  }
}

/** @param validBody a body that is accepted */
export function listProbes(schema: z.ZodType, validBody: Record<string, unknown>): Probe[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  const list: Probe[] = [
    { field: 'surprise', variant: 'an unknown key', body: { ...validBody, surprise: 1 }, isValid: false },
  ];
  for (const [field, node] of Object.entries(properties)) {
    for (const { variant, value, isValid } of listValues(node, validBody[field])) {
      list.push({ field, variant, body: { ...validBody, [field]: value }, isValid });
    }
    if (required.includes(field)) {
      const { [field]: _, ...without } = validBody;
      list.push({ field, variant: 'absent', body: without, isValid: false });
      list.push({ field, variant: 'null', body: { ...validBody, [field]: null }, isValid: false });
    }
  }
  return list;
}
