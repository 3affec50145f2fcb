import { expect, test } from 'vitest';

import { readTitles } from './idea-lines.ts';

test('every line of a pasted list becomes a title, without its list mark', () => {
  const text =
    '- Why trams won\r\n* Night trains\n\n1. The last ferry\n12) Who owns a seat\n[ ] Ticket machines\n\t•  Two   spaces';
  expect(readTitles(text)).toEqual([
    'Why trams won',
    'Night trains',
    'The last ferry',
    'Who owns a seat',
    'Ticket machines',
    'Two spaces',
  ]);
});

test('duplicate titles count once, and numbers in titles stay', () => {
  expect(readTitles('10 bridges\n10 BRIDGES\n3.5 hours in Łódź\n-5 degrees\n')).toEqual([
    '10 bridges',
    '3.5 hours in Łódź',
    '-5 degrees',
  ]);
});
