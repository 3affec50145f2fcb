import { describe, expect, test } from 'vitest';

import { measureVoice, countSampleWords } from './measure.ts';

const sample = `# A title that nobody speaks

So here is the thing. I don't fly any more, and you can't make me. Now look at the price of a night train.

[Cue: the platform]

So I asked the man at the gate. He didn't know what a berth costs on the night train. And nobody else did. Think about what that means for a moment.

- Now we're on the train, and it's late.
- So I looked at the price of a night train again. Why does it cost more? You know what I think about what that means for me.

So that is where I've been, and I won't go back. And you shouldn't either, if you have the time and a coat. Now you know the price of a night train, and it's yours to pay.`;

describe('measuring a voice', () => {
  const voice = measureVoice([sample], 'en', 100)!;

  test('counts only spoken text', () => {
    expect(voice.sentences).toBe(14);
    expect(voice.average).toBeCloseTo(voice.words / 14);
    expect(voice.longest).toBeGreaterThan(voice.average);
    expect(voice.questions).toBeCloseTo(1 / 14);
    expect(voice.hooks).toEqual(['So here is the thing.']);
    expect(JSON.stringify(voice)).not.toContain('title that nobody');
    expect(JSON.stringify(voice)).not.toContain('platform');
  });

  test('detects person, address, contractions and sentence starts', () => {
    expect(voice).toMatchObject({ person: 'i', speaksToYou: true, contracts: true });
    expect(voice.starters.slice(0, 3)).toEqual(['So', 'Now', 'And']);
    expect(voice.phrases).toContain('the price of a night train');
    expect(voice.phrases).toContain('think about what that means for');
  });

  test('detects a voice without contractions', () => {
    const formal = measureVoice([sample.replaceAll("n't", ' not').replaceAll("it's", 'it is')], 'en', 100);
    expect(formal?.contracts).toBe(false);
    expect(measureVoice([sample], 'de', 100)?.contracts).toBeNull();
  });

  test('returns null for too little text', () => {
    expect(measureVoice(['Too short to say.'], 'en')).toBeNull();
    expect(measureVoice([], 'en')).toBeNull();
    const sentence = 'Now we wait for the train again. ';
    expect(countSampleWords([sentence.repeat(71)])).toBe(497);
    expect(measureVoice([sentence.repeat(71)], 'en')).toBeNull();
    expect(measureVoice([sentence.repeat(40), sentence.repeat(32)], 'en')?.words).toBe(504);
    expect(measureVoice(['# Only\n\n## headings\n'.repeat(200)], 'en')).toBeNull();
  });
});
