import { describe, expect, it } from 'vitest';
import { StatisticsCounter } from './statistics.ts';

const pause = () => Promise.resolve();
const measure = (script: string, sections: number[] = [], signal = new AbortController().signal) =>
  new StatisticsCounter().measure(script, sections, { signal, pause });

describe('statistics', () => {
  const script = '# One\n\nA night train. A night is long!\n\n[Cue: map]\n\n## Two\n\n- Sleep, *sleep*, sleep.\n';

  it('counts spoken words, unique words and sentences, in total and by section', async () => {
    const statistics = await measure(script, [0, script.indexOf('## Two')]);
    expect(statistics).toMatchObject({ wordCount: 10, uniqueCount: 6, sentenceCount: 3 });
    expect(statistics?.sections.map(({ wordCount, sentenceCount }) => [wordCount, sentenceCount])).toEqual([
      [7, 2],
      [3, 1],
    ]);
  });

  it('finds the longest sentences with their positions', async () => {
    const statistics = await measure(script);
    const longest = statistics?.longest.map(({ from, to, wordCount }) => [script.slice(from, to), wordCount]);
    expect(longest?.[0]).toEqual(['A night is long!', 4]);
  });

  it('grades plain and heavy English, and skips texts of a few words', async () => {
    const plainText = await measure('The cat sat on the mat. It was a good mat. '.repeat(12));
    const heavy = await measure(
      'Notwithstanding considerable organisational difficulties, administrators subsequently implemented comprehensive restructuring. '.repeat(
        12,
      ),
    );
    expect(plainText?.grade).toBeLessThan(2);
    expect(heavy?.grade).toBeGreaterThan(16);
    expect((await measure('A few words.'))?.grade).toBeNull();
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    const longScript = Array.from({ length: 4000 }, (_, n) => `Paragraph ${n} says something of its own.\n\n`).join('');
    expect(await measure(longScript, [], controller.signal)).toBeNull();
  });
});
