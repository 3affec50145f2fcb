import { countWords } from '#markdown/words.ts';
import type { TextBrief } from '../text-engine.ts';
import type { LanguagePack } from './language-pack.ts';
import { endsSentence, withEndMark, toComparisonKey, toOneLine, splitPieces, getTerms } from './text.ts';

/** A whole sentence of the user that is usable unchanged as narration. */
export interface Sentence {
  text: string;
  words: number;
  terms: readonly string[];
}

/** The user's input, sorted by its use. */
export interface Material {
  title: string;
  hook: string;
  /** The video's subject, in one piece; may be a fragment. */
  subject: string;
  angle: string;
  /** The sentences of topic, angle, notes and research texts, in this order, each once. */
  sentences: Sentence[];
  /** Fragments that name something to cover. */
  points: string[];
  /** Instructions to the creator. */
  asks: string[];
}

export function toSentence(text: string): Sentence {
  const sentence = withEndMark(toOneLine(text));
  return { text: sentence, words: countWords(sentence), terms: getTerms(sentence) };
}

/** Returns whether a text asks the creator for something instead of telling the viewer. */
export function isInstruction(text: string, pack: LanguagePack): boolean {
  return pack.instruction.test(text.trim());
}

/** Returns whether a piece is usable unchanged as narration. */
export function isSpoken(text: string, pack: LanguagePack): boolean {
  return endsSentence(text) && !isInstruction(text, pack) && (countWords(text) >= 3 || /[。！？]$/u.test(text));
}

/** Sorts the brief's content by its use. Web addresses in it are not fetched. */
export function collectMaterial(brief: TextBrief, pack: LanguagePack, tag: string): Material {
  const material: Material = {
    title: toOneLine(brief.title),
    hook: '',
    subject: '',
    angle: '',
    sentences: [],
    points: [],
    asks: [],
  };
  const seenKeys = new Set<string>();
  const addPiece = (text: string, fragments: string[] | null): void => {
    const id = toComparisonKey(text);
    if (seenKeys.has(id)) return;
    seenKeys.add(id);
    if (fragments === null || isSpoken(text, pack)) material.sentences.push(toSentence(text));
    else if (isInstruction(text, pack)) material.asks.push(text);
    else fragments.push(text);
  };
  const hook = toOneLine(brief.hook ?? '');
  if (hook !== '') material.hook = withEndMark(hook);
  seenKeys.add(toComparisonKey(hook));
  const topic = splitPieces(brief.topic, tag);
  const subject = topic[0] ?? '';
  if (subject !== '' && !isInstruction(subject, pack)) material.subject = subject;
  for (const piece of material.subject === '' ? topic : topic.slice(1)) addPiece(piece, material.points);
  seenKeys.add(toComparisonKey(material.subject));
  const angle = splitPieces(brief.angle, tag);
  if (angle[0] !== undefined && !isInstruction(angle[0], pack)) material.angle = angle[0];
  for (const piece of material.angle === '' ? angle : angle.slice(1)) addPiece(piece, material.points);
  for (const piece of splitPieces(brief.notes ?? '', tag)) addPiece(piece, material.points);
  const captions: string[] = [];
  const sentencesBefore = material.sentences.length;
  for (const text of brief.researchTexts) {
    for (const piece of splitPieces(text, tag)) {
      // A research line without an end mark is a caption or a note; they are used only if they outnumber the sentences.
      if (endsSentence(piece)) addPiece(piece, null);
      else captions.push(piece);
    }
  }
  if (material.sentences.length - sentencesBefore < captions.length)
    for (const caption of captions) addPiece(caption, material.points);
  return material;
}
