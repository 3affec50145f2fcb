/** Asks a service whose token this is and describes every way that can fail. */
import type { ApiAnswer } from '#contract/bridge.ts';
import { readError } from '#contract/errors.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { Credits, Team } from '#contract/schema/team.ts';
import { UNREADABLE, type ApiClient, type ApiTarget } from './api-client.ts';

export interface Identity {
  readonly teamId: number;
  readonly team: string;
  readonly role: string;
  readonly plan: string;
  readonly plan_status: string;
  readonly credits_remaining: number | null;
  readonly plan_credits: number | null;
}

export type IdentityReading =
  | { ok: true; identity: Identity }
  | {
      ok: false;
      field: 'base_url' | 'token' | null;
      reason: 'unreachable' | 'token_refused' | 'other';
      message: string;
    };

const NOT_THIS_API = 'There’s a server at this address, but it isn’t a Content Creation Service. Check the address.';

function describeFailure(answer: ApiAnswer): IdentityReading {
  if (answer.kind !== 'answer') return { ok: false, field: 'base_url', reason: 'unreachable', message: answer.message };
  const { status } = answer;
  if (status === 401) {
    const message = 'The service refused the token. Check that you copied all of it and that it’s still valid.';
    return { ok: false, field: 'token', reason: 'token_refused', message };
  }
  if (status === 403) {
    const message = `The service recognised the token but denied access: ${readError(status, answer.body).message}`;
    return { ok: false, field: 'token', reason: 'other', message };
  }
  if (status === 429 || status >= 500) {
    const message = `The service isn’t available right now (${status}). Try again in a minute.`;
    return { ok: false, field: null, reason: 'unreachable', message };
  }
  if (status >= 300 && status < 400) {
    const message = 'The service redirects to another address. Enter that address instead; the token isn’t sent there.';
    return { ok: false, field: 'base_url', reason: 'other', message };
  }
  return { ok: false, field: 'base_url', reason: 'other', message: NOT_THIS_API };
}

function readTeam(answer: ApiAnswer): Team | null {
  if (answer.kind !== 'answer' || answer.status !== 200) return null;
  const parsed = OPERATIONS['team.get'].responses[200].safeParse(answer.body);
  return parsed.success ? parsed.data.team : null;
}

function readCredits(answer: ApiAnswer): Credits | null {
  if (answer.kind !== 'answer' || answer.status !== 200) return null;
  const parsed = OPERATIONS['credits.get'].responses[200].safeParse(answer.body);
  return parsed.success ? parsed.data.credits : null;
}

/** Calls GET /team, then GET /team/credits; returns the identity even if the credits fail. */
export async function readIdentity(client: ApiClient, target: ApiTarget): Promise<IdentityReading> {
  const answer = await client.send(target, { operation: 'team.get' });
  const team = readTeam(answer);
  if (!team) {
    // Any web page may answer 200 too.
    if (answer.kind === 'unreachable' && answer.message === UNREADABLE) {
      return { ok: false, field: 'base_url', reason: 'other', message: NOT_THIS_API };
    }
    return describeFailure(answer);
  }
  const credits = readCredits(await client.send(target, { operation: 'credits.get' }));
  const identity = {
    teamId: team.id,
    team: team.name,
    role: team.user_role,
    plan: team.subscription.plan,
    plan_status: team.subscription.status,
    credits_remaining: credits?.credits_remaining ?? null,
    plan_credits: credits?.plan_credits ?? null,
  };
  return { ok: true, identity };
}
