import { describe, expect, it } from 'vitest';

import { languageOf, pageOf } from './language.ts';

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
  ] as const)('with setting %s and system languages %j it is %s', (choice, preferred, language) => {
    expect(languageOf(choice, preferred)).toBe(language);
  });

  it('has its own HTML page', () => {
    expect([pageOf('en'), pageOf('de')]).toEqual(['index.html', 'de.html']);
  });
});
