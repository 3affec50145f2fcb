import { expect, test } from 'vitest';

import { toSpokenForm, toWrittenOffset } from './pronunciation.ts';

test.each([
  ['We went to Łódź.', [['Łódź', 'woodge']], 'We went to woodge.'],
  ['SQL, not MySQL: sql.', [['SQL', 'sequel']], 'sequel, not MySQL: sql.'],
  ['It is IT.', [['IT', 'I T']], 'It is I T.'],
  ['Quinoa and quinoa.', [['quinoa', 'keen wah']], 'keen wah and keen wah.'],
  [
    'New York, York.',
    [
      ['York', 'Yorck'],
      ['New York', 'Noo York'],
    ],
    'Noo York, Yorck.',
  ],
  ['C++ and C.', [['C++', 'see plus plus']], 'see plus plus and C.'],
  ['東京都に行く。', [['東京', 'とうきょう']], 'とうきょう都に行く。'],
  [
    'a b',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    'b a',
  ],
  ['$& stays', [['stays', '$& goes']], '$& $& goes'],
  ['Nothing changes.', [], 'Nothing changes.'],
] as const)('“%s” is spoken by the list', (sentence, list, spokenForm) => {
  expect(
    toSpokenForm(
      sentence,
      list.map(([writtenForm, spokenForm]) => ({ written: writtenForm, spoken: spokenForm })),
    ),
  ).toBe(spokenForm);
});

test('maps an offset in the spoken text back to the sentence', () => {
  const list = [
    { written: 'Łódź', spoken: 'woodge' },
    { written: 'SQL', spoken: 'sequel' },
  ];
  const sentence = 'SQL in Łódź, at last.';
  const spokenForm = toSpokenForm(sentence, list);
  expect(spokenForm).toBe('sequel in woodge, at last.');
  for (const [word, writtenForm] of [
    ['sequel', 'SQL'],
    ['in', 'in'],
    ['woodge', 'Łódź'],
    ['last', 'last'],
  ] as const) {
    expect(toWrittenOffset(sentence, list, spokenForm.indexOf(word)), word).toBe(sentence.indexOf(writtenForm));
  }
  expect(toWrittenOffset(sentence, list, 3)).toBe(0);
  expect(toWrittenOffset(sentence, list, 99)).toBe(sentence.length);
});
