import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { subtitlesToMarkdown } from './from-subtitles.ts';
import { listScriptPieces } from './spoken-pieces.ts';
import { toSrt, toVtt } from './subtitle-files.ts';
import { withoutTimes } from './transcript.ts';
import { getWords } from './words.ts';

const readSubtitleFile = (text: string): string => subtitlesToMarkdown(text).markdown;
const listExtraNotes = (text: string): string[] => subtitlesToMarkdown(text).notes.slice(1);
const formatTimestamp = (seconds: number): string => {
  const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)},${String(Math.round(seconds * 1000) % 1000).padStart(3, '0')}`;
};
/** Writes captions of two seconds, one behind the other. */
const writeSrt = (...captions: string[]): string =>
  captions
    .map(
      (text, index) => `${index + 1}\n${formatTimestamp(index * 2)} --> ${formatTimestamp(index * 2 + 2)}\n${text}\n`,
    )
    .join('\n');

describe('SubRip', () => {
  it('becomes prose: joins captions, and starts a paragraph after a pause', () => {
    const text = `1\n00:00:01,000 --> 00:00:03,000\nThe night train\nleaves\n\n2\n00:00:03,200 --> 00:00:05,000\nVienna. At ten.\n\n3\n00:00:09,000 --> 00:00:10,000\nIt is dark.\n`;
    expect(subtitlesToMarkdown(text)).toEqual({
      title: null,
      markdown: 'The night train leaves Vienna. At ten.\n\nIt is dark.\n',
      notes: ['Times and formatting were left out.'],
    });
  });

  it.each([
    ['\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nHi.\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nHo.\r\n', 'Hi. Ho.'],
    [
      '00:00:01.000 --> 00:00:02.000\nno number\n00:00:02.000 --> 00:00:03.000\nno empty line\n',
      'no number no empty line',
    ],
    [
      '1\n\n00:00:01,000 --> 00:00:02,000\n\ndouble\n\n\n\n2\n\n00:00:02,000 --> 00:00:03,000\n\nspaced\n',
      'double spaced',
    ],
    ['1\n0:01 --> 0:02\nno hours\n\n2\n0:02,5 -> 0:03 X1:10 X2:20 Y1:30 Y2:40\nshort\n', 'no hours short'],
    ['1\n00:00:01,000 --> 00:00:02,000 on the line\n', 'on the line'],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nHow many?\n\n42\n\n2\n00:00:02,000 --> 00:00:03,000\n1984\n',
      'How many? 42 1984',
    ],
    ['First words.\n\n1\n00:00:01,000 --> 00:00:02,000\nHi.\n\n2\n', 'First words. Hi.'],
    [
      writeSrt(
        '<i>It</i> {\\an8}is <font color="#fff">red</font>',
        'a &lt; b &amp; c{\\i1} d\\Ne\\hf',
        '1 < 2 <laughs>',
      ),
      'It is red a < b & c d e f 1 < 2 \\<laughs>',
    ],
    [writeSrt('- Hi.\n- Hello.', '-5 degrees', '—and then\n—stop'), 'Hi.\n\nHello. -5 degrees —and then —stop'],
    [writeSrt('>> Hi. >> Ho.', '>>> News.'), 'Hi.\n\nHo.\n\nNews.'],
    [writeSrt('[MUSIC]', 'Hello [door slams] you', '♪ la la ♪'), '[MUSIC] Hello [door slams] you ♪ la la ♪'],
    [writeSrt('ANNA: Hi.', 'there', 'Dr. Bob: Yes.'), 'ANNA: Hi. there\n\nDr. Bob: Yes.'],
    [writeSrt('1984. What', '# a year *really* > yes'), '1984\\. What # a year \\*really\\* > yes'],
    [writeSrt('夜行列車は', '走る。', 'yes'), '夜行列車は走る。 yes'],
  ])('keeps the words of %j', (text, markdown) => {
    expect(readSubtitleFile(text)).toBe(`${markdown}\n`);
  });

  it('sorts captions that are out of order, but not concatenated files', () => {
    const unsortedFile = '1\n00:00:05,000 --> 00:00:06,000\nsecond\n\n2\n00:00:01,000 --> 00:00:02,000\nfirst\n';
    expect(readSubtitleFile(unsortedFile)).toBe('first\n\nsecond\n');
    expect(listExtraNotes(unsortedFile)).toEqual(['Captions out of order were sorted by their times.']);
    const concatenatedFile = `${writeSrt('a', 'b')}\n${writeSrt('c', 'd')}`;
    expect(readSubtitleFile(concatenatedFile)).toBe('a b\n\nc d\n');
    expect(listExtraNotes(concatenatedFile)).toEqual([]);
  });

  it('ends a long paragraph at a sentence', () => {
    const text = readSubtitleFile(
      writeSrt(
        ...Array.from({ length: 60 }, (_, index) =>
          index % 3 === 2 ? 'and there it ends.' : 'a line of about thirty letters',
        ),
      ),
    );
    const paragraphs = text.trim().split('\n\n');
    expect(paragraphs.length).toBeGreaterThan(2);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/ends\.$/);
  });

  it.each(['', 'Just words.\n', '1\n2\n3\n'])('is rejected without times: %j', (text) => {
    expect(() => subtitlesToMarkdown(text)).toThrow(UnreadableFile);
  });
});

describe('WebVTT', () => {
  const VTT = `WEBVTT - by Bob
Kind: captions

STYLE
::cue { color: red }

NOTE a remark
of two lines

intro
00:01.000 --> 00:03.000 align:start position:0%
<v Ann>Hello <c.yellow>you</c>

2
00:03.000 --> 00:04.000
<v Ann>and
<v Bob Smith>Hi&nbsp;there. <00:03.500>Now.

NOTE end

00:00:04.500 --> 00:00:06.000 line:0
<ruby>漢<rt>かん</ruby> <lang en>word</lang> &eacute; &unknown;
`;

  it('becomes prose without comments, styles and cue names', () => {
    expect(readSubtitleFile(VTT)).toBe('[Ann] Hello you and\n\n[Bob Smith] Hi there. Now. 漢[かん] word é &unknown;\n');
    expect(listExtraNotes(VTT)).toEqual(['3 comments were left out.', 'The name of a caption was left out.']);
  });

  it('merges rolling captions', () => {
    const rolling = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:03.429 align:start position:0%
 
Linus,<00:00:00.960><c> do</c><00:00:01.520><c> your</c><00:00:02.159><c> kids</c>

00:00:03.429 --> 00:00:03.439 align:start position:0%
Linus, do your kids
 

00:00:03.439 --> 00:00:05.749 align:start position:0%
Linus, do your kids
no<00:00:03.760><c> no</c>

00:00:05.749 --> 00:00:05.759 align:start position:0%
no no
 

00:00:05.759 --> 00:00:07.000 align:start position:0%
no no
no no

00:00:07.000 --> 00:00:08.000 align:start position:0%
no no
&gt;&gt; yes
`;
    expect(readSubtitleFile(rolling)).toBe('Linus, do your kids no no no no\n\nyes\n');
    expect(listExtraNotes(rolling)).toEqual(['Rolling captions were merged, so that each line appears once.']);
    expect(readSubtitleFile(writeSrt('one', 'one\ntwo', 'two\nthree', 'three four', 'three four five'))).toBe(
      'one two three four five\n',
    );
  });

  it('keeps repeated words', () => {
    const chant = writeSrt('No.', 'No.', 'No.\nI said no.', 'Run!', 'Run!', 'Go away.');
    expect(readSubtitleFile(chant)).toBe('No. No. No. I said no. Run! Run! Go away.\n');
    expect(listExtraNotes(chant)).toEqual([]);
  });
});

describe('any subtitles', () => {
  const prefix = fc.constantFrom(
    '',
    '',
    '',
    '- ',
    '1984. ',
    '<i>',
    '{\\an8}',
    '&amp;',
    '[',
    '*',
    '# ',
    '> ',
    '<b',
    '<',
    '♪ ',
    '>> ',
    '_',
    '$',
    '~~',
    '\\',
    'NAME: ',
  );
  const line = fc
    .tuple(prefix, fc.constantFrom('', '', '</i>', '?', '.', ']', ':', '-->x', '&lt;'))
    .map(([start, end]) => `${start}w#w${end} w#w`);
  const caption = fc.array(line, { minLength: 1, maxLength: 3 });
  const replaceWords = (text: string): string => {
    let number = 0;
    return text.replace(/w#w/g, () => `w${(number += 1)}w`);
  };
  const listNumbers = (text: string): string[] => [...text.matchAll(/w(\d+)w/g)].map(([, number = '']) => number);
  const captions = fc.array(
    fc.tuple(caption, fc.nat({ max: 9 }), fc.constantFrom('\n', '\n\n', '\n\n\n', '\r\n\r\n', '\n \n')),
    { minLength: 1, maxLength: 10 },
  );

  it('keep every word in order', () => {
    fc.assert(
      fc.property(captions, fc.boolean(), fc.boolean(), (captionInputs, isVtt, isNumbered) => {
        let time = 0;
        const text = captionInputs.map(([lines, pause, gap], index) => {
          time += pause + 1;
          const number = isNumbered ? `${index + 1}\n` : '';
          const times = `${formatTimestamp(time)} --> ${formatTimestamp(time + 1)}`;
          return `${number}${isVtt ? times.replaceAll(',', '.') : times}\n${lines.join('\n')}${gap}`;
        });
        const file = replaceWords((isVtt ? 'WEBVTT\n\n' : '') + text.join(isNumbered ? '\n' : ''));
        const markdown = readSubtitleFile(file);
        expect(listNumbers(markdown), `${file}\n${markdown}`).toEqual(listNumbers(file));
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });

  it('keep text that only looks like markup', () => {
    const lines = ['{\\an8} <b> <i>', 'a < b & c'];
    expect(readSubtitleFile(toSrt([{ start: 0, end: 1, lines }])).replaceAll('\\', '')).toBe(
      '{an8} <b> <i> a < b & c\n',
    );
  });

  it.each([toSrt, toVtt])('keep a backslash that only looks like a line break', (write) => {
    expect(readSubtitleFile(write([{ start: 0, end: 1, lines: ['C:\\New\\home'] }])).replaceAll('\\\\', '\\')).toBe(
      'C:\\New\\home\n',
    );
  });

  it.each([toSrt, toVtt])('keep a number that somebody says', (write) => {
    const spokenLines = ['1', 'Go!', '3', '4'].map((line, index) => ({ start: index, end: index + 1, lines: [line] }));
    expect(readSubtitleFile(write(spokenLines))).toBe('1 Go! 3 4\n');
  });

  it('export and import with the same words', () => {
    const words = fc
      .stringMatching(/^[\p{L}\p{N}<>&{}\\\-.,'’ \u200f\u05d0-\u05ea]{1,30}$/u)
      .filter((text) => getWords(text).length > 0 && !/>>|\{\\/.test(text));
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (captionInputs) => {
        const timedCaptions = captionInputs.map((text, index) => ({
          start: index * 4,
          end: index * 4 + 1,
          lines: [text.replaceAll('-->', '')],
        }));
        const expectedWords = timedCaptions.flatMap(({ lines }) => lines.flatMap(getWords));
        for (const file of [toSrt(timedCaptions), toVtt(timedCaptions)]) {
          const spokenWords = listScriptPieces(readSubtitleFile(file)).flatMap(({ text }) => getWords(text));
          expect(spokenWords, file).toEqual(expectedWords);
        }
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });
});

describe('a transcript', () => {
  it.each([
    [
      '[00:01:02] Hello there you.\n[00:01:05] More words here.\n\n[00:01:09] And the end.\n',
      'Hello there you.\nMore words here.\n\nAnd the end.\n',
    ],
    [
      '0:00\nhello everyone and welcome\n0:04\nto this video about\n0:09\nnight trains\n',
      'hello everyone and welcome\nto this video about\nnight trains\n',
    ],
    [
      '00:12 Speaker 1: Hello to all.\n00:15 Speaker 2: Hello to you.\n01:00:15 Speaker 1: Let us begin.',
      'Speaker 1: Hello to all.\nSpeaker 2: Hello to you.\nSpeaker 1: Let us begin.',
    ],
    [
      'Ann Lee  0:01\nHello, we begin now.\n\nBob  0:05\nYes, we do.\n\nAnn Lee  1:02:03\nGood, then on.\n',
      'Ann Lee\nHello, we begin now.\n\nBob\nYes, we do.\n\nAnn Lee\nGood, then on.\n',
    ],
    [
      '(0:01 - 0:03) One two three\r\n(0:03 - 0:05) four five six\r\n(0:05 - 0:07) seven eight nine',
      'One two three\nfour five six\nseven eight nine',
    ],
    [
      '01:00:00:12 One two three.\n01:00:04:02 Four five six.\n01:00:09:24 Seven eight nine.',
      'One two three.\nFour five six.\nSeven eight nine.',
    ],
    [
      'Ada (00:01):\nOne two three.\n\nBob (00:05):\nFour five six.\n\nAda (00:09):\nSeven eight.',
      'Ada:\nOne two three.\n\nBob:\nFour five six.\n\nAda:\nSeven eight.',
    ],
    [
      'Ada: [0:01] One two three.\n**Bob** (0:05): Four five six.\nAda: [0:09] Seven eight.',
      'Ada: One two three.\n**Bob**: Four five six.\nAda: Seven eight.',
    ],
    [
      '（00:01）夜行列車が戻ってきました。\n（00:05）東京から出発します。\n**[00:09]** 朝には着いています。',
      '夜行列車が戻ってきました。\n東京から出発します。\n朝には着いています。',
    ],
  ])('loses its times and nothing else: %j', (text, markdown) => {
    expect(withoutTimes(text)).toBe(markdown);
  });

  it.each([
    'Just words.\nAt 10:15 the train leaves.\n',
    '9:00 Breakfast\n10:00 Talk\n11:00 End\n',
    '3:1 In the beginning was it.\n3:10 And so on it went.\n3:11 And it ended well.\n3:12 At last it did.\n',
    '10:00 Start here with us\n9:00 No, earlier than that\n11:00 Or later than that\n',
    '# Script\n\n0:10 One two three four\n\nMore text.\n\nEven more text.\n\n0:20 Five six seven\n\n0:30 Eight nine ten\n\nWords.\n\nWords.\n',
    '',
  ])('is not detected in %j', (text) => {
    expect(withoutTimes(text)).toBeNull();
  });
});
