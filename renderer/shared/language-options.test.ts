import { expect, test, vi } from 'vitest';
import { getLanguageName, normalizeLanguage, listLanguageOptions } from './language-options.ts';

test.each([
  ['en', 'en', 'English'],
  ['German', 'de', 'German'],
  ['Português', 'pt', 'Portuguese'],
  ['pt-BR', 'pt-BR', 'Portuguese (Brazil)'],
  ['zh-Hant', 'zh-Hant', 'Chinese (Traditional)'],
  ['Klingon', 'Klingon', 'Klingon'],
  ['en-ab1', 'en-ab1', 'en-ab1'],
  ['', '', ''],
])('%j is the option %j and named %j', (writtenLanguage, option, name) => {
  expect(normalizeLanguage(writtenLanguage)).toBe(option);
  expect(getLanguageName(writtenLanguage)).toBe(name);
});

test('offers the languages of this computer first, then all by name, and the chosen one', () => {
  vi.stubGlobal('navigator', { languages: ['de-CH', 'fr', 'xx'] });
  const options = listLanguageOptions('Klingon');
  expect(options.slice(0, 4).map(({ label }) => label)).toEqual([
    'German (Switzerland)',
    'German',
    'French',
    'Afrikaans',
  ]);
  expect(options).toContainEqual({ value: 'Klingon', label: 'Klingon' });
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  vi.unstubAllGlobals();
});
