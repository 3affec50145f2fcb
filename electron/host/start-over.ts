/**
 * Puts the local studio aside: the service's folder, and the drafts that belong to it, since the new studio counts its
 * ids from one again. The new one is empty, the sample, or one out of an archive. A plan on the disk makes it one step:
 * what a crash interrupted is finished at the next start.
 */
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

import { LOCAL_ACCOUNT } from '#contract/bridge.ts';
import { readJsonOr, syncFolder, writeDurable } from '#platform/durable-file.ts';
import { isStaged, placeJournal, placeService } from './archive/take-in.ts';
import type { Journal } from './journal.ts';

const Plan = z.object({
  suffix: z.string().regex(/^[0-9TZ-]+$/),
  sample: z.boolean(),
  /** The folder in the data folder that an archive was unpacked to; null without one. */
  staged: z
    .string()
    .regex(/^staged-[0-9a-z-]+$/)
    .nullable()
    .default(null),
});
export type StartOverPlan = z.infer<typeof Plan>;

const planFile = (dataFolder: string): string => join(dataFolder, 'start-over.json');

/** From here on it happens, now or at the next start. */
export async function planStartOver(
  dataFolder: string,
  sample: boolean,
  staged: string | null = null,
): Promise<StartOverPlan> {
  const suffix = new Date().toISOString().replace(/[:.]/g, '-');
  const plan = { suffix, sample, staged };
  await writeDurable(planFile(dataFolder), JSON.stringify(plan));
  return plan;
}

/** A plan that was not finished; null when there is none. */
export async function unfinishedStartOver(dataFolder: string): Promise<StartOverPlan | null> {
  const { value } = await readJsonOr<StartOverPlan | null>(planFile(dataFolder), (v) => Plan.parse(v), null);
  return value;
}

/** Whether one is under way, or to be finished at the next start. */
export const isStartingOver = (dataFolder: string): boolean => existsSync(planFile(dataFolder));

/** When the local studio last started over (ISO time), by what it put aside; null when it never did. */
export async function startedOverAt(dataFolder: string): Promise<string | null> {
  const times = (await readdir(dataFolder))
    .map((name) => /^service-before-([0-9-]+T[0-9]+)-([0-9]+)-([0-9]+)-([0-9]+Z)$/.exec(name))
    .filter((found) => found !== null)
    .map(([, hour, minute, second, rest]) => `${hour}:${minute}:${second}.${rest}`);
  return times.sort().at(-1) ?? null;
}

/** Whether a journal key belongs to the local studio, e.g. `draft/local/14/script`. */
export const isLocal = (key: string): boolean => key.split('/')[1] === LOCAL_ACCOUNT;

/** The service must not run. Each part is done once, however often this is begun. */
export async function carryOut(dataFolder: string, plan: StartOverPlan, journal: Journal): Promise<void> {
  const aside = join(dataFolder, `service-before-${plan.suffix}`);
  const service = join(dataFolder, 'service');
  const staged = plan.staged === null ? null : join(dataFolder, plan.staged);
  // What stands there after the archive's service was placed is that one.
  const present = existsSync(service) && (staged === null || isStaged(staged));
  if (!existsSync(aside) && present) await rename(service, aside);
  await syncFolder(dataFolder);
  const putAside = (): Promise<void> => journal.moveAside(isLocal, join(dataFolder, `journal-before-${plan.suffix}`));
  if (staged === null) return putAside();
  await placeService(staged, service);
  await placeJournal(staged, journal, putAside);
}

export async function finished(dataFolder: string): Promise<void> {
  await rm(planFile(dataFolder), { force: true });
  await syncFolder(dataFolder);
}

/** Drops a plan of which nothing was done yet, and fails; one that was begun is finished at the next start. */
export async function giveUp(dataFolder: string, plan: StartOverPlan, error: unknown): Promise<never> {
  if (!existsSync(join(dataFolder, `service-before-${plan.suffix}`))) await finished(dataFolder);
  throw error;
}
