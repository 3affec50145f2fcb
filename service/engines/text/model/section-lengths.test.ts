import { expect, test } from 'vitest';
import { EngineError, type RewriteResult } from '../text-engine.ts';
import { keepLengths, type LengthBrief, sectionWords } from './section-lengths.ts';

const words = (count: number, word = 'word'): string => `${Array.from({ length: count }, () => word).join(' ')}.`;
const DRAFT = `# Rivers\n\n## One\n\n${words(100)}\n\n[Cue: a bridge]\n\n## Two\n\n${words(40)}\n\n### Inside\n\n${words(10)}\n\n## Three\n\n${words(130)}\n`;
const usage = { prompt_tokens: 10, completion_tokens: 5, reasoning_tokens: null, total_tokens: 15 };

function model(...texts: (string | EngineError)[]) {
  const asked: LengthBrief[] = [];
  const ask = (brief: LengthBrief): Promise<RewriteResult> => {
    asked.push(brief);
    const text = texts.shift() ?? '';
    return text instanceof EngineError ? Promise.reject(text) : Promise.resolve({ texts: [text], usage });
  };
  return { asked, ask };
}

test('counts the spoken words of each section, with what stands under its own headings', () => {
  expect(sectionWords(DRAFT)).toEqual([100, 50, 130]);
  expect(sectionWords('No headings at all.')).toEqual([4]);
});

test('asks once for each section whose length is off, and leaves everything else as it is', async () => {
  const { asked, ask } = model(words(98, 'longer'), words(104, 'shorter'));
  const kept = await keepLengths(DRAFT, [105, 100, 100], ask);
  const [one, , three] = DRAFT.split(/(?=## T)/);
  expect(kept.markdown).toBe(`${one}## Two\n\n${words(98, 'longer')}\n\n## Three\n\n${words(104, 'shorter')}\n`);
  expect(three).toContain('## Three');
  expect(kept).toMatchObject({ notes: [], usages: [usage, usage] });
  expect(asked.map(({ task }) => task)).toEqual([
    expect.stringContaining('100 spoken words (at most 10 % more or less); it has 50 now. Say in more detail'),
    expect.stringContaining('100 spoken words (at most 10 % more or less); it has 130 now. Leave out'),
  ]);
  expect(asked[0]).toMatchObject({
    text: expect.stringMatching(/^word [^]*\.$/),
    after: expect.stringContaining('## Three'),
  });
  expect(asked[0]?.before).toMatch(/## Two$/);
  expect(asked[1]?.before).toContain('longer');
});

test('takes only what is closer and one section still, and says what is off', async () => {
  const { ask } = model(words(10), `${words(60)}\n\n## Another\n\n${words(40)}`);
  const kept = await keepLengths(DRAFT, [100, 100, 100], ask);
  expect(kept.markdown).toBe(DRAFT);
  expect(kept.notes).toEqual(['“Two” has 50 words; 100 were planned.', '“Three” has 130 words; 100 were planned.']);
});

test('keeps the draft, and asks no more, after a request that failed', async () => {
  const { asked, ask } = model(new EngineError('out-of-quota', 'The quota is used up.', { usage }));
  const kept = await keepLengths(DRAFT, [100, 100, 100], ask);
  expect(kept.markdown).toBe(DRAFT);
  expect(kept.usages).toEqual([usage]);
  expect(kept.notes[0]).toBe('The model wasn’t asked for lengths any further. The quota is used up.');
  expect(asked).toHaveLength(1);
});

test('a cancelled run ends', async () => {
  const { ask } = model(new EngineError('cancelled', 'Cancelled.'));
  await expect(keepLengths(DRAFT, [100, 100, 100], ask)).rejects.toMatchObject({ kind: 'cancelled' });
});

test('asks nothing about a draft whose sections are others than planned', async () => {
  const { asked, ask } = model();
  expect(await keepLengths(DRAFT, [100, 100], ask)).toEqual({ markdown: DRAFT, usages: [], notes: [] });
  expect(asked).toEqual([]);
});
