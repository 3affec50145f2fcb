import { expect, test } from 'vitest';

import { readVersions, readPartialVersions } from './rewrite.ts';

const ANSWER =
  '<think>Maybe <text>no</text>?</think>Sure:\n<text>\nIt is late; 1 < 2.\n\nReally.\n</text>\n<TEXT>Late?</TEXT> Bye.';

test('reads only the passage of a partial answer, and it only grows', () => {
  let previousText = '';
  for (let length = 0; length <= ANSWER.length; length += 1) {
    const currentText = readPartialVersions(ANSWER.slice(0, length)).join('|');
    expect(currentText.startsWith(previousText), `${previousText} → ${currentText}`).toBe(true);
    expect(currentText).not.toMatch(/think|text>|Sure|Bye/i);
    previousText = currentText;
  }
  expect(readPartialVersions(ANSWER)).toEqual(readVersions(ANSWER, 'Another passage.'));
});
