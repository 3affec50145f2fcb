import { z } from 'zod';

/**
 * Lists the abilities that tokens made through the API can have. Spec 1 §5 names the first nine, spec 3 "Tokens" the
 * others.
 *
 * `tokens:manage` is accepted for clients of other services and grants nothing: token operations only check the role
 * (spec 1 §5).
 */
export const TOKEN_ABILITIES = [
  'intel:read',
  'intel:write',
  'scripts:read',
  'scripts:write',
  'thumbnails:read',
  'thumbnails:write',
  'channels:read',
  'webhooks:read',
  'webhooks:write',
  'tokens:manage',
  'operations:read',
  'projects:read',
  'projects:write',
  'notifications:read',
  'notifications:write',
  'video:read',
  'video:generate',
  'video:edit',
  'video:publish',
  'voices:read',
  'voices:write',
  'templates:read',
  'templates:write',
] as const;

/** Accepts the abilities that POST /team/tokens can grant. */
export const TokenAbility = z.enum(TOKEN_ABILITIES);
export type TokenAbility = z.infer<typeof TokenAbility>;

/**
 * Adds `workspace:manage` (not in the spec), which allows /local/v1 as far as the role does: only the tokens of a
 * person's own apps carry it, tokens made through the API never do.
 */
export const ABILITIES = [...TOKEN_ABILITIES, 'workspace:manage'] as const;
export type Ability = (typeof ABILITIES)[number];

/** Maps a write ability to the read ability it needs to take effect (spec 1 §5 "requires …"). */
export const ABILITY_REQUIRES: Partial<Record<Ability, TokenAbility>> = {
  'intel:write': 'intel:read',
  'scripts:write': 'scripts:read',
  'thumbnails:write': 'thumbnails:read',
  'webhooks:write': 'webhooks:read',
};

/** Returns every ability a request needs, including the implied read abilities. */
export function listRequiredAbilities(abilities: readonly Ability[]): Ability[] {
  const requiredSet = new Set<Ability>();
  for (const ability of abilities) {
    const readAbility = ABILITY_REQUIRES[ability];
    if (readAbility) requiredSet.add(readAbility);
    requiredSet.add(ability);
  }
  return [...requiredSet];
}

/** The roles in a team (spec 1 §2 Team). Owner and admin are the team's administrators. */
export const ROLES = ['owner', 'admin', 'editor', 'viewer', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** True for what a viewer may do: read, and manage their own app. */
export const isForViewers = (ability: Ability): boolean => ability.endsWith(':read') || ability === 'workspace:manage';

/** Takes any text, since a newer service may have roles that this version doesn't know. */
export function isTeamAdmin(role: string): boolean {
  return role === 'owner' || role === 'admin';
}
