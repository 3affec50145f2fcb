import { and, eq } from 'drizzle-orm';

import { ABILITIES, type Ability, isForViewers, type Role, TOKEN_ABILITIES } from '#contract/abilities.ts';

import { subscriptions, team_members, teams, tokens, users } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Principal } from '../call.ts';
import { hashToken } from './secret.ts';

/** `no_team` means that the token is valid but its person has left the team. */
export type Identity = Principal | 'no_team' | null;

const CACHE_MS = 1000;
const FLUSH_INTERVAL_MS = 5000;
const MAX_CACHED = 1000;

type TokenRow = typeof tokens.$inferSelect;

/** A token made through the API never manages the workspace, whatever its row says. */
function getEffectiveAbilities({ abilities, kind }: TokenRow, role: Role): ReadonlySet<Ability> {
  const grantable = kind === 'user' ? TOKEN_ABILITIES : ABILITIES;
  return new Set(
    grantable.filter((ability) => abilities.includes(ability) && (role !== 'viewer' || isForViewers(ability))),
  );
}

async function findPrincipal({ db }: Store, hash: string): Promise<Identity> {
  const [row] = await db
    .select({ token: tokens, team: teams, owner: users, subscription: subscriptions, role: team_members.role })
    .from(tokens)
    .innerJoin(teams, eq(teams.id, tokens.team_id))
    .innerJoin(users, eq(users.id, teams.owner_id))
    .leftJoin(subscriptions, eq(subscriptions.team_id, teams.id))
    .leftJoin(team_members, and(eq(team_members.team_id, tokens.team_id), eq(team_members.user_id, tokens.user_id)))
    .where(eq(tokens.hash, hash));
  if (!row) return null;
  if (row.role === null) return 'no_team';
  return {
    tokenId: row.token.id,
    userId: row.token.user_id,
    teamId: row.team.id,
    role: row.role,
    isApp: row.token.kind === 'device',
    abilities: getEffectiveAbilities(row.token, row.role),
    team: {
      id: row.team.id,
      name: row.team.name,
      user_role: row.role,
      owner: { id: row.owner.id, name: row.owner.name },
      subscription: {
        plan: row.subscription?.plan ?? 'none',
        status: row.subscription?.status ?? 'inactive',
        trial_ends_at: row.subscription?.trial_ends_at?.toISOString() ?? null,
        is_paused: row.subscription?.status === 'paused',
      },
    },
  };
}

/**
 * Finds the principal of a token. Caches for a second to save a query per request; changes by this process apply at
 * once through `forget`, changes by another process within that second.
 */
export class Principals {
  readonly #store: Store;
  readonly #cache = new Map<string, { identity: Exclude<Identity, null>; until: number }>();
  readonly #lastUsed = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  #generation = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Returns synchronously for a cached caller. */
  identify(secret: string): Identity | Promise<Identity> {
    const now = Date.now();
    const cachedEntry = this.#cache.get(secret);
    return cachedEntry && cachedEntry.until > now
      ? this.#recordUse(cachedEntry.identity, now)
      : this.#lookUp(secret, now);
  }

  async #lookUp(secret: string, now: number): Promise<Identity> {
    const generation = this.#generation;
    const identity = await findPrincipal(this.#store, hashToken(secret));
    if (identity === null) {
      this.#cache.delete(secret);
      return null;
    }
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    // Skips caching if something changed while reading.
    if (generation === this.#generation) this.#cache.set(secret, { identity, until: now + CACHE_MS });
    return this.#recordUse(identity, now);
  }

  /** Call after a token, a member, a team or a subscription changed. */
  forget(): void {
    this.#generation++;
    this.#cache.clear();
  }

  /** Returns a token's last use if it is not in the database yet. */
  getPendingUse(tokenId: number): Date | undefined {
    const usedAt = this.#lastUsed.get(tokenId);
    return usedAt === undefined ? undefined : new Date(usedAt);
  }

  /** Writes the times of use to the database, outside of any request. */
  async flush(): Promise<void> {
    try {
      for (const [id, usedAt] of this.#lastUsed) {
        await this.#store.transaction(async (tx) => {
          await tx
            .update(tokens)
            .set({ last_used_at: new Date(usedAt) })
            .where(eq(tokens.id, id));
        });
        if (this.#lastUsed.get(id) === usedAt) this.#lastUsed.delete(id);
      }
    } catch {
      // Keeps the times for the next flush if the disk is full or the database is unreachable.
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #recordUse(identity: Exclude<Identity, null>, now: number): Exclude<Identity, null> {
    if (identity !== 'no_team') this.#lastUsed.set(identity.tokenId, now);
    return identity;
  }
}
