import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toDistinctFileNames, toSafeFileName, splitFileName } from './file-name.ts';

const countBytes = (text: string): number => new TextEncoder().encode(text).length;
const getFileName = (title: string): string => toSafeFileName(title, '.md', 'Script');

it.each([
  ['Why night trains came back', 'Why night trains came back.md'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
  ['CON', 'CON_.md'],
  ['aux', 'aux_.md'],
  ['nul.', 'nul_.md'],
  ['COM1', 'COM1_.md'],
  ['com¹', 'com¹_.md'],
  ['LPT9 ', 'LPT9_.md'],
  ['Con.text', 'Con_.text.md'],
  ['prn .x', 'prn_.x.md'],
  ['CONIN$', 'CONIN$_.md'],
  ['Contact', 'Contact.md'],
  ['COM10', 'COM10.md'],
  ['..', 'Script.md'],
  ['  ', 'Script.md'],
  ['\u200b\u202e', 'Script.md'],
  ['.hidden.', 'hidden.md'],
  ['Why? ', 'Why.md'],
  ['Script\u202efdp', 'Scriptfdp.md'],
  ['a\u2066b\u2069c\u200fd', 'abcd.md'],
  ['x\ud800y', 'xy.md'],
  ['\udc00', 'Script.md'],
  ['a\u0000b\nc', 'a b c.md'],
  ['Cafe\u0301', 'Café.md'],
  ['Ночные поезда 🚆', 'Ночные поезда 🚆.md'],
  ['می\u200cروم', 'می\u200cروم.md'],
  ['👨‍👩‍👧‍👦 family', '👨‍👩‍👧‍👦 family.md'],
  ['x'.repeat(300), `${'x'.repeat(80)}.md`],
])('turns the title %j into a valid file name', (title, name) => {
  expect(getFileName(title)).toBe(name);
});

it('never cuts inside a grapheme cluster', () => {
  const family = '👨‍👩‍👧‍👦';
  const stem = splitFileName(getFileName(family.repeat(20))).stem;
  expect(stem).toBe(family.repeat(9));
  expect(countBytes(`${stem} (9999).md`)).toBeLessThanOrEqual(255);
  expect(getFileName('😀'.repeat(80))).toBe(`${'😀'.repeat(61)}.md`);
  expect(getFileName(`a${'\u0301'.repeat(300)}`)).toBe('Script.md');
});

describe('safeFileName with any title', () => {
  const title = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc
      .array(
        fc.constantFrom('con', '.', ' ', '\u202e', '👨‍👩‍👧‍👦', '\ud83d', 'é', 'e\u0301', 'COM¹', '\u3000', '/', 'ß', 'ก็'),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  );

  it('returns a name valid on Windows, macOS and Linux', () => {
    fc.assert(
      fc.property(title, (input) => {
        const name = toDistinctFileNames([getFileName(input)])(getFileName(input));
        expect(countBytes(name)).toBeLessThanOrEqual(255);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cs}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
        expect(name).not.toMatch(/^[\s.]|[\s.]$/);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i);
        expect(splitFileName(name).extension).toBe('.md');
      }),
      { numRuns: 2000 },
    );
  });
});

it('numbers names that a file system would treat as equal', () => {
  const distinctName = toDistinctFileNames(['Notes.md']);
  expect(
    ['notes.md', 'NOTES.md', 'Cafe\u0301.md', 'Café.md', 'Straße.md', 'STRASSE.md', 'x', 'X'].map(distinctName),
  ).toEqual([
    'notes (2).md',
    'NOTES (3).md',
    'Cafe\u0301.md',
    'Café (2).md',
    'Straße.md',
    'STRASSE (2).md',
    'x',
    'X (2)',
  ]);
});
