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
import { readAdministrators, findPeopleWithoutAccess, recordActivity, notifyPeople } from './activity.ts';
import { type Change, listChanges, listChecklistChanges } from './changes.ts';
import { changeProject } from './handlers.ts';
import {
  toProjectColumns,
  toEventFields,
  parseProjectId,
  formatProjectId,
  type ProjectRow,
  reachProject,
  isOfProject,
  getStage,
} from './project.ts';
import { getUploadStatus } from './upload-status.ts';

type ProductionHandlers = Pick<Handlers, 'projects.production.get' | 'projects.production.update'>;
type ProductionRow = typeof project_production.$inferSelect;
type TaskRow = typeof project_tasks.$inferSelect;
type UpdateCall = Call<'projects.production.update'>;
type Entry = NonNullable<UpdateCall['body']['checklist']>[number];

const DEFAULTS = {
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

/** Fields whose changes are logged with their values. */
const LOGGED_FIELDS = ['description', 'tags', 'visibility', 'made_for_kids', 'publish_at', 'thumbnail_text'] as const;

type ProductionState = Omit<ProductionRow, 'id' | 'team_id' | 'idea_id' | 'script_id' | 'created_at'>;

async function readState(db: Db, project: ProjectRow): Promise<ProductionState> {
  const [row] = await db.select().from(project_production).where(isOfProject(project_production, project));
  return row ?? DEFAULTS;
}

const readChecklist = (db: Db, project: ProjectRow): Promise<TaskRow[]> =>
  db
    .select()
    .from(project_tasks)
    .where(isOfProject(project_tasks, project))
    .orderBy(asc(project_tasks.position), asc(project_tasks.id));

const areRequiredTasksDone = (entries: readonly { required: boolean; done: boolean }[]): boolean =>
  entries.every(({ required, done }) => done || !required);

async function hasThumbnail(db: Db, { source, number }: ProjectRow): Promise<boolean> {
  if (source !== 'script') return false;
  const isWinner = and(eq(script_attachments.script_id, number), eq(script_attachments.winner, true));
  return (await db.$count(script_attachments, isWinner)) > 0;
}

async function readProductionView(db: Db, project: ProjectRow): Promise<Production> {
  const state = await readState(db, project);
  const checklist = await readChecklist(db, project);
  return {
    project_id: formatProjectId(project),
    stage: getStage(project.status),
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
      status: getUploadStatus(project, state.scheduled),
      publish_at: state.publish_at?.toISOString() ?? null,
      all_required_checked: areRequiredTasksDone(checklist),
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
  existingTasks: readonly TaskRow[],
) {
  const refuseEntry = (index: number, field: string, message: string) =>
    call.fail('validation_failed', { fields: { [`checklist.${index}.${field}`]: [message] } });
  const ids = new Set(existingTasks.map(({ id }) => id));
  entries.forEach(({ id }, index) => {
    if (id === undefined) return;
    // Deletes the id, so that a duplicate is refused.
    if (!ids.delete(id)) throw refuseEntry(index, 'id', 'This entry doesn’t exist.');
  });
  // Accepts existing assignees without access, so that others can still edit the checklist.
  const assignedIds = new Set(existingTasks.map(({ assignee_id }) => assignee_id));
  const assignees = entries.flatMap(({ assignee_id }) => (assignedIds.has(assignee_id) ? [] : (assignee_id ?? [])));
  const peopleWithoutReach = await findPeopleWithoutAccess(tx, call.principal, project, assignees);
  const index = entries.findIndex(
    ({ assignee_id }) => assignee_id !== null && peopleWithoutReach.includes(assignee_id),
  );
  if (index >= 0)
    throw refuseEntry(index, 'assignee_id', 'Only team members with access to this project can be assigned.');
}

/** Notifies a new assignee, and emits events for assigned and completed tasks. */
async function announceTask(
  tx: Db,
  call: UpdateCall,
  project: ProjectRow,
  entry: Omit<Entry, 'id'>,
  previous?: TaskRow,
) {
  const { assignee_id, title: task, done } = entry;
  const isAssigned = assignee_id !== null && assignee_id !== previous?.assignee_id && !done;
  const isCompleted = done && previous?.done === false;
  if (!isAssigned && !isCompleted) return;
  const [person] = assignee_id === null ? [] : await tx.select().from(users).where(eq(users.id, assignee_id));
  const event = isCompleted ? 'task.completed' : 'task.assigned';
  await emit(tx, call.principal.teamId, event, { ...toEventFields(project), task, assignee: person?.name ?? null });
  if (!isAssigned) return;
  const message = `You have a task in “${project.title}”: ${task}`;
  await notifyPeople(tx, call.principal, project, { type: 'task_assigned', message, to: [assignee_id] });
}

const hasChanged = (entry: Omit<Entry, 'id'>, previous: TaskRow | undefined): boolean =>
  entry.title !== previous?.title ||
  entry.required !== previous.required ||
  entry.done !== previous.done ||
  entry.assignee_id !== previous.assignee_id ||
  entry.due_at?.getTime() !== previous.due_at?.getTime();

/** Replaces the checklist and notifies the people who got a new task. */
async function putChecklist(
  tx: Db,
  call: UpdateCall,
  project: ProjectRow,
  entries: readonly Entry[],
): Promise<Change[]> {
  const before = await readChecklist(tx, project);
  await checkEntries(tx, call, project, entries, before);
  const keptIds = entries.flatMap(({ id }) => id ?? []);
  const isOwnTask = isOfProject(project_tasks, project);
  await tx
    .delete(project_tasks)
    .where(and(isOwnTask, keptIds.length === 0 ? undefined : notInArray(project_tasks.id, keptIds)));
  const newTasks: (typeof project_tasks.$inferInsert)[] = [];
  for (const [position, { id, ...entry }] of entries.entries()) {
    const row = { ...entry, position };
    if (id === undefined) newTasks.push({ team_id: call.principal.teamId, ...toProjectColumns(project), ...row });
    else {
      const hasEdits = hasChanged(
        entry,
        before.find((task) => task.id === id),
      );
      const stageUpdate = hasEdits ? { untouched_stage: null } : {};
      await tx
        .update(project_tasks)
        .set({ ...row, ...stageUpdate })
        .where(eq(project_tasks.id, id));
    }
  }
  if (newTasks.length > 0) await tx.insert(project_tasks).values(newTasks);
  for (const { id, ...entry } of entries) {
    const previous = before.find((row) => row.id === id);
    await announceTask(tx, call, project, entry, previous);
  }
  return listChecklistChanges(before, entries);
}

/** Returns the new publish time and whether the upload is scheduled. */
async function resolveSchedule(tx: Db, call: UpdateCall, now: Date, project: ProjectRow, before: ProductionState) {
  const { publish_at = before.publish_at, mark_scheduled } = call.body;
  const isScheduled = publish_at !== null && (mark_scheduled ?? before.scheduled);
  const refuseSchedule = (message: string) => call.fail('validation_failed', { fields: { mark_scheduled: [message] } });
  if (mark_scheduled === true && publish_at === null) throw refuseSchedule('Scheduling needs a publish time.');
  const hasChanges = isScheduled !== before.scheduled || publish_at?.getTime() !== before.publish_at?.getTime();
  if (isScheduled && hasChanges && publish_at <= now) throw refuseSchedule('The publish time is in the past.');
  if (mark_scheduled === true && !areRequiredTasksDone(await readChecklist(tx, project))) {
    throw refuseSchedule('Complete the required checklist items first.');
  }
  return { publish_at, scheduled: isScheduled };
}

async function computeState(
  tx: Db,
  call: UpdateCall,
  now: Date,
  project: ProjectRow,
): Promise<[ProductionState, ProductionState]> {
  const { description, tags, visibility, thumbnail_text, made_for_kids, request_thumbnail_review } = call.body;
  const before = await readState(tx, project);
  const after: ProductionState = {
    ...before,
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags }),
    ...(visibility !== undefined && { visibility }),
    ...(thumbnail_text !== undefined && { thumbnail_text }),
    ...(made_for_kids !== undefined && { made_for_kids }),
    ...(request_thumbnail_review === true && { review_status: 'requested' as const, reviewed_at: null }),
    ...(request_thumbnail_review === false && before.review_status === 'requested' && { review_status: null }),
    ...(await resolveSchedule(tx, call, now, project, before)),
  };
  return [before, after];
}

async function putState(tx: Db, team_id: number, project: ProjectRow, state: ProductionState): Promise<void> {
  const target = project.source === 'idea' ? project_production.idea_id : project_production.script_id;
  const { description, tags, visibility, made_for_kids, publish_at, scheduled, thumbnail_text } = state;
  const values = {
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
    .values({ team_id, ...toProjectColumns(project), ...values })
    .onConflictDoUpdate({ target, set: values });
}

async function applyUpdate(tx: Db, call: UpdateCall, now: Date, project: ProjectRow): Promise<undefined> {
  const { principal, body } = call;
  const fields = Object.keys(body).filter((field) => body[field as keyof typeof body] !== undefined);
  if (fields.length === 0) return;
  const checklistEdits = body.checklist === undefined ? [] : await putChecklist(tx, call, project, body.checklist);
  const [before, after] = await computeState(tx, call, now, project);
  await putState(tx, principal.teamId, project, after);
  const table = project.source === 'idea' ? ideas : scripts;
  await tx
    .update(table)
    .set({ revision: sql`${table.revision} + 1` })
    .where(eq(table.id, project.number));
  const changes = [...listChanges(before, after, LOGGED_FIELDS), ...checklistEdits];
  await recordActivity(tx, principal, project, 'production_changed', { fields, changes });
  if (after.scheduled && !before.scheduled) {
    await recordActivity(tx, principal, project, 'scheduled', { to: after.publish_at?.toISOString() ?? '' });
  }
  if (body.request_thumbnail_review !== true) return;
  await recordActivity(tx, principal, project, 'review_requested');
  const message = `The thumbnail of “${project.title}” is waiting for your review.`;
  const to = await readAdministrators(tx, principal);
  await notifyPeople(tx, principal, project, { type: 'thumbnail_review_requested', message, to });
}

async function toAnswer(db: Db, project: ProjectRow) {
  const revision = String(project.revision);
  return {
    body: { data: await readProductionView(db, project), meta: { revision, idempotent_replay: false } },
    etag: revision,
  };
}

export function createProductionHandlers(services: Services): ProductionHandlers {
  const { store } = services;
  return {
    'projects.production.get': async (call) => {
      const project = await reachProject(store.db, call, parseProjectId(call.params.project));
      return { status: 200, ...(await toAnswer(store.db, project)) };
    },
    'projects.production.update': async (call) =>
      store.transaction(async (tx) => {
        const project = await changeProject(services, call, (inner, row) =>
          applyUpdate(inner, call, services.now(), row),
        );
        return { status: 200, ...(await toAnswer(tx, project)) };
      }),
  };
}
