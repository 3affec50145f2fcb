/** Decides about new ideas one by one. An idea's status is the stage of its project (spec 2 §4 Projects). */
import type { Idea } from '#contract/schema/idea.ts';
import type { IDEA_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type Decision = (typeof IDEA_STAGES)[number] | 'archive' | 'restore';

export const DECISIONS = [
  { decision: 'considering', combo: 'c', label: 'Consider', said: 'Moved to Considering' },
  { decision: 'needs_script', combo: 'w', label: 'Move to Needs script', said: 'Moved to Needs script' },
  { decision: 'archive', combo: 'e', label: 'Archive', said: /* @wc-include */ 'Archived' },
] as const satisfies readonly { decision: Decision; combo: string; label: string; said: string }[];

/** Returns null on success. Uses the current revision, because the user has just seen the idea. */
export async function decide(
  { api }: Pick<AppState, 'api'>,
  account: string,
  { id }: Pick<Idea, 'id'>,
  decision: Decision,
): Promise<ApiFailure | null> {
  const params = { project: `project:v1:idea:${id}` };
  const found = await api.call(account, 'projects.get', { params });
  if (!found.ok) return found.failure;
  const sent = { params, ifMatch: found.body.data.revision, idempotencyKey: crypto.randomUUID() };
  const result =
    decision === 'archive'
      ? await api.call(account, 'projects.archive', sent)
      : decision === 'restore'
        ? await api.call(account, 'projects.restore', sent)
        : await api.call(account, 'projects.move', { ...sent, body: { stage: decision } });
  return result.ok ? null : result.failure;
}
