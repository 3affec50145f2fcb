/** Serves projects with their comments, production and notifications. */
import { attachmentHandlers } from './attachments.ts';
import { commentHandlers } from './comments.ts';
import { projectHandlers } from './handlers.ts';
import { inboxHandlers } from './inbox.ts';
import { ownCommentHandlers } from './own-comments.ts';
import { presenceHandlers } from './presence.ts';
import { productionHandlers } from './production.ts';
import { publishHandlers } from './publish.ts';

export const projectFamily = {
  handlers: (
    services: Parameters<typeof attachmentHandlers>[0] &
      Parameters<typeof commentHandlers>[0] &
      Parameters<typeof projectHandlers>[0] &
      Parameters<typeof ownCommentHandlers>[0] &
      Parameters<typeof presenceHandlers>[0] &
      Parameters<typeof publishHandlers>[0],
  ) => ({
    ...projectHandlers(services),
    ...attachmentHandlers(services),
    ...commentHandlers(services),
    ...inboxHandlers(services),
    ...productionHandlers(services),
    ...ownCommentHandlers(services),
    ...presenceHandlers(services),
    ...publishHandlers(services),
  }),
};
