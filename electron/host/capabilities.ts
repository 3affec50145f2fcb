/** Finds out which operations of the table a service offers (spec 2 "Capability detection"). */
import { OPERATION_LIST } from '#contract/operations/index.ts';
import { isRecord } from '#contract/record.ts';
import { exchange } from './exchange.ts';

/** Replaces parameter names, which differ between documents; only their positions count. */
const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/** Returns the ids of the operations in an OpenAPI document, by method and path, or null if it is not one. */
export function operationsIn(document: unknown): string[] | null {
  if (!isRecord(document) || !isRecord(document['paths'])) return null;
  const offered = new Set<string>();
  for (const [path, item] of Object.entries(document['paths'])) {
    if (!isRecord(item)) continue;
    const below = shapeOf(path.replace(/^\/api\/v1(?=\/|$)/, ''));
    for (const method of Object.keys(item)) offered.add(`${method.toUpperCase()} ${below}`);
  }
  return OPERATION_LIST.filter((o) => o.surface === 'api' && offered.has(`${o.method} ${shapeOf(o.path)}`)).map(
    (o) => o.id,
  );
}

/** Reads the service's own document, which needs no token, so none is sent. */
export async function offeredOperations(baseUrl: string): Promise<string[] | null> {
  const outcome = await exchange({
    url: `${baseUrl}/openapi.json`,
    method: 'GET',
    headers: { Accept: 'application/json' },
    body: null,
    timeoutMs: 10_000,
  });
  return outcome.kind === 'answered' && outcome.status === 200 ? operationsIn(outcome.body) : null;
}
