import type { ProjectNotification } from '#contract/schema/project.ts';

/** Shortens `project:v1:idea:12` to `idea-12` for addresses. */
export const toShortId = (id: string): string => id.replace('project:v1:', '').replace(':', '-');
export const toLongId = (shortId: string): string => `project:v1:${shortId.replace('-', ':')}`;

/**
 * Returns the path of the notification's project, or of the ideas if it names none; null if its project is
 * inaccessible.
 */
export function getNotificationPath({ type, project_id, target_available }: ProjectNotification): string | null {
  if (type === 'ideas_not_made') return '/ideas';
  return target_available ? getProjectPath(project_id) : null;
}

export const getProjectPath = (id: string): string => `/projects/${toShortId(id)}`;
