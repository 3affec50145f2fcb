import { describe, expect, it } from 'vitest';

import { splitTextEnding } from './text-ending.ts';

describe('the end of a text', () => {
  it('returns the last sentences without markdown and headings', () => {
    const text = '# Open\n\nFirst one. *Second* one here.\n\n> a note\n\n## Close\nThe [last](https://x.example) one.';
    expect(splitTextEnding(text)).toEqual({ before: 'First one. Second one here.', last: 'The last one.' });
  });

  it('keeps its limit, and cuts a sentence that is too long at a word', () => {
    const longEnding = splitTextEnding('word '.repeat(200).trim(), 60);
    expect(longEnding.last.length).toBeLessThanOrEqual(61);
    expect(longEnding.last.startsWith('…word')).toBe(true);
    expect(splitTextEnding('One. Two. Three.', 8)).toEqual({ before: '', last: 'Three.' });
  });

  it('is empty if the text has no words', () => {
    expect(splitTextEnding('# Only a heading\n\n---')).toEqual({ before: '', last: '' });
  });
});
