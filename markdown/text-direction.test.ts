import { describe, expect, test } from 'vitest';

import { expectMeasured } from '#test/support/expect-measured.ts';

import { hasRightToLeft, getTextDirection } from './text-direction.ts';

describe('the direction', () => {
  test.each([
    ['مرحبا بالعالم!', 'rtl'],
    ['שלום עולם', 'rtl'],
    ['שָׁלוֹם', 'rtl'],
    ['می‌خواهم', 'rtl'],
    ['ދިވެހި', 'rtl'],
    ['ܫܠܡܐ', 'rtl'],
    ['ߒߞߏ', 'rtl'],
    ['𞤀𞤣𞤤𞤢𞤥', 'rtl'],
    ['Hello', 'ltr'],
    ['日本語', 'ltr'],
    ['हिन्दी', 'ltr'],
    ['ไทย', 'ltr'],
    ['𝒜 cursive letter', 'ltr'],
    ['Ⅷ. Henry', 'ltr'],
  ] as const)('of %s is %s', (text, direction) => expect(getTextDirection(text)).toBe(direction));

  test.each([
    ['القطار number 7', 'rtl'],
    ['Number 7: القطار', 'ltr'],
    ['- 1. «(مهم)»', 'rtl'],
    ['### 42 · عنصر', 'rtl'],
    ['😀 مرحبا', 'rtl'],
    ['🇸🇦 مرحبا', 'rtl'],
    ['١٢٣ – one', 'ltr'],
    ['۱۲۳ – یک', 'rtl'],
    ['\u0301\u05b0abc', 'ltr'],
    ['\u200f123', 'rtl'],
    ['\u200eالقطار', 'ltr'],
  ] as const)('of “%s” follows the first strong letter: %s', (text, direction) =>
    expect(getTextDirection(text)).toBe(direction),
  );

  test.each(['', ' ', '123', '— … !?', '١٢٣', '۱۲۳', '😀', '\u0301', '\u05b0', '\n\t'])(
    'of “%s” is null for lack of a strong letter',
    (text) => expect(getTextDirection(text)).toBeNull(),
  );

  test('does not follow the content of isolates', () => {
    expect(getTextDirection('\u2067שלום\u2069 hello')).toBe('ltr');
    expect(getTextDirection('\u2066a \u2067b\u2069 c\u2069 שלום')).toBe('rtl');
    expect(getTextDirection('\u2068never closed')).toBeNull();
  });

  test('is found in linear time in a long line of digits and signs', () => {
    const startedAt = performance.now();
    expect(getTextDirection('\u2067'.repeat(50_000) + '1 '.repeat(200_000))).toBeNull();
    expectMeasured(performance.now() - startedAt, 1000);
  });
});

test.each([
  ['Number 7: القطار', true],
  ['𞤀', true],
  ['e\u0301 😀 日本語', false],
  ['', false],
])('whether “%s” may run from right to left: %s', (text, expected) => expect(hasRightToLeft(text)).toBe(expected));
