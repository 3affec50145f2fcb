/** Asking for ideas (spec 1 §4 Ideas): from the channel's own surroundings, after a video, after a channel. */
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
import { competitors } from '../../store/schema.ts';
import { type ChannelRow, reachChannel, reachIdea } from '../access.ts';
import type { Call, Fail, Handlers } from '../call.ts';
import { channelReference } from '../intel/identifiers.ts';
import { findVideo, type IntelServices } from '../intel/lookups.ts';
import { measure } from '../intel/outliers.ts';
import type { IdeasPayload, IdeasQueue } from './generation-job.ts';

export interface IdeaGenerationServices extends IntelServices {
  readonly ideas: IdeasQueue;
}

type GenerationHandlers = Pick<
  Handlers,
  'ideas.generate' | 'ideas.generateFromVideo' | 'ideas.generateFromChannel' | 'ideas.changeTopic'
>;

const MATERIAL = 12;

const materialOf = ({ title, topic, angle }: PlatformVideo): IdeaMaterial => ({
  title,
  topic: topic ?? '',
  angle: angle ?? '',
});

/** The videos that did best against their channel's median. */
function best(uploads: readonly PlatformVideo[], now: Date): PlatformVideo[] {
  const score = (video: PlatformVideo): number => measure(video, uploads, now).outlier_score ?? 0;
  return uploads.toSorted((a, b) => score(b) - score(a)).slice(0, MATERIAL);
}

/** What did well around a channel: its own videos and its competitors'. Nothing where the platform cannot be asked. */
async function around({ store, platformOf, now }: IntelServices, channel: ChannelRow): Promise<IdeaMaterial[]> {
  const platform = await platformOf(channel.team_id);
  const rivals = await store.db.select().from(competitors).where(eq(competitors.channel_id, channel.id));
  const own = channel.details?.channel_id;
  const ids = [...(own == null ? [] : [own]), ...rivals.map(({ platform_channel_id }) => platform_channel_id)];
  const lists = await Promise.all(
    ids.map(async (id) => {
      try {
        return best(await platform.uploads(id), now()).slice(0, 4);
      } catch (error) {
        if (error instanceof PlatformError) return [];
        throw error;
      }
    }),
  );
  return lists.flat().map(materialOf);
}

export async function fetchVideo(
  platform: Platform,
  fail: Fail<'video_not_fetched' | 'validation_failed'>,
  field: string,
  identifier: string,
): Promise<PlatformVideo> {
  const failed = (reason: string) => fail('video_not_fetched', { extras: { reason } });
  try {
    const found = await findVideo(platform, identifier);
    if (found === 'invalid') {
      throw fail('validation_failed', { fields: { [field]: ['This is no id or address of a video.'] } });
    }
    if (found === null) throw failed('The platform has no such video.');
    return found;
  } catch (error) {
    if (error instanceof PlatformError) throw failed(error.message);
    throw error;
  }
}

async function enqueue(
  { store, ideas }: IdeaGenerationServices,
  fail: Fail<'run_queue_failed'>,
  payload: IdeasPayload,
): Promise<void> {
  await store.transaction(async () => {
    try {
      await ideas.enqueue(payload);
    } catch (cause) {
      throw Object.assign(fail('run_queue_failed'), { cause });
    }
  });
}

async function fromVideo(services: IdeaGenerationServices, call: Call<'ideas.generateFromVideo'>): Promise<void> {
  const { body, fail } = call;
  const channel = await reachChannel(services.store.db, call, call.params.id);
  const field = body.video_id == null ? 'video_url' : 'video_id';
  const platform = await services.platformOf(channel.team_id);
  const video = await fetchVideo(platform, fail, field, body.video_id ?? body.video_url ?? '');
  if (video.seconds < LIMITS.shortestVideo) {
    throw fail('validation_failed', { fields: { [field]: ['The video is shorter than 3 minutes.'] } });
  }
  await enqueue(services, fail, {
    ...{ kind: 'generate', channel_id: channel.id, count: body.count, source: 'from_video' },
    material: [materialOf(video)],
    note: `After the video “${video.title}” (${video.video_id}).`,
  });
}

async function sourceOf(
  platform: Platform,
  reference: ChannelReference | null,
  fail: Fail<'source_channel_not_found'>,
): Promise<{ source: PlatformChannel; uploads: readonly PlatformVideo[] }> {
  try {
    const source = reference && (await platform.channel(reference));
    if (!source) throw fail('source_channel_not_found');
    return { source, uploads: await platform.uploads(source.channel_id) };
  } catch (error) {
    if (error instanceof PlatformError) throw fail('source_channel_not_found', { message: error.message });
    throw error;
  }
}

async function fromChannel(services: IdeaGenerationServices, call: Call<'ideas.generateFromChannel'>) {
  const { body, fail } = call;
  const channel = await reachChannel(services.store.db, call, call.params.id);
  const reference = channelReference(body.channel_id ?? body.channel_handle ?? '');
  const { source, uploads } = await sourceOf(await services.platformOf(channel.team_id), reference, fail);
  await enqueue(services, fail, {
    ...{ kind: 'generate', channel_id: channel.id, count: body.count, source: 'from_channel' },
    material: best(uploads, services.now()).map(materialOf),
    note: `After the channel “${source.title}”.`,
  });
  return source.title;
}

const STARTED = 'The ideas are being made. They appear in the list of the channel.';

export function ideaGenerationHandlers(services: IdeaGenerationServices): GenerationHandlers {
  const { db } = services.store;
  return {
    'ideas.generate': async (call) => {
      const { count } = call.body;
      const channel = await reachChannel(db, call, call.params.id);
      const material = await around(services, channel);
      const payload = { kind: 'generate', channel_id: channel.id, count, source: 'ai_generated' } as const;
      await enqueue(services, call.fail, { ...payload, material, note: null });
      const data = { channel_id: channel.id, count };
      return { status: 202, body: { success: true, message: STARTED, data } };
    },

    'ideas.generateFromVideo': async (call) => {
      await fromVideo(services, call);
      const data = { channel_id: call.params.id, count: call.body.count };
      return { status: 202, body: { success: true, message: STARTED, data } };
    },

    'ideas.generateFromChannel': async (call) => {
      const source_channel_title = await fromChannel(services, call);
      const data = { channel_id: call.params.id, source_channel_title, count: call.body.count };
      return { status: 202, body: { success: true, message: STARTED, data } };
    },

    'ideas.changeTopic': async (call) => {
      const { id: idea_id, channel_id } = await reachIdea(db, call, call.params.id);
      const { topic } = call.body;
      await enqueue(services, call.fail, { kind: 'change-topic', idea_id, channel_id, topic });
      return { status: 202, body: { success: true, message: 'The idea is being rewritten.', data: { idea_id } } };
    },
  };
}
