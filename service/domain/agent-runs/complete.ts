import { eq, sql } from 'drizzle-orm';

import { countWords } from '#markdown/words.ts';

import { sumUsage } from '../../engines/text/usage.ts';
import { agent_runs } from '../../store/schema-agent-runs.ts';
import { scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';
import { emit } from '../events.ts';
import { storeEvidence, type EvidenceMatch } from '../scripts/evidence.ts';
import { isActiveAgentRun } from './end.ts';
import { chargeFee } from './ledger.ts';
import type { Research } from './sources.ts';
import type { StartedRun, WrittenText } from './steps.ts';

export interface RunResult {
  readonly started: StartedRun;
  readonly research: Research;
  readonly outline: WrittenText;
  readonly script: WrittenText;
  readonly evidence: readonly EvidenceMatch[];
}

/**
 * Lists issues for the person. The offline composer notes on every draft that no model wrote it, which is not an issue.
 */
function listIssues({ started, research, outline, script }: RunResult, foundNoPages: boolean): string[] {
  return [
    ...research.issues,
    ...(foundNoPages && research.sources.length > 0
      ? ['Deep research found no pages to read, so it wasn’t charged.']
      : []),
    ...(started.engine.isLanguageModel ? [...outline.notes, ...script.notes] : []),
  ];
}

async function storeTexts(tx: Db, scriptId: number, { outline, script }: RunResult): Promise<void> {
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

async function emitEvents(tx: Db, script: ScriptRow, result: RunResult): Promise<void> {
  const ids = { script_id: String(script.id), channel_id: String(script.channel_id) };
  const outline_word_count = countWords(result.outline.markdown);
  await emit(tx, script.team_id, 'script.outline.generated', { ...ids, outline_word_count });
  await emit(tx, script.team_id, 'script.generated', { ...ids, script_word_count: countWords(result.script.markdown) });
}

/** Writes texts, evidence, versions, charge, events and the end of the run in one transaction. */
export async function completeRun(tx: Db, result: RunResult): Promise<void> {
  const { run, script } = result.started;
  const foundNoPages = run.research === 'deep_research' && run.reused_run_id === null && result.research.pages === 0;
  const issues = listIssues(result, foundNoPages);
  const usage = sumUsage([result.outline.usage, result.script.usage]);
  const updatedRows = await tx
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
    .where(isActiveAgentRun(run.job_id))
    .returning({ id: agent_runs.id });
  // The run was cancelled meanwhile: store and charge nothing.
  if (updatedRows.length === 0) return;
  await storeTexts(tx, script.id, result);
  await storeEvidence(tx, script, run.id, result.evidence);
  await chargeFee(tx, run.team_id, run.id, foundNoPages);
  await emitEvents(tx, script, result);
}
