import { expect, it } from 'vitest';

import { outlineBudgets, sectionTargets } from './section-targets.ts';

const outline =
  '# Night trains\n\n## 1. Cold open (120 words)\n\n- a\n\n## 2. The bottleneck (1,240 words)\n\n## 3. Close\n';

const part = (text: string, level = 2, spoken = 50) => ({ text, level, spoken });

it('matches each section to its budget in the outline', () => {
  const sections = [part('Night trains', 1), part('Cold open'), part('2) The bottleneck'), part('Close')];
  expect(sectionTargets(outlineBudgets(outline), sections, null)).toEqual([null, 120, 1240, null]);
});

it('splits the remaining target equally among the other sections', () => {
  const sections = [part('Cold open'), part('Middle'), part('Close')];
  expect(sectionTargets(outlineBudgets(outline), sections, 720)).toEqual([120, 300, 300]);
  expect(sectionTargets(outlineBudgets(''), sections, 900)).toEqual([300, 300, 300]);
  expect(sectionTargets(outlineBudgets(outline), sections, 100)).toEqual([120, null, null]);
});

it('gives no share to text before the headings or to sections with only subsections', () => {
  const sections = [part('', 0), part('Part one', 2, 0), part('a', 3), part('b', 3), part('Empty', 2, 0)];
  expect(sectionTargets(outlineBudgets(''), sections, 300)).toEqual([null, null, 100, 100, 100]);
  expect(sectionTargets(outlineBudgets(''), sections, null)).toEqual([null, null, null, null, null]);
});
