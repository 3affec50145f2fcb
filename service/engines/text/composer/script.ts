import { questionLine } from '#markdown/questions.ts';
import type { ScriptBrief } from '../text-engine.ts';
import type { LanguagePack } from './language-pack.ts';
import { gather, isInstruction, isSpoken, type Material, type Sentence, sentenceFrom } from './material.ts';
import { briefSeed, headingText } from './outline.ts';
import { type OutlineSection, parseOutline } from './outline-parse.ts';
import { QuestionMaker } from './questions.ts';
import { randomFrom, shuffled } from './random.ts';
import { assignSentences } from './assign-sentences.ts';
import { escapeInline, escapeStart, fill, finish, key } from './text.ts';

export interface Draft {
  readonly markdown: string;
  /** Counts the spoken words, all of them the user's. */
  readonly words: number;
  readonly questions: number;
  readonly scaled: boolean;
  /** Counts the user's sentences that had no room. */
  readonly leftOut: number;
}

const SENTENCES_A_PARAGRAPH = 4;
const QUESTIONS_A_SECTION = 2;
/** A section with this share of its length needs one question only, and a full one none. */
const MOSTLY_WRITTEN = 0.5;
const WRITTEN = 0.9;
/** A sentence may exceed the length of its section by this many words. */
const SLACK = 4;

/**
 * Orders the user's own sentences, unchanged, under the sections of the outline, and asks for what is missing. Speaks no
 * word of its own.
 */
export class ScriptWriter {
  readonly sections: readonly OutlineSection[];
  readonly #scaled: boolean;
  readonly #pack: LanguagePack;
  readonly #material: Material;
  readonly #questions: QuestionMaker;
  readonly #usedSentences = new Set<string>();
  readonly #assigned: ReadonlyMap<OutlineSection, readonly (readonly Sentence[])[]>;
  readonly #spare: Sentence[];
  readonly #cues: readonly string[] | null;
  readonly #out: string[] = [];
  #words = 0;
  #planned = 0;
  #questionCount = 0;

  constructor(brief: ScriptBrief, pack: LanguagePack) {
    const random = randomFrom(briefSeed(brief, brief.outline, 'script'));
    const { sections, scaled } = parseOutline(brief.outline, brief.targetWords, pack);
    this.sections = sections;
    this.#scaled = scaled;
    this.#pack = pack;
    this.#material = gather(brief, pack, pack.tag);
    this.#questions = new QuestionMaker(pack, this.#material, random);
    const { bySection, spare } = assignSentences(sections, this.#material.sentences);
    this.#assigned = bySection;
    this.#spare = spare;
    this.#cues = brief.visualCues === true ? shuffled(pack.cues, random) : null;
  }

  get words(): number {
    return this.#words;
  }

  get markdown(): string {
    return this.#out.join('\n\n');
  }

  /** Writes section `index`; must be called for each section in order. */
  write(index: number): void {
    const section = this.sections[index];
    if (section === undefined) return;
    this.#planned += section.budget;
    const room = Math.max(0, this.#planned - this.#words);
    const { sentences, points, notes } = this.#collect(section, index, room);
    if (section.heading !== '') this.#out.push(`## ${headingText(section.heading)}`);
    const cue = this.#cues?.[index % this.#cues.length];
    if (cue !== undefined) this.#out.push(`[Cue: ${fill(cue, { s: escapeInline(section.heading) })}]`);
    for (let at = 0; at < sentences.length; at += SENTENCES_A_PARAGRAPH) {
      const paragraph = sentences.slice(at, at + SENTENCES_A_PARAGRAPH).map(({ text }) => escapeInline(text));
      this.#out.push(escapeStart(paragraph.join(' ')));
    }
    this.#ask(section, sentences, points, notes);
    this.#words += wordsOf(sentences);
  }

  finish(): Draft {
    return {
      markdown: `${this.markdown}\n`,
      words: this.#words,
      questions: this.#questionCount,
      scaled: this.#scaled,
      leftOut: this.#material.sentences.filter(({ text }) => !this.#usedSentences.has(key(text))).length,
    };
  }

  /** Collects what a section says; fragments are asked about, and instructions are notes to the creator. */
  #collect(section: OutlineSection, index: number, room: number) {
    const sentences: Sentence[] = [];
    const points: string[] = [];
    const notes: string[] = [];
    const say = (sentence: Sentence): void => {
      const id = key(sentence.text);
      if (this.#usedSentences.has(id) || wordsOf(sentences) + sentence.words > room + SLACK) return;
      this.#usedSentences.add(id);
      sentences.push(sentence);
    };
    const { hook } = this.#material;
    if (index === 0 && hook !== '') say(sentenceFrom(hook));
    section.bullets.forEach((text, at) => {
      if (isInstruction(text, this.#pack)) notes.push(finish(text));
      else if (isSpoken(text, this.#pack)) say(sentenceFrom(text));
      else if (!this.#usedSentences.has(key(text))) points.push(text);
      for (const sentence of this.#assigned.get(section)?.[at] ?? []) say(sentence);
    });
    this.#takeSpare(section, room - wordsOf(sentences)).forEach(say);
    return { sentences, points, notes };
  }

  /** Takes sentences that no bullet claimed; openings and endings get none. */
  #takeSpare({ role }: OutlineSection, room: number): Sentence[] {
    const isFrame = role === 'opening' || role === 'closing' || role === 'recap';
    if (isFrame && this.sections.length > 2) return [];
    const taken: Sentence[] = [];
    for (let next = this.#spare[0]; next && wordsOf(taken) + next.words <= room; next = this.#spare[0]) {
      this.#spare.shift();
      if (!this.#usedSentences.has(key(next.text))) taken.push(next);
    }
    return taken;
  }

  #ask(
    section: OutlineSection,
    sentences: readonly Sentence[],
    points: readonly string[],
    notes: readonly string[],
  ): void {
    const share = wordsOf(sentences) / Math.max(1, section.budget);
    const wanted = share >= WRITTEN ? 0 : share >= MOSTLY_WRITTEN ? 1 : QUESTIONS_A_SECTION;
    const note = notes.length > 0 ? this.#questions.aboutNotes(notes) : null;
    const count = Math.max(wanted, points.length > 0 ? 1 : 0) - (note !== null && wanted > 1 ? 1 : 0);
    const questions = [
      ...(note === null ? [] : [note]),
      ...this.#questions.next(section.role, sentences, points, count),
    ];
    for (const question of questions) this.#out.push(questionLine(question));
    this.#questionCount += questions.length;
  }
}

const wordsOf = (sentences: readonly Sentence[]): number => sentences.reduce((sum, { words }) => sum + words, 0);
