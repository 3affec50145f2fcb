import { INVITED_ROLES, type InvitedRole } from '#contract/schema/people.ts';
import { capitalize } from '#markdown/capitalize.ts';
import { getRoleName } from '../account-labels.ts';

const ROLE_HINTS: Record<InvitedRole, string> = {
  admin: 'Everything, with people and settings',
  editor: 'Writes and plans in all channels',
  viewer: 'Reads everything, changes nothing',
  member: 'Writes and plans in the channels you choose',
};

/** The roles that can be assigned, with their rights. */
export const ROLE_OPTIONS = INVITED_ROLES.map((role) => ({
  value: role,
  label: capitalize(getRoleName(role)),
  hint: ROLE_HINTS[role],
}));

const STATES: Readonly<Record<string, string>> = {
  open: /* @wc-include */ 'Not used yet',
  used: /* @wc-include */ 'Used',
  expired: /* @wc-include */ 'Expired',
  revoked: /* @wc-include */ 'Withdrawn',
};
/** Returns an unknown state of a newer service unchanged. */
export const getStateName = (state: string): string => STATES[state] ?? state;

const ACTIONS: Readonly<Record<string, string>> = {
  invitation_created: /* @wc-include */ 'Invited',
  invitation_revoked: /* @wc-include */ 'Invitation withdrawn',
  member_joined: /* @wc-include */ 'Joined',
  member_changed: /* @wc-include */ 'Role changed',
  member_removed: /* @wc-include */ 'Removed',
  member_left: /* @wc-include */ 'Left',
  ownership_handed_over: /* @wc-include */ 'Ownership handed over',
  team_renamed: /* @wc-include */ 'Team renamed',
  session_invited: /* @wc-include */ 'Another computer invited',
  session_signed_out: /* @wc-include */ 'Studio signed out',
  token_created: /* @wc-include */ 'Token created',
  token_deleted: /* @wc-include */ 'Token deleted',
};
export const getActionName = (action: string): string => ACTIONS[action] ?? action;
