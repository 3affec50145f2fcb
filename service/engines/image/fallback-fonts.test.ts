import { expect, test } from 'vitest';

import { fallbackFamilies, undrawable } from './fallback-fonts.ts';
import { canvasFont, faceFont } from './fonts.ts';

/** An unassigned character, which no font has. */
const NONCHARACTER = '\u{10fffe}';

test('bundled fonts cover Latin, Greek and Cyrillic', () => {
  expect(undrawable('Łódź, Việt Nam, Ελλάδα, Москва – “zwölf”…')).toEqual([]);
  expect(canvasFont('anton', 20, 'Łódź')).toBe(canvasFont('anton', 20));
  const anton = { family: 'anton', weight: 400, subsets: ['latin'] };
  expect(faceFont(anton, 20, 'Москва')).toContain('cutaway-inter-400-cyrillic');
});

test('reports each character that no font has once', () => {
  expect(undrawable(`a${NONCHARACTER}b${NONCHARACTER}`)).toEqual([NONCHARACTER]);
  expect(fallbackFamilies(NONCHARACTER)).toContain('DejaVu Sans');
});
