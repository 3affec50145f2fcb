import { expect, test } from 'vitest';

import type { Project } from '#contract/schema/project.ts';

import { createTestProject } from '#renderer/shared/test-project.ts';
import { groupPlans, findWarnings, describeWarning } from './plan-warnings.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

const listWarnings = (project: Project, all: readonly Project[] = [project]): string[] =>
  findWarnings(project, groupPlans(all), NOW).map(describeWarning);

test('a past publish time is overdue, unless the video is published or archived', () => {
  const lateProject = createTestProject(1, '2026-05-31T12:00:00Z');
  expect(listWarnings(lateProject)).toEqual(['Overdue: the publish time has passed']);
  expect(listWarnings({ ...lateProject, production: { ...lateProject.production!, status: 'published' } })).toEqual([]);
  expect(listWarnings({ ...lateProject, archived: true })).toEqual([]);
  expect(listWarnings(createTestProject(1, null))).toEqual([]);
});

test('two projects of a channel in the same minute name each other; another channel or minute is no conflict', () => {
  const first = createTestProject(1, '2026-07-01T17:00:00Z');
  const sameMinute = createTestProject(2, '2026-07-01T17:00:40Z');
  const otherChannel = createTestProject(3, '2026-07-01T17:00:00Z', { channel_id: 2 });
  const later = createTestProject(4, '2026-07-01T17:01:00Z');
  const all = [first, sameMinute, otherChannel, later];
  expect(listWarnings(first, all)).toEqual(['Same time on this channel: Project 2']);
  expect(listWarnings(sameMinute, all)).toEqual(['Same time on this channel: Project 1']);
  expect([listWarnings(otherChannel, all), listWarnings(later, all)]).toEqual([[], []]);
});

test('a script that is not finished is warned about in the last week before its date', () => {
  const early = { stage: 'scripting' };
  expect(listWarnings(createTestProject(1, '2026-06-01T18:00:00Z', early))).toEqual([
    'The script isn’t finished, and it’s due today',
  ]);
  expect(listWarnings(createTestProject(1, '2026-06-03T13:00:00Z', early))).toEqual([
    'The script isn’t finished: 2 days left',
  ]);
  expect(listWarnings(createTestProject(1, '2026-06-08T13:00:00Z', early))).toEqual([]);
  expect(listWarnings(createTestProject(1, '2026-06-03T13:00:00Z', { stage: 'recording' }))).toEqual([]);
});
