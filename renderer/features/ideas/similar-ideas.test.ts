import { expect, test } from 'vitest';

import { findSimilar, parseVideoId } from './similar-ideas.ts';

const ideas = [
  { title: 'Why night trains came back' },
  { title: 'The last dining car' },
  { title: 'Why the trains came back at night' },
];

test.each([
  ['Why night trains came back', ['Why night trains came back', 'Why the trains came back at night']],
  ['why NIGHT-TRAINS came back?', ['Why night trains came back', 'Why the trains came back at night']],
  ['The dining car', ['The last dining car']],
  ['Trains', []],
  ['', []],
])('finds titles similar to “%s”', (title, expected) => {
  expect(findSimilar(title, ideas).map((one) => one.title)).toEqual(expected);
});

test.each([
  ['https://www.youtube.com/watch?v=SAMPLEvid01', 'SAMPLEvid01'],
  [' youtu.be/SAMPLEvid01?t=4 ', 'SAMPLEvid01'],
  ['https://m.youtube.com/watch?list=x&v=SAMPLEvid01&t=3s', 'SAMPLEvid01'],
  ['https://youtube.com/shorts/SAMPLEvid01', 'SAMPLEvid01'],
  ['About https://youtu.be/SAMPLEvid01', null],
  ['https://www.youtube.com/@samplerail', null],
  ['SAMPLEvid01', null],
])('reads the video id in “%s”', (text, id) => expect(parseVideoId(text)).toBe(id));
