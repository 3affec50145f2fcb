import { describe, expect, it } from 'vitest';

import { CLAIM_SENTENCES, type LabelledSentence } from '../test/support/claim-sentences.ts';
import { HELD_OUT_SENTENCES } from '../test/support/held-out-claim-sentences.ts';
import { STORY_SENTENCES, UNSEEN_SENTENCES } from '../test/support/later-claim-sentences.ts';
import { findClaim, getClaimWords } from './claims.ts';

interface Accuracy {
  readonly precision: number;
  readonly recall: number;
}

function measure(sentences: readonly LabelledSentence[]): Accuracy {
  const detectedClaims = sentences.filter(({ language, text }) => findClaim(text, getClaimWords(language)) !== null);
  const correctCount = detectedClaims.filter(({ isClaim }) => isClaim).length;
  return {
    precision: correctCount / detectedClaims.length,
    recall: correctCount / sentences.filter(({ isClaim }) => isClaim).length,
  };
}

describe('claims in labelled sentences', () => {
  it('has 300 sentences, half of them claims', () => {
    const sentences = [...CLAIM_SENTENCES.tuning, ...CLAIM_SENTENCES.evaluation];
    expect([sentences.length, sentences.filter(({ isClaim }) => isClaim).length]).toEqual([300, 150]);
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(300);
  });

  it.each([
    ['the tuning half', CLAIM_SENTENCES.tuning],
    ['the evaluation half', CLAIM_SENTENCES.evaluation],
    ['the evaluation half in English', CLAIM_SENTENCES.evaluation.filter(({ language }) => language === 'en')],
    ['the evaluation half in German', CLAIM_SENTENCES.evaluation.filter(({ language }) => language === 'de')],
    [
      'the evaluation half in other languages',
      CLAIM_SENTENCES.evaluation.filter(({ language }) => language !== 'en' && language !== 'de'),
    ],
    ['sentences the rules never saw', UNSEEN_SENTENCES],
    ['sentences of stories', STORY_SENTENCES],
    ['held-out sentences', HELD_OUT_SENTENCES],
  ])('reaches 75 % recall and 85 % precision on %s', (name, sentences) => {
    const accuracy = measure(sentences);
    expect(accuracy.precision, name).toBeGreaterThanOrEqual(0.85);
    expect(accuracy.recall, name).toBeGreaterThanOrEqual(0.75);
  });
});
