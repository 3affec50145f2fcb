import type { Production } from '#contract/schema/project.ts';

/** Treats a published video as published even if it is still scheduled. */
export function getUploadStatus(project: { status: string }, isScheduled: boolean): Production['upload']['status'] {
  if (project.status === 'published') return 'published';
  return isScheduled ? 'scheduled' : 'draft';
}
