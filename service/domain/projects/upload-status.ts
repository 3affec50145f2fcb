import type { Production } from '#contract/schema/project.ts';

/** A video that is out is published whatever was planned for it. */
export function uploadStatus(project: { status: string }, scheduled: boolean): Production['upload']['status'] {
  if (project.status === 'published') return 'published';
  return scheduled ? 'scheduled' : 'draft';
}
