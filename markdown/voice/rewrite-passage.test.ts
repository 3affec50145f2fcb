import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyVoice, withContractions } from './rewrite-passage.ts';
import { readTraits } from './traits.ts';

const voice = readTraits({ phrase_kit: { replacements: ['utilize → use', 'purchase: buy'] } });
const formal = readTraits({ rewriter_directives: ['No contractions.'] });

describe('a passage rewritten without a language model', () => {
  it('gets the contractions of spoken language', () => {
    expect(withContractions('It is late, and we do not know why.')).toBe("It's late, and we don't know why.");
  });

  it('gets the voice’s replacements in their original case, and spoken phrases for written ones', () => {
    expect(applyVoice('Purchase the pan. In order to win, it is sold.', voice, 'en')).toBe(
      "Buy the pan. To win, it's sold.",
    );
    expect(applyVoice('Purchase it. It is so.', voice, null)).toBe('Buy it. It is so.');
    expect(applyVoice("It's late.", formal, 'en')).toBe('It is late.');
  });

  it('keeps headings, cues, quotes, code and links', () => {
    const passage =
      '## It is a heading\n\n[Cue: it is dark]\n\n> It is a quote.\n\n`it is` [it is](https://it.is) “it is”';
    expect(withContractions(passage)).toBe(passage);
    expect(applyVoice(passage, voice, 'en')).toBe(passage);
  });

  it('keeps lines, headings, quotes, code and numbers of any text', () => {
    const snippet = fc.constantFrom(
      'it is',
      'do not',
      'purchase',
      'in order to',
      '“it is”',
      '`it is`',
      '\n# it is\n',
      '\n',
      '\n> it is\n',
      '. ',
      '東京',
      '42',
    );
    const listProtectedParts = (text: string): unknown => [
      text.split('\n').length,
      text.match(/^[#>].*$|“[^”]*”|`[^`]*`|\d+/gm),
    ];
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 40 }), (parts) => {
        const text = parts.join(' ');
        expect(listProtectedParts(applyVoice(text, voice, 'en'))).toEqual(listProtectedParts(text));
      }),
      { numRuns: 300 },
    );
  });
});
