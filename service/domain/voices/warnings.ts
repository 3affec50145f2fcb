/** Warns about parts of a profile that weaken it; a warning never blocks a commit. */
import type { VoiceProfile, VoiceWarning } from '#contract/schema/voice.ts';
import { toPhrasePattern } from '#markdown/voice/phrases.ts';
import { toEntryText, readReplacement } from '#markdown/voice/traits.ts';

import { flattenProfile } from './canonical.ts';

/** Generation and the live check have nothing to follow if these are empty. */
const ESSENTIAL_FIELDS = [
  'speaker_archetype.description',
  'stance_and_relationship.narrative_person',
  'delivery_recipe.cadence',
  'diction_and_syntax.sentence_shape',
  'phrase_kit.avoid',
  'example_paragraph',
];

const toPhrases = (value: string | readonly unknown[] | undefined): string[] =>
  Array.isArray(value) ? value.map(toEntryText).filter((text) => text !== '') : [];

export function listWarnings(profile: VoiceProfile): VoiceWarning[] {
  const fields = flattenProfile(profile);
  const warnings: VoiceWarning[] = [];
  const warn = (code: VoiceWarning['code'], path: string, message: string) => warnings.push({ code, path, message });
  for (const path of ESSENTIAL_FIELDS) {
    if (fields.get(path)?.length === 0) warn('empty', path, 'This is empty, so it has no effect.');
  }
  const uses = toPhrases(fields.get('phrase_kit.uses'));
  const avoid = toPhrases(fields.get('phrase_kit.avoid'));
  for (const phrase of uses) {
    const conflicting = avoid.find((avoidedPhrase) => toPhrasePattern(avoidedPhrase, 'iu').test(phrase));
    if (conflicting !== undefined) {
      warn(
        'used_and_avoided',
        'phrase_kit.uses',
        `“${phrase}” is listed to use, but “${conflicting}” is listed to avoid.`,
      );
    }
  }
  const replacements = fields.get('phrase_kit.replacements') ?? [];
  for (const entry of typeof replacements === 'string' ? [] : replacements) {
    const pair = readReplacement(entry);
    if (pair === null) {
      const text = toEntryText(entry);
      warn(
        'unreadable_replacement',
        'phrase_kit.replacements',
        `“${text}” doesn’t have two sides. Write it like this: utilize -> use`,
      );
      continue;
    }
    const conflicting = avoid.find((avoidedPhrase) => toPhrasePattern(avoidedPhrase, 'iu').test(pair.to));
    if (conflicting !== undefined) {
      const message = `“${pair.from}” is replaced by “${pair.to}”, but “${conflicting}” is listed to avoid.`;
      warn('replaced_by_avoided', 'phrase_kit.replacements', message);
    }
  }
  return warnings;
}
