import { expect, it } from 'vitest';

import type { Project, ProjectActivity } from '#contract/schema/project.ts';

import { createTestProject } from '#renderer/shared/test-project.ts';
import { countDaysBetween, listUpcomingDays, getPosition, listPlanned, getSpans } from './upcoming-timeline.ts';

const NOW = new Date(2026, 10, 19, 9, 0);
const first = listUpcomingDays(NOW)[0]!;
const day = 100 / 14;

const createProject = (id: number, publish: Date | null, overrides: Partial<Project> = {}): Project =>
  createTestProject(id, publish?.toISOString() ?? null, {
    created_at: new Date(2026, 10, 17, 12, 0).toISOString(),
    updated_at: NOW.toISOString(),
    ...overrides,
  });

const createMove = (from: string, to: string, at: Date): ProjectActivity => ({
  id: at.getTime(),
  type: 'moved',
  actor: null,
  details: { from, to },
  created_at: at.toISOString(),
});

it('the timeline starts at midnight three days ago, also across a month’s end', () => {
  expect(listUpcomingDays(NOW).map((date) => date.getDate())).toEqual([
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  ]);
  expect(listUpcomingDays(new Date(2026, 2, 1, 23, 59))[0]).toEqual(new Date(2026, 1, 26));
});

it('a time is placed by its day and time of day', () => {
  expect(getPosition(new Date(2026, 10, 16), first)).toBe(0);
  expect(getPosition(new Date(2026, 10, 21, 12), first)).toBeCloseTo(5.5 * day);
  expect(getPosition(new Date(2026, 10, 30), first)).toBeCloseTo(100);
});

it('lists unpublished projects due by the end of the timeline, earliest first, including overdue ones', () => {
  const longLate = createProject(5, new Date(2026, 4, 15, 23, 59));
  const lateProject = createProject(1, new Date(2026, 10, 17, 10, 0));
  const soon = createProject(2, new Date(2026, 10, 21, 10, 0));
  const after = createProject(3, new Date(2026, 10, 28, 10, 0));
  const others = [
    createProject(4, null),
    createProject(6, new Date(2026, 10, 30, 0, 0)),
    createProject(7, new Date(2026, 10, 20), { archived: true }),
  ];
  const publishedProject = createProject(8, new Date(2026, 10, 18));
  publishedProject.production!.status = 'published';
  const scheduledProject = createProject(9, new Date(2026, 10, 1));
  scheduledProject.production!.status = 'scheduled';
  const plannedProjects = listPlanned(
    [after, soon, ...others, publishedProject, scheduledProject, lateProject, longLate],
    first,
  );
  expect(plannedProjects.map(({ project: { id } }) => id)).toEqual(
    [longLate, lateProject, soon, after].map(({ id }) => id),
  );
});

it('a project shows its past stages and the time until its date', () => {
  const at = new Date(2026, 10, 21, 10, 0);
  const plannedProject = { project: createProject(1, at), at };
  const activity = [
    createMove('recording', 'thumbnail', new Date(2026, 10, 19, 0, 0)),
    createMove('scripting', 'recording', new Date(2026, 10, 18, 0, 0)),
  ];
  const spans = getSpans(plannedProject, activity, NOW, first);
  expect(spans.map(({ stage, ahead }) => [stage, ahead])).toEqual([
    ['scripting', false],
    ['recording', false],
    ['thumbnail', false],
    ['thumbnail', true],
  ]);
  expect(spans[0]!.left).toBeCloseTo(1.5 * day);
  expect(spans[1]).toMatchObject({ left: expect.closeTo(2 * day), width: expect.closeTo(day) });
  // Each span starts where the one before it ends, and the last one ends at its date.
  for (const [index, { left, width }] of spans.entries())
    expect(left + width).toBeCloseTo(spans[index + 1]?.left ?? getPosition(at, first));
});

it('stages before the timeline are clipped, and an overdue project has no time left', () => {
  const at = new Date(2026, 10, 18, 10, 0);
  const plannedProject = { project: createProject(1, at, { created_at: new Date(2026, 9, 1).toISOString() }), at };
  expect(getSpans(plannedProject, [], NOW, first)).toEqual([
    { stage: 'thumbnail', left: 0, width: expect.closeTo(getPosition(NOW, first)), ahead: false },
  ]);
  expect(getSpans(plannedProject, null, NOW, first)).toEqual([]);
  const longLate = new Date(2026, 8, 1);
  expect(getSpans({ project: createProject(1, longLate), at: longLate }, null, NOW, first)).toEqual([]);
});

it('the days between two times are calendar days', () => {
  expect(countDaysBetween(new Date(2026, 10, 19, 23, 59), new Date(2026, 10, 20, 0, 1))).toBe(1);
  expect(countDaysBetween(NOW, new Date(2026, 10, 19, 23, 0))).toBe(0);
});
