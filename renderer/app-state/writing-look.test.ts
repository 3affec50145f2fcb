import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS, WritingLook } from '#contract/settings.ts';
import { applyWritingLook, resized, TEXT_SIZE } from './writing-look.ts';

const look = DEFAULT_SETTINGS.writing;

function drawn(changes: Partial<WritingLook>): Record<string, string> {
  const { style } = document.createElement('html');
  applyWritingLook(style, { ...look, ...changes });
  return Object.fromEntries(
    ['face', 'size', 'line', 'measure'].map((name) => [name, style.getPropertyValue(`--write-${name}`)]),
  );
}

describe('look of the text in the editor', () => {
  it('is the app’s own until something else is chosen', () => {
    expect(drawn({})).toEqual({ face: 'var(--font-read)', size: '17px', line: '28px', measure: '648px' });
  });

  it('keeps the number of words on a line when the letters grow', () => {
    expect(drawn({ size: 34 / 2 + 8 })).toMatchObject({ size: '25px', line: '41px', measure: '953px' });
  });

  it('fills the window with the widest lines', () => {
    expect(drawn({ width: 'full' })['measure']).toBe('100vw');
  });

  it('stays within the sizes that can be stored', () => {
    expect(resized(look, 1).size).toBe(18);
    expect(resized(look, 100).size).toBe(TEXT_SIZE.most);
    expect(resized(look, -100).size).toBe(TEXT_SIZE.least);
    expect(WritingLook.safeParse(resized(look, 100)).success).toBe(true);
    expect(WritingLook.safeParse(resized(look, -100)).success).toBe(true);
    expect(WritingLook.safeParse({ ...look, size: TEXT_SIZE.most + 1 }).success).toBe(false);
  });
});
