import { and, asc, eq, isNull, or } from 'drizzle-orm';

import type { TemplateDetail } from '#contract/schema/template.ts';

import { channels, templates } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, reachChannel } from '../access.ts';
import { type Call, checkRevision, type Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { isTemplateOf } from './templates-of.ts';

type TemplateHandlers = Pick<
  Handlers,
  | 'templates.list'
  | 'templates.create'
  | 'templates.get'
  | 'templates.update'
  | 'templates.archive'
  | 'templates.restore'
>;
type TemplateRow = typeof templates.$inferSelect;
type ChangeCall = Omit<Call<'templates.archive'>, 'body'>;

function toListItem({ id, name, category, description, is_active, archived_at, team_id }: TemplateRow) {
  const isActive = is_active && archived_at === null;
  return { id, name, category, description, is_active: isActive, is_system: team_id === null };
}

function toDetail(row: TemplateRow): TemplateDetail {
  const { prompt, revision, archived_at, created_at, updated_at } = row;
  return {
    ...toListItem(row),
    prompt,
    revision: String(revision),
    archived_at: archived_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** Finds archived templates too. */
async function findTemplate(
  db: Db,
  channel: ChannelRow,
  call: Call<'templates.get'> | ChangeCall,
  lock = false,
): Promise<TemplateRow> {
  const isThisTemplate = eq(templates.id, call.params.template);
  const isOwn = eq(templates.channel_id, channel.id);
  // Built-in templates belong to all teams, so no team locks them.
  if (lock) await db.select({ id: templates.id }).from(templates).where(and(isThisTemplate, isOwn)).for('update');
  const [row] = await db
    .select()
    .from(templates)
    .where(and(isThisTemplate, or(isNull(templates.team_id), isOwn)));
  if (!row) throw call.fail('template_not_found');
  return row;
}

async function createTemplate({ store }: Services, call: Call<'templates.create'>): Promise<TemplateRow> {
  const { name, prompt, description, category } = call.body;
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, call.params.id);
    const owner = { team_id: channel.team_id, channel_id: channel.id };
    const [row] = await tx
      .insert(templates)
      .values({ ...owner, name, prompt, category, description: description ?? '' })
      .returning();
    if (!row) throw new Error('The template was not returned.');
    return row;
  });
}

/** @param getChanges returns the columns to change, or null to change nothing. */
async function changeTemplate(
  { store }: Services,
  call: ChangeCall,
  getChanges: (tx: Db, row: TemplateRow) => Promise<Partial<TemplateRow> | null>,
): Promise<TemplateRow> {
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, call.params.id);
    const before = await findTemplate(tx, channel, call, true);
    if (before.team_id === null) throw call.fail('template_built_in');
    checkRevision(call, String(before.revision));
    const changes = await getChanges(tx, before);
    if (changes === null) return before;
    const [row] = await tx
      .update(templates)
      .set({ ...changes, revision: before.revision + 1 })
      .where(eq(templates.id, before.id))
      .returning();
    if (!row) throw call.fail('template_not_found');
    return row;
  });
}

/** Keeps the template for existing scripts, but stops using it as a default. */
async function archiveTemplate(services: Services, call: ChangeCall): Promise<TemplateRow> {
  return changeTemplate(services, call, async (tx, { id, archived_at }) => {
    if (archived_at !== null) return null;
    await tx.update(channels).set({ default_template_id: null }).where(eq(channels.default_template_id, id));
    return { archived_at: services.now(), is_active: false };
  });
}

async function restoreTemplate(services: Services, call: Call<'templates.restore'>): Promise<TemplateRow> {
  return changeTemplate(services, call, (_tx, { archived_at }) =>
    Promise.resolve(archived_at === null ? null : { archived_at: null, is_active: true }),
  );
}

async function updateTemplate(services: Services, call: Call<'templates.update'>): Promise<TemplateRow> {
  const { name, prompt, description, category } = call.body;
  const columns = {
    ...(name !== undefined && { name }),
    ...(prompt !== undefined && { prompt }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(category !== undefined && { category }),
  };
  return changeTemplate(services, call, () => Promise.resolve(Object.keys(columns).length === 0 ? null : columns));
}

const toWriteResult = (row: TemplateRow) => ({
  body: { success: true as const, data: toDetail(row), meta: { idempotent_replay: false } },
  etag: String(row.revision),
});

export function createTemplateHandlers(services: Services): TemplateHandlers {
  return {
    'templates.list': async (call) => {
      const { db } = services.store;
      const channel = await reachChannel(db, call, call.params.id);
      const filter = isTemplateOf(channel.id, call.query.include_archived);
      const rows = await db.select().from(templates).where(filter).orderBy(asc(templates.id));
      const data = { default_template_id: channel.default_template_id, templates: rows.map(toListItem) };
      return { status: 200, body: { success: true, data } };
    },

    'templates.create': async (call) => ({ status: 201, ...toWriteResult(await createTemplate(services, call)) }),

    'templates.get': async (call) => {
      const { db } = services.store;
      const channel = await reachChannel(db, call, call.params.id);
      const row = await findTemplate(db, channel, call);
      return { status: 200, body: { success: true, data: toDetail(row) }, etag: String(row.revision) };
    },

    'templates.update': async (call) => ({ status: 200, ...toWriteResult(await updateTemplate(services, call)) }),
    'templates.archive': async (call) => ({ status: 200, ...toWriteResult(await archiveTemplate(services, call)) }),
    'templates.restore': async (call) => ({ status: 200, ...toWriteResult(await restoreTemplate(services, call)) }),
  };
}
