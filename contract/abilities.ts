import { z } from 'zod';

/** What a token may do. Spec 1 §5 (the first nine), spec 3 "Tokens" (the others). */
export const ABILITIES = [
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

export type Ability = (typeof ABILITIES)[number];
export const Ability = z.enum(ABILITIES);

/** A write ability counts only together with its read ability (spec 1 §5 "requires …"). */
export const ABILITY_REQUIRES: Partial<Record<Ability, Ability>> = {
  'intel:write': 'intel:read',
  'scripts:write': 'scripts:read',
  'thumbnails:write': 'thumbnails:read',
  'webhooks:write': 'webhooks:read',
};

/** Every ability a request needs, the implied read abilities included. */
export function requiredAbilities(abilities: readonly Ability[]): Ability[] {
  const all = new Set<Ability>();
  for (const ability of abilities) {
    const read = ABILITY_REQUIRES[ability];
    if (read) all.add(read);
    all.add(ability);
  }
  return [...all];
}

/** Roles in a team (spec 1 §2 Team). Owner and admin are the team's administrators. */
export const ROLES = ['owner', 'admin', 'editor', 'viewer', 'member'] as const;
export type Role = (typeof ROLES)[number];

export function isTeamAdmin(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}
