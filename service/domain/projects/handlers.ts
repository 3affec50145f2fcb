import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import { IDEA_STAGES, type ProjectStage, SCRIPT_STAGES, STAGE_NAMES } from '#contract/schema/project.ts';

import { containsText } from '../../search/contains-text.ts';
import { channels, ideas, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachChannel } from '../access.ts';
import { type Call, checkRevision, type Fail, type Handlers } from '../call.ts';
import { CursorId, CursorTime, cutPage, readCursor } from '../cursor.ts';
import { emit } from '../events.ts';
import { checkSubscription } from '../scripts/affordable.ts';
import type { Services } from '../services.ts';
import { readParticipants, recordActivity, notifyPeople } from './activity.ts';
import { listChanges } from './changes.ts';
import { expandProjects } from './expand.ts';
import {
  toEventFields,
  isInReach,
  parseProjectId,
  formatProjectId,
  type ProjectRow,
  selectProjects,
  toProjectView,
  reachProject,
  getStage,
} from './project.ts';
import { createScriptFromIdea } from './promote.ts';
import { enterStage } from './stage-steps.ts';

type ProjectHandlers = Pick<
  Handlers,
  | 'projects.list'
  | 'projects.create'
  | 'projects.get'
  | 'projects.update'
  | 'projects.move'
  | 'projects.promote'
  | 'projects.archive'
  | 'projects.restore'
>;
export type ChangeCall = Omit<Call<'projects.archive'>, 'body'>;

const ListKey = z.tuple([CursorTime, z.enum(['idea', 'script']), CursorId]);

async function list({ store: { db } }: Services, call: Call<'projects.list'>) {
  const { search, include_archived, limit, expand, 'channel_ids[]': ids } = call.query;
  const after = readCursor(call, ListKey);
  const projects = selectProjects(db, call.principal.teamId);
  const { created_at, origin, origin_number, title, topic, angle, archived_at, status, channel_id } = projects;
  const rows = await db
    .select()
    .from(projects)
    .where(
      and(
        isInReach(db, projects, call.principal),
        ids === undefined ? undefined : sql`${channel_id} in ${ids.length > 0 ? ids : [0]}`,
        include_archived ? undefined : and(sql`${archived_at} is null`, sql`${status} <> 'rejected'`),
        search === undefined ? undefined : containsText(search, [sql`${title}`, sql`${topic}`, sql`${angle}`]),
        after === null
          ? undefined
          : sql`(${created_at}, ${origin}, ${origin_number}) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]}::integer)`,
      ),
    )
    .orderBy(desc(created_at), desc(origin), desc(origin_number))
    .limit(limit + 1);
  const { page, next_cursor } = cutPage(rows, limit, (row) => [
    row.created_at.toISOString(),
    row.origin,
    row.origin_number,
  ]);
  return { data: await expandProjects(db, page, expand), meta: { next_cursor } };
}

async function create({ store }: Services, call: Call<'projects.create'>): Promise<ProjectRow> {
  const { principal, body } = call;
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, body.channel_id);
    checkRevision(call, null);
    const [idea] = await tx
      .insert(ideas)
      .values({
        team_id: principal.teamId,
        channel_id: channel.id,
        title: body.title,
        topic: body.topic ?? null,
        angle: body.angle ?? null,
        status: body.stage,
        source_type: 'user_added',
      })
      .returning();
    if (!idea) throw new Error('The idea was not returned.');
    const data = { idea_id: String(idea.id), channel_id: String(channel.id), title: idea.title };
    await emit(tx, principal.teamId, 'idea.created', data);
    const ref = { source: 'idea', number: idea.id } as const;
    await recordActivity(tx, principal, ref, 'created', { to: body.stage });
    const fail = () => new Error('The project was not found.') as never;
    return reachProject(tx, { principal, fail }, ref);
  });
}

/**
 * Changes a project if it still has the call's revision, and returns the changed project.
 * @param applyChange returns the project to read afterwards if it is a different one.
 */
export async function changeProject(
  { store }: Services,
  call: ChangeCall,
  applyChange: (tx: Db, row: ProjectRow) => Promise<ProjectRow | undefined>,
): Promise<ProjectRow> {
  return store.transaction(async (tx) => {
    const before = await reachProject(tx, call, parseProjectId(call.params.project), true);
    checkRevision(call, String(before.revision));
    const after = await applyChange(tx, before);
    return reachProject(tx, call, after ?? before);
  });
}

interface ProjectFields {
  readonly title?: string | undefined;
  readonly topic?: string | null | undefined;
  readonly angle?: string | null | undefined;
  readonly archived_at?: Date | null;
}

async function writeFields(
  tx: Db,
  { source, number }: ProjectRow,
  { title, topic, angle, archived_at }: ProjectFields,
) {
  const fields = {
    ...(title !== undefined && { title }),
    ...(angle !== undefined && { angle }),
    ...(archived_at !== undefined && { archived_at }),
  };
  if (source === 'idea') {
    const values = { ...fields, ...(topic !== undefined && { topic }) };
    await tx.update(ideas).set(values).where(eq(ideas.id, number));
  } else {
    const values = { ...fields, ...(topic != null && { topic }) };
    await tx.update(scripts).set(values).where(eq(scripts.id, number));
  }
}

async function update(services: Services, call: Call<'projects.update'>): Promise<ProjectRow> {
  const { body } = call;
  return changeProject(services, call, async (tx, row) => {
    if (body.topic === null && row.source === 'script') {
      throw call.fail('validation_failed', { fields: { topic: ['A script needs a topic.'] } });
    }
    const fields = (['title', 'topic', 'angle'] as const).filter(
      (field) => body[field] !== undefined && body[field] !== row[field],
    );
    if (fields.length === 0) return undefined;
    await writeFields(tx, row, body);
    const changes = listChanges<ProjectFields>(row, { ...row, ...body }, fields);
    await recordActivity(tx, call.principal, row, 'changed', { fields, changes });
    return undefined;
  });
}

/** Rejects the recording stage if the channel has recording switched off (spec 3 "Projects"). */
async function checkRecording(tx: Db, channelId: number, stage: ProjectStage, fail: Fail<'validation_failed'>) {
  if (stage !== 'recording') return;
  const [channel] = await tx.select().from(channels).where(eq(channels.id, channelId));
  if (channel?.settings['recording'] !== false) return;
  throw fail('validation_failed', { fields: { stage: ['Recording is turned off for this channel.'] } });
}

const STAGES: Readonly<Record<ProjectRow['source'], readonly ProjectStage[]>> = {
  idea: IDEA_STAGES,
  script: SCRIPT_STAGES,
};

async function move(services: Services, call: Call<'projects.move'>): Promise<ProjectRow> {
  const { stage } = call.body;
  return changeProject(services, call, async (tx, row) => {
    const allowedStages = STAGES[row.source];
    if (!allowedStages.includes(stage)) {
      const message = `${row.source === 'idea' ? 'An idea’s' : 'A script’s'} project can only move to ${allowedStages.join(', ')}.`;
      throw call.fail('validation_failed', { fields: { stage: [message] } });
    }
    await checkRecording(tx, row.channel_id, stage, call.fail);
    const from = getStage(row.status);
    if (from === stage) return undefined;
    if (row.source === 'idea') {
      const status = stage as (typeof IDEA_STAGES)[number];
      await tx.update(ideas).set({ status, rejection_reason: null }).where(eq(ideas.id, row.number));
    } else await tx.update(scripts).set({ production_status: stage }).where(eq(scripts.id, row.number));
    await recordActivity(tx, call.principal, row, 'moved', { from, to: stage });
    await emit(tx, call.principal.teamId, 'project.moved', { ...toEventFields(row), from, to: stage });
    await enterStage(tx, call.principal, row, stage);
    if (row.source !== 'script') return undefined;
    const message = `“${row.title}” moved to ${STAGE_NAMES[stage]}.`;
    const recipients = await readParticipants(tx, row);
    await notifyPeople(tx, call.principal, row, { type: 'script_status_changed', message, to: recipients });
    return undefined;
  });
}

async function promote(services: Services, call: Call<'projects.promote'>): Promise<ProjectRow> {
  const { stage } = call.body;
  return changeProject(services, call, async (tx, row) => {
    if (row.source === 'script') throw call.fail('project_promoted', { extras: { project_id: formatProjectId(row) } });
    checkSubscription(call);
    await checkRecording(tx, row.channel_id, stage, call.fail);
    const [idea] = await tx.select().from(ideas).where(eq(ideas.id, row.number));
    if (!idea) throw call.fail('project_not_found');
    const script = await createScriptFromIdea(tx, call.principal, idea, stage);
    if (idea.archived_at !== null)
      await writeFields(tx, { ...row, source: 'script', number: script.id }, { archived_at: idea.archived_at });
    return { ...row, source: 'script', number: script.id };
  });
}

async function setArchived(services: Services, call: ChangeCall, isArchived: boolean): Promise<ProjectRow> {
  return changeProject(services, call, async (tx, row) => {
    if ((row.archived_at !== null) === isArchived) return undefined;
    await writeFields(tx, row, { archived_at: isArchived ? services.now() : null });
    await recordActivity(tx, call.principal, row, isArchived ? 'archived' : 'restored');
    return undefined;
  });
}

const toWriteResult = (row: ProjectRow) => ({
  body: { data: toProjectView(row), meta: { idempotent_replay: false } },
  etag: String(row.revision),
});

export function createProjectHandlers(services: Services): ProjectHandlers {
  return {
    'projects.list': async (call) => ({ status: 200, body: await list(services, call) }),
    'projects.create': async (call) => ({ status: 201, ...toWriteResult(await create(services, call)) }),
    'projects.get': async (call) => {
      const { db } = services.store;
      const row = await reachProject(db, call, parseProjectId(call.params.project));
      const [data] = await expandProjects(db, [row], call.query.expand);
      if (!data) throw call.fail('project_not_found');
      return { status: 200, body: { data, meta: {} }, etag: String(row.revision) };
    },
    'projects.update': async (call) => ({ status: 200, ...toWriteResult(await update(services, call)) }),
    'projects.move': async (call) => ({ status: 200, ...toWriteResult(await move(services, call)) }),
    'projects.promote': async (call) => ({ status: 200, ...toWriteResult(await promote(services, call)) }),
    'projects.archive': async (call) => ({ status: 200, ...toWriteResult(await setArchived(services, call, true)) }),
    'projects.restore': async (call) => ({ status: 200, ...toWriteResult(await setArchived(services, call, false)) }),
  };
}
