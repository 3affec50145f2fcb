/** Joins an attached file from its parts, and deletes removed and unfinished files. */
import { and, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import type { AttachmentStore } from '../../files/attachment-store.ts';
import { FilesUnavailableError } from '../../files/file-storage.ts';
import type { JobHandler } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { project_attachments } from '../../store/schema-projects.ts';
import { type Db, StoreReadOnlyError } from '../../store/store.ts';
import { type ProjectRef, isOfProject } from './project.ts';

const STORE_JOB = 'attachment-store';
const SWEEP_JOB = 'attachment-sweep';
const HOUR_SECONDS = 3600;
/** Deletes files only after restoring or continuing them has become impossible. */
const SWEEP_HOURS = LIMITS.attachment.restoreHours + 1;
const RETRY_SECONDS = 60;

interface StorePayload {
  readonly attachment: number;
}
interface SweepPayload {
  /** Files of a deleted project, whose rows no longer exist. */
  readonly files: readonly string[];
}

export interface AttachmentQueue {
  /** Call it in the transaction that stores the last part. */
  store(attachment: number): Promise<void>;
  /** Call it in the transaction that announces or removes a file. */
  scheduleSweep(): Promise<void>;
  /** Call it in the transaction that deletes the files' project. */
  remove(files: readonly string[]): Promise<void>;
}

export const createAttachmentQueue = (jobs: Jobs): AttachmentQueue => ({
  store: async (attachment) => {
    await jobs.enqueue(STORE_JOB, { attachment } satisfies StorePayload);
  },
  scheduleSweep: async () => {
    await jobs.enqueue(SWEEP_JOB, { files: [] } satisfies SweepPayload, { afterSeconds: SWEEP_HOURS * HOUR_SECONDS });
  },
  remove: async (files) => {
    if (files.length > 0) await jobs.enqueue(SWEEP_JOB, { files } satisfies SweepPayload);
  },
});

/** Matches files that were removed, or announced but not uploaded, at least this long ago. */
export const isExpired = (hours: number): SQL => {
  const before = sql`now() - make_interval(hours => ${hours})`;
  const { removed_at, created_at, state } = project_attachments;
  // Either part may be null, and `not null` is null in SQL.
  return sql`(${lte(removed_at, before)} or (${eq(state, 'uploading')} and ${lte(created_at, before)})) is true`;
};

/** Returns the files of a project that is about to be deleted. */
export async function listProjectFiles(tx: Db, project: ProjectRef): Promise<string[]> {
  const { file_id } = project_attachments;
  const isThisAttachment = and(isOfProject(project_attachments, project), isNotNull(file_id));
  const rows = await tx.select({ file_id }).from(project_attachments).where(isThisAttachment);
  return rows.flatMap((row) => row.file_id ?? []);
}

interface Options {
  readonly attachments: AttachmentStore;
}

const isStoring = (id: number) => and(eq(project_attachments.id, id), eq(project_attachments.state, 'storing'));
const canRetry = (error: unknown): boolean =>
  error instanceof FilesUnavailableError || error instanceof StoreReadOnlyError;

const storeJob = ({ attachments }: Options, jobs: Jobs): JobHandler<StorePayload> => ({
  run: async (job) => {
    const { attachment } = job.payload;
    const isThisAttachment = isStoring(attachment);
    const [row] = await job.transaction((tx) => tx.select().from(project_attachments).where(isThisAttachment));
    if (!row?.file_id || row.size_bytes === null) return;
    let bytes: number | null;
    try {
      bytes = await attachments.join(row.file_id, row.size_bytes, job.signal);
    } catch (error) {
      if (!canRetry(error)) throw error;
      const delay = { afterSeconds: RETRY_SECONDS };
      await job.finish(() => jobs.enqueue(STORE_JOB, { attachment } satisfies StorePayload, delay));
      return;
    }
    const state = bytes === row.size_bytes ? ('ready' as const) : ('failed' as const);
    const updatedRows = await job.finish((tx) =>
      tx.update(project_attachments).set({ state }).where(isThisAttachment).returning({ id: project_attachments.id }),
    );
    // The project was deleted meanwhile.
    if (updatedRows.length === 0) await attachments.remove(row.file_id);
  },
  recordEnd: async (job, tx) => {
    await tx.update(project_attachments).set({ state: 'failed' }).where(isStoring(job.payload.attachment));
  },
});

const sweepJob = ({ attachments }: Options): JobHandler<SweepPayload> => ({
  run: async (job) => {
    const { id, file_id } = project_attachments;
    const expiredRows = await job.transaction((tx) =>
      tx.select({ id, file_id }).from(project_attachments).where(isExpired(SWEEP_HOURS)),
    );
    // Deletes files before rows, so that a crash leaves no orphaned file.
    for (const file of [...job.payload.files, ...expiredRows.flatMap((row) => row.file_id ?? [])]) {
      await attachments.remove(file);
    }
    const ids = expiredRows.map((row) => row.id);
    await job.finish((tx) => tx.delete(project_attachments).where(inArray(id, ids)));
  },
  recordEnd: () => Promise.resolve(),
});

export function registerAttachmentJobs(jobs: Jobs, options: Options): void {
  jobs.register(STORE_JOB, storeJob(options, jobs));
  jobs.register(SWEEP_JOB, sweepJob(options));
}
