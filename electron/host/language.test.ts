import { describe, expect, it } from 'vitest';

import { detectLanguage, getPage } from './language.ts';

describe('the window’s language', () => {
  it.each([
    ['en', ['de-DE'], 'en'],
    ['de', ['en-US'], 'de'],
    ['system', ['de-CH', 'en'], 'de'],
    ['system', ['fr-FR', 'DE'], 'de'],
    ['system', ['en-GB', 'de'], 'en'],
    ['system', ['fr', 'ja-JP'], 'en'],
    ['system', ['deu', '*', ''], 'en'],
    ['system', [], 'en'],
  ] as const)('follows the setting %s and the system languages %j: %s', (choice, preferredLanguages, language) => {
    expect(detectLanguage(choice, preferredLanguages)).toBe(language);
  });

  it('has its own HTML page', () => {
    expect([getPage('en'), getPage('de')]).toEqual(['index.html', 'de.html']);
  });
});
