/** Fills an empty database with one owner, one team, a plan with credits, the built-in templates and one channel. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { LOCAL_PLAN_CREDITS } from '#contract/limits.ts';

import { openFirstPeriod } from '../domain/credits/periods.ts';
import { UNNAMED_OWNER } from '../domain/people/members.ts';
import { INSTALLATION_ID } from '../store/dump.ts';
import { channels, settings, subscriptions, team_members, teams, templates, users } from '../store/schema.ts';
import type { Db, Store } from '../store/store.ts';
import { fillSample } from './sample-team.ts';
import { SYSTEM_TEMPLATES } from './system-templates.ts';

export interface LocalTeam {
  readonly teamId: number;
  readonly ownerId: number;
  /** Identifies the database where its secrets are stored outside of it. */
  readonly installationId: string;
}

export async function createTeam(tx: Db, ownerName: string, teamName: string, now: Date): Promise<LocalTeam> {
  const [owner] = await tx.insert(users).values({ name: ownerName }).returning();
  if (!owner) throw new Error('The owner was not returned.');
  const [team] = await tx.insert(teams).values({ name: teamName, owner_id: owner.id }).returning();
  if (!team) throw new Error('The team was not returned.');
  const team_id = team.id;
  await tx.insert(team_members).values({ team_id, user_id: owner.id, role: 'owner' });
  await tx.insert(subscriptions).values({ team_id, plan: 'local', status: 'active' });
  await openFirstPeriod(tx, team_id, LOCAL_PLAN_CREDITS, now);
  const installationId = randomUUID();
  await tx.insert(settings).values({ team_id, name: INSTALLATION_ID, value: installationId });
  return { teamId: team_id, ownerId: owner.id, installationId };
}

async function findTeam(db: Db): Promise<LocalTeam | null> {
  const [row] = await db
    .select({ teamId: teams.id, ownerId: teams.owner_id, installationId: settings.value })
    .from(teams)
    .innerJoin(settings, eq(settings.team_id, teams.id))
    .where(eq(settings.name, INSTALLATION_ID))
    .orderBy(teams.id)
    .limit(1);
  return row && typeof row.installationId === 'string' ? { ...row, installationId: row.installationId } : null;
}

/** Updates the built-in templates to this version of the service. */
async function putSystemTemplates(tx: Db): Promise<void> {
  for (const { system_key, ...fields } of SYSTEM_TEMPLATES) {
    await tx
      .insert(templates)
      .values({ system_key, ...fields })
      .onConflictDoUpdate({ target: templates.system_key, set: fields });
  }
}

async function fillEmpty(tx: Db, team: LocalTeam): Promise<void> {
  await tx.insert(channels).values({
    team_id: team.teamId,
    settings: { title: 'My channel', language: 'en', recording: true },
  });
}

/** Returns the team and owner of this database; fills an empty one first, with the sample team if `sample` is set. */
export function ensureTeam(store: Store, sample: boolean, now: Date): Promise<LocalTeam> {
  return store.transaction(async (tx) => {
    await putSystemTemplates(tx);
    const existingTeam = await findTeam(tx);
    if (existingTeam) return existingTeam;
    const team = await (sample
      ? createTeam(tx, 'Ada Sample', 'Sample Studio', now)
      : createTeam(tx, UNNAMED_OWNER, 'My studio', now));
    if (sample) await fillSample(tx, team.teamId, now);
    else await fillEmpty(tx, team);
    return team;
  });
}
