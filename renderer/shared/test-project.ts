import type { Project } from '#contract/schema/project.ts';

/** Makes a project for tests, with a script and a plan to publish it. */
export function createTestProject(id: number, publishAt: string | null, overrides: Partial<Project> = {}): Project {
  return {
    id: `project:v1:script:${id}`,
    source: 'script',
    title: `Project ${id}`,
    topic: null,
    angle: null,
    revision: '1',
    stage: 'thumbnail',
    channel_id: 1,
    idea_id: null,
    script_id: id,
    script_number: id,
    archived: false,
    archived_at: null,
    created_at: '2026-05-01T00:00:00.000Z',
    updated_at: '2026-05-01T00:00:00.000Z',
    production: {
      publish_at: publishAt,
      status: 'draft',
      visibility: 'public',
      checklist_done: 0,
      checklist_total: 0,
    },
    ...overrides,
  };
}
