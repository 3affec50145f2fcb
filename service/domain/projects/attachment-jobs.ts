/** Makes an attached file of its parts, and deletes files that were removed or never finished. */
import { and, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import type { AttachmentStore } from '../../files/attachment-store.ts';
import { FilesUnavailableError } from '../../files/file-storage.ts';
import type { JobHandler } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { project_attachments } from '../../store/schema-projects.ts';
import { type Db, StoreReadOnlyError } from '../../store/store.ts';
import { type ProjectRef, rowsOf } from './project.ts';

const STORE_JOB = 'attachment-store';
const SWEEP_JOB = 'attachment-sweep';
const HOUR_SECONDS = 3600;
/** Deletes a file later than it can be restored or continued, so that the two never meet. */
const SWEEP_HOURS = LIMITS.attachment.restoreHours + 1;
const RETRY_SECONDS = 60;

interface StorePayload {
  readonly attachment: number;
}
interface SweepPayload {
  /** Names files whose rows are gone with their project. */
  readonly files: readonly string[];
}

export interface AttachmentQueue {
  /** Must be called in the transaction in which the last part arrived. */
  store(attachment: number): Promise<void>;
  /** Must be called in the transaction that announces or removes a file. */
  sweepLater(): Promise<void>;
  /** Must be called in the transaction that deletes the project of these files. */
  remove(files: readonly string[]): Promise<void>;
}

export const attachmentQueue = (jobs: Jobs): AttachmentQueue => ({
  store: async (attachment) => {
    await jobs.enqueue(STORE_JOB, { attachment } satisfies StorePayload);
  },
  sweepLater: async () => {
    await jobs.enqueue(SWEEP_JOB, { files: [] } satisfies SweepPayload, { afterSeconds: SWEEP_HOURS * HOUR_SECONDS });
  },
  remove: async (files) => {
    if (files.length > 0) await jobs.enqueue(SWEEP_JOB, { files } satisfies SweepPayload);
  },
});

/** Matches files that were removed, or announced and not finished, at least this long ago. */
export const isOver = (hours: number): SQL => {
  const before = sql`now() - make_interval(hours => ${hours})`;
  const { removed_at, created_at, state } = project_attachments;
  // Either part may be null, which `not` would leave null.
  return sql`(${lte(removed_at, before)} or (${eq(state, 'uploading')} and ${lte(created_at, before)})) is true`;
};

/** Returns the files of a project that is about to be deleted. */
export async function filesOfProject(tx: Db, project: ProjectRef): Promise<string[]> {
  const { file_id } = project_attachments;
  const mine = and(rowsOf(project_attachments, project), isNotNull(file_id));
  const rows = await tx.select({ file_id }).from(project_attachments).where(mine);
  return rows.flatMap((row) => row.file_id ?? []);
}

interface Options {
  readonly attachments: AttachmentStore;
}

const storing = (id: number) => and(eq(project_attachments.id, id), eq(project_attachments.state, 'storing'));
const canRetry = (error: unknown): boolean =>
  error instanceof FilesUnavailableError || error instanceof StoreReadOnlyError;

const storeJob = ({ attachments }: Options, jobs: Jobs): JobHandler<StorePayload> => ({
  run: async (job) => {
    const { attachment } = job.payload;
    const mine = storing(attachment);
    const [row] = await job.transaction((tx) => tx.select().from(project_attachments).where(mine));
    if (!row?.file_id || row.size_bytes === null) return;
    let bytes: number | null;
    try {
      bytes = await attachments.join(row.file_id, row.size_bytes, job.signal);
    } catch (error) {
      if (!canRetry(error)) throw error;
      const later = { afterSeconds: RETRY_SECONDS };
      await job.finish(() => jobs.enqueue(STORE_JOB, { attachment } satisfies StorePayload, later));
      return;
    }
    const state = bytes === row.size_bytes ? ('ready' as const) : ('failed' as const);
    const changed = await job.finish((tx) =>
      tx.update(project_attachments).set({ state }).where(mine).returning({ id: project_attachments.id }),
    );
    // Its project was deleted meanwhile.
    if (changed.length === 0) await attachments.remove(row.file_id);
  },
  ended: async (job, tx) => {
    await tx.update(project_attachments).set({ state: 'failed' }).where(storing(job.payload.attachment));
  },
});

const sweepJob = ({ attachments }: Options): JobHandler<SweepPayload> => ({
  run: async (job) => {
    const { id, file_id } = project_attachments;
    const due = await job.transaction((tx) =>
      tx.select({ id, file_id }).from(project_attachments).where(isOver(SWEEP_HOURS)),
    );
    // Files go before their rows, so that a crash in between leaves no file behind.
    for (const file of [...job.payload.files, ...due.flatMap((row) => row.file_id ?? [])]) {
      await attachments.remove(file);
    }
    const ids = due.map((row) => row.id);
    await job.finish((tx) => tx.delete(project_attachments).where(inArray(id, ids)));
  },
  ended: () => Promise.resolve(),
});

export function registerAttachmentJobs(jobs: Jobs, options: Options): void {
  jobs.register(STORE_JOB, storeJob(options, jobs));
  jobs.register(SWEEP_JOB, sweepJob(options));
}
