import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBeats } from './beats.ts';
import { getScriptSeconds } from './cuts/suggest-cuts.ts';
import { PaceReader } from './section-paces.ts';
import { toScriptCaptions } from './to-captions.ts';
import { toAvScript } from './to-av-script.ts';
import { getShots } from './to-shot-list.ts';

const createWords = (count: number): string =>
  `${Array.from({ length: count }, (_, index) => `word${index}`).join(' ')}.`;
const SCRIPT = `# *Title*\n\n[Cue: map]\n\n${createWords(60)}\n\n## Yard\n\n${createWords(50)}\n\n## Yard\n\n${createWords(100)}\n`;
/** Makes the sections last 18, 20 and 60 seconds. */
const pacing = {
  general: 150,
  sections: [
    { heading: 'Title', nth: 0, pace: 200 },
    { heading: 'Yard', nth: 1, pace: 100 },
  ],
};

describe('a section’s own pace', () => {
  it('sets the times of captions', () => {
    const { captions } = toScriptCaptions(SCRIPT, { pacing, language: 'en' });
    const ends = captions.map(({ end }) => Math.round(end * 1000) / 1000);
    expect(ends).toContain(38);
    expect(ends.at(-1)).toBe(98);
  });

  it('sets the times of shots', () => {
    const { shots } = getShots(SCRIPT, pacing);
    expect(shots.map(({ timeIn, duration }) => [timeIn, duration])).toEqual([
      [0, 18],
      [18, 20],
      [38, 60],
    ]);
  });

  it('sets the times of two-column scripts', () => {
    const { parts } = toAvScript(
      SCRIPT,
      pacing,
      { number: '#', time: 'Time', video: 'Video', audio: 'Audio' },
      'Title',
    );
    const [, table] = parts;
    const rows = table?.kind === 'table' ? table.rows.slice(1).filter((row) => row.length === 4) : [];
    expect(rows.map((row) => row[1]?.[0]?.text)).toEqual(['0:00', '0:18', '0:38']);
  });

  it('gives every file and figure the same length', () => {
    const heading = fc.constantFrom('## Yard', '## Yard', '# *Title*', '## Other [^1]', 'Set\n===');
    const block = fc.oneof(
      heading,
      fc.integer({ min: 8, max: 60 }).map(createWords),
      fc.constantFrom(
        '- [Cue: x]\n- Some words are said here by all.',
        '> ## Yard\n>\n> Quoted words of a section here.',
      ),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 9 }), (blocks) => {
        const script = blocks.join('\n\n');
        const seconds = getScriptSeconds(script, pacing);
        expect(toBeats(script, pacing).seconds).toBeCloseTo(seconds, 6);
        expect(toScriptCaptions(script, { pacing, language: 'en' }).captions.at(-1)?.end ?? 0).toBeCloseTo(seconds, 6);
      }),
    );
  });

  it('is limited like every pace', () => {
    expect(new PaceReader({ general: 150, sections: [{ heading: '', nth: 0, pace: 900 }] }).pace).toBe(200);
  });
});
