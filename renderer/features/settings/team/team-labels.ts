import { INVITED_ROLES, type InvitedRole } from '#contract/schema/people.ts';
import { LOCALE } from '../../../ui/language.ts';
import { capital, roleName } from '../account-labels.ts';

const MAY: Record<InvitedRole, string> = {
  admin: 'Everything, with people and settings',
  editor: 'Writes and plans in all channels',
  viewer: 'Reads everything, changes nothing',
  member: 'Writes and plans in the channels you choose',
};

/** Lists the roles that can be given, with what they may do. */
export const ROLE_OPTIONS = INVITED_ROLES.map((role) => ({
  value: role,
  label: capital(roleName(role)),
  hint: MAY[role],
}));

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

export const dayOf = (at: string): string => day.format(new Date(at));
export const momentOf = (at: string): string => moment.format(new Date(at));

const STATES: Readonly<Record<string, string>> = {
  open: /* @wc-include */ 'Not used yet',
  used: /* @wc-include */ 'Used',
  expired: /* @wc-include */ 'Expired',
  revoked: /* @wc-include */ 'Withdrawn',
};
/** Returns an unknown state of a newer service unchanged. */
export const stateName = (state: string): string => STATES[state] ?? state;

const ACTIONS: Readonly<Record<string, string>> = {
  invitation_created: /* @wc-include */ 'Invited',
  invitation_revoked: /* @wc-include */ 'Invitation withdrawn',
  member_joined: /* @wc-include */ 'Joined',
  member_changed: /* @wc-include */ 'Role changed',
  member_removed: /* @wc-include */ 'Removed',
  member_left: /* @wc-include */ 'Left',
  ownership_handed_over: /* @wc-include */ 'Ownership handed over',
  session_invited: /* @wc-include */ 'Another computer invited',
  session_signed_out: /* @wc-include */ 'Studio signed out',
  token_created: /* @wc-include */ 'Token created',
  token_deleted: /* @wc-include */ 'Token deleted',
};
export const actionName = (action: string): string => ACTIONS[action] ?? action;
