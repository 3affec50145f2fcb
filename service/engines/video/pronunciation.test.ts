import { expect, test } from 'vitest';

import { spokenForm } from './pronunciation.ts';

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
] as const)('“%s” is spoken by the list', (sentence, list, spoken) => {
  expect(
    spokenForm(
      sentence,
      list.map(([written, to]) => ({ written, spoken: to })),
    ),
  ).toBe(spoken);
});
