/** Rewrites a passage by rules alone, without a language model. Structure, code, quotes and cues stay as they are. */
import type { SpokenTag } from '../language-tag.ts';
import { contractions } from './contractions.ts';
import { cutBlocks, withProtected } from './prose-blocks.ts';
import { speakable } from './speakable.ts';
import type { VoiceTraits } from './traits.ts';

/** Applies a change to the prose of a Markdown text. */
function inProse(markdown: string, change: (prose: string) => string): string {
  return cutBlocks(markdown)
    .map(({ prose, text }) => (prose ? withProtected(text, change) : text))
    .join('');
}

/** Contracts what is spoken in one: "it is" becomes "it's". English only. */
export const withContractions = (markdown: string): string => inProse(markdown, (prose) => contractions(prose).text);

/** Says a passage as a voice does. */
export function inVoice(markdown: string, voice: VoiceTraits, tag: SpokenTag | null): string {
  const counts = { contracted: 0, lengthened: 0, replaced: 0, spoken: 0 };
  return inProse(markdown, (prose) => speakable(prose, voice, tag, counts));
}
