import { expect, test } from 'vitest';
import { readCitations, withoutMarks } from './citations.ts';

const ANSWER = `## Opening[^9]

The bridge opened in 1894. [^1] It was never painted[^2]. A line of mine.
- Ships pass twice a day.[^1][^2] Always.

橋は一八九四年に開いた。[^2]誰も来なかった。

[^1]: The city’s page
[^9]: A note of the script’s own
`;

test('assigns sources to the sentence before their marks, and removes the marks', () => {
  expect(readCitations(ANSWER, 2)).toEqual({
    markdown: `## Opening[^9]

The bridge opened in 1894. It was never painted. A line of mine.
- Ships pass twice a day. Always.

橋は一八九四年に開いた。誰も来なかった。

[^9]: A note of the script’s own
`,
    citations: [
      { sentence: 'The bridge opened in 1894.', source: 0 },
      { sentence: 'It was never painted.', source: 1 },
      { sentence: 'Ships pass twice a day.', source: 0 },
      { sentence: 'Ships pass twice a day.', source: 1 },
      { sentence: '橋は一八九四年に開いた。', source: 1 },
    ],
  });
});

test('keeps footnotes without research', () => {
  expect(readCitations(ANSWER, 0)).toEqual({ markdown: ANSWER, citations: [] });
  expect(withoutMarks(ANSWER, 0)).toBe(ANSWER);
});

test('a partial text without source marks only grows', () => {
  let previousText = '';
  for (let length = 0; length <= ANSWER.length; length += 1) {
    const shownText = withoutMarks(ANSWER.slice(0, length), 2);
    expect(shownText.startsWith(previousText), `${previousText} → ${shownText}`).toBe(true);
    previousText = shownText;
  }
  expect(previousText).toBe(readCitations(ANSWER, 2).markdown);
});
