/** Draws a preview of a block with its staged edit. The edit can be applied even if the preview fails. */
import { and, eq } from 'drizzle-orm';

import type { Job, JobHandler } from '../../jobs/job.ts';
import { video_artifacts, video_edits, video_projects } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import { toPaidRequest } from '../../files/paid-requests.ts';
import { readStagedEdits } from './draft.ts';
import { applyEdits } from './edits.ts';
import { toPlan, withFiles } from './plan.ts';
import type { VideoJobOptions } from './render-job.ts';

export const PREVIEW_JOB = 'video-preview';

export interface PreviewPayload {
  readonly edit_id: string;
  /** How often the edit was staged; each round has its own job. */
  readonly round: number;
}

const isThisRound = ({ edit_id, round }: PreviewPayload) =>
  and(eq(video_edits.id, edit_id), eq(video_edits.round, round));

/** Returns the plan with the edits and the block, or null if the edit was discarded or staged again. */
async function loadPreview(tx: Db, payload: PreviewPayload) {
  const [row] = await tx
    .select({ edit: video_edits, plan: video_artifacts.plan })
    .from(video_edits)
    .innerJoin(video_projects, eq(video_projects.id, video_edits.project_id))
    .innerJoin(video_artifacts, eq(video_artifacts.id, video_projects.artifact_id))
    .where(isThisRound(payload));
  if (!row) return null;
  const stagedEdits = await readStagedEdits(tx, row.edit.project_id);
  // Leaves out respoken sentences: they don't show in a picture, and a voice may cost money.
  const edits = stagedEdits.map(({ edit }) => edit).filter(({ action }) => action !== 'speak_sentence');
  const edit = stagedEdits.find(({ row }) => row.id === payload.edit_id)?.edit;
  return edit && 'block' in edit
    ? { plan: applyEdits(toPlan(row.plan), edits), block: edit.block, edit: row.edit }
    : null;
}

async function drawPreview(job: Job<PreviewPayload>, { answers, media, videos, videoMaker }: Options): Promise<void> {
  const loadedPreview = await job.transaction((tx) => loadPreview(tx, job.payload));
  if (!loadedPreview) return;
  const plan = await withFiles(loadedPreview.plan, (asset) => videos.findAssetFile(asset));
  const { team_id: teamId, project_id } = loadedPreview.edit;
  const workId = `preview-${job.payload.edit_id}-${job.payload.round}`;
  const getPaidRequest = (picture: string) => toPaidRequest(answers, workId, picture);
  const request = {
    teamId,
    cacheFolder: await videos.getCache(project_id),
    getPaidRequest,
    signal: job.signal,
  };
  const preview = await media.put(await videoMaker.renderStill(plan, loadedPreview.block, request));
  await job.finish(async (tx) => {
    await tx.update(video_edits).set({ preview, status: 'ready' }).where(isThisRound(job.payload));
  });
  await answers.settle(workId);
}

type Options = Pick<VideoJobOptions, 'answers' | 'media' | 'videos' | 'videoMaker'>;

export function previewJob(options: Options): JobHandler<PreviewPayload> {
  return {
    concurrency: 1,
    run: (job) => drawPreview(job, options),
    recordEnd: async (job, tx) => {
      await tx.update(video_edits).set({ status: 'ready' }).where(isThisRound(job.payload));
    },
  };
}
