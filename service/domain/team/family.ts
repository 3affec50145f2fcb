/** Serves the team: its balance and history, tokens, members and workspace. */
import { creditHandlers } from '../credits/handlers.ts';
import { ledgerHandlers } from '../credits/local-ledger.ts';
import { creditPlanHandlers } from '../credits/plan.ts';
import { tokenHandlers } from '../tokens/handlers.ts';
import { archiveHandlers } from '../workspace/archive.ts';
import { workspaceHandlers } from '../workspace/workspace.ts';
import { teamHandlers } from './handlers.ts';
import { memberHandlers } from './members.ts';

type TeamServices = Parameters<typeof tokenHandlers>[0] &
  Parameters<typeof archiveHandlers>[0] &
  Parameters<typeof workspaceHandlers>[0];

export const teamFamily = {
  handlers: (services: TeamServices) => ({
    ...teamHandlers,
    ...creditHandlers(services),
    ...creditPlanHandlers(services),
    ...ledgerHandlers(services),
    ...tokenHandlers(services),
    ...memberHandlers(services),
    ...workspaceHandlers(services),
    ...archiveHandlers(services),
  }),
};
