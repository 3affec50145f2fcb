/**
 * Handles requests for ideas (spec 1 §4 Ideas): based on the channel and its competitors, a video, or another channel.
 */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import type { IdeaMaterial } from '../../engines/text/text-engine.ts';
import {
  type ChannelReference,
  type Platform,
  type PlatformChannel,
  PlatformError,
  type PlatformVideo,
} from '../../engines/platform/platform.ts';
import { operations } from '../../store/schema-videos.ts';
import { competitors } from '../../store/schema.ts';
import { type ChannelRow, reachChannel, reachIdea } from '../access.ts';
import type { Call, Fail, Failing, Handlers } from '../call.ts';
import { parseChannelReference } from '../intel/identifiers.ts';
import { findVideo, type IntelServices } from '../intel/lookups.ts';
import { asFailure, explainNotFound } from '../intel/platform-failure.ts';
import { measureOutlier } from '../intel/outliers.ts';
import type { IdeasPayload, IdeasQueue } from './generation-job.ts';

export interface IdeaGenerationServices extends IntelServices {
  readonly ideas: IdeasQueue;
}

type GenerationHandlers = Pick<
  Handlers,
  'ideas.generate' | 'ideas.generateFromVideo' | 'ideas.generateFromChannel' | 'ideas.changeTopic'
>;

const MAX_VIDEOS = 12;
const MAX_DESCRIPTION_LENGTH = 1000;
/** Maximum number of videos taken from the channel itself and from each competitor. */
const VIDEOS_PER_CHANNEL = 6;

const toMaterial = (video: PlatformVideo, score: number | null): IdeaMaterial => ({
  title: video.title,
  topic: video.topic ?? '',
  angle: video.angle ?? '',
  description: video.description.slice(0, MAX_DESCRIPTION_LENGTH),
  score,
});

/** Returns the videos furthest above their channel's median. */
function pickBestVideos(uploads: readonly PlatformVideo[], now: Date): IdeaMaterial[] {
  const scoredVideos = uploads.map((video) => ({ video, score: measureOutlier(video, uploads, now).outlier_score }));
  return scoredVideos
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, MAX_VIDEOS)
    .map(({ video, score }) => toMaterial(video, score));
}

/** Collects videos of the channel and its competitors that did well; empty if the platform is unavailable. */
async function collectMaterial(
  { store, getPlatform, now }: IntelServices,
  channel: ChannelRow,
): Promise<IdeaMaterial[]> {
  const platform = await getPlatform(channel.team_id);
  const competitorRows = await store.db.select().from(competitors).where(eq(competitors.channel_id, channel.id));
  const ownChannelId = channel.details?.channel_id;
  const ids = [
    ...(ownChannelId == null ? [] : [ownChannelId]),
    ...competitorRows.map(({ platform_channel_id }) => platform_channel_id),
  ];
  const lists = await Promise.all(
    ids.map(async (id) => {
      try {
        return pickBestVideos(await platform.fetchUploads(id), now()).slice(0, VIDEOS_PER_CHANNEL);
      } catch (error) {
        if (error instanceof PlatformError) return [];
        throw error;
      }
    }),
  );
  return lists.flat();
}

export async function fetchVideo(
  platform: Platform,
  fail: Fail<'video_not_fetched' | 'validation_failed'>,
  field: string,
  identifier: string,
): Promise<PlatformVideo> {
  try {
    const video = await findVideo(platform, identifier);
    if (video === 'invalid') {
      throw fail('validation_failed', { fields: { [field]: ['This isn’t a video ID or URL.'] } });
    }
    if (video === null) throw fail('video_not_fetched', { extras: explainNotFound(platform, 'video', video) });
    return video;
  } catch (error) {
    throw asFailure(error, 'video_not_fetched', fail);
  }
}

/** Returns the id of the operation that reports how the work ends. */
async function enqueue(
  { store, ideas }: IdeaGenerationServices,
  { principal, fail }: Failing<'run_queue_failed'>,
  payload: IdeasPayload,
): Promise<string> {
  const id = randomUUID();
  await store.transaction(async (tx) => {
    await tx.insert(operations).values({
      id,
      team_id: principal.teamId,
      channel_id: payload.channel_id,
      created_by: principal.userId,
      type: payload.kind === 'generate' ? 'generate_ideas' : 'change_topic',
      resource_id: id,
    });
    try {
      await ideas.enqueue(payload, id);
    } catch (cause) {
      throw Object.assign(fail('run_queue_failed'), { cause });
    }
  });
  return id;
}

/** Returns null if the video's channel cannot be read. */
async function fetchScore(platform: Platform, video: PlatformVideo, now: Date): Promise<number | null> {
  try {
    return measureOutlier(video, await platform.fetchUploads(video.channel_id), now).outlier_score;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

async function generateFromVideo(
  services: IdeaGenerationServices,
  call: Call<'ideas.generateFromVideo'>,
): Promise<string> {
  const { body, fail } = call;
  const channel = await reachChannel(services.store.db, call, call.params.id);
  const field = body.video_id == null ? 'video_url' : 'video_id';
  const platform = await services.getPlatform(channel.team_id);
  const video = await fetchVideo(platform, fail, field, body.video_id ?? body.video_url ?? '');
  if (video.seconds !== null && video.seconds < LIMITS.shortestVideo) {
    throw fail('validation_failed', { fields: { [field]: ['The video is shorter than 3 minutes.'] } });
  }
  return enqueue(services, call, {
    kind: 'generate',
    channel_id: channel.id,
    count: body.count,
    source: 'from_video',
    material: [toMaterial(video, await fetchScore(platform, video, services.now()))],
    note: `Based on the video “${video.title}” (${video.video_id}).`,
  });
}

async function fetchSource(
  platform: Platform,
  reference: ChannelReference | null,
  fail: Fail<'source_channel_not_found'>,
): Promise<{ source: PlatformChannel; uploads: readonly PlatformVideo[] }> {
  try {
    const source = reference === null ? 'invalid' : await platform.fetchChannel(reference);
    if (source === 'invalid' || source === null) {
      throw fail('source_channel_not_found', { extras: explainNotFound(platform, 'channel', source) });
    }
    return { source, uploads: await platform.fetchUploads(source.channel_id) };
  } catch (error) {
    throw asFailure(error, 'source_channel_not_found', fail);
  }
}

async function generateFromChannel(services: IdeaGenerationServices, call: Call<'ideas.generateFromChannel'>) {
  const { body, fail } = call;
  const channel = await reachChannel(services.store.db, call, call.params.id);
  const reference = parseChannelReference(body.channel_id ?? body.channel_handle ?? '');
  const { source, uploads } = await fetchSource(await services.getPlatform(channel.team_id), reference, fail);
  const operation_id = await enqueue(services, call, {
    kind: 'generate',
    channel_id: channel.id,
    count: body.count,
    source: 'from_channel',
    material: pickBestVideos(uploads, services.now()),
    note: `Based on the channel “${source.title}”.`,
  });
  return { operation_id, source_channel_title: source.title };
}

const STARTED_MESSAGE = 'The ideas are being generated. They’ll appear in the channel’s list.';

export function createIdeaGenerationHandlers(services: IdeaGenerationServices): GenerationHandlers {
  const { db } = services.store;
  return {
    'ideas.generate': async (call) => {
      const { count } = call.body;
      const channel = await reachChannel(db, call, call.params.id);
      const material = await collectMaterial(services, channel);
      const payload = { kind: 'generate', channel_id: channel.id, count, source: 'ai_generated' } as const;
      const operation_id = await enqueue(services, call, { ...payload, material, note: null });
      const data = { channel_id: channel.id, count, operation_id };
      return { status: 202, body: { success: true, message: STARTED_MESSAGE, data } };
    },

    'ideas.generateFromVideo': async (call) => {
      const operation_id = await generateFromVideo(services, call);
      const data = { channel_id: call.params.id, count: call.body.count, operation_id };
      return { status: 202, body: { success: true, message: STARTED_MESSAGE, data } };
    },

    'ideas.generateFromChannel': async (call) => {
      const acceptedRun = await generateFromChannel(services, call);
      const data = { channel_id: call.params.id, count: call.body.count, ...acceptedRun };
      return { status: 202, body: { success: true, message: STARTED_MESSAGE, data } };
    },

    'ideas.changeTopic': async (call) => {
      const { id: idea_id, channel_id } = await reachIdea(db, call, call.params.id);
      const { topic } = call.body;
      const operation_id = await enqueue(services, call, { kind: 'change-topic', idea_id, channel_id, topic });
      const data = { idea_id, operation_id };
      return { status: 202, body: { success: true, message: 'The idea is being rewritten.', data } };
    },
  };
}
