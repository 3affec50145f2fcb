/** Saves a platform video as an idea, with its source, its score and its current numbers. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import { OUTLIER } from '#contract/limits.ts';
import type { IdeaEvidence } from '#contract/schema/idea.ts';
import type { IntelVideo } from '#contract/schema/intel.ts';
import { getVideoUrl } from '#contract/video-platform.ts';

import { ideas } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { IdeaRow } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { reachOwnChannel } from '../channels/own-channel.ts';
import { emit } from '../events.ts';
import { fetchVideo } from '../ideas/generation.ts';
import { toLocalIdea } from '../ideas/local.ts';
import { recordActivity } from '../projects/activity.ts';
import type { IntelServices } from './lookups.ts';
import { fetchIntelVideo } from './view.ts';

const numberFormat = new Intl.NumberFormat('en');

function toEvidence(video: IntelVideo, savedAt: Date): IdeaEvidence {
  const { video_id, title, channel, thumbnail_url, published_at, view_count, outlier_score, baseline } = video;
  return {
    video_id,
    url: video.is_sample ? null : getVideoUrl(video_id),
    title,
    channel_title: channel.title,
    thumbnail_url,
    published_at,
    view_count,
    median_views: baseline?.median_views ?? null,
    sample_size: baseline?.sample_size ?? 0,
    outlier_score,
    saved_at: savedAt.toISOString(),
  };
}

/** Sums the evidence up in a sentence, for clients that read only the notes. */
function toNotes({
  title,
  channel_title,
  video_id,
  view_count,
  outlier_score,
  median_views,
  sample_size,
}: IdeaEvidence) {
  const scoreSentence =
    outlier_score === null || median_views === null
      ? 'It has no score yet.'
      : `${outlier_score}× the median of ${numberFormat.format(median_views)} views over ${sample_size} of its videos.`;
  return `“${title}” by ${channel_title} (${video_id}). ${numberFormat.format(view_count)} views when it was saved. ${scoreSentence}`;
}

/** Returns the channel's newest idea from a video; null if there is none. */
async function findIdeaFrom(db: Db, channelId: number, videoId: string): Promise<number | null> {
  const isFrom = sql`${ideas.evidence} ->> 'video_id' = ${videoId}`;
  const [idea] = await db
    .select({ id: ideas.id })
    .from(ideas)
    .where(and(eq(ideas.channel_id, channelId), isNull(ideas.archived_at), isFrom))
    .orderBy(desc(ideas.id))
    .limit(1);
  return idea?.id ?? null;
}

async function saveIdea({ store, getPlatform, now }: IntelServices, call: Call<'local.ideas.keep'>): Promise<IdeaRow> {
  const { principal, fail, body } = call;
  const channel = await reachOwnChannel(store.db, call, call.params.id);
  const platform = await getPlatform(principal.teamId);
  const platformVideo = await fetchVideo(platform, fail, 'video_id', body.video_id);
  const existingId = body.again ? null : await findIdeaFrom(store.db, channel.id, platformVideo.video_id);
  if (existingId !== null) throw fail('video_already_saved', { extras: { idea_id: existingId } });
  const video = await fetchIntelVideo(platform, platformVideo, now());
  const evidence = toEvidence(video, now());
  const { topic, outlier_score } = video;
  const title = body.title ?? video.title;
  return store.transaction(async (tx) => {
    const [idea] = await tx
      .insert(ideas)
      .values({
        team_id: channel.team_id,
        channel_id: channel.id,
        title,
        topic,
        angle: body.angle ?? video.angle,
        outlier_score,
        source_type: outlier_score !== null && outlier_score >= OUTLIER ? 'outlier' : 'from_video',
        notes: toNotes(evidence),
        evidence,
      })
      .returning();
    if (!idea) throw new Error('The idea was not returned.');
    const data = { idea_id: String(idea.id), channel_id: String(channel.id), title };
    await emit(tx, channel.team_id, 'idea.created', data);
    await recordActivity(tx, principal, { source: 'idea', number: idea.id }, 'created', { to: idea.status });
    return idea;
  });
}

export function createIntelIdeaHandlers(services: IntelServices): Pick<Handlers, 'local.ideas.keep'> {
  return {
    'local.ideas.keep': async (call) => ({
      status: 201,
      body: { success: true, data: toLocalIdea(await saveIdea(services, call)) },
    }),
  };
}
