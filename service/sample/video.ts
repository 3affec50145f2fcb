/** Adds the rows of the sample team's finished video, whose files every installation contains. */
import { readFile } from 'node:fs/promises';

import { getShippedFile } from '../files/shipped.ts';
import { operations, video_artifacts, video_projects } from '../store/schema-videos.ts';
import type { channels, JsonObject } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { SAMPLE_VIDEO_SCRIPT } from './data/video-script.ts';

/** The video that scripts/sample-video.ts made, as that script recorded it. */
export interface ShippedVideo {
  readonly title: string;
  readonly revision: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly plan: JsonObject;
  readonly timeline: JsonObject;
  readonly quality: JsonObject;
  readonly waveform: readonly number[];
  readonly pictures: Readonly<Record<string, string>>;
}

export const SHIPPED_VIDEO = 'video.json';

type Channel = Pick<typeof channels.$inferSelect, 'id' | 'team_id'>;

export async function addSampleVideo(tx: Db, channel: Channel, scriptId: number, now: Date): Promise<void> {
  const { title, revision, bytes, seconds, plan, timeline, quality, waveform, pictures } = JSON.parse(
    await readFile(getShippedFile(SHIPPED_VIDEO), 'utf8'),
  ) as ShippedVideo;
  const owner = { team_id: channel.team_id, channel_id: channel.id };
  const [video] = await tx
    .insert(video_projects)
    .values({
      ...owner,
      title,
      plan,
      status: 'complete',
      credits: 0,
      estimated_seconds: Math.ceil(seconds),
      brief: { name: title, script: SAMPLE_VIDEO_SCRIPT },
      for_project: `project:v1:script:${scriptId}`,
      operation_id: crypto.randomUUID(),
      artifact_id: crypto.randomUUID(),
    })
    .returning();
  if (!video?.artifact_id) throw new Error('The video was not returned.');
  await tx.insert(operations).values({
    ...owner,
    id: video.operation_id,
    type: 'video_generate',
    resource_id: video.id,
    status: 'completed',
    progress: 100,
    result: { project_id: video.id, revision },
    started_at: now,
    finished_at: now,
  });
  await tx.insert(video_artifacts).values({
    id: video.artifact_id,
    team_id: owner.team_id,
    project_id: video.id,
    content_type: 'video/mp4',
    revision,
    bytes,
    seconds,
    plan,
    timeline,
    quality,
    pictures: { ...pictures },
    waveform: [...waveform],
    quality_status: 'ready',
    measured_at: now,
  });
}
