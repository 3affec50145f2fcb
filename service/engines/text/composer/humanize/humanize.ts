import { countWords } from '#markdown/words.ts';
import type { LanguagePack } from '../language.ts';
import { splitSentences } from '../text.ts';
import { avoidTest, inCaseOf, phrasePattern, type VoiceTraits } from '../voice.ts';
import { cutBlocks, withProtected } from './blocks.ts';
import { contractions } from './contractions.ts';
import { SPOKEN_RULES, type SpokenRules } from './rules.ts';

/** Sentences above this many words are split where they have a safe joint. */
const LONG_SENTENCE = 20;
const SHORTEST_PART = 5;
/** A starter word of the voice opens every so many paragraphs. */
const STARTER_EVERY = 4;
const BREATHE_EVERY = 200;

interface Tally {
  contracted: number;
  split: number;
  replaced: number;
  spoken: number;
  started: number;
  avoided: number;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function splitOnce(sentence: string, rules: SpokenRules): [string, string] | null {
  let from = 0;
  for (;;) {
    const found = rules.joint.exec(sentence.slice(from));
    if (found === null) return null;
    const at = from + found.index;
    const first = sentence.slice(0, at);
    const rest = `${found[1] === undefined ? '' : `${found[1]} `}${sentence.slice(at + found[0].length)}`;
    const opened = (first.match(/[([]/g) ?? []).length === (first.match(/[)\]]/g) ?? []).length;
    const emphasis = (first.match(/[*_]/g) ?? []).length % 2 === 0;
    const startOfRest = rest.split(/\s+/).slice(0, 8).join(' ');
    const depends = rules.subordinate.test(first) || /,/.test(startOfRest);
    if (
      opened &&
      emphasis &&
      !depends &&
      countWords(first) >= SHORTEST_PART &&
      countWords(rest) >= SHORTEST_PART &&
      /^\p{L}/u.test(rest)
    )
      return [first, rest];
    from = at + found[0].length;
  }
}

function shorten(text: string, tag: string, rules: SpokenRules, tally: Tally): string {
  return splitSentences(text, tag)
    .flatMap((sentence) => {
      const out: string[] = [];
      let rest = sentence;
      while (countWords(rest) > LONG_SENTENCE) {
        const parts = splitOnce(rest, rules);
        if (parts === null) break;
        out.push(`${parts[0]}.`);
        rest = upperFirst(parts[1]);
        tally.split += 1;
      }
      return [...out, rest];
    })
    .join(' ');
}

function replaceCounted(text: string, pattern: RegExp, to: string, onHit: () => void): string {
  return text.replace(pattern, (found) => {
    onHit();
    return /^[A-Z]/.test(to) ? to : inCaseOf(found, to);
  });
}

function speakable(free: string, tag: LanguagePack['tag'] | null, voice: VoiceTraits, tally: Tally): string {
  let out = free;
  for (const { from, to } of voice.replacements)
    out = replaceCounted(out, phrasePattern(from), to, () => (tally.replaced += 1));
  if (tag === null) return out;
  const rules = SPOKEN_RULES[tag];
  for (const [pattern, to] of rules.words) out = replaceCounted(out, pattern, to, () => (tally.spoken += 1));
  if (tag === 'en') {
    const done = contractions(out);
    out = done.text;
    tally.contracted += done.count;
  }
  return countWords(out) > LONG_SENTENCE ? shorten(out, tag, rules, tally) : out;
}

function start(text: string, index: number, rules: SpokenRules, voice: VoiceTraits, tally: Tally): string {
  if (
    voice.starters.length === 0 ||
    index % STARTER_EVERY !== STARTER_EVERY - 2 ||
    !rules.plainFirst.test(text) ||
    countWords(text) < 5
  )
    return text;
  const starter = voice.starters[Math.floor(index / STARTER_EVERY) % voice.starters.length] ?? '';
  if (phrasePattern(starter, 'iu').test(text.slice(0, starter.length + 1))) return text;
  tally.started += 1;
  return `${starter}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function some(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}

function notesOf(tally: Tally, voice: VoiceTraits): string[] {
  const done = [
    ...some(tally.contracted, 'contraction', 'contractions'),
    ...some(tally.split, 'long sentence split', 'long sentences split'),
    ...some(tally.spoken, 'written turn made spoken', 'written turns made spoken'),
    ...some(tally.replaced, 'replacement from the voice', 'replacements from the voice'),
    ...some(tally.started, 'starter word added', 'starter words added'),
  ];
  const notes = [
    done.length === 0
      ? 'Nothing needed changing.'
      : `Changed: ${done.join(', ')}. Headings, links, code, numbers and quotes are as they were.`,
  ];
  if (tally.avoided > 0)
    notes.push(
      `${tally.avoided} passages use words that ${voice.name === '' ? 'the voice' : voice.name} avoids and that cannot be replaced safely: look for ${voice.avoid
        .slice(0, 5)
        .map((a) => `“${a}”`)
        .join(', ')}.`,
    );
  return notes;
}

/** Makes a script speakable, paragraph by paragraph; yields now and then so that the caller can breathe. */
export function* humanizeBlocks(
  markdown: string,
  tag: LanguagePack['tag'] | null,
  voice: VoiceTraits,
): Generator<{ done: number; total: number }, { markdown: string; notes: string[] }> {
  const blocks = cutBlocks(markdown);
  const total = blocks.filter((b) => b.prose).length;
  const tally: Tally = { contracted: 0, split: 0, replaced: 0, spoken: 0, started: 0, avoided: 0 };
  const avoided = avoidTest(voice);
  const out: string[] = [];
  let done = 0;
  for (const block of blocks) {
    if (!block.prose) {
      out.push(block.text);
      continue;
    }
    if (done % BREATHE_EVERY === 0) yield { done, total };
    let text = withProtected(block.text, (free) => speakable(free, tag, voice, tally));
    // A list item is no place for a starter word.
    const isParagraph = out.length === 0 || out.at(-1)?.endsWith('\n') === true;
    if (tag !== null && isParagraph) text = start(text, done, SPOKEN_RULES[tag], voice, tally);
    if (avoided(text)) tally.avoided += 1;
    out.push(text);
    done += 1;
  }
  return { markdown: out.join(''), notes: notesOf(tally, voice) };
}
