/** Going through new ideas, one decision each. An idea's status is the stage of its project (spec 2 §4 Projects). */
import type { Idea } from '#contract/schema/idea.ts';
import type { IDEA_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

export type Decision = (typeof IDEA_STAGES)[number] | 'archive' | 'restore';

export const DECISIONS = [
  { decision: 'considering', combo: 'c', label: 'Consider', said: /* @wc-include */ 'considered' },
  { decision: 'needs_script', combo: 'w', label: 'Needs a script', said: 'waiting for a script' },
  { decision: 'archive', combo: 'e', label: 'Archive', said: /* @wc-include */ 'archived' },
] as const satisfies readonly { decision: Decision; combo: string; label: string; said: string }[];

/** Null: done. From the revision that is there now: whoever decides has just seen the idea. */
export async function decide(
  { api }: Pick<Studio, 'api'>,
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
