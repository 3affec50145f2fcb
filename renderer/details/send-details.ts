import type { OperationId } from '#contract/operations/index.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';

import type { ApiClient, ApiFailure, ApiInput } from '../bridge/api-client.ts';
import type { DetailFields, DetailKind, Details } from './details-entry.ts';

/** The fields that the API changes after creation (spec 3, PATCH project). */
const API_FIELDS: readonly string[] = ['title', 'topic', 'angle'];
/** The fields that Cutaway's own services change beyond the API. */
const CUTAWAY_FIELDS: Readonly<Record<DetailKind, readonly string[]>> = {
  script: [...API_FIELDS, 'length', 'language', 'format', 'voice', 'voice_id', 'template_id'],
  idea: [...API_FIELDS, 'suggested_length', 'suggested_template_id', 'thumbnail_concept', 'notes', 'rating', 'tags'],
};

/** Returns the fields that the service of an account can change; `operations` is null if it publishes no list. */
export function getSupportedFields(
  account: string,
  kind: DetailKind,
  operations: readonly string[] | null,
): readonly string[] {
  if (isCutaway(account, kind, operations)) return CUTAWAY_FIELDS[kind];
  return operations?.includes('projects.update') === false ? [] : API_FIELDS;
}

/** Returns whether the service is Cutaway's own and changes more than the API does. */
function isCutaway(account: string, kind: DetailKind, operations: readonly string[] | null): boolean {
  const operation: OperationId = kind === 'idea' ? 'local.ideas.update' : 'local.scripts.update';
  return account === LOCAL_ACCOUNT || operations?.includes(operation) === true;
}

export type SendResult = { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure };

const MAX_ATTEMPTS = 4;

/** Sends these fields to the service; a person's value wins over one that changed there meanwhile. */
export async function sendDetails(
  api: ApiClient,
  details: Details,
  fields: DetailFields,
  operations: readonly string[] | null,
): Promise<SendResult> {
  const { account, kind } = details;
  return isCutaway(account, kind, operations) ? sendLocal(api, details, fields) : sendProject(api, details, fields);
}

async function sendLocal(api: ApiClient, { account, kind, id }: Details, fields: DetailFields): Promise<SendResult> {
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

async function sendProject(api: ApiClient, { account, kind, id }: Details, fields: DetailFields): Promise<SendResult> {
  const params = { project: `project:v1:${kind}:${id}` };
  for (let attempt = 1; ; attempt++) {
    const project = await api.call(account, 'projects.get', { params });
    if (!project.ok) return project;
    const result = await api.call(account, 'projects.update', {
      params,
      body: fields as NonNullable<ApiInput<'projects.update'>['body']>,
      idempotencyKey: crypto.randomUUID(),
      ifMatch: project.body.data.revision,
    });
    // Sending the same values again changes nothing, so an unclear outcome needs no look-up.
    const hasConflict =
      !result.ok && result.failure.kind === 'refused' && result.failure.error.code === 'revision_conflict';
    if (!hasConflict || attempt >= MAX_ATTEMPTS) return result;
  }
}
