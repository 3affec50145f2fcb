/** Requests, quotes and cancels videos (spec 2 §3, §4; 3 "Video"). */
import { randomUUID } from 'node:crypto';

import { and, asc, eq, sql } from 'drizzle-orm';

import { getVideoCredits } from '#contract/limits.ts';

import { readBalance } from '../../store/ledger.ts';
import { operations, video_projects } from '../../store/schema-videos.ts';
import { channels, type JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, buildReachFilter, reachChannel } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { openCurrentPeriod } from '../credits/periods.ts';
import { type OperationRow, toServiceOperation } from '../operations/handlers.ts';
import { parseProjectId, reachProject } from '../projects/project.ts';
import { checkSubscription } from '../scripts/affordable.ts';
import { holdVideo, releaseVideo } from './ledger.ts';
import { findChannelByPublicId, listReachableChannels, findChannelByName } from './catalogues.ts';
import { type PlannedVideo, planVideoRequest, toPlanRow } from './plan.ts';
import { reachVideo, type VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';
import { readVideoView } from './view.ts';

type VideoCall = Call<'video.create'> | Call<'video.quote'>;

const CHANNEL_FINDERS = { channel: findChannelByName, channel_public_id: findChannelByPublicId } as const;

/** Clients of other services name the channel. A name that is unknown or contradicts the request is refused. */
async function findNamedChannel(services: VideoServices, call: VideoCall, initialChannel: ChannelRow | null) {
  let result = initialChannel;
  for (const field of ['channel', 'channel_public_id'] as const) {
    const name = call.body[field];
    if (name == null) continue;
    const channel = CHANNEL_FINDERS[field](await listReachableChannels(services, call.principal), name);
    const refuseChannel = (message: string) => call.fail('validation_failed', { fields: { [field]: [message] } });
    if (!channel) throw refuseChannel('This channel doesn’t exist or you don’t have access to it.');
    if (result && result.id !== channel.id)
      throw refuseChannel('This isn’t the channel that the rest of the request names.');
    result = channel;
  }
  return result;
}

async function readProjectChannel({ store: { db } }: VideoServices, call: VideoCall): Promise<ChannelRow | null> {
  const { project_id } = call.body;
  if (project_id == null) return null;
  const fail = () =>
    call.fail('validation_failed', {
      fields: { project_id: ['This project doesn’t exist or you don’t have access to it.'] },
    });
  const project = await reachProject(db, { principal: call.principal, fail }, parseProjectId(project_id));
  return reachChannel(db, call, project.channel_id);
}

/** Picks the project's channel, else the named one, else the first one. */
async function pickChannel(services: VideoServices, call: VideoCall): Promise<ChannelRow> {
  const { db } = services.store;
  const { channel_id } = call.body;
  const projectChannel = await readProjectChannel(services, call);
  const requestedChannel =
    projectChannel ?? (channel_id === undefined ? null : await reachChannel(db, call, channel_id));
  const namedChannel = await findNamedChannel(services, call, requestedChannel);
  if (namedChannel) return namedChannel;
  const [firstChannel] = await db
    .select()
    .from(channels)
    .where(buildReachFilter(db, call.principal))
    .orderBy(asc(channels.id))
    .limit(1);
  if (!firstChannel) throw call.fail('channel_not_found');
  return firstChannel;
}

/** Refuses if nothing can be rendered, before anything is paid or staged. */
export async function requireVideoMaker(
  { videoMaker }: VideoServices,
  {
    fail,
  }:
    | Pick<Call<'video.create'>, 'fail'>
    | Pick<Call<'videoRevision.apply'>, 'fail'>
    | Pick<Call<'local.videos.handOff'>, 'fail'>,
): Promise<void> {
  const reason = await videoMaker.explainUnavailable();
  if (reason !== null) throw fail('video_provisioning_required', { extras: { reason } });
}

/** Refuses narration if the connected voice cannot be used. */
async function checkConfiguration({ videoMaker }: VideoServices, call: Call<'video.create'>): Promise<void> {
  if (!call.body.narration_enabled) return;
  const reason = await videoMaker.findConfigurationFault(call.principal.teamId);
  if (reason !== null) throw call.fail('video_configuration_not_ready', { extras: { reason } });
}

export type NewOperation = Pick<
  OperationRow,
  'id' | 'team_id' | 'channel_id' | 'type' | 'resource_id' | 'created_by'
> & { readonly warnings?: string[]; readonly request?: JsonObject };

/** Starts an operation; accepted work counts as running and 10 % done (spec 2 §3). */
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

interface VideoRequest {
  readonly channel: ChannelRow;
  readonly plannedVideo: PlannedVideo;
}

async function insertVideo(
  tx: Db,
  services: VideoServices,
  call: Call<'video.create'>,
  { channel, plannedVideo }: VideoRequest,
) {
  const { body, principal } = call;
  await openCurrentPeriod(tx, principal.teamId, services.now());
  const operation_id = randomUUID();
  const owner = { team_id: principal.teamId, channel_id: channel.id, created_by: principal.userId };
  const [video] = await tx
    .insert(video_projects)
    .values({
      ...owner,
      title: body.name,
      for_project: body.project_id ?? null,
      brief: body as unknown as JsonObject,
      plan: toPlanRow(plannedVideo.plan),
      estimated_seconds: plannedVideo.seconds,
      credits: getVideoCredits(plannedVideo.seconds),
      operation_id,
    })
    .returning();
  if (!video) throw new Error('The video was not returned.');
  await holdVideo(tx, video, call.fail);
  const newOperation = { ...owner, id: operation_id, type: 'video_generate' as const, resource_id: video.id };
  return startOperation(tx, services, { ...newOperation, warnings: [...plannedVideo.warnings] });
}

async function createVideo(services: VideoServices, call: Call<'video.create'>): Promise<OperationRow> {
  const { store, videoMaker } = services;
  checkSubscription(call);
  const channel = await pickChannel(services, call);
  const plannedVideo = await planVideoRequest(store.db, videoMaker, call, channel);
  await requireVideoMaker(services, call);
  await checkConfiguration(services, call);
  return store.transaction((tx) => insertVideo(tx, services, call, { channel, plannedVideo }));
}

async function quoteVideo(services: VideoServices, call: Call<'video.quote'>) {
  const { store, videoMaker } = services;
  const channel = await pickChannel(services, call);
  const { seconds, warnings } = await planVideoRequest(store.db, videoMaker, call, channel);
  const { available } = await readBalance(store.db, call.principal.teamId);
  return {
    dry_run: true,
    estimated_seconds: seconds,
    required_credits: getVideoCredits(seconds),
    credits_remaining: available,
    warnings: [...warnings],
    client_reference_id: call.body.client_reference_id ?? null,
  };
}

/** Ends an unfinished video and releases its credits; returns false if it had already ended. */
export async function endVideo(
  tx: Db,
  video: VideoRow,
  end: { readonly status: 'failed' | 'cancelled'; readonly reason?: string | null },
): Promise<boolean> {
  const updatedRows = await tx
    .update(video_projects)
    .set({ status: end.status, cancel_reason: end.reason ?? null })
    .where(and(eq(video_projects.id, video.id), eq(video_projects.status, 'generating')))
    .returning({ id: video_projects.id });
  if (updatedRows.length === 0) return false;
  await releaseVideo(tx, video);
  return true;
}

async function cancelVideo({ store, media, videoRuns }: VideoServices, call: Call<'video.cancel'>) {
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
    return readVideoView(tx, await reachVideo(tx, call, before.id), media);
  });
}

type RequestHandlers = Pick<Handlers, 'video.create' | 'video.quote' | 'video.cancel'>;

export function createRequestHandlers(services: VideoServices): RequestHandlers {
  return {
    'video.create': async (call) => {
      const operation = toServiceOperation(await createVideo(services, call), call.body.client_reference_id ?? null);
      return { status: 202, body: { operation, meta: { idempotent_replay: false } } };
    },
    'video.quote': async (call) => ({ status: 200, body: { data: await quoteVideo(services, call), meta: {} } }),
    'video.cancel': async (call) => ({
      status: 200,
      body: { data: await cancelVideo(services, call), meta: { idempotent_replay: false } },
    }),
  };
}
