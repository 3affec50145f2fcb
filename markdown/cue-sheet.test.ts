import { expect, it } from 'vitest';
import { toCueSheet } from './cue-sheet.ts';
import { withoutCues } from './cues.ts';

const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
const all = { pace: 150, headings: true, cues: true };

const SCRIPT = `# Opening

[Cue: map]

One two three four five. And ${words(14)}.

- ${words(10)} [pause]

[Cue: end card]
`;

it('times what is spoken at the pace, headings and cues above it', () => {
  expect(toCueSheet(SCRIPT, all)).toBe(`1
00:00:00,000 --> 00:00:02,000
# Opening
[map]
One two three four five.

2
00:00:02,000 --> 00:00:08,000
And ${words(14)}.

3
00:00:08,000 --> 00:00:12,000
${words(10)} [pause]

4
00:00:12,000 --> 00:00:14,000
[end card]
`);
});

it('leaves headings and cues out when asked, and is quicker at a quicker pace', () => {
  const sheet = toCueSheet(SCRIPT, { pace: 200, headings: false, cues: false });
  expect(sheet).not.toMatch(/Opening|map|pause|end card/);
  expect(sheet.match(/-->/g)).toHaveLength(3);
  expect(sheet).toContain('--> 00:00:09,000');
});

it('goes past an hour, and is empty for a text nobody speaks', () => {
  expect(toCueSheet(`${words(10_000)}\n`, { ...all, pace: 100 })).toContain('--> 01:40:00,000');
  expect(toCueSheet('', all)).toBe('');
});

it('takes cues out of a text and nothing else', () => {
  expect(withoutCues('a\n\n[Cue: x]\n\nb\n')).toBe('a\n\nb\n');
  expect(withoutCues('a\r\n[cue: x]\r\nb')).toBe('a\r\nb');
  expect(withoutCues('- a\n  [Cue: x]\n- b\n')).toBe('- a\n- b\n');
  expect(withoutCues('```\n[Cue: x]\n```\n')).toBe('```\n[Cue: x]\n```\n');
});
