/** Lengths count code points, as JSON Schema does. */
import { z } from 'zod';

/** Returns whether PostgreSQL and JSON can store the text: no NUL, no lone surrogate. */
const isStorable = (value: string): boolean => !value.includes('\u0000') && !/[\uD800-\uDFFF]/u.test(value);

const countCodePoints = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

export interface TextBounds {
  min?: number;
  max: number;
}

/** Accepts a string within bounds; surrounding white space is trimmed and does not count. */
export function text({ min = 0, max }: TextBounds) {
  const tooShortMessage = min === 1 ? 'This field is required.' : `At least ${min} characters.`;
  return z
    .string()
    .trim()
    .refine(isStorable, 'Contains a character that can’t be stored.')
    .refine((value) => countCodePoints(value) >= min, tooShortMessage)
    .refine((value) => countCodePoints(value) <= max, `At most ${max} characters.`)
    .meta({ minLength: min, maxLength: max });
}

/** Accepts Markdown and other text where white space matters: nothing is trimmed. */
export function rawText(max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'This field is required.' : 'Must be text.') })
    .refine(isStorable, 'Contains a character that can’t be stored.')
    .refine((value) => value.length <= max || countCodePoints(value) <= max, `At most ${max} characters.`)
    .meta({ maxLength: max });
}

/** Accepts optional text in requests: absent, null and empty all mean "none". */
export function optionalText(bounds: TextBounds) {
  return text(bounds)
    .transform((value) => (value === '' ? null : value))
    .nullish();
}

export function wholeNumber(min: number, max: number) {
  const rangeMessage = `Must be a whole number from ${min} to ${max}.`;
  const error = ({ input }: { input?: unknown }) => (input === undefined ? 'This field is required.' : rangeMessage);
  return z.number({ error }).int(rangeMessage).min(min, `At least ${min}.`).max(max, `At most ${max}.`);
}

const MAX_ID = 2_147_483_647;
export const Id = z.number().int().min(1).max(MAX_ID);

export const HexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Enter a colour such as #FF8800.');

/** Parses ids from a path or query, where they are text. */
export const PathId = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .refine((id) => id <= MAX_ID)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_ID });

export function queryNumber(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^-?[0-9]{1,15}$/, `Must be a whole number from ${min} to ${max}.`)
    .transform(Number)
    .refine((n) => n >= min, `At least ${min}.`)
    .refine((n) => n <= max, `At most ${max}.`)
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback });
}

/** Accepts `true`, `false`, `1` or `0` in any case, because clients of some languages write `True`. */
export const queryBoolean = (fallback: boolean) =>
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false', '1', '0'], 'Use true or false.'))
    .transform((value) => value === 'true' || value === '1')
    .default(fallback)
    .meta({ type: 'boolean', enum: [true, false], default: fallback });

/** Formats a count: "1 entry", "2 entries". */
export const pluralize = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Accepts a repeated query value, as `name[]=1&name[]=2` or without the brackets. */
export const queryList = <T extends z.ZodType>(item: T, max: number) =>
  z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z
        .array(item)
        .max(max, `At most ${pluralize(max, 'entry', 'entries')}.`)
        .optional(),
    )
    .meta({ type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: max });

/** Accepts several of `values` in one query value, separated by commas. */
export const queryWords = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .string()
    .transform((value) => value.split(',').filter((word) => word !== ''))
    .pipe(z.array(z.enum(values, `Any of ${values.join(', ')}, separated by commas.`)))
    .default([])
    .meta({ type: 'string', description: `Any of ${values.join(', ')}, separated by commas.` });

/** Accepts text in a query string; empty means none. */
export const queryText = (max: number) =>
  text({ max })
    .transform((value) => (value === '' ? undefined : value))
    .optional();

/**
 * Accepts a search text for a list; empty means no search. Ignores case and diacritics (the spec leaves it open): cafe
 * finds Café.
 */
export const querySearch = (max: number) =>
  // @wc-ignore
  queryText(max).meta({ description: 'Matches anywhere in the text; ignores case and diacritics.' });

/**
 * Documents the known values but accepts any string, since a newer service may answer others; those are shown as they
 * are.
 */
export function openEnum<const V extends readonly [string, ...string[]]>(values: V) {
  // The cast gives editors the known values without refusing unknown ones.
  return z.string().meta({ knownValues: [...values] }) as unknown as z.ZodType<V[number] | (string & {})>;
}

export const Timestamp = z.string().meta({ format: 'date-time' });

const FIRST_TIME = Date.UTC(1900, 0);
const LAST_TIME = Date.UTC(10_000, 0) - 1;

/** Returns whether a time is from 1900 to 9999 in UTC: every database driver and date format reads these years alike. */
export const isTimeInRange = (time: Date): boolean => time.getTime() >= FIRST_TIME && time.getTime() <= LAST_TIME;

/** Accepts a time with its time zone in requests (RFC 3339). */
export const requestTime = z.iso
  .datetime({ offset: true, error: 'Enter a time with its time zone, like 2026-03-04T17:00:00+01:00.' })
  .transform((value) => new Date(value))
  .refine(isTimeInRange, 'Enter a time from the year 1900 to 9999, in UTC.');
export const Uuid = z.uuid();
/** In hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Accepts an absolute http(s) address. */
export const WebAddress = (max: number) =>
  text({ min: 1, max }).refine((value) => {
    try {
      return ['http:', 'https:'].includes(new URL(value).protocol);
    } catch {
      return false;
    }
  }, 'Enter an address that starts with http:// or https://.');

/** Accepts an absolute https address. */
export const HttpsAddress = (max: number) =>
  text({ min: 1, max }).refine(
    (value) => URL.canParse(value) && new URL(value).protocol === 'https:',
    'Enter an address that starts with https://.',
  );
