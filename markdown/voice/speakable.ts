import type { SpokenTag } from '../language-tag.ts';
import { contractVerbs, expandContractions } from './contractions.ts';
import { matchCase, toPhrasePattern } from './phrases.ts';
import { SPOKEN_RULES } from './spoken-rules.ts';
import type { VoiceTraits } from './traits.ts';

/** How many changes of each kind were made. */
export interface SpeakableCounts {
  contracted: number;
  lengthened: number;
  replaced: number;
  spoken: number;
}

function replaceCounted(text: string, pattern: RegExp, to: string, onMatch: () => void): string {
  return text.replace(pattern, (match) => {
    onMatch();
    return /^[A-Z]/.test(to) ? to : matchCase(match, to);
  });
}

/**
 * Rewrites a line as the voice would say it: replacements, spoken phrases, contractions. Adds to `counts`.
 * @param tag null for a language without speaking rules
 */
export function makeSpeakable(
  line: string,
  voice: Pick<VoiceTraits, 'replacements' | 'contractions'>,
  tag: SpokenTag | null,
  counts: SpeakableCounts,
): string {
  let result = line;
  for (const { from, to } of voice.replacements)
    result = replaceCounted(result, toPhrasePattern(from), to, () => (counts.replaced += 1));
  if (tag === null) return result;
  for (const [pattern, to] of SPOKEN_RULES[tag].words)
    result = replaceCounted(result, pattern, to, () => (counts.spoken += 1));
  if (tag !== 'en') return result;
  const avoidsContractions = voice.contractions === 'avoid';
  const contracted = avoidsContractions ? expandContractions(result) : contractVerbs(result);
  if (avoidsContractions) counts.lengthened += contracted.count;
  else counts.contracted += contracted.count;
  return contracted.text;
}
