/** Serves the team: its balance and history, tokens, members and workspace. */
import { createCreditHandlers } from '../credits/handlers.ts';
import { createLedgerHandlers } from '../credits/local-ledger.ts';
import { createCreditPlanHandlers } from '../credits/plan.ts';
import { createAdministrationHandlers } from '../people/administration.ts';
import { createInvitationHandlers, createJoinHandlers } from '../people/invitations.ts';
import { createMemberHandlers, createOwnHandlers, type PeopleServices } from '../people/members.ts';
import { createOwnPictureHandlers } from '../people/own-picture.ts';
import { createSessionHandlers } from '../people/sessions.ts';
import { createTokenHandlers } from '../tokens/handlers.ts';
import { createWorkspaceHandlers, type WorkspaceServices } from '../workspace/handlers.ts';
import { createTeamHandlers } from './handlers.ts';

type TeamServices = Parameters<typeof createTokenHandlers>[0] & WorkspaceServices & PeopleServices;

export const teamFamily = {
  handlers: (services: TeamServices) => ({
    ...createTeamHandlers(services),
    ...createMemberHandlers(services),
    ...createOwnHandlers(services),
    ...createOwnPictureHandlers(services),
    ...createInvitationHandlers(services),
    ...createJoinHandlers(services),
    ...createSessionHandlers(services),
    ...createAdministrationHandlers(services),
    ...createCreditHandlers(services),
    ...createCreditPlanHandlers(services),
    ...createLedgerHandlers(services),
    ...createTokenHandlers(services),
    ...createWorkspaceHandlers(services),
  }),
};
