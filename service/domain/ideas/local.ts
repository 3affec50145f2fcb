/** Serves local-only operations on ideas: rating, tags, rejecting, and sorted lists. */
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';

import type { LocalIdea } from '#contract/schema/idea.ts';

import { containsText } from '../../search/contains-text.ts';
import { ideas, templates } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type IdeaRow, reachIdea } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { reachOwnChannel } from '../channels/own-channel.ts';
import { emit } from '../events.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import { recordActivity } from '../projects/activity.ts';
import { toEventFields, formatProjectId } from '../projects/project.ts';
import type { Services } from '../services.ts';
import { isTemplateOf } from '../templates/templates-of.ts';
import { toIdea, hasStatus } from './handlers.ts';

type LocalIdeaHandlers = Pick<
  Handlers,
  'local.ideas.list' | 'local.ideas.get' | 'local.ideas.update' | 'local.ideas.reject'
>;
type OwnIdeaCall = Call<'local.ideas.get'> | Call<'local.ideas.update'> | Call<'local.ideas.reject'>;

export const toLocalIdea = (row: IdeaRow): LocalIdea => ({
  ...toIdea(row),
  rating: row.rating,
  tags: row.tags,
  rejection_reason: row.rejection_reason,
  evidence: row.evidence,
  created_at: row.created_at.toISOString(),
});

/** Reports an idea out of the caller's reach as not found. */
function reachOwnIdea(db: Db, { principal, fail, params }: OwnIdeaCall, lock = false): Promise<IdeaRow> {
  const failNotFound = (_: 'idea_not_found' | 'idea_forbidden') => fail('idea_not_found');
  return reachIdea(db, { principal, fail: failNotFound }, params.id, lock);
}

/** Ends each order with the id, so that pages don't overlap. */
const ORDERS: Readonly<Record<Call<'local.ideas.list'>['query']['sort'], readonly SQL[]>> = {
  newest: [desc(ideas.id)],
  oldest: [asc(ideas.id)],
  title: [sql`lower(${ideas.title})`, asc(ideas.id)],
  rating: [sql`${ideas.rating} desc nulls last`, desc(ideas.id)],
  score: [sql`${ideas.outlier_score} desc nulls last`, desc(ideas.id)],
  longest: [sql`${ideas.suggested_length} desc nulls last`, desc(ideas.id)],
  shortest: [sql`${ideas.suggested_length} asc nulls last`, desc(ideas.id)],
};

const hasTag = (tag: string): SQL =>
  sql`exists (select 1 from unnest(${ideas.tags}) as one(name) where lower(one.name) = lower(${tag}))`;

async function listIdeas({ store: { db } }: Services, call: Call<'local.ideas.list'>) {
  const { query } = call;
  const channel = await reachOwnChannel(db, call, call.params.id);
  const isOfChannel = and(eq(ideas.channel_id, channel.id), isNull(ideas.archived_at));
  const filter = and(
    isOfChannel,
    hasStatus(query.status),
    query.source_type === undefined ? undefined : eq(ideas.source_type, query.source_type),
    query.search === undefined ? undefined : containsText(query.search, [ideas.title, ideas.topic, ideas.angle]),
    query.tag === undefined ? undefined : hasTag(query.tag),
  );
  const rows = await db
    .select()
    .from(ideas)
    .where(filter)
    .orderBy(...ORDERS[query.sort])
    .limit(query.per_page)
    .offset(getPageOffset(query));
  const total = await db.$count(ideas, filter);
  const ideaTags = db
    .select({ name: sql<string>`unnest(${ideas.tags})`.as('name') })
    .from(ideas)
    .where(isOfChannel)
    .as('each');
  const tags = await db
    .select({ name: sql<string>`min(${ideaTags.name})`, ideas: sql<number>`count(*)::integer` })
    .from(ideaTags)
    .groupBy(sql`lower(${ideaTags.name})`)
    .orderBy(sql`lower(${ideaTags.name})`);
  return { success: true as const, data: rows.map(toLocalIdea), pagination: toPagination(query, total), tags };
}

async function updateIdea({ store }: Services, call: Call<'local.ideas.update'>): Promise<IdeaRow> {
  const { body, fail, principal } = call;
  return store.transaction(async (tx) => {
    const idea = await reachOwnIdea(tx, call, true);
    const template = body.suggested_template_id;
    if (template != null) {
      const isOfChannel = and(eq(templates.id, template), isTemplateOf(idea.channel_id));
      if ((await tx.$count(templates, isOfChannel)) === 0) {
        throw fail('invalid_template', { fields: { suggested_template_id: ['Invalid template_id for this channel'] } });
      }
    }
    const changedFields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(changedFields).length === 0) return idea;
    const rated_by = body.rating === null ? null : principal.userId;
    const rater = body.rating === undefined || body.rating === idea.rating ? {} : { rated_by };
    const changes = { ...changedFields, ...rater };
    const [updatedRow] = await tx.update(ideas).set(changes).where(eq(ideas.id, idea.id)).returning();
    if (!updatedRow) throw fail('idea_not_found');
    return updatedRow;
  });
}

async function rejectIdea({ store }: Services, call: Call<'local.ideas.reject'>): Promise<IdeaRow> {
  const { body, fail, principal } = call;
  return store.transaction(async (tx) => {
    const idea = await reachOwnIdea(tx, call, true);
    if (idea.script_id !== null) {
      const project_id = formatProjectId({ source: 'script', number: idea.script_id });
      throw fail('project_promoted', { extras: { project_id } });
    }
    const [updatedRow] = await tx
      .update(ideas)
      .set({ status: 'rejected', rejection_reason: body.reason ?? null })
      .where(eq(ideas.id, idea.id))
      .returning();
    if (!updatedRow) throw fail('idea_not_found');
    if (idea.status !== 'rejected') {
      const move = { from: idea.status, to: updatedRow.status };
      const ref = { source: 'idea', number: idea.id } as const;
      await recordActivity(tx, principal, ref, 'moved', move);
      await emit(tx, principal.teamId, 'project.moved', { ...toEventFields({ ...updatedRow, ...ref }), ...move });
    }
    return updatedRow;
  });
}

export function createLocalIdeaHandlers(services: Services): LocalIdeaHandlers {
  const toAnswer = (row: IdeaRow) => ({
    status: 200 as const,
    body: { success: true as const, data: toLocalIdea(row) },
  });
  return {
    'local.ideas.list': async (call) => ({ status: 200, body: await listIdeas(services, call) }),
    'local.ideas.get': async (call) => toAnswer(await reachOwnIdea(services.store.db, call)),
    'local.ideas.update': async (call) => toAnswer(await updateIdea(services, call)),
    'local.ideas.reject': async (call) => toAnswer(await rejectIdea(services, call)),
  };
}
