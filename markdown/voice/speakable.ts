import type { SpokenTag } from '../language-tag.ts';
import { contractions, longForms } from './contractions.ts';
import { inCaseOf, phrasePattern } from './phrases.ts';
import { SPOKEN_RULES } from './spoken-rules.ts';
import type { VoiceTraits } from './traits.ts';

/** Counts what was changed. */
export interface SpeakableCounts {
  contracted: number;
  lengthened: number;
  replaced: number;
  spoken: number;
}

function replaceCounted(text: string, pattern: RegExp, to: string, onHit: () => void): string {
  return text.replace(pattern, (found) => {
    onHit();
    return /^[A-Z]/.test(to) ? to : inCaseOf(found, to);
  });
}

/**
 * Says a line as a voice does: its replacements, spoken phrases for written ones, and contractions. Adds to `counts`.
 * @param tag null for a language without speaking rules
 */
export function speakable(
  line: string,
  voice: Pick<VoiceTraits, 'replacements' | 'contractions'>,
  tag: SpokenTag | null,
  counts: SpeakableCounts,
): string {
  let out = line;
  for (const { from, to } of voice.replacements)
    out = replaceCounted(out, phrasePattern(from), to, () => (counts.replaced += 1));
  if (tag === null) return out;
  for (const [pattern, to] of SPOKEN_RULES[tag].words)
    out = replaceCounted(out, pattern, to, () => (counts.spoken += 1));
  if (tag !== 'en') return out;
  const avoids = voice.contractions === 'avoid';
  const done = avoids ? longForms(out) : contractions(out);
  if (avoids) counts.lengthened += done.count;
  else counts.contracted += done.count;
  return done.text;
}
