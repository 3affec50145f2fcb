import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';

import { getAgentRunCredits, RESEARCH_KEPT_DAYS, type RunWriter } from '#contract/limits.ts';
import type { ResearchMode } from '#contract/schema/agent-run.ts';
import { DAY_MS } from '#contract/values.ts';
import { sha256 } from '#platform/sha256.ts';

import { agent_run_steps, agent_runs } from '../../store/schema-agent-runs.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';

/** Hashes every URL and text a run would read and, if it searches, the search terms. */
export function computeSourcesKey(
  { research_urls, research_texts, title, topic }: ScriptRow,
  search: string | null,
): string {
  return sha256(JSON.stringify([research_urls, research_texts, ...(search === null ? [] : [search, title, topic])]));
}

/** Returns a recent completed run whose deep research read the same sources and found pages, or null. */
async function findReusableResearch(
  db: Db,
  script: ScriptRow,
  search: string | null,
  now: Date,
): Promise<number | null> {
  const earlierRuns = await db
    .select({ id: agent_runs.id, result: agent_run_steps.result })
    .from(agent_runs)
    .innerJoin(
      agent_run_steps,
      and(eq(agent_run_steps.run_id, agent_runs.id), eq(agent_run_steps.step, 'deep_research')),
    )
    .where(
      and(
        eq(agent_runs.script_id, script.id),
        inArray(agent_runs.status, ['completed', 'completed_with_issues']),
        eq(agent_runs.sources_key, computeSourcesKey(script, search)),
        isNull(agent_runs.reused_run_id),
        gt(agent_runs.finished_at, new Date(now.getTime() - RESEARCH_KEPT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(agent_runs.id));
  return earlierRuns.find(({ result }) => Number(result['pages']) > 0)?.id ?? null;
}

export interface Price {
  readonly credits: number;
  readonly reusedRunId: number | null;
}

/** Prices a run; the quote and the start both use it, so they agree. */
export async function quoteRun(
  db: Db,
  script: ScriptRow,
  { research, search, writer, now }: { research: ResearchMode; search: string | null; writer: RunWriter; now: Date },
): Promise<Price> {
  const isDeep = research === 'deep_research';
  const reusedRunId = isDeep ? await findReusableResearch(db, script, search, now) : null;
  const newDeepResearch = isDeep && reusedRunId === null;
  return { credits: getAgentRunCredits({ words: script.length, writer, newDeepResearch }), reusedRunId };
}
