/**
 * Reads the draft revision of a video: its staged edits, and whether more can be staged (spec 2 §2 "Editable content").
 */
import { and, asc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/values.ts';

import { video_edits, video_passes } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import { VideoEdit } from './edits.ts';
import { type ArtifactRow, readCurrentArtifact, type VideoRow } from './reach.ts';

export interface StagedEdit {
  readonly row: typeof video_edits.$inferSelect;
  readonly edit: VideoEdit;
}

export async function readStagedEdits(db: Db, projectId: string): Promise<StagedEdit[]> {
  const rows = await db
    .select()
    .from(video_edits)
    .where(eq(video_edits.project_id, projectId))
    .orderBy(asc(video_edits.position));
  return rows.map((row) => ({ row, edit: VideoEdit.parse(row.edit) }));
}

const getEditWindowEnd = ({ published_at }: ArtifactRow): Date =>
  new Date(published_at.getTime() + LIMITS.video.editDays * DAY_MS);

const NOT_COMPLETE = {
  generating: 'The video is still being made.',
  failed: 'The video couldn’t be made, so there’s nothing to edit.',
  cancelled: 'The video was cancelled, so there’s nothing to edit.',
  complete: 'This video has no version to edit.',
} as const;

export interface Draft {
  readonly session: 'draft' | 'applying' | 'closed' | 'none';
  readonly artifact: ArtifactRow | null;
  readonly staged: readonly StagedEdit[];
  readonly windowEndsAt: Date | null;
  /** Why nothing can be edited; empty if editing is possible. */
  readonly lockReason: string;
  /** Why nothing can be applied; empty if applying is possible. */
  readonly explanation: string;
}

async function isApplying(db: Db, projectId: string): Promise<boolean> {
  const isApplyingPass = and(eq(video_passes.project_id, projectId), eq(video_passes.status, 'applying'));
  return (await db.$count(video_passes, isApplyingPass)) > 0;
}

function explainBlocking(stagedEdits: readonly StagedEdit[]): string {
  if (stagedEdits.length === 0) return 'Nothing is staged yet.';
  if (stagedEdits.some(({ row }) => row.status === 'generating'))
    return 'A picture for a staged edit is still being made.';
  return '';
}

export async function readDraft(db: Db, video: VideoRow, now: Date): Promise<Draft> {
  const artifact = await readCurrentArtifact(db, video);
  const stagedEdits = await readStagedEdits(db, video.id);
  const windowEndsAt = artifact && getEditWindowEnd(artifact);
  const createLockedDraft = (session: Draft['session'], lockReason: string): Draft => ({
    session,
    artifact,
    staged: stagedEdits,
    windowEndsAt,
    lockReason,
    explanation: lockReason,
  });
  if (!artifact || !windowEndsAt) return createLockedDraft('none', NOT_COMPLETE[video.status]);
  if (await isApplying(db, video.id)) return createLockedDraft('applying', 'The staged edits are being applied.');
  if (windowEndsAt <= now) {
    return createLockedDraft(
      'closed',
      `Versions can be edited for ${LIMITS.video.editDays} days, and this one’s edit window has ended.`,
    );
  }
  return {
    session: 'draft',
    artifact,
    staged: stagedEdits,
    windowEndsAt,
    lockReason: '',
    explanation: explainBlocking(stagedEdits),
  };
}
