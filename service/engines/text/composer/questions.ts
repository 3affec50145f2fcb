/** Makes questions to the creator about names and things in their own sentences. */
import type { LanguagePack, QuestionKind, SectionRole } from './language-pack.ts';
import type { Material, Sentence } from './material.ts';
import { type Mention, findMentions } from './mentions.ts';
import { shuffle } from './random.ts';
import { fill, withoutEndMark } from './text.ts';

/** A longer sentence is not quoted in a question. */
const MAX_QUOTED_WORDS = 14;

/** Makes each question once. Prefers names of the section, then names of the brief, then the title. */
export class QuestionMaker {
  readonly #pack: LanguagePack;
  readonly #forms: ReadonlyMap<QuestionKind, string[]>;
  readonly #title: string;
  readonly #coveredNames = new Set<string>();
  readonly #spareMentions: Mention[];

  constructor(pack: LanguagePack, { title, subject }: Material, random: () => number) {
    this.#pack = pack;
    const [open, close] = pack.quote;
    this.#title = title === '' ? pack.thisVideo : `${open}${title}${close}`;
    this.#forms = new Map(
      (Object.keys(pack.questions) as QuestionKind[]).map((kind) => [kind, shuffle(pack.questions[kind], random)]),
    );
    this.#spareMentions = [title, subject].flatMap((text) => findMentions(text, pack));
  }

  /** Returns up to `count` new questions for a section; `points` are its fragments, which cannot be spoken. */
  takeNext(role: SectionRole, sentences: readonly Sentence[], points: readonly string[], count: number): string[] {
    const questions: string[] = [];
    if (count === 0) return questions;
    for (const question of this.#listCandidates(role, sentences, points)) {
      if (question !== null) questions.push(question);
      if (questions.length === count) return questions;
    }
    if (questions.length > 0) return questions;
    const general = this.#askAboutStatement(sentences) ?? this.#forms.get('title')?.pop();
    return general === undefined ? [] : [general];
  }

  /** Yields questions in the order of preference, each made only when it is needed. */
  *#listCandidates(
    role: SectionRole,
    sentences: readonly Sentence[],
    points: readonly string[],
  ): Generator<string | null, void> {
    if (points.length > 0) yield this.#askAboutPoints(points);
    for (const { text } of sentences)
      for (const mention of findMentions(text, this.#pack)) yield this.#askAboutMention(mention);
    if (role === 'opening' || role === 'closing') yield this.#askAboutTitle(role);
    for (let mention = this.#spareMentions.shift(); mention; mention = this.#spareMentions.shift())
      yield this.#askAboutMention(mention);
  }

  #askAboutPoints(points: readonly string[]): string | null {
    const [open, close] = this.#pack.quote;
    return this.#fillForm('points', points.map((point) => `${open}${point}${close}`).join(', '));
  }

  /** Asks once about each name. */
  #askAboutMention({ kind, text, clause }: Mention): string | null {
    const id = text.toLowerCase();
    if (this.#coveredNames.has(id)) return null;
    this.#coveredNames.add(id);
    return clause === null ? this.#fillForm(kind, text) : this.#fillForm('clause', clause);
  }

  #askAboutTitle(kind: 'opening' | 'closing'): string | null {
    const form = this.#forms.get(kind)?.pop();
    return form === undefined ? null : fill(form, { x: this.#title });
  }

  /** Asks for the text that the notes of a section stand for, all at once. */
  askAboutNotes(notes: readonly string[]): string | null {
    const [open, close] = this.#pack.quote;
    const kind = notes.every((note) => this.#pack.visual.test(note.trim())) ? 'seen' : 'note';
    return this.#fillForm(kind, notes.map((note) => `${open}${withoutEndMark(note)}${close}`).join(', '));
  }

  /** Quotes a sentence in which nothing specific was found. */
  #askAboutStatement(sentences: readonly Sentence[]): string | null {
    const sentence = sentences.find(({ words }) => words <= MAX_QUOTED_WORDS);
    if (!sentence) return null;
    const { advice, ownStory } = this.#pack;
    const kind = advice.test(sentence.text) ? 'advice' : ownStory.test(sentence.text) ? 'told' : 'said';
    return this.#fillForm(kind, withoutEndMark(sentence.text));
  }

  /** Rotates through the question forms of a kind. */
  #fillForm(kind: QuestionKind, text: string): string | null {
    const forms = this.#forms.get(kind) ?? [];
    const form = forms.shift();
    if (form === undefined) return null;
    forms.push(form);
    return fill(form, { x: text });
  }
}
