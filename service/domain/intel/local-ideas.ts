/** Saves a platform video as an idea with its source and score. */
import { OUTLIER } from '#contract/limits.ts';

import type { IdeaRow } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { emit } from '../events.ts';
import { fetchVideo } from '../ideas/generation.ts';
import { ideaView } from '../ideas/handlers.ts';
import type { IntelServices } from './lookups.ts';
import { videoView } from './view.ts';
import { ideas } from '../../store/schema.ts';
import { ownChannel } from '../channels/own-channel.ts';

const number = new Intl.NumberFormat('en');

async function keep({ store, platformOf, now }: IntelServices, call: Call<'local.ideas.keep'>): Promise<IdeaRow> {
  const { principal, fail, body } = call;
  const channel = await ownChannel(store.db, call, call.params.id);
  const platform = await platformOf(principal.teamId);
  const video = await videoView(platform, await fetchVideo(platform, fail, 'video_id', body.video_id), now());
  const { title, topic, angle, outlier_score, baseline } = video;
  const measured =
    outlier_score === null || baseline?.median_views == null
      ? 'It has no score yet.'
      : `${outlier_score}× the median of ${number.format(baseline.median_views)} views over ${baseline.sample_size} of its videos.`;
  const seen = `${number.format(video.view_count)} views when it was saved. ${measured}`;
  return store.transaction(async (tx) => {
    const [idea] = await tx
      .insert(ideas)
      .values({
        team_id: channel.team_id,
        channel_id: channel.id,
        title,
        topic,
        angle,
        outlier_score,
        source_type: outlier_score !== null && outlier_score >= OUTLIER ? 'outlier' : 'from_video',
        notes: `“${title}” by ${video.channel.title} (${video.video_id}). ${seen}`,
      })
      .returning();
    if (!idea) throw new Error('The idea was not returned.');
    const data = { idea_id: String(idea.id), channel_id: String(channel.id), title };
    await emit(tx, channel.team_id, 'idea.created', data);
    return idea;
  });
}

export function intelIdeaHandlers(services: IntelServices): Pick<Handlers, 'local.ideas.keep'> {
  return {
    'local.ideas.keep': async (call) => ({
      status: 201,
      body: { success: true, data: ideaView(await keep(services, call)) },
    }),
  };
}
