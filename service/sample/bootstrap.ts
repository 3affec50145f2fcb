/** Fills an empty database: one owner, one team, a plan with credits, the built-in templates, one channel. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { openFirstPeriod } from '../domain/credits/periods.ts';
import { channels, settings, subscriptions, team_members, teams, templates, users } from '../store/schema.ts';
import type { Db, Store } from '../store/store.ts';
import { fillSample } from './sample-team.ts';
import { SYSTEM_TEMPLATES } from './system-templates.ts';

export const PLAN_CREDITS = 300;

export interface Studio {
  readonly teamId: number;
  readonly ownerId: number;
  /** Names the database wherever secrets of it are kept outside. */
  readonly studioId: string;
}

export async function createTeam(tx: Db, ownerName: string, teamName: string, now: Date): Promise<Studio> {
  const [owner] = await tx.insert(users).values({ name: ownerName }).returning();
  if (!owner) throw new Error('The owner was not returned.');
  const [team] = await tx.insert(teams).values({ name: teamName, owner_id: owner.id }).returning();
  if (!team) throw new Error('The team was not returned.');
  const team_id = team.id;
  await tx.insert(team_members).values({ team_id, user_id: owner.id, role: 'owner' });
  await tx.insert(subscriptions).values({ team_id, plan: 'local', status: 'active' });
  await openFirstPeriod(tx, team_id, PLAN_CREDITS, now);
  const studioId = randomUUID();
  await tx.insert(settings).values({ team_id, name: 'studio_id', value: studioId });
  return { teamId: team_id, ownerId: owner.id, studioId };
}

async function findStudio(db: Db): Promise<Studio | null> {
  const [row] = await db
    .select({ teamId: teams.id, ownerId: teams.owner_id, studioId: settings.value })
    .from(teams)
    .innerJoin(settings, eq(settings.team_id, teams.id))
    .where(eq(settings.name, 'studio_id'))
    .orderBy(teams.id)
    .limit(1);
  return row && typeof row.studioId === 'string' ? { ...row, studioId: row.studioId } : null;
}

/** Built-in templates follow the version of the service. */
async function putSystemTemplates(tx: Db): Promise<void> {
  for (const { system_key, ...fields } of SYSTEM_TEMPLATES) {
    await tx
      .insert(templates)
      .values({ system_key, ...fields })
      .onConflictDoUpdate({ target: templates.system_key, set: fields });
  }
}

async function fillEmpty(tx: Db, studio: Studio): Promise<void> {
  await tx.insert(channels).values({
    team_id: studio.teamId,
    settings: { title: 'My channel', language: 'en', recording: true },
  });
}

/** The studio of this database; an empty one is filled first, with the sample team if that is wanted. */
export function ensureStudio(store: Store, sample: boolean, now: Date): Promise<Studio> {
  return store.transaction(async (tx) => {
    await putSystemTemplates(tx);
    const found = await findStudio(tx);
    if (found) return found;
    const studio = await (sample
      ? createTeam(tx, 'Ada Sample', 'Sample Studio', now)
      : createTeam(tx, 'You', 'My studio', now));
    if (sample) await fillSample(tx, studio, now);
    else await fillEmpty(tx, studio);
    return studio;
  });
}
