/** Derives the simple form of a voice (spec 1 §2 Voice) from its profile. */
import type { VoiceProfile } from '#contract/schema/voice.ts';
import { toEntryText } from '#markdown/voice/traits.ts';

const endSentence = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`);

/** Writes a few sentences for clients without support for profiles; empty for an empty profile. */
export function writeInstructions(profile: VoiceProfile): string {
  const { speaker_archetype, stance_and_relationship, delivery_recipe, diction_and_syntax, phrase_kit, do_dont } =
    profile.writing_style_analysis;
  const parts = [
    speaker_archetype.description,
    stance_and_relationship.narrative_person,
    delivery_recipe.cadence,
    diction_and_syntax.sentence_shape,
    ...do_dont.do.slice(0, 3).map(toEntryText),
  ];
  const avoid = phrase_kit.avoid.slice(0, 5).map(toEntryText).join(', ');
  if (avoid !== '') parts.push(`Avoid: ${avoid}`);
  return parts
    .filter((part) => part !== '')
    .map(endSentence)
    .join(' ')
    .slice(0, 2000);
}

/** Turns `Calm explainer` into `calm-explainer`; returns `voice` for a name without letters or digits. */
export function toLabel(name: string): string {
  const label = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return label === '' ? 'voice' : label;
}
