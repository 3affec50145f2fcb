import { makeSpeakable, type SpeakableCounts } from '#markdown/voice/speakable.ts';
import { toPhrasePattern } from '#markdown/voice/phrases.ts';
import { shorten } from '#markdown/voice/shorten.ts';
import { SPOKEN_RULES, type SpokenRules } from '#markdown/voice/spoken-rules.ts';
import { createAvoidTest } from '#markdown/voice/traits.ts';
import { countWords } from '#markdown/words.ts';
import type { LanguagePack } from '../language-pack.ts';
import type { VoiceTraits } from '../voice.ts';
import { splitBlocks, withProtected } from '#markdown/voice/prose-blocks.ts';

/** Sentences with more words are split at a safe joint, unless the voice names another length. */
const MAX_SENTENCE_WORDS = 20;
/** One paragraph in this many opens with a starter word of the voice. */
const STARTER_EVERY = 4;
const BREATHE_EVERY = 200;

interface Tally extends SpeakableCounts {
  split: number;
  started: number;
  avoided: number;
}

function makeLineSpeakable(line: string, tag: LanguagePack['tag'] | null, voice: VoiceTraits, tally: Tally): string {
  const speech = makeSpeakable(line, voice, tag, tally);
  if (tag === null) return speech;
  const { text, splits } = shorten(speech, tag, voice.longestSentence ?? MAX_SENTENCE_WORDS);
  tally.split += splits;
  return text;
}

function addStarter(text: string, index: number, rules: SpokenRules, voice: VoiceTraits, tally: Tally): string {
  if (
    voice.starters.length === 0 ||
    index % STARTER_EVERY !== STARTER_EVERY - 2 ||
    !rules.plainFirst.test(text) ||
    countWords(text) < 5
  )
    return text;
  const starter = voice.starters[Math.floor(index / STARTER_EVERY) % voice.starters.length] ?? '';
  if (toPhrasePattern(starter, 'iu').test(text.slice(0, starter.length + 1))) return text;
  tally.started += 1;
  return `${starter}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function formatCount(count: number, singular: string, plural: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? singular : plural}`];
}

function summarize(tally: Tally, voice: VoiceTraits): string[] {
  const changes = [
    ...formatCount(tally.contracted, 'contraction', 'contractions'),
    ...formatCount(tally.lengthened, 'contraction written out', 'contractions written out'),
    ...formatCount(tally.split, 'long sentence split', 'long sentences split'),
    ...formatCount(tally.spoken, 'written phrase made conversational', 'written phrases made conversational'),
    ...formatCount(tally.replaced, 'replacement from the voice', 'replacements from the voice'),
    ...formatCount(tally.started, 'starter word added', 'starter words added'),
  ];
  const notes = [
    changes.length === 0
      ? 'Nothing needed changing.'
      : `Changed: ${changes.join(', ')}. Headings, links, code, numbers and quotes are unchanged.`,
  ];
  if (tally.avoided > 0)
    notes.push(
      `${tally.avoided} passages use words that ${voice.name === '' ? 'the voice' : voice.name} avoids and that can’t be replaced safely: look for ${voice.avoid
        .slice(0, 5)
        .map((a) => `“${a}”`)
        .join(', ')}.`,
    );
  return notes;
}

/** Makes a script speakable, paragraph by paragraph; yields regularly so that the caller can do other work. */
export function* humanizeBlocks(
  markdown: string,
  tag: LanguagePack['tag'] | null,
  voice: VoiceTraits,
): Generator<{ done: number; total: number }, { markdown: string; notes: string[] }> {
  const blocks = splitBlocks(markdown);
  const total = blocks.filter((b) => b.isProse).length;
  const tally: Tally = { contracted: 0, lengthened: 0, split: 0, replaced: 0, spoken: 0, started: 0, avoided: 0 };
  const usesAvoidedWord = createAvoidTest(voice);
  const output: string[] = [];
  let doneCount = 0;
  for (const block of blocks) {
    if (!block.isProse) {
      output.push(block.text);
      continue;
    }
    if (doneCount % BREATHE_EVERY === 0) yield { done: doneCount, total };
    let text = withProtected(block.text, (freeText) => makeLineSpeakable(freeText, tag, voice, tally));
    // Don't put a starter word into a list item.
    const isParagraph = output.length === 0 || output.at(-1)?.endsWith('\n') === true;
    if (tag !== null && isParagraph) text = addStarter(text, doneCount, SPOKEN_RULES[tag], voice, tally);
    if (usesAvoidedWord(text)) tally.avoided += 1;
    output.push(text);
    doneCount += 1;
  }
  return { markdown: output.join(''), notes: summarize(tally, voice) };
}
