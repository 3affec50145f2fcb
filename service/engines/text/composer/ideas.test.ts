import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { IdeaMaterial, IdeasBrief } from '../text-engine.ts';
import { getFrames } from './idea-frames.ts';
import { toComparableTitle } from '../comparable-title.ts';
import { composeIdeas } from './ideas.ts';

const VIDEO: IdeaMaterial = {
  title: 'Sleeping through five countries: is the night train worth it?',
  topic: '',
  angle: '',
  description: 'I took the sleeper train from Berlin to Rome and measured noise levels in every compartment.',
  score: 3.2,
};

const { signal } = new AbortController();
const createBrief = (overrides: Partial<IdeasBrief>): IdeasBrief => ({
  count: 10,
  channel: '',
  audience: '',
  language: 'en',
  existingTitles: [],
  material: [VIDEO],
  topic: '',
  ...overrides,
});

const findFrame = (title: string, subject: string): string =>
  toComparableTitle(title).replace(toComparableTitle(subject), '').replace(/\s+/g, ' ').trim();

describe('ideas without a model', () => {
  it('deliver the requested number per call without duplicates, in the video’s words', async () => {
    let existingTitles: string[] = [];
    for (let call = 0; call < 5; call++) {
      const ideas = await composeIdeas(createBrief({ existingTitles }), { signal });
      expect(ideas).toHaveLength(10);
      for (const { title, topic, evidence } of ideas) {
        expect(title.length).toBeLessThanOrEqual(100);
        const source = toComparableTitle(`${VIDEO.title} ${VIDEO.description}`);
        for (const word of toComparableTitle(topic).split(' ')) expect(source).toContain(word);
        expect(evidence).toContain('3.2 times');
      }
      existingTitles = [...ideas.map(({ title }) => title).reverse(), ...existingTitles];
    }
    expect(new Set(existingTitles.map(toComparableTitle)).size).toBe(50);
  });

  it('never use the same title pattern twice in a row, also across calls', async () => {
    const material = ['ferries', 'night trains', 'bridges'].map((topic) => ({ ...VIDEO, topic, description: '' }));
    let existingTitles: string[] = [];
    let previousFrame = '';
    for (let call = 0; call < 6; call++) {
      for (const { title, topic } of await composeIdeas(createBrief({ existingTitles, material }), { signal })) {
        const frame = findFrame(title, topic);
        expect(frame).not.toBe(previousFrame);
        previousFrame = frame;
        existingTitles = [title, ...existingTitles];
      }
    }
  });

  it('use the language of the channel', async () => {
    const [first] = await composeIdeas(createBrief({ language: 'German' }), { signal });
    const frames = getFrames('German').map(({ title }) => toComparableTitle(title.replace('{t}', '')));
    expect(frames).toContain(findFrame(first!.title, first!.topic));
  });

  it('never repeat a title, whatever the source videos contain', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 80 });
    const material = fc.record({ title: text, topic: text, angle: text, description: text });
    await fc.assert(
      fc.asyncProperty(fc.array(material, { maxLength: 4 }), fc.integer({ min: 1, max: 20 }), async (videos, count) => {
        const ideas = await composeIdeas(createBrief({ material: videos, count }), { signal });
        expect(ideas.length).toBeLessThanOrEqual(count);
        expect(new Set(ideas.map(({ title }) => toComparableTitle(title))).size).toBe(ideas.length);
      }),
      { numRuns: 300 },
    );
  });
});
