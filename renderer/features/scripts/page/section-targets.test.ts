import { expect, it } from 'vitest';

import { readOutlineBudgets, computeSectionTargets } from './section-targets.ts';

const outline =
  '# Night trains\n\n## 1. Cold open (120 words)\n\n- a\n\n## 2. The bottleneck (1,240 words)\n\n## 3. Close\n';

const createPart = (text: string, level = 2, spoken = 50) => ({ text, level, spoken });

it('matches each section to its budget in the outline', () => {
  const sections = [
    createPart('Night trains', 1),
    createPart('Cold open'),
    createPart('2) The bottleneck'),
    createPart('Close'),
  ];
  expect(computeSectionTargets(readOutlineBudgets(outline), sections, null)).toEqual([null, 120, 1240, null]);
});

it('splits the remaining target equally among the other sections', () => {
  const sections = [createPart('Cold open'), createPart('Middle'), createPart('Close')];
  expect(computeSectionTargets(readOutlineBudgets(outline), sections, 720)).toEqual([120, 300, 300]);
  expect(computeSectionTargets(readOutlineBudgets(''), sections, 900)).toEqual([300, 300, 300]);
  expect(computeSectionTargets(readOutlineBudgets(outline), sections, 100)).toEqual([120, null, null]);
});

it('gives no share to text before the headings or to sections with only subsections', () => {
  const sections = [
    createPart('', 0),
    createPart('Part one', 2, 0),
    createPart('a', 3),
    createPart('b', 3),
    createPart('Empty', 2, 0),
  ];
  expect(computeSectionTargets(readOutlineBudgets(''), sections, 300)).toEqual([null, null, 100, 100, 100]);
  expect(computeSectionTargets(readOutlineBudgets(''), sections, null)).toEqual([null, null, null, null, null]);
});
