/** Asking for a video, what it would cost, and calling it off (spec 2 §3, §4; 3 "Video"). */
import { randomUUID } from 'node:crypto';

import { and, asc, eq, sql } from 'drizzle-orm';

import { videoCredits } from '#contract/limits.ts';

import { balance } from '../../store/ledger.ts';
import { operations, video_projects } from '../../store/schema-videos.ts';
import { channels, type JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, reachableChannels, reachChannel } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { currentPeriod } from '../credits/periods.ts';
import { type OperationRow, operationView } from '../operations/handlers.ts';
import { parseProjectId, reachProject } from '../projects/project.ts';
import { checkSubscription } from '../scripts/affordable.ts';
import { holdVideo, releaseVideo } from './ledger.ts';
import { type Planned, planned, planRow } from './plan.ts';
import { reachVideo, type VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';
import { oneVideo } from './view.ts';

type AskCall = Call<'video.create'> | Call<'video.quote'>;

/** The channel of the project it is made for, else the one that is named, else the first one. */
async function channelOf(db: Db, call: AskCall): Promise<ChannelRow> {
  const { project_id, channel_id } = call.body;
  if (project_id != null) {
    const fail = () =>
      call.fail('validation_failed', { fields: { project_id: ['There is no such project that you can reach.'] } });
    const project = await reachProject(db, { principal: call.principal, fail }, parseProjectId(project_id));
    return reachChannel(db, call, project.channel_id);
  }
  if (channel_id !== undefined) return reachChannel(db, call, channel_id);
  const [first] = await db
    .select()
    .from(channels)
    .where(reachableChannels(db, call.principal))
    .orderBy(asc(channels.id))
    .limit(1);
  if (!first) throw call.fail('channel_not_found');
  return first;
}

/** Refuses where nothing can be rendered, before anything is paid or staged for it. */
export async function checkMaker(
  { videoMaker }: VideoServices,
  { fail }: Pick<Call<'video.create'>, 'fail'> | Pick<Call<'videoRevision.apply'>, 'fail'>,
): Promise<void> {
  const reason = await videoMaker.unavailable();
  if (reason !== null) throw fail('video_unavailable', { extras: { reason } });
}

export type NewOperation = Pick<OperationRow, 'id' | 'team_id' | 'channel_id' | 'type' | 'resource_id' | 'created_by'>;

/** Work that is accepted counts as running, a tenth done (spec 2 §3). */
export async function startOperation(
  tx: Db,
  { videoRuns }: VideoServices,
  values: NewOperation,
): Promise<OperationRow> {
  const [row] = await tx.insert(operations).values(values).returning();
  if (!row) throw new Error('The operation was not returned.');
  await videoRuns.enqueue(row.id);
  return row;
}

interface Asked {
  readonly channel: ChannelRow;
  readonly made: Planned;
}

async function insertVideo(tx: Db, services: VideoServices, call: Call<'video.create'>, { channel, made }: Asked) {
  const { body, principal } = call;
  await currentPeriod(tx, principal.teamId, services.now());
  const operation_id = randomUUID();
  const owner = { team_id: principal.teamId, channel_id: channel.id, created_by: principal.userId };
  const [video] = await tx
    .insert(video_projects)
    .values({
      ...owner,
      ...{ title: body.name, for_project: body.project_id ?? null },
      brief: body as unknown as JsonObject,
      plan: planRow(made.plan),
      estimated_seconds: made.seconds,
      credits: videoCredits(made.seconds),
      operation_id,
    })
    .returning();
  if (!video) throw new Error('The video was not returned.');
  await holdVideo(tx, video, call.fail);
  return startOperation(tx, services, { ...owner, id: operation_id, type: 'video_generate', resource_id: video.id });
}

async function create(services: VideoServices, call: Call<'video.create'>): Promise<OperationRow> {
  const { store, videoMaker } = services;
  checkSubscription(call);
  const channel = await channelOf(store.db, call);
  const made = await planned(store.db, videoMaker, call, channel);
  await checkMaker(services, call);
  return store.transaction((tx) => insertVideo(tx, services, call, { channel, made }));
}

async function quote({ store, videoMaker }: VideoServices, call: Call<'video.quote'>) {
  const channel = await channelOf(store.db, call);
  const { seconds } = await planned(store.db, videoMaker, call, channel);
  const { available } = await balance(store.db, call.principal.teamId);
  return {
    dry_run: true,
    estimated_seconds: seconds,
    required_credits: videoCredits(seconds),
    credits_remaining: available,
  };
}

/** Ends a video that was not finished and gives its credits back; false where it had ended before. */
export async function endVideo(
  tx: Db,
  video: VideoRow,
  end: { readonly status: 'failed' | 'cancelled'; readonly reason?: string | null },
): Promise<boolean> {
  const ended = await tx
    .update(video_projects)
    .set({ status: end.status, cancel_reason: end.reason ?? null })
    .where(and(eq(video_projects.id, video.id), eq(video_projects.status, 'generating')))
    .returning({ id: video_projects.id });
  if (ended.length === 0) return false;
  await releaseVideo(tx, video);
  return true;
}

async function cancel({ store, media, videoRuns }: VideoServices, call: Call<'video.cancel'>) {
  return store.transaction(async (tx) => {
    const before = await reachVideo(tx, call, call.params.project, true);
    if (await endVideo(tx, before, { status: 'cancelled', reason: call.body.reason ?? null })) {
      await tx
        .update(operations)
        .set({
          status: 'cancelled',
          error: 'The video was cancelled.',
          error_code: 'cancelled',
          finished_at: sql`now()`,
        })
        .where(and(eq(operations.id, before.operation_id), eq(operations.status, 'running')));
      await videoRuns.cancel(before.operation_id);
    }
    return oneVideo(tx, await reachVideo(tx, call, before.id), media);
  });
}

type MakingHandlers = Pick<Handlers, 'video.create' | 'video.quote' | 'video.cancel'>;

export function makingHandlers(services: VideoServices): MakingHandlers {
  return {
    'video.create': async (call) => {
      const operation = operationView(await create(services, call));
      return { status: 202, body: { operation, meta: { idempotent_replay: false } } };
    },
    'video.quote': async (call) => ({ status: 200, body: { data: await quote(services, call), meta: {} } }),
    'video.cancel': async (call) => ({
      status: 200,
      body: { data: await cancel(services, call), meta: { idempotent_replay: false } },
    }),
  };
}
