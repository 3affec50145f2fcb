import type { Production } from '#contract/schema/project.ts';

/** Treats a published video as published even if it is still scheduled. */
export function uploadStatus(project: { status: string }, scheduled: boolean): Production['upload']['status'] {
  if (project.status === 'published') return 'published';
  return scheduled ? 'scheduled' : 'draft';
}
