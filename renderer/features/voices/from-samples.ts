// What is measured goes into the profile, whose rules are read in English.
// @wc-ignore-file
/** A profile from what somebody said: measured, so what cannot be measured stays empty for the person to fill in. */
import { spokenTag } from '#markdown/language-tag.ts';
import { measureVoice } from '#markdown/voice/measure.ts';
import { editable, type Profile, valueAt, withValue } from './profile.ts';
import { SECTIONS } from './voice-words.ts';

const round = (value: number): number => Math.round(value);
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * @param samples texts one after the other; a line of dashes begins another one
 * @param language as the channel says it; one without rules of its own is measured by the English ones
 * @returns null where there is too little to measure
 */
export function profileFromSamples(samples: string, language: string): Profile | null {
  const texts = samples.split(/^\s*-{3,}\s*$/m);
  const measured = measureVoice(texts, spokenTag(language) ?? 'en');
  if (measured === null) return null;
  const { average, longest, short, questions, letters, contracts, person, speaksToYou } = measured;
  const who = { i: 'First person', we: 'First person plural (we)', none: 'Keeps out of sight' }[person];
  const sentences = `${round(average)} words a sentence on average, at most ${Math.max(round(longest), 8)} words`;
  const put: readonly (readonly [path: string, value: string | readonly string[]])[] = [
    ['stance_and_relationship.narrative_person', speaksToYou ? `${who}, speaking to “you”` : who],
    ['delivery_recipe.cadence', `${percent(short)} short sentences of up to eight words, longer ones between`],
    ['rhetorical_toolkit.hook_patterns', measured.hooks],
    ['rhetorical_toolkit.cta_patterns', measured.closings],
    ['diction_and_syntax.vocabulary_level', letters < 4.6 ? 'Plain' : letters < 5.2 ? 'Everyday' : 'Elevated'],
    ['diction_and_syntax.word_complexity', `${letters.toFixed(1)} letters a word on average`],
    ['diction_and_syntax.sentence_shape', sentences],
    [
      'diction_and_syntax.preferred_constructions',
      [
        ...(contracts === true ? ['contractions'] : []),
        ...(questions >= 0.05 ? [`questions: ${percent(questions)} of all sentences`] : []),
      ],
    ],
    ['diction_and_syntax.avoid', contracts === false ? ['contractions'] : []],
    ['spoken_patterns.common_phrases', measured.phrases],
    ['spoken_patterns.starter_words', measured.starters],
    ['example_paragraph', measured.example],
    ['style_examples', measured.examples],
  ];
  return put.reduce((profile, [path, value]) => withValue(profile, path.split('.'), value), editable(null));
}

/** Kept as measured, whatever a model says: these are counts and the person's own words. */
const COUNTED = new Set(['diction_and_syntax.sentence_shape', 'example_paragraph', 'style_examples']);

/** What a text model heard, laid over what was measured; what it left empty stays measured. */
export function heard(measured: Profile, said: Profile | null): Profile {
  if (said === null) return measured;
  const full = editable(said);
  return SECTIONS.flatMap(({ fields }) => fields).reduce((profile, { path }) => {
    const value = valueAt(full, path);
    const empty = typeof value !== 'string' && !Array.isArray(value) ? true : value.length === 0;
    return empty || COUNTED.has(path.join('.')) ? profile : withValue(profile, path, value);
  }, measured);
}
