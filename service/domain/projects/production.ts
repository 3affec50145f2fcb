/** Handles production metadata (spec 2 §2, 3 "PATCH production"): thumbnail, upload and checklist of a project. */
import { and, asc, eq, notInArray, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { Production } from '#contract/schema/project.ts';

import { script_attachments } from '../../store/schema-thumbnails.ts';
import { ideas, scripts, users } from '../../store/schema.ts';
import { project_production, project_tasks } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Call, Handlers } from '../call.ts';
import { emit } from '../events.ts';
import type { Services } from '../services.ts';
import { administrators, peopleWithoutAccess, remember, tell } from './activity.ts';
import { type Change, changesOf, checklistChanges } from './changes.ts';
import { change } from './handlers.ts';
import {
  columnsOf,
  eventFields,
  parseProjectId,
  projectId,
  type ProjectRow,
  reachProject,
  rowsOf,
  stageOf,
} from './project.ts';
import { uploadStatus } from './upload-status.ts';

type ProductionHandlers = Pick<Handlers, 'projects.production.get' | 'projects.production.update'>;
type ProductionRow = typeof project_production.$inferSelect;
type TaskRow = typeof project_tasks.$inferSelect;
type UpdateCall = Call<'projects.production.update'>;
type Entry = NonNullable<UpdateCall['body']['checklist']>[number];

const AT_FIRST = {
  description: '',
  tags: [] as string[],
  visibility: 'private',
  made_for_kids: false,
  publish_at: null,
  scheduled: false,
  thumbnail_text: null,
  winner_selected: false,
  review_status: null,
  review_notes: null,
  reviewed_at: null,
} as const satisfies Partial<ProductionRow>;

/** Are the fields whose values the activity of a project states. */
const STATED = ['description', 'tags', 'visibility', 'made_for_kids', 'publish_at', 'thumbnail_text'] as const;

type State = Omit<ProductionRow, 'id' | 'team_id' | 'idea_id' | 'script_id' | 'created_at'>;

async function stateOf(db: Db, project: ProjectRow): Promise<State> {
  const [row] = await db.select().from(project_production).where(rowsOf(project_production, project));
  return row ?? AT_FIRST;
}

const checklistOf = (db: Db, project: ProjectRow): Promise<TaskRow[]> =>
  db
    .select()
    .from(project_tasks)
    .where(rowsOf(project_tasks, project))
    .orderBy(asc(project_tasks.position), asc(project_tasks.id));

const allRequiredDone = (entries: readonly { required: boolean; done: boolean }[]): boolean =>
  entries.every(({ required, done }) => done || !required);

async function hasThumbnail(db: Db, { source, number }: ProjectRow): Promise<boolean> {
  if (source !== 'script') return false;
  const chosen = and(eq(script_attachments.script_id, number), eq(script_attachments.winner, true));
  return (await db.$count(script_attachments, chosen)) > 0;
}

async function view(db: Db, project: ProjectRow): Promise<Production> {
  const state = await stateOf(db, project);
  const checklist = await checklistOf(db, project);
  return {
    project_id: projectId(project),
    stage: stageOf(project.status),
    thumbnail: {
      text: state.thumbnail_text,
      winner_selected: await hasThumbnail(db, project),
      review_status: state.review_status,
      review_notes: state.review_notes,
      reviewed_at: state.reviewed_at?.toISOString() ?? null,
    },
    upload: {
      description: state.description,
      tags: state.tags,
      visibility: state.visibility,
      made_for_kids: state.made_for_kids,
      status: uploadStatus(project, state.scheduled),
      publish_at: state.publish_at?.toISOString() ?? null,
      all_required_checked: allRequiredDone(checklist),
    },
    checklist: checklist.slice(0, LIMITS.checklist.count).map(({ id, title, required, done, assignee_id, due_at }) => ({
      id,
      title,
      required,
      done,
      assignee_id,
      due_at: due_at?.toISOString() ?? null,
    })),
    checklist_total: checklist.length,
    checklist_truncated: checklist.length > LIMITS.checklist.count,
  };
}

async function checkEntries(
  tx: Db,
  call: UpdateCall,
  project: ProjectRow,
  entries: readonly Entry[],
  known: readonly TaskRow[],
) {
  const refuse = (index: number, field: string, words: string) =>
    call.fail('validation_failed', { fields: { [`checklist.${index}.${field}`]: [words] } });
  const ids = new Set(known.map(({ id }) => id));
  entries.forEach(({ id }, index) => {
    if (id === undefined) return;
    // Deletes the id, so that one listed twice is unknown the second time.
    if (!ids.delete(id)) throw refuse(index, 'id', 'This entry doesn’t exist.');
  });
  // People may stay assigned after they lost access, so that others can go on with the checklist.
  const assigned = new Set(known.map(({ assignee_id }) => assignee_id));
  const assignees = entries.flatMap(({ assignee_id }) => (assigned.has(assignee_id) ? [] : (assignee_id ?? [])));
  const unknown = await peopleWithoutAccess(tx, call.principal, project, assignees);
  const index = entries.findIndex(({ assignee_id }) => assignee_id !== null && unknown.includes(assignee_id));
  if (index >= 0) throw refuse(index, 'assignee_id', 'Only team members with access to this project can be assigned.');
}

/** Notifies whoever got a new task, and says who got one and what was done. */
async function announceTask(tx: Db, call: UpdateCall, project: ProjectRow, entry: Omit<Entry, 'id'>, was?: TaskRow) {
  const { assignee_id, title: task, done } = entry;
  const isAssigned = assignee_id !== null && assignee_id !== was?.assignee_id && !done;
  const isCompleted = done && was?.done === false;
  if (!isAssigned && !isCompleted) return;
  const [person] = assignee_id === null ? [] : await tx.select().from(users).where(eq(users.id, assignee_id));
  const event = isCompleted ? 'task.completed' : 'task.assigned';
  await emit(tx, call.principal.teamId, event, { ...eventFields(project), task, assignee: person?.name ?? null });
  if (!isAssigned) return;
  const message = `You have a task in “${project.title}”: ${task}`;
  await tell(tx, call.principal, project, { type: 'task_assigned', message, to: [assignee_id] });
}

const hasChanged = (entry: Omit<Entry, 'id'>, was: TaskRow | undefined): boolean =>
  entry.title !== was?.title ||
  entry.required !== was.required ||
  entry.done !== was.done ||
  entry.assignee_id !== was.assignee_id ||
  entry.due_at?.getTime() !== was.due_at?.getTime();

/** Replaces the checklist and notifies the people who got a new task. */
async function putChecklist(
  tx: Db,
  call: UpdateCall,
  project: ProjectRow,
  entries: readonly Entry[],
): Promise<Change[]> {
  const before = await checklistOf(tx, project);
  await checkEntries(tx, call, project, entries, before);
  const kept = entries.flatMap(({ id }) => id ?? []);
  const own = rowsOf(project_tasks, project);
  await tx.delete(project_tasks).where(and(own, kept.length === 0 ? undefined : notInArray(project_tasks.id, kept)));
  const added: (typeof project_tasks.$inferInsert)[] = [];
  for (const [position, { id, ...entry }] of entries.entries()) {
    const row = { ...entry, position };
    if (id === undefined) added.push({ team_id: call.principal.teamId, ...columnsOf(project), ...row });
    else {
      const isTouched = hasChanged(
        entry,
        before.find((task) => task.id === id),
      );
      const touched = isTouched ? { untouched_stage: null } : {};
      await tx
        .update(project_tasks)
        .set({ ...row, ...touched })
        .where(eq(project_tasks.id, id));
    }
  }
  if (added.length > 0) await tx.insert(project_tasks).values(added);
  for (const { id, ...entry } of entries) {
    const was = before.find((row) => row.id === id);
    await announceTask(tx, call, project, entry, was);
  }
  return checklistChanges(before, entries);
}

/** Works out the publish time and whether the upload is scheduled. */
async function planOf(tx: Db, call: UpdateCall, now: Date, project: ProjectRow, before: State) {
  const { publish_at = before.publish_at, mark_scheduled } = call.body;
  const scheduled = publish_at !== null && (mark_scheduled ?? before.scheduled);
  const refuse = (words: string) => call.fail('validation_failed', { fields: { mark_scheduled: [words] } });
  if (mark_scheduled === true && publish_at === null) throw refuse('Scheduling needs a publish time.');
  const changed = scheduled !== before.scheduled || publish_at?.getTime() !== before.publish_at?.getTime();
  if (scheduled && changed && publish_at <= now) throw refuse('The publish time is in the past.');
  if (mark_scheduled === true && !allRequiredDone(await checklistOf(tx, project))) {
    throw refuse('Complete the required checklist items first.');
  }
  return { publish_at, scheduled };
}

async function changedState(tx: Db, call: UpdateCall, now: Date, project: ProjectRow): Promise<[State, State]> {
  const { description, tags, visibility, thumbnail_text, made_for_kids, request_thumbnail_review } = call.body;
  const before = await stateOf(tx, project);
  const after: State = {
    ...before,
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags }),
    ...(visibility !== undefined && { visibility }),
    ...(thumbnail_text !== undefined && { thumbnail_text }),
    ...(made_for_kids !== undefined && { made_for_kids }),
    ...(request_thumbnail_review === true && { review_status: 'requested' as const, reviewed_at: null }),
    ...(request_thumbnail_review === false && before.review_status === 'requested' && { review_status: null }),
    ...(await planOf(tx, call, now, project, before)),
  };
  return [before, after];
}

async function putState(tx: Db, team_id: number, project: ProjectRow, state: State): Promise<void> {
  const target = project.source === 'idea' ? project_production.idea_id : project_production.script_id;
  const { description, tags, visibility, made_for_kids, publish_at, scheduled, thumbnail_text } = state;
  const set = {
    description,
    tags: [...tags],
    visibility,
    made_for_kids,
    publish_at,
    scheduled,
    thumbnail_text,
    review_status: state.review_status,
    reviewed_at: state.reviewed_at,
  };
  await tx
    .insert(project_production)
    .values({ team_id, ...columnsOf(project), ...set })
    .onConflictDoUpdate({ target, set });
}

async function put(tx: Db, call: UpdateCall, now: Date, project: ProjectRow): Promise<undefined> {
  const { principal, body } = call;
  const fields = Object.keys(body).filter((field) => body[field as keyof typeof body] !== undefined);
  if (fields.length === 0) return;
  const ofChecklist = body.checklist === undefined ? [] : await putChecklist(tx, call, project, body.checklist);
  const [before, after] = await changedState(tx, call, now, project);
  await putState(tx, principal.teamId, project, after);
  const table = project.source === 'idea' ? ideas : scripts;
  await tx
    .update(table)
    .set({ revision: sql`${table.revision} + 1` })
    .where(eq(table.id, project.number));
  const changes = [...changesOf(before, after, STATED), ...ofChecklist];
  await remember(tx, principal, project, 'production_changed', { fields, changes });
  if (after.scheduled && !before.scheduled) {
    await remember(tx, principal, project, 'scheduled', { to: after.publish_at?.toISOString() ?? '' });
  }
  if (body.request_thumbnail_review !== true) return;
  await remember(tx, principal, project, 'review_requested');
  const message = `The thumbnail of “${project.title}” is waiting for your review.`;
  const to = await administrators(tx, principal);
  await tell(tx, principal, project, { type: 'thumbnail_review_requested', message, to });
}

async function answer(db: Db, project: ProjectRow) {
  const revision = String(project.revision);
  return { body: { data: await view(db, project), meta: { revision, idempotent_replay: false } }, etag: revision };
}

export function productionHandlers(services: Services): ProductionHandlers {
  const { store } = services;
  return {
    'projects.production.get': async (call) => {
      const project = await reachProject(store.db, call, parseProjectId(call.params.project));
      return { status: 200, ...(await answer(store.db, project)) };
    },
    'projects.production.update': async (call) =>
      store.transaction(async (tx) => {
        const project = await change(services, call, (inner, row) => put(inner, call, services.now(), row));
        return { status: 200, ...(await answer(tx, project)) };
      }),
  };
}
