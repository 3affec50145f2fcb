import { expect, test } from 'vitest';

import { listFallbackFamilies, listUndrawable } from './fallback-fonts.ts';
import { toCanvasFont, toFaceFont } from './fonts.ts';

/** An unassigned character, which no font has. */
const NONCHARACTER = '\u{10fffe}';

test('bundled fonts cover Latin, Greek and Cyrillic', () => {
  expect(listUndrawable('Łódź, Việt Nam, Ελλάδα, Москва – “zwölf”…')).toEqual([]);
  expect(toCanvasFont('anton', 20, 'Łódź')).toBe(toCanvasFont('anton', 20));
  const anton = { family: 'anton', weight: 400, subsets: ['latin'] };
  expect(toFaceFont(anton, 20, 'Москва')).toContain('cutaway-inter-400-cyrillic');
});

test('reports each character that no font has once', () => {
  expect(listUndrawable(`a${NONCHARACTER}b${NONCHARACTER}`)).toEqual([NONCHARACTER]);
  expect(listFallbackFamilies(NONCHARACTER)).toContain('DejaVu Sans');
});
