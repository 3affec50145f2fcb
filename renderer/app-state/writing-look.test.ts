import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { WritingLook } from '#contract/settings.ts';
import { applyWritingLook, resizeText, TEXT_SIZE } from './writing-look.ts';

const look = DEFAULT_SETTINGS.writing;

function readProperties(changes: Partial<WritingLook>): Record<string, string> {
  const { style } = document.createElement('html');
  applyWritingLook(style, { ...look, ...changes });
  return Object.fromEntries(
    ['face', 'size', 'line', 'measure'].map((name) => [name, style.getPropertyValue(`--write-${name}`)]),
  );
}

describe('look of the text in the editor', () => {
  it('is the app’s default until the person changes it', () => {
    expect(readProperties({})).toEqual({ face: 'var(--font-read)', size: '17px', line: '28px', measure: '648px' });
  });

  it('widens the lines with the letters, to keep the words per line', () => {
    expect(readProperties({ size: 34 / 2 + 8 })).toMatchObject({ size: '25px', line: '41px', measure: '953px' });
  });

  it('fills the window with the widest lines', () => {
    expect(readProperties({ width: 'full' })['measure']).toBe('100vw');
  });

  it('stays within the sizes that can be stored', () => {
    expect(resizeText(look, 1).size).toBe(18);
    expect(resizeText(look, 100).size).toBe(TEXT_SIZE.max);
    expect(resizeText(look, -100).size).toBe(TEXT_SIZE.min);
    expect(WritingLook.safeParse(resizeText(look, 100)).success).toBe(true);
    expect(WritingLook.safeParse(resizeText(look, -100)).success).toBe(true);
    expect(WritingLook.safeParse({ ...look, size: TEXT_SIZE.max + 1 }).success).toBe(false);
  });
});
