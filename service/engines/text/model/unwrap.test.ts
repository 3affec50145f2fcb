import { describe, expect, it } from 'vitest';
import { unwrap, unwrapPartial } from './unwrap.ts';

describe('unwrapping an answer', () => {
  it('removes only a fence around the whole answer', () => {
    expect(unwrap('```markdown\n# A\n```')).toBe('# A');
    expect(unwrap('# A\n\n```js\n1\n```')).toBe('# A\n\n```js\n1\n```');
    expect(unwrap('<think>hm</think>\n# A')).toBe('# A');
  });

  it.each([
    '# A\n\nText.',
    '```markdown\n# A\n\nText.\n```',
    '<think>Hm, ``` or not?</think>\n\n# A\n\nText.',
    '<thinking>a</thinking>```\n# A\n```',
    '<the ferry> is late',
  ])('never shows text that disappears as the answer continues: %j', (answer) => {
    let previousText = '';
    for (let end = 1; end <= answer.length; end++) {
      const currentText = unwrapPartial(answer.slice(0, end));
      expect(currentText.startsWith(previousText)).toBe(true);
      previousText = currentText;
    }
    expect(previousText.replace(/\n```$/, '')).toBe(unwrap(answer));
    expect(previousText).not.toMatch(/think/);
  });

  it('keeps code', () => {
    expect(unwrap('```\na\n```\ntext\n```\nb\n```')).toBe('```\na\n```\ntext\n```\nb\n```');
  });
});
