/** Handles quota and generation runs (spec 2 §3, §4). */
import { randomInt } from 'node:crypto';

import { and, desc, eq, isNull } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ThumbnailGenerationStarted, ThumbnailRun } from '#contract/schema/thumbnail.ts';

import { shortenToHeadline } from '../../engines/image/short-headline.ts';
import { thumbnail_runs, thumbnail_styles } from '../../store/schema-thumbnails.ts';
import { ideas, type JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, type IdeaRow, reachChannel } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { emit } from '../events.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import { checkReceiverUrl } from '../webhooks/receiver-url.ts';
import { listCallbackDeliveries } from './callbacks.ts';
import { storePictureFrom } from './pictures.ts';
import { checkEligible, QuotaExhaustedError, toQuotaFailure, readQuota, reserveUnits } from './quota.ts';
import { toRunSubject } from './run-job.ts';
import type { ThumbnailServices } from './services.ts';
import { FINAL_SIZE, ImageStyleRow, findQuotedWords, type RunWork, SKETCH_SIZE } from './work.ts';

type GenerateCall = Call<'thumbnails.generate'>;
type RunRow = typeof thumbnail_runs.$inferSelect;
type SourceType = RunRow['source_type'];

const STYLE_PENDING =
  'The reference’s style is being analysed. Try again with this idea_id in a moment, or wait for the callback.';

const toTitle = (prompt: string | undefined): string => {
  const title = [...((prompt ?? '').split('\n')[0] ?? '').trim()].slice(0, LIMITS.title).join('');
  return title === '' ? 'Thumbnail from a reference' : title;
};

async function findIdea(db: Db, channel: ChannelRow, { body, fail }: GenerateCall): Promise<IdeaRow | null> {
  if (body.idea_id === undefined) return null;
  const [idea] = await db
    .select()
    .from(ideas)
    .where(and(eq(ideas.id, body.idea_id), eq(ideas.channel_id, channel.id), isNull(ideas.archived_at)));
  if (!idea) throw fail('idea_not_in_channel');
  return idea;
}

async function createIdea(tx: Db, channel: ChannelRow, { body }: GenerateCall): Promise<IdeaRow> {
  const [idea] = await tx
    .insert(ideas)
    .values({
      team_id: channel.team_id,
      channel_id: channel.id,
      title: toTitle(body.prompt),
      source_type: 'ai_generated',
      topic: body.topic ?? null,
      thumbnail_concept: body.prompt ? [...body.prompt].slice(0, LIMITS.thumbnailConcept).join('') : null,
    })
    .returning();
  if (!idea) throw new Error('The idea was not returned.');
  const data = { idea_id: String(idea.id), channel_id: String(channel.id), title: idea.title };
  await emit(tx, channel.team_id, 'idea.created', data);
  return idea;
}

/** Picks the words in the picture: the prompt's quoted words, else the idea's. */
const pickHeadline = (prompt: string, idea: IdeaRow | null): string =>
  findQuotedWords(prompt) ?? findQuotedWords(idea?.thumbnail_concept ?? '') ?? shortenToHeadline(idea?.title ?? prompt);

interface GenerationRequest {
  readonly channel: ChannelRow;
  readonly idea: IdeaRow | null;
  /** File name of the reference picture in the media folder. */
  readonly reference: string | null;
}

type StyleRow = typeof thumbnail_styles.$inferSelect;

async function findStyle(tx: Db, idea: IdeaRow | null): Promise<StyleRow | null> {
  if (!idea) return null;
  const [row] = await tx.select().from(thumbnail_styles).where(eq(thumbnail_styles.idea_id, idea.id));
  return row ?? null;
}

/** Starts the style analysis of a clone; a second call makes the pictures. */
async function beginStyle(tx: Db, services: ThumbnailServices, call: GenerateCall, request: GenerationRequest) {
  const idea = request.idea ?? (await createIdea(tx, request.channel, call));
  const { callback_url = null, callback_secret = null } = call.body;
  const [row] = await tx
    .insert(thumbnail_styles)
    .values({
      team_id: idea.team_id,
      idea_id: idea.id,
      callback_url,
      callback_secret,
      reference: request.reference ?? '',
    })
    .returning();
  if (!row) throw new Error('The style was not returned.');
  await services.thumbnailStyles.enqueue(row.id);
  return { idea_id: idea.id, status: 'style_analysis_pending' as const, message: STYLE_PENDING };
}

function buildPrompt({ body }: GenerateCall, idea: IdeaRow | null): string {
  const parts = [body.prompt, body.topic, body.feedback, idea?.thumbnail_concept, idea?.title];
  return parts.filter((part) => part != null && part !== '').join('\n');
}

function buildWork(
  call: GenerateCall,
  request: GenerationRequest,
  style: StyleRow | null,
  sketchCount: number,
): RunWork {
  const prompt = buildPrompt(call, request.idea);
  return {
    ...(sketchCount > 0 ? SKETCH_SIZE : FINAL_SIZE),
    prompt,
    headline: pickHeadline(call.body.feedback ?? call.body.prompt ?? '', request.idea),
    seed: randomInt(2 ** 31),
    count: Math.max(1, sketchCount),
    references: request.reference === null ? [] : [request.reference],
    style: style?.style ? ImageStyleRow.parse(style.style) : null,
  };
}

const getSourceType = ({ body }: GenerateCall, style: StyleRow | null): SourceType => {
  if (body.improvement_mode === true) return 'idea_improve';
  return body.clone_strategy !== undefined || style ? 'thumbnail_clone' : 'api_generate';
};

/** Creates the idea, runs, quota units and jobs in one transaction. */
async function beginRuns(
  tx: Db,
  services: ThumbnailServices,
  call: GenerateCall,
  request: GenerationRequest,
): Promise<ThumbnailGenerationStarted> {
  const { body, principal } = call;
  const style = await findStyle(tx, request.idea);
  if (style?.status === 'queued') throw call.fail('style_analysis_pending');
  if (body.clone_strategy === 'style_analysis' && style?.status !== 'completed') {
    if (style) await tx.delete(thumbnail_styles).where(eq(thumbnail_styles.id, style.id));
    return beginStyle(tx, services, call, request);
  }
  const isBrainstorm = request.idea === null && body.clone_strategy === undefined;
  const variations = body.num_variations ?? (request.idea ? 1 : 4);
  const idea = request.idea ?? (await createIdea(tx, request.channel, call));
  const requestWithIdea = { ...request, idea: request.idea ?? idea };
  const rows = Array.from({ length: isBrainstorm ? 1 : variations }, () => ({
    team_id: idea.team_id,
    channel_id: request.channel.id,
    idea_id: idea.id,
    created_by: principal.userId,
    source_type: getSourceType(call, style),
    work: buildWork(call, requestWithIdea, style, isBrainstorm ? variations : 0) as unknown as JsonObject,
    callback_url: body.callback_url ?? null,
    callback_secret: body.callback_secret ?? null,
  }));
  const runs = await tx.insert(thumbnail_runs).values(rows).returning({ id: thumbnail_runs.id });
  const run_ids = runs.map(({ id }) => id);
  await reserveUnits(tx, idea.team_id, run_ids.map(toRunSubject), services.now());
  for (const id of run_ids) await services.thumbnailRuns.enqueue(id);
  const [run_id] = run_ids;
  if (run_id === undefined) throw new Error('The run was not returned.');
  const ideaField = body.clone_strategy !== undefined && request.idea === null ? { idea_id: idea.id } : {};
  return { run_id, run_ids, status: 'queued', ...ideaField };
}

async function startGeneration(services: ThumbnailServices, call: GenerateCall): Promise<ThumbnailGenerationStarted> {
  const { store } = services;
  const channel = await reachChannel(store.db, call, call.params.id);
  checkEligible(call);
  const idea = await findIdea(store.db, channel, call);
  const { improvement_mode, reference_variation_url, reference_image_url, callback_url } = call.body;
  if (callback_url != null) await checkReceiverUrl(services.outbound, call.fail, 'callback_url', callback_url);
  const isImprovement = improvement_mode === true;
  const field = isImprovement ? 'reference_variation_url' : 'reference_image_url';
  const address = isImprovement ? reference_variation_url : reference_image_url;
  // Runs outside the transaction, because a URL can be slow to answer.
  const picture = address === undefined ? null : await storePictureFrom(services, { field, value: address }, call.fail);
  const request = { channel, idea, reference: picture?.media ?? null };
  try {
    return await store.transaction((tx) => beginRuns(tx, services, call, request));
  } catch (error) {
    if (!(error instanceof QuotaExhaustedError)) throw error;
    throw call.fail('insufficient_thumbnail_quota', toQuotaFailure(error, 'insufficient thumbnail quota'));
  }
}

function toView({ media }: ThumbnailServices, run: RunRow): ThumbnailRun {
  const { id: run_id, status, idea_id, outputs, note, created_at, updated_at } = run;
  return {
    run_id,
    status,
    idea_id,
    note,
    output_urls: status === 'completed' ? outputs.map((name) => media.createAddress(name)) : [],
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

type GenerationHandlers = Pick<
  Handlers,
  'thumbnails.usage' | 'thumbnails.generate' | 'thumbnails.run' | 'thumbnails.runs'
>;

export function createThumbnailHandlers(services: ThumbnailServices): GenerationHandlers {
  const { db } = services.store;
  return {
    'thumbnails.usage': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await readQuota(db, principal, services.now()) } };
    },

    'thumbnails.generate': async (call) => {
      return { status: 202, body: { success: true, data: await startGeneration(services, call) } };
    },

    'thumbnails.run': async (call) => {
      const channel = await reachChannel(db, call, call.params.id);
      const filter = and(eq(thumbnail_runs.id, call.params.run_id), eq(thumbnail_runs.channel_id, channel.id));
      const [run] = await db.select().from(thumbnail_runs).where(filter);
      if (!run) throw call.fail('run_not_found');
      const data = { ...toView(services, run), callback_deliveries: await listCallbackDeliveries(db, run.id) };
      return { status: 200, body: { success: true, data } };
    },

    'thumbnails.runs': async (call) => {
      const channel = await reachChannel(db, call, call.params.id);
      const { source_type, page } = call.query;
      const filter = and(
        eq(thumbnail_runs.channel_id, channel.id),
        source_type === undefined ? undefined : eq(thumbnail_runs.source_type, source_type),
      );
      const pageQuery = { page, per_page: LIMITS.thumbnails.runsPerPage };
      const rows = await db
        .select()
        .from(thumbnail_runs)
        .where(filter)
        .orderBy(desc(thumbnail_runs.created_at), desc(thumbnail_runs.id))
        .limit(pageQuery.per_page)
        .offset(getPageOffset(pageQuery));
      const data = rows.map((run) => {
        const { updated_at: _, ...rest } = toView(services, run);
        return { ...rest, source_type: run.source_type };
      });
      const meta = toPagination(pageQuery, await db.$count(thumbnail_runs, filter));
      return { status: 200, body: { success: true, data, meta } };
    },
  };
}
