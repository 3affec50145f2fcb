import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime } from '../clock.ts';
import { toSpokenSeconds } from '../spoken.ts';
import { listScriptPieces } from '../spoken-pieces.ts';
import { chooseCuts, withCuts } from './choose-cuts.ts';
import { checkModelCuts, findNumbers, proposeCuts, readCutScript, type CutProposal } from './propose-cuts.ts';
import { sumUnits } from './sentence-places.ts';

const measureSpokenLength = (script: string): number => toSpokenSeconds(sumUnits(script));
const toSeconds = ({ saves }: CutProposal): number => toSpokenSeconds(saves);

function cut(script: string, secondsToSave = Infinity, language = 'en') {
  const cutScript = readCutScript(script, language);
  const cuts = chooseCuts(cutScript, proposeCuts(cutScript), secondsToSave, toSeconds);
  return { cuts, after: withCuts(script, cuts) };
}

const SCRIPT = `---
title: Night trains
---

# Night trains

The night train is back in Europe after thirty years.

## Why they left

[Cue: an empty platform]

Cheap flights took the passengers of the night trains away. By the way, I love planes. The carriages were old in order to save money, and nobody built new ones. Cheap flights took the passengers of night trains away, as said.

- The beds were actually hard.
- Prices rose (as prices do) every year.

> [!ask] Which line closed first?

## Why they return

Well, travellers want to sleep while they travel. In 2016 one railway bought 42 old carriages. It bought them due to the fact that nobody else wanted them. HOST: travellers do not want to sleep while they travel?

So book a bed before winter.
`;

describe('cuts of an English script', () => {
  const { cuts, after } = cut(SCRIPT);

  it('are repeats, asides, fillers and long-winded phrases', () => {
    const cutFields = cuts.map(({ reason, words, text }) => [reason, words, text]);
    expect(cutFields).toEqual([
      ['aside', 'By the way, I love planes.', ''],
      ['wordy', 'in order to', 'to'],
      ['repeat', 'Cheap flights took the passengers of night trains away, as said.', ''],
      ['filler', 'actually', ''],
      ['aside', '(as prices do)', ''],
      ['filler', 'Well, t', 'T'],
      ['wordy', 'due to the fact that', 'because'],
    ]);
    expect(cuts[2]?.repeats).toContain('Cheap flights took the passengers of the night trains away.');
  });

  it('leave headings, cues, questions, details, first and last sentence as they are', () => {
    expect(after).toContain(
      'Cheap flights took the passengers of the night trains away. The carriages were old to save money, and nobody built new ones.\n\n- The beds were hard.\n- Prices rose every year.\n\n> [!ask] Which line closed first?',
    );
    for (const text of ['title: Night trains', '# Night trains', '[Cue: an empty platform]', '42 old carriages'])
      expect(after).toContain(text);
    expect(after).toContain('The night train is back in Europe after thirty years.');
    expect(after).toMatch(/So book a bed before winter\.\n$/);
  });

  it('keep a sentence that says the opposite', () => {
    expect(after).toContain('travellers do not want to sleep');
  });

  it('are no more than the wanted length needs', () => {
    const cutScript = readCutScript(SCRIPT, 'en');
    const selection = chooseCuts(cutScript, proposeCuts(cutScript), 2, toSeconds);
    expect(selection).toHaveLength(1);
    expect(measureSpokenLength(SCRIPT) - measureSpokenLength(withCuts(SCRIPT, selection))).toBeGreaterThanOrEqual(2);
    expect(chooseCuts(cutScript, proposeCuts(cutScript), 0, toSeconds)).toEqual([]);
  });
});

it('cuts German asides, openings, fillers and long-winded phrases', () => {
  const { after } = cut(
    'Der Zug fährt nachts.\n\nÜbrigens mag ich Züge. Ehrlich gesagt, das Bett ist eigentlich hart. Er hält, aufgrund der Tatsache, dass die Strecke gesperrt ist. Zum jetzigen Zeitpunkt fährt er nicht.\n\nBuch ein Bett.',
    Infinity,
    'Deutsch',
  );
  expect(after).toBe(
    'Der Zug fährt nachts.\n\nDas Bett ist hart. Er hält, weil die Strecke gesperrt ist. Jetzt fährt er nicht.\n\nBuch ein Bett.',
  );
});

it('finds repeats in any language and script', () => {
  const french = cut(
    'Début.\n\nLe train de nuit traverse toute la montagne. Le train de nuit traverse la montagne entière.\n\nFin.',
    Infinity,
    'fr',
  );
  expect(french.cuts.map(({ reason }) => reason)).toEqual(['repeat']);
  const japanese = cut(
    '始まり。\n\n夜行列車は山を越えて走ります。夜行列車は山を越えて走ります。\n\n終わり。',
    Infinity,
    'ja',
  );
  expect(japanese.after).toBe('始まり。\n\n夜行列車は山を越えて走ります。\n\n終わり。');
});

it('keeps numbers that are said once, also if two cuts together would lose one', () => {
  const script =
    'Start.\n\nThe oven takes sixty loaves (it has 3 doors) each night. By the way, it cost 900 euros. As an aside, 900 euros is a lot.\n\nEnd.';
  const { after } = cut(script);
  expect(after).toContain('3 doors');
  expect(after.match(/900/g)).toHaveLength(1);
});

it('cuts a script of 8:42 to 8:00, in the time that the app shows', () => {
  const filler = 'The baker really works due to the fact that bread sells, in order to live.';
  const body = Array.from({ length: 85 }, (_, index) => `Number ${index + 1} is a loaf. ${filler}`).join('\n\n');
  const script = `Start.\n\n${body}\n\nEnd.`;
  const before = measureSpokenLength(script);
  const { after } = cut(script, before - 480);
  expect(measureSpokenLength(after)).toBeLessThanOrEqual(480);
  expect(formatTime(measureSpokenLength(after))).toMatch(/^(?:8:00|7:5\d)$/);
});

const SENTENCES = [
  'The oven burned down in 1999.',
  'By the way, ovens are **heavy** things.',
  'The baker, who is actually my aunt, bakes bread.',
  'The baker bakes bread due to the fact that people eat bread.',
  'The old oven burned down years ago.',
  'It *really* works (mostly) at night.',
  'See [the old map](https://a.example) in order to find it!',
  'Well, `code` is read too.',
  '夜行列車は山を越えて走ります。',
  'Nobody saw it.',
];
const paragraph = fc
  .tuple(fc.constantFrom('', '', '- ', '1. ', '> ', 'HOST: '), fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '\n'))
  .map(([mark, sentences, space]) => mark + sentences.join(mark === '' ? space : ' ')); // prettier-ignore
const block = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  fc.constantFrom('## A heading', '[Cue: a map]', '> [!ask] Who?', '```\nBy the way, code.\n```', '| a | b |\n| - | - |\n| By the way | x |'),
); // prettier-ignore

describe('any accepted cuts', () => {
  const script = fc.array(block, { minLength: 2, maxLength: 9 }).map((blocks) => blocks.join('\n\n'));
  const listUnspoken = (text: string) => listScriptPieces(text).filter(({ words }) => words === 0).map(({ text: unspokenText }) => unspokenText); // prettier-ignore

  it('save the time they show, lose no number, and change nothing that is not spoken', () => {
    fc.assert(
      fc.property(script, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (text, choices) => {
        const { cuts } = cut(text);
        const acceptedCuts = cuts.filter((_, index) => choices[index % choices.length]);
        const after = withCuts(text, acceptedCuts);
        expect(listUnspoken(after)).toEqual(listUnspoken(text));
        const savedUnits = acceptedCuts.reduce((sum, { saves }) => sum + saves, 0);
        expect(sumUnits(text) - sumUnits(after)).toBeCloseTo(savedUnits, 5);
        const cutScript = readCutScript(text, 'en');
        const listNumbers = (source: string) => new Set(findNumbers(listScriptPieces(source).map((piece) => (piece.words > 0 ? piece.text : '')).join(' '), cutScript.words)); // prettier-ignore
        expect(listNumbers(after)).toEqual(listNumbers(text));
        const sentences = readCutScript(after, 'en').sentences.map((sentence) => sentence.text);
        expect(sentences.at(0)).toBe(cutScript.sentences.at(0)?.text);
        expect(sentences.at(-1)).toBe(cutScript.sentences.at(-1)?.text);
        for (const example of ['```\nBy the way, code.\n```', '| By the way | x |'])
          expect(after.split(example)).toHaveLength(text.split(example).length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a proposal of a language model', () => {
  const script = 'First.\n\nThe baker has 4 ovens. The **bold** one works. It is a really long way to say it.\n\nLast.';
  const cutScript = readCutScript(script, 'en');
  const listProposedTexts = (cuts: Parameters<typeof checkModelCuts>[1]) => checkModelCuts(cutScript, cuts).map(({ words, text }) => [words, text]); // prettier-ignore

  it('is accepted if its sentence exists and nothing required is lost', () => {
    expect(listProposedTexts([{ sentence: 2, text: null }, { sentence: 3, text: 'It is said long.' }])).toEqual([
      ['The **bold** one works.'.replaceAll('*', ''), ''],
      ['It is a really long way to say it.', 'It is said long.'],
    ]); // prettier-ignore
  });

  it.each([
    ['the first sentence', { sentence: 0, text: null }],
    ['the last sentence', { sentence: 4, text: null }],
    ['no sentence', { sentence: 99, text: null }],
    ['a number that is said once', { sentence: 1, text: null }],
    ['a new number', { sentence: 3, text: 'It is 7.' }],
    ['more words', { sentence: 3, text: 'It is a really long way to say it, and even longer now.' }],
    ['Markdown', { sentence: 3, text: '# It.' }],
    ['two lines', { sentence: 3, text: 'It\nis.' }],
    ['nothing', { sentence: 3, text: ' ' }],
  ])('is dropped where it would change %s', (_name, answer) => {
    expect(listProposedTexts([answer])).toEqual([]);
  });
});
