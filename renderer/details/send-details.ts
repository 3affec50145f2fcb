import type { OperationId } from '#contract/operations/index.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';

import type { ApiClient, ApiFailure, ApiInput } from '../bridge/api-client.ts';
import type { DetailFields, DetailKind, Details } from './details-entry.ts';

/** Lists the fields that the API changes after creation (spec 3, PATCH project). */
const OF_PROJECT: readonly string[] = ['title', 'topic', 'angle'];
/** Lists what Cutaway's own services change beyond the API. */
const OF_LOCAL: Readonly<Record<DetailKind, readonly string[]>> = {
  script: [...OF_PROJECT, 'length', 'language', 'format', 'voice', 'voice_id', 'template_id'],
  idea: [...OF_PROJECT, 'suggested_length', 'suggested_template_id', 'thumbnail_concept', 'notes', 'rating', 'tags'],
};

/** Returns the fields that the service of an account can change; `operations` is null if it publishes no list. */
export function fieldsTaken(
  account: string,
  kind: DetailKind,
  operations: readonly string[] | null,
): readonly string[] {
  if (isCutaways(account, kind, operations)) return OF_LOCAL[kind];
  return operations?.includes('projects.update') === false ? [] : OF_PROJECT;
}

/** Returns whether the service is Cutaway's own and changes more than the API does. */
function isCutaways(account: string, kind: DetailKind, operations: readonly string[] | null): boolean {
  const operation: OperationId = kind === 'idea' ? 'local.ideas.update' : 'local.scripts.update';
  return account === LOCAL_ACCOUNT || operations?.includes(operation) === true;
}

export type Sent = { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure };

const ATTEMPTS = 4;

/** Sends these fields to the service; a person's value wins over one that changed there meanwhile. */
export async function sendDetails(
  api: ApiClient,
  details: Details,
  fields: DetailFields,
  operations: readonly string[] | null,
): Promise<Sent> {
  const { account, kind } = details;
  return isCutaways(account, kind, operations) ? sendLocal(api, details, fields) : sendProject(api, details, fields);
}

async function sendLocal(api: ApiClient, { account, kind, id }: Details, fields: DetailFields): Promise<Sent> {
  if (kind === 'idea') {
    const body = fields as NonNullable<ApiInput<'local.ideas.update'>['body']>;
    return api.call(account, 'local.ideas.update', { params: { id }, body });
  }
  // The service derives the label of a voice from its id.
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'voice'));
  return api.call(account, 'local.scripts.update', {
    params: { id },
    body: body as NonNullable<ApiInput<'local.scripts.update'>['body']>,
  });
}

async function sendProject(api: ApiClient, { account, kind, id }: Details, fields: DetailFields): Promise<Sent> {
  const params = { project: `project:v1:${kind}:${id}` };
  for (let attempt = 1; ; attempt++) {
    const read = await api.call(account, 'projects.get', { params });
    if (!read.ok) return read;
    const result = await api.call(account, 'projects.update', {
      params,
      body: fields as NonNullable<ApiInput<'projects.update'>['body']>,
      idempotencyKey: crypto.randomUUID(),
      ifMatch: read.body.data.revision,
    });
    // Sending the same values again changes nothing, so an unclear outcome needs no look-up.
    const again = !result.ok && result.failure.kind === 'refused' && result.failure.error.code === 'revision_conflict';
    if (!again || attempt >= ATTEMPTS) return result;
  }
}
