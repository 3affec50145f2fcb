import { afterEach, expect, test } from 'vitest';

import { canListFonts, readLocalFamilies } from './local-fonts.ts';

afterEach(() => {
  delete window.queryLocalFonts;
});

test('font families on this computer are listed once each, by name', async () => {
  window.queryLocalFonts = () => Promise.resolve([{ family: 'Zilla' }, { family: 'Alegreya' }, { family: 'Zilla' }]);
  expect(canListFonts()).toBe(true);
  expect(await readLocalFamilies()).toEqual(['Alegreya', 'Zilla']);
});

test('no fonts are listed without permission, or in a browser that can’t list them', async () => {
  expect(canListFonts()).toBe(false);
  expect(await readLocalFamilies()).toBeNull();
  window.queryLocalFonts = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
  expect(await readLocalFamilies()).toBeNull();
  window.queryLocalFonts = () => Promise.resolve([]);
  expect(await readLocalFamilies()).toBeNull();
});
