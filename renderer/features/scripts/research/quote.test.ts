import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toTextSource } from '#markdown/text-change.ts';
import { createQuoteInsertion } from './quote.ts';
import { createSource, parseWebAddress, type Source } from './source.ts';

const SOURCE = createSource({
  kind: 'link',
  title: 'A [fine] page',
  url: 'https://a.example/(x)',
  text: 'It sold 41 berths.\nThen it closed.',
});

function insertQuote(text: string, cursor: number, source: Source = SOURCE): string {
  const { from, insert } = createQuoteInsertion(toTextSource(text), cursor, source);
  return text.slice(0, from) + insert + text.slice(from);
}

it('inserts a quote below the line of the cursor, with its source in a footnote', () => {
  expect(insertQuote('One line.\n\nAnother.', 3)).toBe(
    'One line.\n\n> It sold 41 berths.\n> Then it closed.[^1]\n\n[^1]: [A \\[fine\\] page](https://a.example/%28x%29)\n\nAnother.',
  );
  expect(insertQuote('', 0)).toBe(
    '> It sold 41 berths.\n> Then it closed.[^1]\n\n[^1]: [A \\[fine\\] page](https://a.example/%28x%29)',
  );
});

it('keeps the numbers of existing footnotes', () => {
  expect(insertQuote('Said.[^1]\n\n[^1]: Somewhere\n', 2)).toContain('Then it closed.[^2]\n\n[^2]: [A');
});

it('inserts a source without text as a link at the cursor, and a note without a title as its text', () => {
  expect(insertQuote('See .', 4, { ...SOURCE, text: '' })).toBe('See [A \\[fine\\] page](https://a.example/%28x%29).');
  expect(insertQuote('', 0, { ...SOURCE, title: '', url: null })).toBe('> It sold 41 berths.\n> Then it closed.');
});

it('changes nothing else in the text, wherever the cursor is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, place) => {
      const lines = text.replace(/\r/g, '');
      const { from, insert } = createQuoteInsertion(toTextSource(lines), place % (lines.length + 1), SOURCE);
      expect(from).toBeLessThanOrEqual(lines.length);
      expect(insert).toContain('> It sold 41 berths.');
    }),
  );
});

it.each([
  ['example.org/page', 'https://example.org/page'],
  [' http://example.org ', 'http://example.org/'],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['no address', null],
  ['', null],
])('reads the address %j as %j', (input, address) => expect(parseWebAddress(input)).toBe(address));
