import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';

import { DEFAULT_SCRIPT_WORDS } from '#contract/limits.ts';
import type { Idea } from '#contract/schema/idea.ts';

import { containsText } from '../../search/contains-text.ts';
import { ideas, scripts, templates } from '../../store/schema.ts';
import { type IdeaRow, reachChannel, reachIdea } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { emit } from '../events.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import { recordActivity } from '../projects/activity.ts';
import { createScriptFromIdea } from '../projects/promote.ts';
import { checkCredits, checkSubscription, areDraftsFree } from '../scripts/affordable.ts';
import type { Services } from '../services.ts';
import { isTemplateOf } from '../templates/templates-of.ts';

type IdeaHandlers = Pick<Handlers, 'ideas.create' | 'ideas.list' | 'ideas.get' | 'ideas.write'>;

export function toIdea(row: IdeaRow): Idea {
  const { id, channel_id, title, topic, angle, suggested_length, suggested_template_id } = row;
  const { status, script_id, source_type, thumbnail_concept, outlier_score, notes } = row;
  return {
    id,
    channel_id,
    title,
    topic,
    angle,
    suggested_length,
    suggested_template_id,
    status,
    script_id,
    source_type,
    thumbnail_concept,
    outlier_score,
    notes,
  };
}

/** Maps `banger`, the old name of considering; `scripted` means that there is a script (spec 1 §3). */
export function hasStatus(status: Call<'ideas.list'>['query']['status']): SQL | undefined {
  if (status === undefined) return undefined;
  if (status === 'scripted') return isNotNull(ideas.script_id);
  return eq(ideas.status, status === 'banger' ? 'considering' : status);
}

async function createIdea({ store }: Services, call: Call<'ideas.create'>): Promise<IdeaRow> {
  const { principal, body, params, fail } = call;
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, params.id);
    const template_id = body.suggested_template_id ?? null;
    if (template_id !== null) {
      const templateCount = await tx.$count(templates, and(eq(templates.id, template_id), isTemplateOf(channel.id)));
      if (templateCount === 0) {
        throw fail('validation_failed', { fields: { suggested_template_id: ['This template doesn’t exist.'] } });
      }
    }
    const [idea] = await tx
      .insert(ideas)
      .values({
        team_id: principal.teamId,
        channel_id: channel.id,
        title: body.title,
        topic: body.topic ?? null,
        angle: body.angle ?? null,
        suggested_length: body.suggested_length ?? null,
        suggested_template_id: template_id,
        source_type: 'user_added',
        thumbnail_concept: body.thumbnail_concept ?? null,
        notes: body.notes ?? null,
      })
      .returning();
    if (!idea) throw new Error('The idea was not returned.');
    const data = { idea_id: String(idea.id), channel_id: String(channel.id), title: idea.title };
    await emit(tx, principal.teamId, 'idea.created', data);
    await recordActivity(tx, principal, { source: 'idea', number: idea.id }, 'created', { to: idea.status });
    return idea;
  });
}

/** Locks the idea's row, so that concurrent calls make one script. */
async function writeScript(services: Services, call: Call<'ideas.write'>) {
  const { store, now } = services;
  const isFree = await areDraftsFree(services, call);
  return store.transaction(async (tx) => {
    const idea = await reachIdea(tx, call, call.params.id, true);
    if (idea.script_id !== null) {
      const [script] = await tx.select().from(scripts).where(eq(scripts.id, idea.script_id));
      if (script) return { script, isNew: false };
    }
    const wordCount = idea.suggested_length ?? DEFAULT_SCRIPT_WORDS;
    checkSubscription(call);
    await checkCredits(tx, call, { words: wordCount, isFree, now: now() });
    return { script: await createScriptFromIdea(tx, call.principal, idea, 'planning'), isNew: true };
  });
}

export function createIdeaHandlers(services: Services): IdeaHandlers {
  const { db } = services.store;
  return {
    'ideas.create': async (call) => ({
      status: 201,
      body: { success: true, data: toIdea(await createIdea(services, call)) },
    }),

    'ideas.list': async (call) => {
      const { query } = call;
      const channel = await reachChannel(db, call, call.params.id);
      const filter = and(
        eq(ideas.channel_id, channel.id),
        isNull(ideas.archived_at),
        hasStatus(query.status),
        query.source_type === undefined ? undefined : eq(ideas.source_type, query.source_type),
        query.search === undefined ? undefined : containsText(query.search, [ideas.title, ideas.topic, ideas.angle]),
      );
      const rows = await db
        .select()
        .from(ideas)
        .where(filter)
        .orderBy(desc(ideas.id))
        .limit(query.per_page)
        .offset(getPageOffset(query));
      const total = await db.$count(ideas, filter);
      const body = { success: true as const, data: rows.map(toIdea), pagination: toPagination(query, total) };
      return { status: 200, body };
    },

    'ideas.get': async (call) => {
      const idea = await reachIdea(db, call, call.params.id);
      return { status: 200, body: { success: true, data: toIdea(idea) } };
    },

    'ideas.write': async (call) => {
      const { script, isNew } = await writeScript(services, call);
      const { id: script_id, script_number, thread_id, status } = script;
      if (isNew) {
        const data = { script_id, script_number, thread_id, canvas_url: null };
        return { status: 201, body: { success: true, data } };
      }
      const message = 'The idea already has a script.';
      return { status: 200, body: { success: true, message, data: { script_id, script_number, status } } };
    },
  };
}
