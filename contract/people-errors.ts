import type { ErrorSpec } from './error-spec.ts';

/** The errors about the people of a team and their invitations. */
export const PEOPLE_ERRORS = {
  member_not_found: { status: 404, code: 'not_found', message: 'Member not found' },
  invitation_not_found: { status: 404, code: 'not_found', message: 'Invitation not found' },
  session_not_found: { status: 404, code: 'not_found', message: 'Session not found' },
  owner_only: { status: 403, message: 'Only the team’s owner can do this' },
  owner_stays: {
    status: 409,
    code: 'owner_stays',
    message: 'A team needs its owner. Hand over the ownership to another person first.',
  },
  invitation_unknown: {
    status: 404,
    code: 'invitation_unknown',
    message: 'This server knows no such invitation. Copy all of it again, or ask for a new one.',
  },
  invitation_expired: {
    status: 409,
    code: 'invitation_expired',
    message: 'This invitation has expired. Ask for a new one.',
  },
  invitation_used: {
    status: 409,
    code: 'invitation_used',
    message: 'This invitation has already been used. Each one is for one person; ask for a new one.',
  },
  invitation_revoked: {
    status: 409,
    code: 'invitation_revoked',
    message: 'This invitation has been withdrawn. Ask for a new one.',
  },
} as const satisfies Record<string, ErrorSpec>;
