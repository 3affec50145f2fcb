/** Serves projects with their comments, attachments, production and notifications, and stores attached files in jobs. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createAttachedFileHandlers } from './attached-files.ts';
import { createAttachmentQueue, registerAttachmentJobs } from './attachment-jobs.ts';
import { createAttachmentHandlers } from './attachments.ts';
import { createCommentHandlers } from './comments.ts';
import { createProjectHandlers } from './handlers.ts';
import { createInboxHandlers } from './inbox.ts';
import { createOwnCommentHandlers } from './own-comments.ts';
import { createPresenceHandlers } from './presence.ts';
import { createProductionHandlers } from './production.ts';
import { createPublishHandlers } from './publish.ts';

export const projectFamily = {
  handlers: (
    services: Parameters<typeof createAttachedFileHandlers>[0] &
      Parameters<typeof createAttachmentHandlers>[0] &
      Parameters<typeof createCommentHandlers>[0] &
      Parameters<typeof createProjectHandlers>[0] &
      Parameters<typeof createOwnCommentHandlers>[0] &
      Parameters<typeof createPresenceHandlers>[0] &
      Parameters<typeof createPublishHandlers>[0],
  ) => ({
    ...createProjectHandlers(services),
    ...createAttachmentHandlers(services),
    ...createAttachedFileHandlers(services),
    ...createCommentHandlers(services),
    ...createInboxHandlers(services),
    ...createProductionHandlers(services),
    ...createOwnCommentHandlers(services),
    ...createPresenceHandlers(services),
    ...createPublishHandlers(services),
  }),
  register: registerAttachmentJobs,
  queues: (jobs: Jobs) => ({ attachmentQueue: createAttachmentQueue(jobs) }),
};
