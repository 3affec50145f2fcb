import { expect, test } from 'vitest';

import { versionsIn, versionsSoFar } from './rewrite.ts';

const ANSWER =
  '<think>Maybe <text>no</text>?</think>Sure:\n<text>\nIt is late; 1 < 2.\n\nReally.\n</text>\n<TEXT>Late?</TEXT> Bye.';

test('of an answer that is still written, only the passage is read, and it only grows', () => {
  let before = '';
  for (let length = 0; length <= ANSWER.length; length += 1) {
    const now = versionsSoFar(ANSWER.slice(0, length)).join('|');
    expect(now.startsWith(before), `${before} → ${now}`).toBe(true);
    expect(now).not.toMatch(/think|text>|Sure|Bye/i);
    before = now;
  }
  expect(versionsSoFar(ANSWER)).toEqual(versionsIn(ANSWER, 'Another passage.'));
});
