import { expect, test } from 'vitest';
import { EngineError, type RewriteResult } from '../text-engine.ts';
import { correctLengths, type LengthBrief, countSectionWords } from './section-lengths.ts';

const createWords = (count: number, word = 'word'): string => `${Array.from({ length: count }, () => word).join(' ')}.`;
const DRAFT = `# Rivers\n\n## One\n\n${createWords(100)}\n\n[Cue: a bridge]\n\n## Two\n\n${createWords(40)}\n\n### Inside\n\n${createWords(10)}\n\n## Three\n\n${createWords(130)}\n`;
const usage = { prompt_tokens: 10, completion_tokens: 5, reasoning_tokens: null, total_tokens: 15 };

function createFakeModel(...texts: (string | EngineError)[]) {
  const requests: LengthBrief[] = [];
  const ask = (brief: LengthBrief): Promise<RewriteResult> => {
    requests.push(brief);
    const text = texts.shift() ?? '';
    return text instanceof EngineError ? Promise.reject(text) : Promise.resolve({ texts: [text], usage });
  };
  return { requests, ask };
}

test('counts the spoken words of each section, including those under its subheadings', () => {
  expect(countSectionWords(DRAFT)).toEqual([100, 50, 130]);
  expect(countSectionWords('No headings at all.')).toEqual([4]);
});

test('requests each section whose length is off once, and leaves the others unchanged', async () => {
  const { requests, ask } = createFakeModel(createWords(98, 'longer'), createWords(104, 'shorter'));
  const result = await correctLengths(DRAFT, [105, 100, 100], ask);
  const [firstSection, , thirdSection] = DRAFT.split(/(?=## T)/);
  expect(result.markdown).toBe(
    `${firstSection}## Two\n\n${createWords(98, 'longer')}\n\n## Three\n\n${createWords(104, 'shorter')}\n`,
  );
  expect(thirdSection).toContain('## Three');
  expect(result).toMatchObject({ notes: [], usages: [usage, usage] });
  expect(requests.map(({ task }) => task)).toEqual([
    expect.stringContaining('100 spoken words (at most 10 % more or less); it has 50 now. Say in more detail'),
    expect.stringContaining('100 spoken words (at most 10 % more or less); it has 130 now. Leave out'),
  ]);
  expect(requests[0]).toMatchObject({
    text: expect.stringMatching(/^word [^]*\.$/),
    after: expect.stringContaining('## Three'),
  });
  expect(requests[0]?.before).toMatch(/## Two$/);
  expect(requests[1]?.before).toContain('longer');
});

test('accepts only a single section of a closer length, and reports what is off', async () => {
  const { ask } = createFakeModel(createWords(10), `${createWords(60)}\n\n## Another\n\n${createWords(40)}`);
  const result = await correctLengths(DRAFT, [100, 100, 100], ask);
  expect(result.markdown).toBe(DRAFT);
  expect(result.notes).toEqual(['“Two” has 50 words; 100 were planned.', '“Three” has 130 words; 100 were planned.']);
});

test('keeps the draft and sends no more requests after a failed one', async () => {
  const { requests, ask } = createFakeModel(new EngineError('out-of-quota', 'The quota is used up.', { usage }));
  const result = await correctLengths(DRAFT, [100, 100, 100], ask);
  expect(result.markdown).toBe(DRAFT);
  expect(result.usages).toEqual([usage]);
  expect(result.notes[0]).toBe('The model wasn’t asked for lengths any further. The quota is used up.');
  expect(requests).toHaveLength(1);
});

test('rejects when the run is cancelled', async () => {
  const { ask } = createFakeModel(new EngineError('cancelled', 'Cancelled.'));
  await expect(correctLengths(DRAFT, [100, 100, 100], ask)).rejects.toMatchObject({ kind: 'cancelled' });
});

test('sends no request for a draft whose sections differ from the plan', async () => {
  const { requests, ask } = createFakeModel();
  expect(await correctLengths(DRAFT, [100, 100], ask)).toEqual({ markdown: DRAFT, usages: [], notes: [] });
  expect(requests).toEqual([]);
});
