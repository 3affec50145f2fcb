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
  /** Holds the sentences of topic, angle, notes and research texts, in this order, each once. */
  sentences: Sentence[];
  /** Lists fragments that name something to cover. */
  points: string[];
  /** Lists instructions to the creator. */
  asks: string[];
}

export function sentenceFrom(text: string): Sentence {
  const whole = finish(oneLine(text));
  return { text: whole, words: countWords(whole), terms: terms(whole) };
}

/** Returns whether a text asks the creator for something instead of telling the viewer. */
export function isInstruction(text: string, pack: LanguagePack): boolean {
  return pack.instruction.test(text.trim());
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
    sentences: [],
    points: [],
    asks: [],
  };
  const seen = new Set<string>();
  const take = (text: string, fragments: string[] | null): void => {
    const id = key(text);
    if (seen.has(id)) return;
    seen.add(id);
    if (fragments === null || isSpoken(text, pack)) out.sentences.push(sentenceFrom(text));
    else if (isInstruction(text, pack)) out.asks.push(text);
    else fragments.push(text);
  };
  const hook = oneLine(brief.hook ?? '');
  if (hook !== '') out.hook = finish(hook);
  seen.add(key(hook));
  const topic = pieces(brief.topic, tag);
  const subject = topic[0] ?? '';
  if (subject !== '' && !isInstruction(subject, pack)) out.subject = subject;
  for (const piece of out.subject === '' ? topic : topic.slice(1)) take(piece, out.points);
  seen.add(key(out.subject));
  const angle = pieces(brief.angle, tag);
  if (angle[0] !== undefined && !isInstruction(angle[0], pack)) out.angle = angle[0];
  for (const piece of out.angle === '' ? angle : angle.slice(1)) take(piece, out.points);
  for (const piece of pieces(brief.notes ?? '', tag)) take(piece, out.points);
  const captions: string[] = [];
  const before = out.sentences.length;
  for (const text of brief.researchTexts) {
    for (const piece of pieces(text, tag)) {
      // A research line without an end mark is a caption or a note; they are used only if they outnumber the sentences.
      if (endsSentence(piece)) take(piece, null);
      else captions.push(piece);
    }
  }
  if (out.sentences.length - before < captions.length) for (const caption of captions) take(caption, out.points);
  return out;
}
