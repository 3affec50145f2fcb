import { expect, it } from 'vitest';

import { sectionTargets } from './section-targets.ts';

const outline =
  '# Night trains\n\n## 1. Cold open (120 words)\n\n- a\n\n## 2. The bottleneck (1,240 words)\n\n## 3. Close\n';

it('finds the budget of each section by its words', () => {
  const sections = [{ text: 'Night trains' }, { text: 'Cold open' }, { text: '2) The bottleneck' }, { text: 'Close' }];
  expect(sectionTargets(outline, sections)).toEqual([null, 120, 1240, null]);
});

it('knows none without an outline', () => {
  expect(sectionTargets('', [{ text: 'Cold open' }])).toEqual([null]);
});
