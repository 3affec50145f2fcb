import type { ErrorSpec } from './error-spec.ts';

/** The errors about projects (spec 2 §4). */
export const PROJECT_ERRORS = {
  project_forbidden: { status: 403, message: 'You do not have access to this project' },
  project_not_found: { status: 404, code: 'not_found', message: 'Project not found' },
  project_promoted: {
    status: 409,
    code: 'project_promoted',
    message: 'This idea has become a script. Use the script’s project instead.',
    /** `project_id` is the script's. */
    extras: { project_id: 'string' },
  },
  project_not_script: {
    status: 409,
    code: 'project_not_script',
    message: 'Only a script can be published. Turn the idea into a script first.',
  },
  video_already_linked: {
    status: 409,
    code: 'video_already_linked',
    message: 'This video is already linked to another project of the channel.',
    extras: { project_id: 'string' },
  },
  attachment_not_found: { status: 404, code: 'not_found', message: 'Attachment not found' },
  attachment_file_missing: {
    status: 503,
    code: 'attachment_file_missing',
    message: 'This attachment’s file is missing.',
  },
  comment_not_found: { status: 404, code: 'not_found', message: 'Comment not found' },
  comment_not_yours: {
    status: 403,
    code: 'comment_not_yours',
    message: 'Only the author can edit a comment, and only the author or a team administrator can delete it.',
  },
  notification_not_found: { status: 404, code: 'not_found', message: 'Notification not found' },
} as const satisfies Record<string, ErrorSpec>;
