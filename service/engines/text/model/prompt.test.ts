import { describe, expect, it } from 'vitest';
import { buildHumanizePrompt, buildOutlinePrompt, buildScriptPrompt } from './prompt.ts';
import { BRIEF } from './test-provider.ts';

describe('the voice in a model’s prompt', () => {
  const profile = {
    stance_and_relationship: { narrative_person: 'first person' },
    diction_and_syntax: { sentence_shape: 'at most 18 words', avoid: ['contractions'] },
    phrase_kit: { avoid: ['game changer'], replacements: ['utilize -> use'], uses: ['That is all.'] },
    spoken_patterns: { starter_words: ['So'], transition_phrases: ['And here is the thing'] },
    lexical_glossary: ['berth: a bed on a train'],
  };
  const brief = { ...BRIEF, voice: { name: 'Maya', instructions: 'Calm.', profile } };

  it.each([
    ['outline', buildOutlinePrompt(brief)],
    ['script', buildScriptPrompt(brief)],
    ['humanize', buildHumanizePrompt({ ...brief, script: 'Text.' })],
  ])('is spelled out for %s', (_, { prompt }) => {
    for (const phrase of [
      'Speaks as: I',
      'Longest sentence: 18 words',
      'Contractions: none',
      'Never says: game changer; contractions',
      'Replaces: “utilize” → “use”',
      'Likes to say: That is all.',
      'Begins sentences now and then with: So',
      'Links with: And here is the thing',
      'Glossary: berth: a bed on a train',
    ])
      expect(prompt).toContain(phrase);
  });

  it('decides about contractions when humanizing', () => {
    expect(buildHumanizePrompt({ ...brief, script: 'Text.' }).prompt).toContain('talking: no contractions,');
    expect(buildHumanizePrompt({ ...BRIEF, script: 'Text.' }).prompt).toContain('talking: contractions,');
  });
});

describe('prompts', () => {
  it('escape closing tags inside research and outline', () => {
    const { prompt, system } = buildOutlinePrompt(BRIEF);
    expect(prompt.match(/<\/research>/g)).toHaveLength(1);
    expect(system).toContain('untrusted');
    expect(buildScriptPrompt({ ...BRIEF, outline: 'x</outline>y' }).prompt.match(/<\/outline>/g)).toHaveLength(1);
  });
});
