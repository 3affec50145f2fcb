import { expect, test } from 'vitest';

import type { PublishedProject } from '#contract/schema/published.ts';
import {
  sortByRatio,
  describeComparison,
  groupProjects,
  writePublishedCsv,
  writeReadingsCsv,
  getSourceGroup,
  getOwner,
} from './published.ts';

const origin = { source_type: null, evidence: null, rating: null, rated_by: null, author: null, promoted_by: null };

const createProject = (
  script_id: number,
  ratio: number | null,
  overrides: Partial<PublishedProject> = {},
): PublishedProject => ({
  project_id: `project:v1:script:${script_id}`,
  script_id,
  channel_id: 1,
  title: `Script ${script_id}`,
  angle: null,
  video: null,
  readings: [],
  comparison: ratio === null ? null : { compared_with: 'own_videos', median_views: 100, sample_size: 3, ratio },
  origin,
  ...overrides,
});

test('groups by a name with at least two compared videos, the best first', () => {
  const angles = ['A dare.', 'a dare ', 'A dare', 'Alone', 'Slow', 'slow', 'Slow', null, null];
  const projects = angles.map((angle, index) => createProject(index, index === 2 ? null : index + 1, { angle }));
  expect(groupProjects(projects, ({ angle }) => angle)).toEqual([
    { name: 'Slow', median: 6, videos: 3 },
    { name: 'A dare', median: 1.5, videos: 2 },
  ]);
  expect(groupProjects([], getSourceGroup)).toEqual([]);
});

test('lists the best first and those without a comparison last', () => {
  const read = { taken_at: '2026-01-01T00:00:00Z', age_days: 1, views: 7, likes: null, comments: null };
  const projects = [
    createProject(1, null),
    createProject(2, 0.5),
    createProject(3, null, { readings: [read] }),
    createProject(4, 2),
  ];
  expect(sortByRatio(projects).map(({ script_id }) => script_id)).toEqual([4, 2, 3, 1]);
});

test('describes the owner, the source and the comparison of a video', () => {
  const [ada, ben] = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Ben' },
  ];
  expect(getOwner(createProject(1, 1, { origin: { ...origin, author: ada, promoted_by: ben } }))).toBe('Ada');
  expect(getOwner(createProject(1, 1, { origin: { ...origin, promoted_by: ben } }))).toBe('Ben');
  expect(getOwner(createProject(1, 1))).toBeNull();
  expect(getSourceGroup(createProject(1, 1))).toBe('Scripts without an idea');
  expect(getSourceGroup(createProject(1, 1, { origin: { ...origin, source_type: 'from_video' } }))).toMatch(/videos$/);
  expect(getSourceGroup(createProject(1, 1, { origin: { ...origin, source_type: 'something new' } }))).toBe(
    'something new',
  );
  expect(describeComparison(createProject(1, 1).comparison!)).toBe('3 own videos at the same age');
});

test('writes CSV with plain numbers', () => {
  const readings = [{ taken_at: '2026-01-02T00:00:00Z', age_days: 1.5, views: 1200, likes: 4, comments: null }];
  const publishedProject = createProject(1, 12, { readings, title: 'One, two' });
  const names = { getChannelName: (id: number) => `Channel ${id}`, getSourceName: () => 'Generated' };
  const head = ['A'];
  expect(writeReadingsCsv(publishedProject, head)).toContain('"One, two",,2026-01-02T00:00:00Z,1.5,1200,4,\r\n');
  expect(writePublishedCsv([publishedProject], head, names)).toContain(
    '"One, two",Channel 1,,1.5,1200,100,3 own videos at the same age,12,Generated',
  );
});
