import { eq, sql } from 'drizzle-orm';

import { countWords } from '#markdown/words.ts';

import { usageSum } from '../../engines/text/usage.ts';
import { agent_runs } from '../../store/schema-agent-runs.ts';
import { scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';
import { emit } from '../events.ts';
import { storeEvidence, type Taken } from '../scripts/evidence.ts';
import { activeAgentRun } from './end.ts';
import { chargeFee } from './ledger.ts';
import type { Research } from './sources.ts';
import type { StartedJob, Written } from './steps.ts';

export interface Done {
  readonly started: StartedJob;
  readonly research: Research;
  readonly outline: Written;
  readonly script: Written;
  readonly taken: readonly Taken[];
}

/**
 * Lists issues for the person. The offline composer notes on every draft that no model wrote it, which is not an issue.
 */
function issuesOf({ started, research, outline, script }: Done, withoutDeepResearch: boolean): string[] {
  return [
    ...research.issues,
    ...(withoutDeepResearch && research.sources.length > 0
      ? ['Deep research found no pages to read, so it wasn’t charged.']
      : []),
    ...(started.engine.isLanguageModel ? [...outline.notes, ...script.notes] : []),
  ];
}

async function storeTexts(tx: Db, scriptId: number, { outline, script }: Done): Promise<void> {
  await tx
    .update(scripts)
    .set({
      outline: outline.markdown,
      outline_version: sql`${scripts.outline_version} + 1`,
      body: script.markdown,
      content_version: sql`${scripts.content_version} + 1`,
      production_status: sql`case ${scripts.production_status} when 'planning' then 'scripting' else ${scripts.production_status} end`,
    })
    .where(eq(scripts.id, scriptId));
}

async function announce(tx: Db, script: ScriptRow, done: Done): Promise<void> {
  const ids = { script_id: String(script.id), channel_id: String(script.channel_id) };
  const outline_word_count = countWords(done.outline.markdown);
  await emit(tx, script.team_id, 'script.outline.generated', { ...ids, outline_word_count });
  await emit(tx, script.team_id, 'script.generated', { ...ids, script_word_count: countWords(done.script.markdown) });
}

/** Writes texts, evidence, versions, charge, events and the end of the run in one transaction. */
export async function complete(tx: Db, done: Done): Promise<void> {
  const { run, script } = done.started;
  const withoutDeepResearch =
    run.research === 'deep_research' && run.reused_run_id === null && done.research.pages === 0;
  const issues = issuesOf(done, withoutDeepResearch);
  const usage = usageSum([done.outline.usage, done.script.usage]);
  const ended = await tx
    .update(agent_runs)
    .set({
      status: issues.length > 0 ? 'completed_with_issues' : 'completed',
      current_step: 'done',
      current_step_label: issues.length > 0 ? `Done. ${issues.join(' ')}` : 'Done',
      percent: 100,
      issues,
      usage: usage && { ...usage },
      finished_at: sql`now()`,
    })
    .where(activeAgentRun(run.job_id))
    .returning({ id: agent_runs.id });
  // Stores and charges nothing if the run was cancelled meanwhile.
  if (ended.length === 0) return;
  await storeTexts(tx, script.id, done);
  await storeEvidence(tx, script, run.id, done.taken);
  await chargeFee(tx, run.team_id, run.id, withoutDeepResearch);
  await announce(tx, script, done);
}
