// Not translated: measured texts go into the profile, whose rules are in English.
// @wc-ignore-file
/** Builds a profile from samples of speech; fields that cannot be measured stay empty for the person to fill in. */
import { toSpokenTag } from '#markdown/language-tag.ts';
import { measureVoice } from '#markdown/voice/measure.ts';
import { completeProfile, type Profile, getValue, withValue } from './profile.ts';
import { SECTIONS } from './voice-labels.ts';

const round = (value: number): number => Math.round(value);
const formatPercent = (share: number): string => `${round(share * 100)}%`;

/** Splits pasted text into samples at lines of dashes. */
export const splitSamples = (text: string): string[] =>
  text.split(/^\s*-{3,}\s*$/m).filter((sample) => sample.trim() !== '');

/**
 * @param language the channel's language; English rules apply if it has no rules
 * @returns null if there is too little text to measure
 */
export function createProfile(texts: readonly string[], language: string): Profile | null {
  const measurements = measureVoice(texts, toSpokenTag(language) ?? 'en');
  if (measurements === null) return null;
  const { average, longest, short, questions, letters, contracts, person, speaksToYou } = measurements;
  const narrator = { i: 'First person', we: 'First person plural (we)', none: 'Keeps out of sight' }[person];
  const sentences = `${round(average)} words a sentence on average, at most ${Math.max(round(longest), 8)} words`;
  const measuredFields: readonly (readonly [path: string, value: string | readonly string[]])[] = [
    ['stance_and_relationship.narrative_person', speaksToYou ? `${narrator}, speaking to “you”` : narrator],
    ['delivery_recipe.cadence', `${formatPercent(short)} short sentences of up to eight words, longer ones between`],
    ['rhetorical_toolkit.hook_patterns', measurements.hooks],
    ['rhetorical_toolkit.cta_patterns', measurements.closings],
    ['diction_and_syntax.vocabulary_level', letters < 4.6 ? 'Plain' : letters < 5.2 ? 'Everyday' : 'Elevated'],
    ['diction_and_syntax.word_complexity', `${letters.toFixed(1)} letters a word on average`],
    ['diction_and_syntax.sentence_shape', sentences],
    [
      'diction_and_syntax.preferred_constructions',
      [
        ...(contracts === true ? ['contractions'] : []),
        ...(questions >= 0.05 ? [`questions: ${formatPercent(questions)} of all sentences`] : []),
      ],
    ],
    ['diction_and_syntax.avoid', contracts === false ? ['contractions'] : []],
    ['spoken_patterns.common_phrases', measurements.phrases],
    ['spoken_patterns.starter_words', measurements.starters],
    ['example_paragraph', measurements.example],
    ['style_examples', measurements.examples],
  ];
  return measuredFields.reduce(
    (profile, [path, value]) => withValue(profile, path.split('.'), value),
    completeProfile(null),
  );
}

/** Fields that are always measured, because they hold counts and the person's own words. */
const NEVER_FROM_MODEL = new Set(['diction_and_syntax.sentence_shape', 'example_paragraph', 'style_examples']);

/** Adds a text model's findings to the measured profile; fields the model left empty stay measured. */
export function mergeProfiles(measuredProfile: Profile, fromModel: Profile | null): Profile {
  if (fromModel === null) return measuredProfile;
  const modelProfile = completeProfile(fromModel);
  return SECTIONS.flatMap(({ fields }) => fields).reduce((profile, { path }) => {
    const value = getValue(modelProfile, path);
    const isEmpty = typeof value !== 'string' && !Array.isArray(value) ? true : value.length === 0;
    return isEmpty || NEVER_FROM_MODEL.has(path.join('.')) ? profile : withValue(profile, path, value);
  }, measuredProfile);
}
