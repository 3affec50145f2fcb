/** Generates the OpenAPI 3.1 documents from the table: the API's and the local owner's. */
import { z } from 'zod';

import { listRequiredAbilities } from './abilities.ts';
import { BODY_ERRORS, COMMON_ERRORS, type ErrorName, ERRORS, type ErrorSpec } from './errors.ts';
import { LIMITS } from './limits.ts';
import { isRecord } from './record.ts';
import { type OperationShape, ROOTS } from './operation.ts';
import { OPERATION_LIST } from './operations/index.ts';

type Json = Record<string, unknown>;

/**
 * Returns the JSON Schema of a request (`input`) or an answer (`output`). Known values of open enums become an enum.
 */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      const knownValues: unknown = node['knownValues'];
      if (Array.isArray(knownValues)) {
        node.enum = knownValues;
        delete node['knownValues'];
      }
    },
  });
  return rest;
}

const acceptsNull = (node: Json): boolean =>
  node['type'] === 'null' ||
  (Array.isArray(node['type']) && node['type'].includes('null')) ||
  (Array.isArray(node['anyOf']) && node['anyOf'].some((option: Json) => acceptsNull(option))) ||
  !['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref'].some((key) => key in node);

/** Allows null for every optional field of a body, where it means absent. */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls);
  if (!isRecord(node)) return node;
  const result: Json = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withNulls(value)]));
  if (!isRecord(result['properties'])) return result;
  const requiredNames = Array.isArray(result['required']) ? result['required'] : [];
  result['properties'] = Object.fromEntries(
    Object.entries(result['properties'] as Record<string, Json>).map(([key, field]) => [
      key,
      requiredNames.includes(key) || acceptsNull(field) ? field : { anyOf: [field, { type: 'null' }] },
    ]),
  );
  return result;
}

const toBodySchema = (body: z.ZodObject): unknown => withNulls(toJsonSchema(body, 'input'));

function toErrorBody(error: ErrorSpec): Json {
  if (error.form === 'validation') {
    return {
      type: 'object',
      required: ['message', 'errors'],
      properties: {
        message: { type: 'string' },
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
    };
  }
  const extras = Object.fromEntries(
    Object.entries(error.extras ?? {}).map(([key, type]) => [
      key.replace('?', ''),
      type === 'true' ? { type: 'boolean', const: true } : { type },
    ]),
  );
  if (error.code === undefined) {
    return { type: 'object', required: ['error'], properties: { error: { type: 'string' }, ...extras } };
  }
  return {
    type: 'object',
    required: ['error', 'code', 'message'],
    properties: {
      error: { type: 'string', const: error.code },
      code: { type: 'string', const: error.code },
      message: { type: 'string' },
      ...extras,
    },
  };
}

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

function buildHeaders(operation: OperationShape, status: number): Json {
  const result: Json = {};
  // Every response has these (spec 1 §8); a request without a valid token counts against its address.
  if (operation.rate !== 'unlimited') {
    for (const name of RATE_HEADERS) result[name] = { $ref: `#/components/headers/${name}` };
  }
  result['X-Request-Id'] = { $ref: '#/components/headers/X-Request-Id' };
  if (status === 429) result['Retry-After'] = { $ref: '#/components/headers/Retry-After' };
  if (operation.etag === true && status < 300) result['ETag'] = { $ref: '#/components/headers/ETag' };
  if (operation.safety.idempotency !== 'unsupported' && status < 300) {
    result['Idempotency-Replayed'] = { $ref: '#/components/headers/Idempotency-Replayed' };
  }
  return result;
}

/** Returns every error an operation can answer: its own, the common ones, and those of its body or abilities. */
export function listErrors(operation: OperationShape): ErrorName[] {
  const names = new Set<ErrorName>([...operation.errors, ...COMMON_ERRORS]);
  if (operation.body) for (const name of BODY_ERRORS) names.add(name);
  if (operation.rate === 'unlimited') names.delete('rate_limit_exceeded');
  if (operation.anyone) for (const name of ['unauthenticated', 'no_team'] as const) names.delete(name);
  if (operation.writes === false) names.delete('read_only');
  if (operation.safety.idempotency === 'required') names.add('idempotency_key_required');
  if (operation.safety.idempotency !== 'unsupported') {
    for (const name of ['idempotency_key_reused', 'validation_failed', 'read_only'] as const) names.add(name);
  }
  // All requests of an operation without body and parameters are the same, so a key cannot be reused with another body.
  if (operation.body === null && Object.keys(operation.params.shape).length === 0) {
    names.delete('idempotency_key_reused');
  }
  if (operation.cursor) names.add('validation_failed');
  if (operation.safety.concurrency === 'required') names.add('precondition_required');
  if (operation.safety.concurrency !== 'unsupported') names.add('revision_conflict');
  return [...names];
}

function buildResponses(operation: OperationShape): Json {
  const result: Json = {};
  for (const [status, schema] of Object.entries(operation.responses)) {
    result[status] = {
      description: status === '202' ? 'Accepted; the work continues in the background.' : 'Done.',
      headers: buildHeaders(operation, Number(status)),
      content: { 'application/json': { schema: toJsonSchema(schema, 'output') } },
    };
  }
  for (const [status, names] of [...groupByStatus(listErrors(operation))].sort(([a], [b]) => a - b)) {
    const specs = names.map((name) => ERRORS[name] as ErrorSpec);
    const bodies = [
      ...new Map(specs.map((error) => [JSON.stringify(toErrorBody(error)), toErrorBody(error)])).values(),
    ];
    result[String(status)] = {
      description: [...new Set(specs.map((error) => error.message))].join(' / '),
      headers: buildHeaders(operation, status),
      content: { 'application/json': { schema: bodies.length === 1 ? bodies[0] : { anyOf: bodies } } },
    };
  }
  return result;
}

function groupByStatus(names: readonly ErrorName[]): Map<number, ErrorName[]> {
  const groups = new Map<number, ErrorName[]>();
  for (const name of names) groups.set(ERRORS[name].status, [...(groups.get(ERRORS[name].status) ?? []), name]);
  return groups;
}

function buildParameters(operation: OperationShape): Json[] {
  const listParameters = (schema: z.ZodObject, location: 'path' | 'query'): Json[] =>
    Object.entries(schema.shape).map(([name, field]) => {
      const fieldSchema = field as z.ZodType;
      return {
        name,
        in: location,
        required: location === 'path' || !fieldSchema.safeParse(undefined).success,
        schema: toJsonSchema(fieldSchema, 'input'),
      };
    });
  const listHeader = (name: string, rule: 'required' | 'optional' | 'unsupported'): Json[] =>
    rule === 'unsupported'
      ? []
      : [
          {
            name,
            in: 'header',
            required: rule === 'required',
            schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKey },
          },
        ];
  return [
    ...listParameters(operation.params, 'path'),
    ...listParameters(operation.query, 'query'),
    ...(operation.cursor
      ? [{ name: 'Cursor', in: 'header', required: false, schema: { type: 'string', maxLength: LIMITS.cursor } }]
      : []),
    ...listHeader('Idempotency-Key', operation.safety.idempotency),
    ...listHeader('If-Match', operation.safety.concurrency),
  ];
}

function buildPathItem(operation: OperationShape): Json {
  const abilities = listRequiredAbilities(operation.abilities);
  const anyToken = operation.anyone ? 'Needs no token.' : 'Any valid token.';
  const orAbilities = (operation.orAbilities ?? []).map((ability) => ` or ${ability}`).join('');
  return {
    operationId: operation.id,
    tags: [operation.family],
    summary: operation.summary,
    description: [
      abilities.length > 0 ? `Needs ${abilities.join(' and ')}${orAbilities}.` : anyToken,
      operation.adminError === undefined ? '' : 'Team administrators only.',
      `Rate category: ${operation.rate}.`,
    ]
      .filter(Boolean)
      .join(' '),
    'x-write-safety': operation.safety,
    security: operation.anyone ? [] : [{ bearer: [] }],
    parameters: buildParameters(operation),
    ...(operation.body && {
      requestBody: {
        required: !operation.body.safeParse({}).success,
        content: { 'application/json': { schema: toBodySchema(operation.body) } },
      },
    }),
    responses: buildResponses(operation),
  };
}

const describeHeader = (description: string, schema: Json): Json => ({ description, schema });

/** The version of the API (spec 1 §9). Operations under /local/v1 ship with the app and use the app's version. */
const API_VERSION = '1.0';

/**
 * @param version of the app
 * @param serverUrl where the document is served from, e.g. `http://127.0.0.1:4100`
 */
export function openApiDocument(surface: 'api' | 'local', version: string, serverUrl: string): Json {
  const root = ROOTS[surface];
  const paths: Record<string, Json> = {};
  const families = new Set<string>();
  for (const operation of OPERATION_LIST) {
    if (operation.surface !== surface) continue;
    families.add(operation.family);
    const path = `${root}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: buildPathItem(operation) };
  }
  return {
    openapi: '3.1.2',
    info: {
      title: surface === 'api' ? 'Content Creation Service API' : 'Local workspace owner’s endpoints',
      version: surface === 'api' ? API_VERSION : version,
      description: 'Team-scoped JSON over HTTP for planning and producing video content.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...families].sort().map((name) => ({ name, description: `Operations on ${name.replace('local.', '')}.` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API token of the team.' } },
      headers: {
        'X-RateLimit-Limit': describeHeader('Requests allowed per window.', { type: 'integer' }),
        'X-RateLimit-Remaining': describeHeader('Requests left in this window.', { type: 'integer' }),
        'X-RateLimit-Reset': describeHeader('When the window resets, Unix seconds.', { type: 'integer' }),
        'X-Request-Id': describeHeader('Names this request in the log of the service.', { type: 'string' }),
        'Retry-After': describeHeader('Seconds to wait until the window or the quota resets.', { type: 'integer' }),
        'Idempotency-Replayed': describeHeader(
          '`true` if this repeats the response to an earlier request with this key.',
          {
            type: 'string',
          },
        ),
        ETag: describeHeader('The revision, for If-Match.', { type: 'string' }),
      },
    },
  };
}
