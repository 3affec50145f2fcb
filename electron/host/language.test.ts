import { describe, expect, it } from 'vitest';

import { languageOf, pageOf } from './language.ts';

describe('the language of the window', () => {
  it.each([
    ['en', ['de-DE'], 'en'],
    ['de', ['en-US'], 'de'],
    ['system', ['de-CH', 'en'], 'de'],
    ['system', ['fr-FR', 'DE'], 'de'],
    ['system', ['en-GB', 'de'], 'en'],
    ['system', ['fr', 'ja-JP'], 'en'],
    ['system', ['deu', '*', ''], 'en'],
    ['system', [], 'en'],
  ] as const)('chosen %s on a machine of %j: %s', (choice, preferred, language) => {
    expect(languageOf(choice, preferred)).toBe(language);
  });

  it('has a page of its own', () => {
    expect([pageOf('en'), pageOf('de')]).toEqual(['index.html', 'de.html']);
  });
});
