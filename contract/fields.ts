/** Building blocks of the schemas. Lengths count characters (code points), as JSON Schema does. */
import { z } from 'zod';

/** Text that PostgreSQL and JSON can hold unharmed: no NUL, no half of a surrogate pair. */
const storable = (value: string): boolean => !value.includes('\u0000') && !/[\uD800-\uDFFF]/u.test(value);

const characters = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

export interface TextBounds {
  min?: number;
  max: number;
}

/** A string within bounds; surrounding white space does not count and is removed. */
export function text({ min = 0, max }: TextBounds) {
  return z
    .string()
    .trim()
    .refine(storable, 'Contains a character that cannot be stored.')
    .refine((value) => characters(value) >= min, min === 1 ? 'This field is required.' : `At least ${min} characters.`)
    .refine((value) => characters(value) <= max, `At most ${max} characters.`)
    .meta({ minLength: min, maxLength: max });
}

/** Markdown and other text where white space matters: nothing is trimmed. */
export function rawText(max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'It is missing.' : 'It has to be text.') })
    .refine(storable, 'Contains a character that cannot be stored.')
    .refine((value) => value.length <= max || characters(value) <= max, `At most ${max} characters.`)
    .meta({ maxLength: max });
}

/** Optional on the way in: absent, null and empty all mean "none". */
export function optionalText(bounds: TextBounds) {
  return text(bounds)
    .transform((value) => (value === '' ? null : value))
    .nullish();
}

export function wholeNumber(min: number, max: number) {
  return z.number().int('A whole number.').min(min, `At least ${min}.`).max(max, `At most ${max}.`);
}

const MAX_ID = 2_147_483_647;
export const Id = z.number().int().min(1).max(MAX_ID);

/** Ids in a path or query arrive as text. */
export const PathId = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .refine((id) => id <= MAX_ID)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_ID });

/** A whole number in a query string. */
export function queryNumber(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^-?[0-9]{1,15}$/, 'A whole number.')
    .transform(Number)
    .refine((n) => n >= min, `At least ${min}.`)
    .refine((n) => n <= max, `At most ${max}.`)
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback });
}

export const queryBoolean = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], 'true or false.')
    .transform((value) => value === 'true' || value === '1')
    .default(fallback)
    .meta({ type: 'boolean', enum: [true, false], default: fallback });

/** A value that may be repeated in a query string, as `name[]=1&name[]=2`. */
export const queryList = <T extends z.ZodType>(item: T, max: number) =>
  z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).max(max, `At most ${max} entries.`).optional(),
    )
    .meta({ type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: max });

/** Words of a list, separated by commas, in one query value. */
export const queryWords = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .string()
    .transform((value) => value.split(',').filter((word) => word !== ''))
    .pipe(z.array(z.enum(values, `Any of ${values.join(', ')}, separated by commas.`)))
    .default([])
    .meta({ type: 'string', description: `Any of ${values.join(', ')}, separated by commas.` });

/** A search word in a query string; empty means none. */
export const querySearch = (max: number) =>
  text({ max })
    .transform((value) => (value === '' ? undefined : value))
    .optional();

/** Known values in answers; a newer service may answer others, which are kept and shown as they are. */
export function openEnum<const V extends readonly [string, ...string[]]>(values: V) {
  // The cast gives editors the known values without refusing unknown ones.
  return z.string().meta({ knownValues: [...values] }) as unknown as z.ZodType<V[number] | (string & {})>;
}

export const Timestamp = z.string().meta({ format: 'date-time' });
export const Uuid = z.uuid();

/** An absolute http(s) address. */
export const WebAddress = (max: number) =>
  text({ min: 1, max }).refine((value) => {
    try {
      return ['http:', 'https:'].includes(new URL(value).protocol);
    } catch {
      return false;
    }
  }, 'An address that starts with http:// or https://.');

/** An absolute https address. */
export const HttpsAddress = (max: number) =>
  text({ min: 1, max }).refine(
    (value) => URL.canParse(value) && new URL(value).protocol === 'https:',
    'An address that starts with https://.',
  );
