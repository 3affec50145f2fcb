import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromBase91, toBase91 } from './base91.ts';

describe('bytes as basE91', () => {
  it('are decoded unchanged, and JSON escapes nothing in the text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const text = toBase91(bytes);
        expect([...fromBase91(text)]).toEqual([...bytes]);
        expect(JSON.stringify(text)).toHaveLength(text.length + 2);
      }),
      { numRuns: 300 },
    );
  });

  it('need at most 24 % more characters than bytes', () => {
    let seed = 1;
    const bytes = Uint8Array.from({ length: 10_000 }, () => (seed = (seed * 75 + 74) % 65_537) & 255);
    expect(toBase91(bytes).length).toBeLessThan(12_400);
  });

  it('match the reference encoding', () => {
    expect(toBase91(new TextEncoder().encode('test'))).toBe('fPNKd');
  });

  it('are refused in another alphabet', () => {
    expect(() => fromBase91('naïve')).toThrow('basE91');
  });
});
