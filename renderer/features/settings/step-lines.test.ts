import { expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';

import { readSteps, formatStageSteps } from './step-lines.ts';

test('reads formatted steps, ignoring empty and repeated lines', () => {
  const steps = [
    { title: 'Book the studio', required: true },
    { title: 'Charge batteries', required: false },
  ];
  expect(formatStageSteps(steps)).toBe('! Book the studio\nCharge batteries');
  expect(readSteps('  !Book the studio \n\nCharge batteries\ncharge batteries\n!\n')).toEqual({ steps, fault: null });
});

test('reports the first line that is too long or over the limit', () => {
  const { title, stageSteps } = LIMITS.checklist;
  expect(readSteps(`One\n${'x'.repeat(title + 1)}`).fault).toEqual({ line: 2, kind: 'length' });
  const many = Array.from({ length: stageSteps + 1 }, (_, index) => `Step ${index}`).join('\n');
  expect(readSteps(many).fault).toEqual({ line: stageSteps + 1, kind: 'count' });
});
