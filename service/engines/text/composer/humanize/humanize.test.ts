import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from '#markdown/words.ts';
import type { TextVoice } from '../../text-engine.ts';
import { readVoice } from '../voice.ts';
import { splitBlocks, withProtected } from '#markdown/voice/prose-blocks.ts';
import { humanizeBlocks } from './humanize.ts';

function humanize(
  markdown: string,
  tag: 'en' | 'de' | 'es' | 'fr' | null = 'en',
  profile: Record<string, unknown> | null = null,
): string {
  const voice: TextVoice | null = profile === null ? null : { name: 'Maya', instructions: '', profile };
  const run = humanizeBlocks(markdown, tag, readVoice(voice));
  for (let step = run.next(); ; step = run.next()) if (step.done === true) return step.value.markdown;
}

describe('humanize offline', () => {
  it.each([
    ['It is late and we do not know why.', "It's late and we don't know why."],
    ['You cannot see it. They will come.', "You can't see it. They'll come."],
    ['I have seen it, and she has never asked.', "I've seen it, and she's never asked."],
    ['Let us begin here.', "Let's begin here."],
    ['Do not stop.', "Don't stop."],
    ['However, the river rose.', 'But the river rose.'],
    ['We utilize it in order to win.', 'We use it to win.'],
    // Stressed verbs, abbreviations and other meanings must stay.
    ['That is what it is.', "That's what it is."],
    ['Look how big it is now.', 'Look how big it is now.'],
    ['Tell me where they are today.', 'Tell me where they are today.'],
    ['IT is down. DO NOT touch.', 'IT is down. DO NOT touch.'],
    ['I have a dog.', 'I have a dog.'],
    ['It is.', 'It is.'],
    ['Let us know what you think.', 'Let us know what you think.'],
  ])('turns “%s” into “%s”', (text, expected) => {
    expect(humanize(text)).toBe(expected);
  });

  it('splits a long sentence only at a safe conjunction', () => {
    expect(
      humanize(
        'The old sewers under the city carried everything straight into the river every day, and they were never meant for so many people.',
      ),
    ).toBe(
      'The old sewers under the city carried everything straight into the river every day. And they were never meant for so many people.',
    );
    const unsafe =
      'If the rain falls for more than an hour over the whole city, and it often does, the old sewers spill into the river.';
    expect(humanize(unsafe)).toBe(unsafe);
    expect(
      humanize(
        'Die alten Kanäle unter der Stadt trugen alles jeden Tag direkt in den Fluss hinein und ans Ufer, und sie waren nie für so viele Menschen gedacht.',
        'de',
      ),
    ).toContain('. Und sie waren');
  });

  it('leaves structure, code, links, quotes, cues and numbers unchanged', () => {
    const unchanged = [
      '# It is a title that does not change',
      '',
      'Setext that is not changed',
      '=====',
      '',
      '> It is a quote. Do not change it.',
      '',
      '```',
      'do not touch',
      'it is code',
      '```',
      '',
      '[Cue: it is dark]',
      '',
      '| it is | a table |',
      '|---|---|',
      '',
      '    it is indented code',
      '',
      '<div>it is html</div>',
      '',
      '[ref]: https://it.is/not "it is not"',
    ].join('\n');
    expect(humanize(unchanged)).toBe(unchanged);
    expect(
      humanize('See `it is` and [it is](https://a.b/it is) and “it is so” and "do not": it is 3.50 € at 12:30.'),
    ).toBe('See `it is` and [it is](https://a.b/it is) and “it is so” and "do not": it\'s 3.50 € at 12:30.');
    expect(humanize('- It is one\n- It is two\n  1. it is nested\n')).toBe(
      "- It's one\n- It's two\n  1. it's nested\n",
    );
  });

  it('follows the voice’s replacements and sentence starters', () => {
    const profile = {
      phrase_kit: { replacements: ['utilize → use', 'purchase: buy'] },
      spoken_patterns: { starter_words: ['Look,'] },
    };
    const text = ['Purchase the pan.', 'One two three four five.', 'The second one is here as well.'].join('\n\n');
    const result = humanize(text, 'en', profile);
    expect(result).toContain('Buy the pan.');
    expect(result).toContain('Look, the second one');
    expect(humanize(result, 'en', profile)).toBe(result);
    expect(humanize('Purchase it. It is so.', null, profile)).toBe('Buy it. It is so.');
  });

  it('follows the voice’s sentence length and contractions', () => {
    const text = 'It is late and we do not know why the train stands here, and they will not tell us what it is.';
    expect(humanize(text, 'en', { diction_and_syntax: { sentence_shape: 'up to 14 words' } })).toBe(
      "It's late and we don't know why the train stands here. And they won't tell us what it is.",
    );
    expect(
      humanize("We don't know, and I'm late. It's been long, and that's it.", 'en', {
        rewriter_directives: ['No contractions.'],
      }),
    ).toBe("We do not know, and I am late. It's been long, and that is it.");
  });

  it('is idempotent and keeps headings and numbers for any text', () => {
    const fragments = fc.constantFrom(
      'it is',
      'do not',
      'we will',
      'the river',
      'However,',
      'and it',
      ', and they are here',
      '; ',
      'in order to',
      '42',
      '“it is”',
      '`it is`',
      '# x',
      '\n',
      '\n\n',
      '> q',
      '- ',
      'I have been',
      '東京',
      '🎬',
      '\ue000',
      '\\*',
      '[a](b)',
      '.',
      '?',
      '<b>',
      '```',
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 60 }), (parts) => {
        const text = parts.join(' ');
        expect(
          splitBlocks(text)
            .map((b) => b.text)
            .join(''),
        ).toBe(text);
        expect(withProtected(text, (t) => t)).toBe(text);
        const once = humanize(text);
        expect(once.match(/\d+/g)).toEqual(text.match(/\d+/g));
        expect(once.match(/^#.*$/gm)).toEqual(text.match(/^#.*$/gm));
        expect(once.split('\n').length).toBe(text.split('\n').length);
        expect(Math.abs(countWords(humanize(once)) - countWords(once))).toBeLessThanOrEqual(
          Math.max(3, countWords(once) * 0.1),
        );
      }),
      { numRuns: 300 },
    );
  });
});
