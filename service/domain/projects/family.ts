/** Serves projects with their comments, attachments, production and notifications, and stores attached files in jobs. */
import type { Jobs } from '../../jobs/jobs.ts';
import { attachedFileHandlers } from './attached-files.ts';
import { createAttachmentQueue, registerAttachmentJobs } from './attachment-jobs.ts';
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
    services: Parameters<typeof attachedFileHandlers>[0] &
      Parameters<typeof attachmentHandlers>[0] &
      Parameters<typeof commentHandlers>[0] &
      Parameters<typeof projectHandlers>[0] &
      Parameters<typeof ownCommentHandlers>[0] &
      Parameters<typeof presenceHandlers>[0] &
      Parameters<typeof publishHandlers>[0],
  ) => ({
    ...projectHandlers(services),
    ...attachmentHandlers(services),
    ...attachedFileHandlers(services),
    ...commentHandlers(services),
    ...inboxHandlers(services),
    ...productionHandlers(services),
    ...ownCommentHandlers(services),
    ...presenceHandlers(services),
    ...publishHandlers(services),
  }),
  register: registerAttachmentJobs,
  queues: (jobs: Jobs) => ({ attachmentQueue: createAttachmentQueue(jobs) }),
};
