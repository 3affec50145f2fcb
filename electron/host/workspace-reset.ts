/**
 * Moves the local workspace away: the service's folder and the drafts that belong to it, since the ids of the new
 * workspace start from one again. The new one is empty, the sample, or one from an archive. A plan on disk makes this
 * one step: an interrupted reset is finished at the next start.
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { logger } from '#log/logger.ts';
import { readJsonOr, syncFolder, writeDurable } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';
import { isStaged, placeJournal, placePictures, placeService } from './archive/import.ts';
import type { Journal } from './journal.ts';
import { getScriptPicturesFolder } from './script-pictures.ts';

const log = logger('workspace reset');

const Plan = z.object({
  suffix: z.string().regex(/^[0-9TZ-]+$/),
  sample: z.boolean(),
  /** The folder of the unpacked archive in the data folder; null without one. */
  staged: z
    .string()
    .regex(/^staged-[0-9a-z-]+$/)
    .nullable()
    .default(null),
});
export type ResetPlan = z.infer<typeof Plan>;

const getPlanFile = (dataFolder: string): string => join(dataFolder, 'start-over.json');

/** Once the plan is stored, the reset happens, now or at the next start. */
export async function planReset(
  dataFolder: string,
  sample: boolean,
  stagedName: string | null = null,
): Promise<ResetPlan> {
  const suffix = new Date().toISOString().replace(/[:.]/g, '-');
  const plan = { suffix, sample, staged: stagedName };
  await writeDurable(getPlanFile(dataFolder), JSON.stringify(plan));
  log.info('workspace reset planned', { sample, archive: stagedName !== null });
  return plan;
}

/** Returns the unfinished plan, or null if there is none. */
export async function readUnfinishedReset(dataFolder: string): Promise<ResetPlan | null> {
  const { value } = await readJsonOr<ResetPlan | null>(getPlanFile(dataFolder), (v) => Plan.parse(v), null);
  return value;
}

/** Returns whether a reset is running or will be finished at the next start. */
export const isResetting = (dataFolder: string): boolean => existsSync(getPlanFile(dataFolder));

/**
 * Returns the time of the local workspace's last reset (ISO), read from the names of the moved folders; null if there
 * was none.
 */
export async function readLastResetTime(dataFolder: string): Promise<string | null> {
  const times = (await readdir(dataFolder))
    .map((name) => /^service-before-([0-9-]+T[0-9]+)-([0-9]+)-([0-9]+)-([0-9]+Z)$/.exec(name))
    .filter((match) => match !== null)
    .map(([, hour, minute, second, rest]) => `${hour}:${minute}:${second}.${rest}`);
  return times.sort().at(-1) ?? null;
}

/** Returns whether a journal key belongs to the local workspace, e.g. `draft/local/14/script`. */
export const isLocalKey = (key: string): boolean => key.split('/')[1] === LOCAL_ACCOUNT;

/** The service must be stopped. Each step runs only once, so an interrupted reset can be repeated. */
export async function runReset(dataFolder: string, plan: ResetPlan, journal: Journal): Promise<void> {
  const oldService = join(dataFolder, `service-before-${plan.suffix}`);
  const service = join(dataFolder, 'service');
  const stagedFolder = plan.staged === null ? null : join(dataFolder, plan.staged);
  // Once the archive's service has been placed, this folder is the new one and must stay.
  const hasOldService = existsSync(service) && (stagedFolder === null || isStaged(stagedFolder));
  if (!existsSync(oldService) && hasOldService) await renameWithRetry(service, oldService);
  await syncFolder(dataFolder);
  const moveJournal = (): Promise<void> =>
    journal.moveAside(isLocalKey, join(dataFolder, `journal-before-${plan.suffix}`));
  if (stagedFolder === null) return moveJournal();
  await placePictures(stagedFolder, getScriptPicturesFolder(dataFolder));
  await placeService(stagedFolder, service);
  await placeJournal(stagedFolder, journal, moveJournal);
}

export async function deletePlan(dataFolder: string): Promise<void> {
  await rm(getPlanFile(dataFolder), { force: true });
  await syncFolder(dataFolder);
  log.info('workspace reset finished');
}

/** Drops a plan that has not begun, then rethrows; one that has begun is finished at the next start. */
export async function dropUnstartedPlan(dataFolder: string, plan: ResetPlan, error: unknown): Promise<never> {
  if (!existsSync(join(dataFolder, `service-before-${plan.suffix}`))) await deletePlan(dataFolder);
  throw error;
}
