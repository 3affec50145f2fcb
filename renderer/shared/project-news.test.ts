import { expect, test } from 'vitest';

import type { ProjectNotification } from '#contract/schema/project.ts';
import { toSystemNotifications } from './project-news.svelte.ts';

const createNotification = (type: string, message: string, project = 4): ProjectNotification => ({
  id: crypto.randomUUID(),
  type,
  project_id: `project:v1:script:${project}`,
  target_available: true,
  message,
  actor: null,
  read_at: null,
  created_at: '2026-03-04T17:00:00Z',
});

test('groups simultaneous notifications by kind and shows the newest text', () => {
  const result = toSystemNotifications([
    createNotification('project_mentioned', 'Ben mentioned you', 7),
    createNotification('project_commented', 'Ben commented'),
    createNotification('project_mentioned', 'Cleo mentioned you'),
    createNotification('project_mentioned', 'x'.repeat(600)),
  ]);
  expect(result).toEqual([
    { title: 'Mentions', body: '3 new. Ben mentioned you', route: '/projects/script-7' },
    { title: 'Comments', body: 'Ben commented', route: '/projects/script-4' },
  ]);
  expect(toSystemNotifications([])).toEqual([]);
});

test('cuts a long notification to 500 characters', () => {
  expect(toSystemNotifications([createNotification('task_assigned', 'x'.repeat(600))])[0]?.body).toHaveLength(500);
});
