import { expect, test } from 'vitest';

import { getRangeOfWords, splitIntoWords, findSpokenAt, findWordNear } from './transcript.ts';

const createWords = (text: string, from: number) =>
  text.split(' ').map((word, i) => ({ text: word, start_time: from + i * 0.5 }));
const CUES = [
  { start_time: 1, end_time: 3, words: createWords('Take the roof off', 1) },
  { start_time: 3.5, end_time: 5, words: createWords('Fifteen bunks each', 3.5) },
];

test('the cue and word spoken at a time are found, and none between two cues', () => {
  expect(findSpokenAt(CUES, 0.9)).toEqual({ cueIndex: -1, wordIndex: -1 });
  expect(findSpokenAt(CUES, 1)).toEqual({ cueIndex: 0, wordIndex: 0 });
  expect(findSpokenAt(CUES, 2.99)).toEqual({ cueIndex: 0, wordIndex: 3 });
  expect(findSpokenAt(CUES, 3.2)).toEqual({ cueIndex: -1, wordIndex: -1 });
  expect(findSpokenAt(CUES, 4.6)).toEqual({ cueIndex: 1, wordIndex: 2 });
  expect(findSpokenAt(CUES, 9)).toEqual({ cueIndex: -1, wordIndex: -1 });
});

test('a range of words can be selected in either direction', () => {
  expect(getRangeOfWords(CUES, [0, 1], [0, 2])).toEqual({ start: 1.5, end: 2.5 });
  expect(getRangeOfWords(CUES, [1, 1], [0, 2])).toEqual({ start: 2, end: 4.5 });
  expect(getRangeOfWords(CUES, [1, 2], [1, 2])).toEqual({ start: 4.5, end: 5 });
  expect(getRangeOfWords(CUES, [7, 0], [0, 0])).toBeNull();
});

test('stepping goes from word to word across sentences, wherever in a frame they start', () => {
  const frame = 1 / 30;
  const cues = [
    { start_time: 1.01, end_time: 3, words: createWords('Take the roof off', 1.01) },
    { start_time: 3.53, end_time: 5, words: createWords('Fifteen bunks each', 3.53) },
  ];
  const getStart = ([cue, word]: readonly [number, number]) => cues[cue]?.words[word]?.start_time ?? 0;
  const getFrame = (seconds: number) => Math.floor(seconds * 30 + 1e-4) / 30;
  expect(findWordNear(cues, 0, 0, frame)).toEqual([0, 0]);
  expect(findWordNear(cues, 0, -1, frame)).toBeNull();
  const forward: string[] = [];
  let time = 0;
  for (let place = findWordNear(cues, time, 1, frame); place; place = findWordNear(cues, time, 1, frame)) {
    forward.push(place.join('.'));
    time = getFrame(getStart(place));
    expect(findWordNear(cues, time, 0, frame)).toEqual(place);
  }
  expect(forward).toEqual(['0.0', '0.1', '0.2', '0.3', '1.0', '1.1', '1.2']);
  const backward: string[] = [];
  let previous = findWordNear(cues, time, -1, frame);
  while (previous) {
    backward.push(previous.join('.'));
    previous = findWordNear(cues, getFrame(getStart(previous)), -1, frame);
  }
  expect(backward).toEqual(forward.slice(0, -1).toReversed());
  expect(findWordNear([], 3, 1, frame)).toBeNull();
});

test('splitting a caption into words keeps its spacing', () => {
  const createCue = (text: string, ...texts: string[]) => ({
    text,
    words: texts.map((word) => ({ text: word, start_time: 0 })),
  });
  expect(splitIntoWords(createCue('Take  the roof.', 'Take', 'the', 'roof.'))).toEqual(['Take  ', 'the ', 'roof.']);
  expect(splitIntoWords(createCue('夜行列車が戻る。', '夜行', '列車が', '戻る。'))).toEqual([
    '夜行',
    '列車が',
    '戻る。',
  ]);
  expect(splitIntoWords(createCue('Another text', 'Take', 'the'))).toEqual(['Take ', 'the ']);
});
