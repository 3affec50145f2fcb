import { expect, it } from 'vitest';
import { withoutCues } from './cues.ts';

it('removing the cues of a script changes nothing else', () => {
  expect(withoutCues('a\n\n[Cue: x]\n\nb\n')).toBe('a\n\nb\n');
  expect(withoutCues('a\r\n[cue: x]\r\nb')).toBe('a\r\nb');
  expect(withoutCues('- a\n  [Cue: x]\n- b\n')).toBe('- a\n- b\n');
  expect(withoutCues('```\n[Cue: x]\n```\n')).toBe('```\n[Cue: x]\n```\n');
});
