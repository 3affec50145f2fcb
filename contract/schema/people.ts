/** The people of a team, how they join it, and the log of its administration (none of it is in the spec). */
import { z } from 'zod';

import { type Role, ROLES } from '../abilities.ts';
import { Id, openEnum, optionalText, Sha256, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ProjectId } from './project.ts';

/** The roles an invitation can give; ownership is only handed over. */
export const INVITED_ROLES = ['admin', 'editor', 'viewer', 'member'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

const Person = z.looseObject({ id: z.int(), name: z.string() });
export const NamedTeam = z.looseObject({ id: z.int(), name: z.string() });

/** A square PNG of `LIMITS.people.picture.side` pixels, identified by the hex SHA-256 of its bytes. */
export const PersonPicture = z.looseObject({
  sha256: Sha256,
  /** Works without a token for one to two days, like all addresses of pictures. */
  url: z.string(),
});
export type PersonPicture = z.infer<typeof PersonPicture>;

export const TeamMember = z.looseObject({
  id: z.int(),
  name: z.string(),
  role: openEnum(ROLES),
  /** The channels that a `member` reaches; null for the other roles, which reach all. */
  channel_ids: z.array(z.int()).nullable(),
  joined_at: Timestamp,
  /** True for the caller. */
  you: z.boolean(),
  /** Null without a picture; older services don't send the field. */
  picture: PersonPicture.nullish(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** Somebody who has left the team; their picture stays with their work, like their name. */
export const FormerMember = Person.extend({ picture: PersonPicture });
export type FormerMember = z.infer<typeof FormerMember>;

/** Tells which project somebody looks at: its page, or that of its script. Null is for none. */
export const PresencePut = z.strictObject({ project: ProjectId.nullable().default(null) });

/** The others who look at the same project, by name. */
export const Presence = z.looseObject({ others: z.array(Person) });
export type Presence = z.infer<typeof Presence>;

export const INVITATION_STATES = ['open', 'used', 'expired', 'revoked'] as const;

/** Never contains the code. */
export const Invitation = z.looseObject({
  id: z.int(),
  role: openEnum(INVITED_ROLES),
  channel_ids: z.array(z.int()).nullable(),
  /** The person it is for, in the inviter's words. */
  note: z.string().nullable(),
  state: openEnum(INVITATION_STATES),
  invited_by: Person,
  used_by: Person.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

/** `inv_…`; answered once and never again. */
export const CreatedInvitation = Invitation.extend({ code: z.string() });

const channelIds = z
  .array(Id)
  .max(LIMITS.people.channels, `At most ${LIMITS.people.channels} entries.`)
  .transform((ids) => [...new Set(ids)]);

export const InvitationCreate = z.strictObject({
  role: z.enum(INVITED_ROLES),
  /** The channels of a `member`, who reaches no channel otherwise; unused for other roles. */
  channel_ids: channelIds.nullish(),
  note: optionalText({ max: LIMITS.people.note }),
});

export const MemberUpdate = z.strictObject({
  role: z.enum(INVITED_ROLES).optional(),
  /** Replaces the channels that a `member` reaches. */
  channel_ids: channelIds.nullish(),
});

export const OwnNameUpdate = z.strictObject({ name: text({ min: 1, max: LIMITS.people.name }) });

export const TeamUpdate = z.strictObject({ name: text({ min: 1, max: LIMITS.people.name }) });

/** Leaving can't be undone, so a request must say that it is meant. */
export const LeaveRequest = z.strictObject({ confirm: z.literal(true, 'Must be true.') });

export const OwnershipHandOver = z.strictObject({ member_id: Id });

/** The form of an invitation's code. */
export const INVITATION_CODE = /^inv_[A-Za-z0-9_-]{27}$/;
/** The form of a token's secret: 32 random bytes. */
export const TOKEN_SECRET = /^sk_live_[A-Za-z0-9_-]{43}$/;

/**
 * The app that joins makes the secret of its own token and keeps it before it asks, so the secret is in no answer,
 * and asking again after a lost answer succeeds.
 */
export const JoinRequest = z.strictObject({
  code: z.string().regex(INVITATION_CODE, 'Must be the whole code of an invitation.'),
  secret: z.string().regex(TOKEN_SECRET, 'Must be sk_live_ and 43 letters of Base64url.'),
  name: text({ min: 1, max: LIMITS.people.name }),
  /** The computer's name in the list of sessions. */
  device: text({ min: 1, max: LIMITS.people.device }),
});

export const Joined = z.looseObject({ team: NamedTeam, member: TeamMember });

/** The code that signs another computer in as the caller; it works once. */
export const ComputerCode = z.looseObject({ code: z.string(), expires_at: Timestamp });

/** An app that is signed in as the caller. */
export const Session = z.looseObject({
  id: z.int(),
  device: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** True for the one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** The actions in the log of administration. */
export const ADMINISTRATION = [
  'invitation_created',
  'invitation_revoked',
  'member_joined',
  'member_changed',
  'member_removed',
  'member_left',
  'ownership_handed_over',
  'team_renamed',
  'session_invited',
  'session_signed_out',
  'token_created',
  'token_deleted',
] as const;
export type Administration = (typeof ADMINISTRATION)[number];

export const AdministrationEntry = z.looseObject({
  id: z.int(),
  action: openEnum(ADMINISTRATION),
  /** Null for a person whose entry no longer exists. */
  actor: Person.nullable(),
  /** The person, invitation, token or team that was changed. */
  subject: z.string(),
  /** The values before and after, where something changed. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The network address the request came from. */
  address: z.string(),
  created_at: Timestamp,
});
export type AdministrationEntry = z.infer<typeof AdministrationEntry>;
