/** Sends the request that joins a team, and describes every way it can be refused. */
import { hostname } from 'node:os';

import { readError } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import type { ApiClient, ApiTarget } from './api-client.ts';

export interface JoinRefusal {
  readonly field: 'invitation' | 'name' | null;
  readonly message: string;
  /** False if the person may have joined in spite of the failure, so the token must be kept. */
  readonly isFinal: boolean;
}

const NO_TEAM_SERVER =
  'This invitation names an address where no team server of Cutaway answers. Copy all of it again, or ask for a new one.';

/** @returns null once the token of `target` belongs to a member of the team */
export async function joinTeam(
  client: ApiClient,
  target: ApiTarget,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<JoinRefusal | null> {
  const device = hostname().slice(0, LIMITS.people.device) || 'Computer';
  const body = { code, secret: target.token, name, device };
  const answer = await client.send(target, { operation: 'local.join', body });
  if (answer.kind !== 'answer') return { field: null, message: answer.message, isFinal: false };
  if (answer.status < 300) return null;
  const refusal = readError(answer.status, answer.body);
  const nameErrors = refusal.fields['name'];
  if (nameErrors) return { field: 'name', message: nameErrors.join(' '), isFinal: true };
  if (refusal.code?.startsWith('invitation_')) return { field: 'invitation', message: refusal.message, isFinal: true };
  if (answer.status === 404 || answer.status === 405) {
    return { field: 'invitation', message: NO_TEAM_SERVER, isFinal: true };
  }
  if (answer.status === 429) {
    return { field: null, message: 'There were too many tries. Wait a minute and try again.', isFinal: false };
  }
  return { field: null, message: refusal.message, isFinal: false };
}
