/** Serves the team: its balance and history, tokens, members and workspace. */
import { creditHandlers } from '../credits/handlers.ts';
import { ledgerHandlers } from '../credits/local-ledger.ts';
import { creditPlanHandlers } from '../credits/plan.ts';
import { administrationHandlers } from '../people/administration.ts';
import { invitationHandlers, joinHandlers } from '../people/invitations.ts';
import { memberHandlers, ownHandlers, type PeopleServices } from '../people/members.ts';
import { ownPictureHandlers } from '../people/own-picture.ts';
import { sessionHandlers } from '../people/sessions.ts';
import { tokenHandlers } from '../tokens/handlers.ts';
import { workspaceHandlers, type WorkspaceServices } from '../workspace/handlers.ts';
import { teamHandlers } from './handlers.ts';

type TeamServices = Parameters<typeof tokenHandlers>[0] & WorkspaceServices & PeopleServices;

export const teamFamily = {
  handlers: (services: TeamServices) => ({
    ...teamHandlers(services),
    ...memberHandlers(services),
    ...ownHandlers(services),
    ...ownPictureHandlers(services),
    ...invitationHandlers(services),
    ...joinHandlers(services),
    ...sessionHandlers(services),
    ...administrationHandlers(services),
    ...creditHandlers(services),
    ...creditPlanHandlers(services),
    ...ledgerHandlers(services),
    ...tokenHandlers(services),
    ...workspaceHandlers(services),
  }),
};
