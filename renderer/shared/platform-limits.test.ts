import { expect, test } from 'vitest';

import {
  checkDescription,
  findHashtags,
  describeHashtags,
  countTagCharacters,
  checkTags,
  checkTitle,
} from './platform-limits.ts';

test('warns about titles above 100 characters, counting an emoji once', () => {
  expect(checkTitle('x'.repeat(100))).toBeNull();
  expect(checkTitle('🚂'.repeat(100))).toBeNull();
  expect(checkTitle('x'.repeat(101))).toBe('YouTube allows 100 characters. This has 101.');
});

test('counts hashtags, but not links, number signs or entities', () => {
  expect(findHashtags('#trains and #Züge, https://example.org/#part &#39; # 5 a#b')).toEqual(['#trains', '#Züge']);
  expect(describeHashtags('Nothing here')).toBeNull();
  expect(describeHashtags('#a #b')).toBe('2 hashtags');
  expect(describeHashtags('#a #b #c #d')).toBe('4 hashtags, the first 3 appear above the title');
  expect(describeHashtags('#a '.repeat(61))).toBe('61 hashtags. With more than 60, YouTube ignores them all');
});

test('warns about descriptions with too many bytes or forbidden characters', () => {
  expect(checkDescription('ä'.repeat(2500))).toBeNull();
  expect(checkDescription('ä'.repeat(2501))).toMatch(/^YouTube allows 5,000 bytes\. This has 5,002/);
  expect(checkDescription('1 < 2')).toBe('YouTube doesn’t allow < and > in descriptions.');
});

test('counts tags with their commas, and with quotes around those with a space', () => {
  expect(countTagCharacters([])).toBe(0);
  expect(countTagCharacters(['trains'])).toBe(6);
  expect(countTagCharacters(['trains', 'night trains'])).toBe(6 + 1 + 12 + 2);
  expect(checkTags(['x'.repeat(100), 'x'.repeat(399)])).toBeNull();
  expect(checkTags(['x'.repeat(100), 'x'.repeat(400)])).toMatch(/^Tags can have 500 .* These have 501\.$/);
});
