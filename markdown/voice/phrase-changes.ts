/** Lists the changes that rules alone make in a passage, phrase by phrase. */
import { toSpokenTag } from '../language-tag.ts';
import { diffWords, type Place } from '../text-diff.ts';
import { applyVoice, withContractions } from './rewrite-passage.ts';
import { readTraits } from './traits.ts';

/** A change of the passage's `words` into `text`. */
export interface PhraseChange extends Place {
  readonly words: string;
  readonly text: string;
}

/** Leaves out the white space that both sides begin or end with. */
function trimChange({ from, to, words, text }: PhraseChange): PhraseChange {
  const start = /^\s*/.exec(words)?.[0] ?? '';
  const end = /\s*$/.exec(words)?.[0] ?? '';
  const sharesSpace = words.trim() !== '' && text.trim() !== '' && text.startsWith(start) && text.endsWith(end);
  if (!sharesSpace) return { from, to, words, text };
  return {
    from: from + start.length,
    to: to - end.length,
    words: words.trim(),
    text: text.slice(start.length, text.length - end.length),
  };
}

function listPhraseChanges(before: string, after: string): PhraseChange[] {
  const changes: PhraseChange[] = [];
  let offset = 0;
  let [words, text] = ['', ''];
  const endChange = (): void => {
    if (words !== '' || text !== '') changes.push(trimChange({ from: offset - words.length, to: offset, words, text }));
    [words, text] = ['', ''];
  };
  for (const { kind, text: part } of diffWords(before, after)) {
    if (kind === 'same') endChange();
    if (kind === 'removed') words += part;
    if (kind === 'added') text += part;
    else offset += part.length;
  }
  endChange();
  return changes;
}

/** Returns the changes that contractions make in a passage. English only. */
export const listContractionChanges = (passage: string): PhraseChange[] =>
  listPhraseChanges(passage, withContractions(passage));

/** Returns the changes that a voice makes in a passage. */
export const listVoiceChanges = (passage: string, profile: unknown, language: string): PhraseChange[] =>
  listPhraseChanges(passage, applyVoice(passage, readTraits(profile), toSpokenTag(language)));
