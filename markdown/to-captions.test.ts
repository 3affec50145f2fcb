import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { CAPTION, getCaptionRules, countCharacters, splitGraphemes } from './captions/rules.ts';
import { listSpokenPieces } from './spoken-pieces.ts';
import { toSpokenSeconds } from './spoken.ts';
import { subtitlesToMarkdown } from './from-subtitles.ts';
import { toCaptionFile, toScriptCaptions } from './to-captions.ts';

const createOptions = (general: number) => ({ pacing: { general, sections: [] }, language: 'en' });
const options = createOptions(150);
const toSrt = (markdown: string): string => toCaptionFile(toScriptCaptions(markdown, options).captions, 'srt');
const createWords = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

const SCRIPT = `# Opening

[Cue: map]

One two three four five [pause]. And ${createWords(14)}.

- Ten words of a list[^1] stand here for once again.

| a | b |
| - | - |
| c | d |

[Cue: end card]

[^1]: Nobody says this.
`;

describe('captions of a script', () => {
  it('contain only spoken text', () => {
    const text = toSrt(SCRIPT);
    expect(text).toContain('One two three four five');
    expect(text).toContain('Ten words of a list');
    expect(text).not.toMatch(/Opening|map|pause|end card|Nobody|\[|\||\^/);
  });

  it.each([
    ['VISUAL: skyline\nHello there my dear old friend.\n', 'Hello there my dear old friend.', 2400],
    ['One two.\nHOST: three four.\n', 'One two. three four.', 1600],
    ['MUSIC: soft\nWelcome back everyone here.\n', 'Welcome back everyone here.', 1600],
    ['> SFX: bang\n> Words here now.\n', 'Words here now.', 1200],
    ['Fish &amp; chips for all of us.\n', 'Fish & chips for all of us.', 2400],
    ['CUT TO: black\nEnd of the story.\n', 'End of the story.', 1600],
  ])('last as long as %j takes to speak', (markdown, spokenText, ms) => {
    const seconds = `0${Math.floor(ms / 1000)},${ms % 1000}`;
    expect(toSrt(markdown)).toBe(`1\n00:00:00,000 --> 00:00:${seconds}\n${spokenText}\n`);
  });

  it('close the gap left by a direction', () => {
    expect(toSrt('It is late [pause]. See [beat] you, [smiles]!\n')).toContain('\nIt is late. See you,!\n');
    expect(toSrt('Vraiment ? Oui !\n')).toContain('\nVraiment ? Oui !\n');
  });

  it('run past one hour, and are empty for a script without speech', () => {
    const longCaptions = toScriptCaptions(`${createWords(10_000)}\n`, createOptions(100)).captions;
    expect(longCaptions.at(-1)?.end).toBeCloseTo(6000);
    expect(toScriptCaptions('# Title\n\n[Cue: x]\n', options).captions).toEqual([]);
    expect(toSrt('')).toBe('');
  });

  it('stay visible long enough by borrowing time or merging', () => {
    const { captions } = toScriptCaptions(`No.\n\n${createWords(9)}.\n\n- Salt\n- Pepper\n- Oil\n- Sugar\n`, options);
    for (const { start, end } of captions) {
      expect(end - start).toBeGreaterThan(CAPTION.minSeconds - 0.001);
      expect(end - start).toBeLessThan(CAPTION.maxSeconds + 0.001);
    }
    expect(captions[0]?.lines).toEqual(['No.']);
    expect(captions.at(-1)?.end).toBeCloseTo(toSpokenSeconds(14));
  });

  it('are counted if people can’t read them in time', () => {
    const longCaptions = 'Internationalization characteristics straightforwardly misunderstanding responsibilities.\n';
    expect(toScriptCaptions(longCaptions, createOptions(200)).fastCount).toBe(2);
    expect(toScriptCaptions(SCRIPT, options).fastCount).toBe(0);
  });
});

/** Compares words alone: a reader makes paragraphs of its own. */
const keepLetters = (text: string): string => text.replace(/[^\p{L}\p{N}\p{M}]/gu, '');

const sentence = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'a I the of night trains come back to Europe because people want them 1990 3.5 “yes” (no) — don’t'.split(
          ' ',
        ),
        ...'夜行列車が戻ってきた 因为人们希望 รถไฟกลางคืนกลับมา عادت القطارات रेलगाड़ियाँ 야간열차가 e\u0301t\u0301e 👩‍👩‍👧 &amp; <b>bold</b> [beat]'.split(
          ' ',
        ),
        '**bold**',
        '*it*',
        '`code`',
        '[link](https://a.example)',
        '==mark==',
        '~~gone~~',
        'a\\*b',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/\s/g, '')),
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((parts) => `${parts.join(' ')}.`);
const block = fc.oneof(
  { weight: 5, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 4 }).map((sentences) => sentences.join(' ')) },
  fc.constantFrom(
    '# Heading',
    '[Cue: a map]',
    'VISUAL: skyline',
    'HOST: Hello you.',
    '- one\n- two\n- three',
    '> Quoted.',
    '```\ncode\n```',
    '---',
  ),
);

it('captions of random scripts contain all spoken words, within limits and speaking time', () => {
  const script = fc.array(block, { minLength: 1, maxLength: 8 }).map((blocks) => blocks.join('\n\n'));
  const result = fc.check(
    fc.property(script, fc.integer({ min: 100, max: 200 }), (markdown, pace) => {
      const { captions } = toScriptCaptions(markdown, createOptions(pace));
      const pieces = listSpokenPieces(markdown);
      const spokenText = pieces.map(({ text }) => text).join(' ');
      expect(withoutSpaces(captions.flatMap(({ lines }) => lines).join(''))).toBe(withoutSpaces(spokenText));
      const totalSeconds = toSpokenSeconds(
        pieces.reduce((sum, piece) => sum + piece.units, 0),
        pace,
      );
      expect(captions.at(-1)?.end ?? 0).toBeCloseTo(totalSeconds, 6);
      for (const format of captions.length === 0 ? [] : (['srt', 'vtt'] as const)) {
        expect(keepLetters(subtitlesToMarkdown(toCaptionFile(captions, format)).markdown)).toBe(
          keepLetters(spokenText),
        );
      }
      const hasEnoughTime = totalSeconds >= captions.length * CAPTION.minSeconds;
      for (const [index, { start, end, lines }] of captions.entries()) {
        expect(end - start).toBeLessThan(CAPTION.maxSeconds + 1e-6);
        if (hasEnoughTime) expect(end - start).toBeGreaterThan(CAPTION.minSeconds - 1e-6);
        expect(start).toBe(captions[index - 1]?.end ?? 0);
        expect(end).toBeGreaterThan(start);
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(CAPTION.maxLines);
        const rules = getCaptionRules(lines.join(' '));
        for (const line of lines) {
          expect(splitGraphemes(line).length).toBeLessThanOrEqual(42);
          expect(
            line.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0,
          ).toBeLessThanOrEqual(16);
        }
        expect(countCharacters(lines.join(' '), rules)).toBeGreaterThan(0);
      }
    }),
    { numRuns: getRounds(200, 10_000) },
  );
  expect(result.failed, `seed ${result.seed}: ${result.errorInstance}`).toBe(false);
});
