import { countWords } from '#markdown/words.ts';
import type { TextBrief } from '../text-engine.ts';
import type { LanguagePack } from './language.ts';
import { endsSentence, finish, key, oneLine, pieces, terms } from './text.ts';

/** A whole sentence of the person's own that can be spoken as it stands. */
export interface Sentence {
  text: string;
  words: number;
  terms: readonly string[];
}

/** What the person gave, sorted by what can be done with it. */
export interface Material {
  title: string;
  hook: string;
  /** What the video is about, in one piece; may be a fragment. */
  subject: string;
  angle: string;
  /** Sentences of topic, angle and notes, then of the research texts, in order, none twice. */
  told: Sentence[];
  research: Sentence[];
  /** Fragments that name something to cover. */
  points: string[];
  /** Instructions to the creator. */
  asks: string[];
  /** How many pieces were too long to be spoken in one breath. */
  tooLong: number;
}

/** A sentence longer than this is left out of a script: nobody speaks it. */
export const MAX_SENTENCE_WORDS = 60;
const MAX_SENTENCE_CHARACTERS = 500;

function sentenceFrom(text: string): Sentence {
  const whole = finish(oneLine(text));
  return { text: whole, words: countWords(whole), terms: terms(whole) };
}

const promptStarts = new Map<LanguagePack, readonly string[]>();

/** How the composer's own prompts begin: an outline holds some of them. */
function startsOf(pack: LanguagePack): readonly string[] {
  const patterns = Object.values(pack.patternFrames).flat();
  const found =
    promptStarts.get(pack) ??
    [...pack.frames, ...pack.pairFrames, ...patterns]
      .map((f) => f.slice(0, f.indexOf('{')))
      .filter((f) => f.length > 4);
  promptStarts.set(pack, found);
  return found;
}

/** Whether a piece of text asks the creator for something instead of telling the viewer. */
export function isInstruction(text: string, pack: LanguagePack): boolean {
  const trimmed = text.trim();
  return pack.instruction.test(trimmed) || startsOf(pack).some((start) => trimmed.startsWith(start));
}

/** Whether a piece can be spoken as it stands. */
export function isSpoken(text: string, pack: LanguagePack): boolean {
  return endsSentence(text) && !isInstruction(text, pack) && (countWords(text) >= 3 || /[。！？]$/u.test(text));
}

/** Sorts everything the brief holds. Web addresses in it are not read. */
export function gather(brief: TextBrief, pack: LanguagePack, tag: string): Material {
  const out: Material = {
    title: oneLine(brief.title),
    hook: '',
    subject: '',
    angle: '',
    told: [],
    research: [],
    points: [],
    asks: [],
    tooLong: 0,
  };
  const seen = new Set<string>();
  const fits = (text: string): boolean =>
    text.length <= MAX_SENTENCE_CHARACTERS && countWords(text) <= MAX_SENTENCE_WORDS;
  const take = (text: string, spoken: Sentence[], fragments: string[] | null): void => {
    const id = key(text);
    if (seen.has(id)) return;
    seen.add(id);
    if (!fits(text)) out.tooLong += 1;
    else if (fragments === null || isSpoken(text, pack)) spoken.push(sentenceFrom(text));
    else if (isInstruction(text, pack)) out.asks.push(text);
    else fragments.push(text);
  };
  const hook = oneLine(brief.hook ?? '');
  if (hook !== '' && fits(hook)) out.hook = finish(hook);
  seen.add(key(hook));
  const topic = pieces(brief.topic, tag);
  const subject = topic[0] ?? '';
  if (subject !== '' && fits(subject) && !isInstruction(subject, pack)) out.subject = subject;
  for (const piece of out.subject === '' ? topic : topic.slice(1)) take(piece, out.told, out.points);
  seen.add(key(out.subject));
  const angle = pieces(brief.angle, tag);
  if (angle[0] !== undefined && fits(angle[0]) && !isInstruction(angle[0], pack)) out.angle = angle[0];
  for (const piece of out.angle === '' ? angle : angle.slice(1)) take(piece, out.told, out.points);
  for (const piece of pieces(brief.notes ?? '', tag)) take(piece, out.told, out.points);
  const captions: string[] = [];
  for (const text of brief.researchTexts) {
    for (const piece of pieces(text, tag)) {
      // A line of a research text without an end is a caption or a note: something to cover where there is nothing to tell.
      if (endsSentence(piece)) take(piece, out.research, null);
      else captions.push(piece);
    }
  }
  if (out.research.length < captions.length) for (const caption of captions) take(caption, out.research, out.points);
  return out;
}
