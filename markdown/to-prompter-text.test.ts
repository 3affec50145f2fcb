import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyScript } from '#test/support/any-script.ts';

import { countScriptWords } from './spoken-pieces.ts';
import { toPrompterText } from './to-prompter-text.ts';
import { countWords } from './words.ts';

test('contains only the spoken text, one sentence per line', () => {
  const script = `# Night trains

It begins. Dr. Meier paid 12.50 euros, *twice*.

[Cue: a platform]

- Bring earplugs [beat]. [pause] Bring a banana.

> I sleep badly at home as well.
>
> — Dr. Meier
`;
  expect(toPrompterText(script, 'en')).toBe(
    [
      'It begins.\nDr. Meier paid 12.50 euros, twice.',
      'Bring earplugs.\nBring a banana.',
      'I sleep badly at home as well.\n',
    ].join('\n\n'),
  );
  expect(toPrompterText('東京から大阪まで走る。朝の海が見える。', 'ja')).toBe(
    '東京から大阪まで走る。\n朝の海が見える。\n',
  );
  expect(toPrompterText('# Nothing is spoken\n\n[Cue: a map]', 'en')).toBe('');
});

test('contains as many words as are spoken', () => {
  fc.assert(
    fc.property(anyScript, (script) => {
      expect(countWords(toPrompterText(script, 'en'))).toBe(countScriptWords(script));
    }),
    { numRuns: 200 },
  );
});
