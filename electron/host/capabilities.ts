/** Finds out which operations of the table a service offers (spec 2 "Capability detection"). */
import { isTeamAdmin, isForViewers } from '#contract/abilities.ts';
import type { OperationShape } from '#contract/operation.ts';
import { type OperationId, OPERATION_LIST, OPERATIONS } from '#contract/operations/index.ts';
import { isRecord } from '#contract/record.ts';
import type { ApiClient, ApiTarget } from './api-client.ts';
import { exchange } from './exchange.ts';

/** Replaces parameter names, which differ between documents; only their positions count. */
const withoutParamNames = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

const ROOT = /^\/(?:api|local)\/v1(?=\/|$)/;

/** Returns the ids of the operations in an OpenAPI document, by method and path, or null if it is not one. */
export function listOperations(document: unknown, surface: 'api' | 'local' = 'api'): OperationId[] | null {
  if (!isRecord(document) || !isRecord(document['paths'])) return null;
  const offeredRoutes = new Set<string>();
  for (const [path, item] of Object.entries(document['paths'])) {
    if (!isRecord(item)) continue;
    const relativePath = withoutParamNames(path.replace(ROOT, ''));
    for (const method of Object.keys(item)) offeredRoutes.add(`${method.toUpperCase()} ${relativePath}`);
  }
  return OPERATION_LIST.filter(
    (o) => o.surface === surface && offeredRoutes.has(`${o.method} ${withoutParamNames(o.path)}`),
  ).map((o) => o.id);
}

/** Reads a document of the service; it needs no token, so none is sent. */
async function readDocument(url: string): Promise<unknown> {
  const headers = { Accept: 'application/json' };
  const outcome = await exchange({ url, method: 'GET', headers, body: null, timeoutMs: 10_000 });
  return outcome.kind === 'answered' && outcome.status === 200 ? outcome.body : null;
}

/** Returns whether a member with this role may call an operation under /local/v1. */
function isPermitted(id: OperationId, role: string): boolean {
  const { adminError, abilities }: OperationShape = OPERATIONS[id];
  if (adminError !== undefined && !isTeamAdmin(role)) return false;
  return role !== 'viewer' || abilities.every(isForViewers);
}

/**
 * Lists the operations a service offers to this token and role: the operations of its API, and those under /local/v1
 * if it has them and accepts the token there. Returns null if it publishes no document.
 */
export async function readOfferedOperations(
  client: ApiClient,
  target: ApiTarget,
  role: string,
): Promise<OperationId[] | null> {
  const api = listOperations(await readDocument(`${target.baseUrl}/openapi.json`));
  if (api === null) return null;
  const localOperations = listOperations(await readDocument(`${target.baseUrl}/local/openapi.json`), 'local') ?? [];
  if (!localOperations.includes('local.sessions.list')) return api;
  const answer = await client.send({ ...target, local: true }, { operation: 'local.sessions.list' });
  if (answer.kind !== 'answer' || answer.status !== 200) return api;
  return [...api, ...localOperations.filter((id) => isPermitted(id, role))];
}
