/** Rewrites a passage by rules alone, without a language model. Structure, code, quotes and cues stay as they are. */
import type { SpokenTag } from '../language-tag.ts';
import { contractVerbs } from './contractions.ts';
import { splitBlocks, withProtected } from './prose-blocks.ts';
import { makeSpeakable } from './speakable.ts';
import type { VoiceTraits } from './traits.ts';

/** Applies a change to the prose of a Markdown text. */
function changeProse(markdown: string, change: (prose: string) => string): string {
  return splitBlocks(markdown)
    .map(({ isProse, text }) => (isProse ? withProtected(text, change) : text))
    .join('');
}

/** Contracts words that are spoken as one: "it is" becomes "it's". English only. */
export const withContractions = (markdown: string): string =>
  changeProse(markdown, (prose) => contractVerbs(prose).text);

/** Rewrites a passage as the voice would say it. */
export function applyVoice(markdown: string, voice: VoiceTraits, tag: SpokenTag | null): string {
  const counts = { contracted: 0, lengthened: 0, replaced: 0, spoken: 0 };
  return changeProse(markdown, (prose) => makeSpeakable(prose, voice, tag, counts));
}
