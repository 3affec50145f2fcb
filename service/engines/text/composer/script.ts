import { writeQuestionLine } from '#markdown/questions.ts';
import type { ScriptBrief } from '../text-engine.ts';
import type { LanguagePack } from './language-pack.ts';
import { collectMaterial, isInstruction, isSpoken, type Material, type Sentence, toSentence } from './material.ts';
import { computeSeed, toHeadingText } from './outline.ts';
import { type OutlineSection, parseOutline } from './outline-parse.ts';
import { QuestionMaker } from './questions.ts';
import { createRandom, shuffle } from './random.ts';
import { assignSentences } from './assign-sentences.ts';
import { escapeInline, escapeStart, fill, withEndMark, toComparisonKey } from './text.ts';

export interface Draft {
  readonly markdown: string;
  /** The number of spoken words, all of them the user's. */
  readonly words: number;
  readonly questions: number;
  readonly scaled: boolean;
  /** The number of the user's sentences that did not fit. */
  readonly leftOut: number;
}

const SENTENCES_PER_PARAGRAPH = 4;
const MAX_QUESTIONS_PER_SECTION = 2;
/** A section with this share of its length needs one question only, and a full one none. */
const MOSTLY_WRITTEN_SHARE = 0.5;
const WRITTEN_SHARE = 0.9;
/** A sentence may exceed the length of its section by this many words. */
const MAX_EXCESS_WORDS = 4;

/**
 * Orders the user's own sentences, unchanged, under the sections of the outline, and asks for what is missing. Adds no
 * spoken words.
 */
export class ScriptWriter {
  readonly sections: readonly OutlineSection[];
  readonly #scaled: boolean;
  readonly #pack: LanguagePack;
  readonly #material: Material;
  readonly #questions: QuestionMaker;
  readonly #usedSentences = new Set<string>();
  readonly #assigned: ReadonlyMap<OutlineSection, readonly (readonly Sentence[])[]>;
  readonly #spareSentences: Sentence[];
  readonly #cues: readonly string[] | null;
  readonly #blocks: string[] = [];
  #words = 0;
  #plannedWords = 0;
  #questionCount = 0;

  constructor(brief: ScriptBrief, pack: LanguagePack) {
    const random = createRandom(computeSeed(brief, brief.outline, 'script'));
    const { sections, scaled } = parseOutline(brief.outline, brief.targetWords, pack);
    this.sections = sections;
    this.#scaled = scaled;
    this.#pack = pack;
    this.#material = collectMaterial(brief, pack, pack.tag);
    this.#questions = new QuestionMaker(pack, this.#material, random);
    const { bySection, spare } = assignSentences(sections, this.#material.sentences);
    this.#assigned = bySection;
    this.#spareSentences = spare;
    this.#cues = brief.visualCues === true ? shuffle(pack.cues, random) : null;
  }

  get words(): number {
    return this.#words;
  }

  get markdown(): string {
    return this.#blocks.join('\n\n');
  }

  /** Writes section `index`; must be called for each section in order. */
  write(index: number): void {
    const section = this.sections[index];
    if (section === undefined) return;
    this.#plannedWords += section.budget;
    const remainingWords = Math.max(0, this.#plannedWords - this.#words);
    const { sentences, points, notes } = this.#collect(section, index, remainingWords);
    if (section.heading !== '') this.#blocks.push(`## ${toHeadingText(section.heading)}`);
    const cue = this.#cues?.[index % this.#cues.length];
    if (cue !== undefined) this.#blocks.push(`[Cue: ${fill(cue, { s: escapeInline(section.heading) })}]`);
    for (let start = 0; start < sentences.length; start += SENTENCES_PER_PARAGRAPH) {
      const paragraph = sentences.slice(start, start + SENTENCES_PER_PARAGRAPH).map(({ text }) => escapeInline(text));
      this.#blocks.push(escapeStart(paragraph.join(' ')));
    }
    this.#addQuestions(section, sentences, points, notes);
    this.#words += sumWords(sentences);
  }

  finish(): Draft {
    return {
      markdown: `${this.markdown}\n`,
      words: this.#words,
      questions: this.#questionCount,
      scaled: this.#scaled,
      leftOut: this.#material.sentences.filter(({ text }) => !this.#usedSentences.has(toComparisonKey(text))).length,
    };
  }

  /** Collects the text of a section; fragments become questions, and instructions become notes to the creator. */
  #collect(section: OutlineSection, index: number, remainingWords: number) {
    const sentences: Sentence[] = [];
    const points: string[] = [];
    const notes: string[] = [];
    const addSentence = (sentence: Sentence): void => {
      const id = toComparisonKey(sentence.text);
      if (this.#usedSentences.has(id) || sumWords(sentences) + sentence.words > remainingWords + MAX_EXCESS_WORDS)
        return;
      this.#usedSentences.add(id);
      sentences.push(sentence);
    };
    const { hook } = this.#material;
    if (index === 0 && hook !== '') addSentence(toSentence(hook));
    section.bullets.forEach((text, bulletIndex) => {
      if (isInstruction(text, this.#pack)) notes.push(withEndMark(text));
      else if (isSpoken(text, this.#pack)) addSentence(toSentence(text));
      else if (!this.#usedSentences.has(toComparisonKey(text))) points.push(text);
      for (const sentence of this.#assigned.get(section)?.[bulletIndex] ?? []) addSentence(sentence);
    });
    this.#takeSpare(section, remainingWords - sumWords(sentences)).forEach(addSentence);
    return { sentences, points, notes };
  }

  /** Adds sentences that belong to no bullet; openings and endings get none. */
  #takeSpare({ role }: OutlineSection, remainingWords: number): Sentence[] {
    const isFrame = role === 'opening' || role === 'closing' || role === 'recap';
    if (isFrame && this.sections.length > 2) return [];
    const sentences: Sentence[] = [];
    for (
      let next = this.#spareSentences[0];
      next && sumWords(sentences) + next.words <= remainingWords;
      next = this.#spareSentences[0]
    ) {
      this.#spareSentences.shift();
      if (!this.#usedSentences.has(toComparisonKey(next.text))) sentences.push(next);
    }
    return sentences;
  }

  #addQuestions(
    section: OutlineSection,
    sentences: readonly Sentence[],
    points: readonly string[],
    notes: readonly string[],
  ): void {
    const share = sumWords(sentences) / Math.max(1, section.budget);
    const maxQuestions = share >= WRITTEN_SHARE ? 0 : share >= MOSTLY_WRITTEN_SHARE ? 1 : MAX_QUESTIONS_PER_SECTION;
    const note = notes.length > 0 ? this.#questions.askAboutNotes(notes) : null;
    const count = Math.max(maxQuestions, points.length > 0 ? 1 : 0) - (note !== null && maxQuestions > 1 ? 1 : 0);
    const questions = [
      ...(note === null ? [] : [note]),
      ...this.#questions.takeNext(section.role, sentences, points, count),
    ];
    for (const question of questions) this.#blocks.push(writeQuestionLine(question));
    this.#questionCount += questions.length;
  }
}

const sumWords = (sentences: readonly Sentence[]): number => sentences.reduce((sum, { words }) => sum + words, 0);
