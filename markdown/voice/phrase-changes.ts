/** Lists what rules alone change in a passage, phrase by phrase. */
import { spokenTag } from '../language-tag.ts';
import { wordDiff, type Place } from '../text-diff.ts';
import { inVoice, withContractions } from './rewrite-passage.ts';
import { readTraits } from './traits.ts';

/** Replaces `words` of the passage with `text`. */
export interface PhraseChange extends Place {
  readonly words: string;
  readonly text: string;
}

/** Leaves out the white space that both sides begin or end with. */
function trimmed({ from, to, words, text }: PhraseChange): PhraseChange {
  const start = /^\s*/.exec(words)?.[0] ?? '';
  const end = /\s*$/.exec(words)?.[0] ?? '';
  const isAround = words.trim() !== '' && text.trim() !== '' && text.startsWith(start) && text.endsWith(end);
  if (!isAround) return { from, to, words, text };
  return {
    from: from + start.length,
    to: to - end.length,
    words: words.trim(),
    text: text.slice(start.length, text.length - end.length),
  };
}

function phraseChanges(before: string, after: string): PhraseChange[] {
  const changes: PhraseChange[] = [];
  let at = 0;
  let [words, text] = ['', ''];
  const close = (): void => {
    if (words !== '' || text !== '') changes.push(trimmed({ from: at - words.length, to: at, words, text }));
    [words, text] = ['', ''];
  };
  for (const { kind, text: part } of wordDiff(before, after)) {
    if (kind === 'same') close();
    if (kind === 'removed') words += part;
    if (kind === 'added') text += part;
    else at += part.length;
  }
  close();
  return changes;
}

/** Returns what contractions change in a passage. English only. */
export const contractionChanges = (passage: string): PhraseChange[] =>
  phraseChanges(passage, withContractions(passage));

/** Returns what a voice says differently in a passage. */
export const voiceChanges = (passage: string, profile: unknown, language: string): PhraseChange[] =>
  phraseChanges(passage, inVoice(passage, readTraits(profile), spokenTag(language)));
