/** Writes and reads the link that invites someone to a team: `cutaway://join?server=…&code=…`. */
import { INVITATION_CODE } from './schema/people.ts';

export interface InvitationParts {
  /** The address of the server as an account has it, without `/api/v1`. */
  readonly server: string;
  readonly code: string;
  /** The name that the form starts with, where the inviter knows it. */
  readonly name?: string | undefined;
}

const LINK = 'cutaway://join';
const MAX_LETTERS = 1000;

export const createInvitationLink = ({ server, code, name }: InvitationParts): string =>
  `${LINK}?${new URLSearchParams({ server, code, ...(name && { name }) })}`;

/**
 * Reads a link, or a server's address and a code with white space between them, from what a person pasted. Returns null
 * for anything else. The address is not checked.
 */
export function readInvitation(text: string): InvitationParts | null {
  const trimmedText = text.trim();
  if (trimmedText.length > MAX_LETTERS) return null;
  const link = /cutaway:\/\/join\/?\?\S+/i.exec(trimmedText)?.[0];
  if (link !== undefined && URL.canParse(link)) {
    const { searchParams } = new URL(link);
    return checkParts(searchParams.get('server'), searchParams.get('code'), searchParams.get('name'));
  }
  const [server, code, ...rest] = trimmedText.split(/\s+/);
  return rest.length === 0 ? checkParts(server, code) : null;
}

function checkParts(
  server: string | null | undefined,
  code: string | null | undefined,
  name?: string | null,
): InvitationParts | null {
  return server && code && INVITATION_CODE.test(code) ? { server, code, ...(name && { name }) } : null;
}
