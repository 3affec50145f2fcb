import { countWords } from '#markdown/words.ts';
import type { TextBrief } from '../text-engine.ts';
import type { LanguagePack } from './language-pack.ts';
import { endsSentence, finish, key, oneLine, pieces, terms } from './text.ts';

/** Holds a whole sentence of the user's own that can be spoken as it stands. */
export interface Sentence {
  text: string;
  words: number;
  terms: readonly string[];
}

/** Holds the user's input, sorted by its use. */
export interface Material {
  title: string;
  hook: string;
  /** Says what the video is about, in one piece; may be a fragment. */
  subject: string;
  angle: string;
  /**
   * Holds the sentences of topic, angle and notes; `research` holds those of the research texts. Both keep the order
   * and repeat nothing.
   */
  told: Sentence[];
  research: Sentence[];
  /** Lists fragments that name something to cover. */
  points: string[];
  /** Lists instructions to the creator. */
  asks: string[];
  /** Counts the pieces that were too long to be spoken in one breath. */
  tooLong: number;
}

/** Longer sentences are left out of a script: nobody speaks them. */
export const MAX_SENTENCE_WORDS = 60;
const MAX_SENTENCE_CHARACTERS = 500;

function sentenceFrom(text: string): Sentence {
  const whole = finish(oneLine(text));
  return { text: whole, words: countWords(whole), terms: terms(whole) };
}

const promptStarts = new Map<LanguagePack, readonly string[]>();

/** Returns how the composer's own prompts begin, since an outline contains some of them. */
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

/** Returns whether a text asks the creator for something instead of telling the viewer. */
export function isInstruction(text: string, pack: LanguagePack): boolean {
  const trimmed = text.trim();
  return pack.instruction.test(trimmed) || startsOf(pack).some((start) => trimmed.startsWith(start));
}

/** Returns whether a piece can be spoken as it stands. */
export function isSpoken(text: string, pack: LanguagePack): boolean {
  return endsSentence(text) && !isInstruction(text, pack) && (countWords(text) >= 3 || /[。！？]$/u.test(text));
}

/** Sorts the brief's content by its use. Web addresses in it are not fetched. */
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
      // A research line without an end mark is a caption or a note; they are used only if they outnumber the sentences.
      if (endsSentence(piece)) take(piece, out.research, null);
      else captions.push(piece);
    }
  }
  if (out.research.length < captions.length) for (const caption of captions) take(caption, out.research, out.points);
  return out;
}
