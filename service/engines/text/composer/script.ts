import { longForms } from '#markdown/voice/contractions.ts';
import { shorten } from '#markdown/voice/shorten.ts';
import { avoidTest, replaceInVoice } from '#markdown/voice/traits.ts';
import { countWords } from '#markdown/words.ts';
import type { ScriptBrief } from '../text-engine.ts';
import type { LanguagePack, ScriptKind } from './language-pack.ts';
import { gather, isInstruction, isSpoken, MAX_SENTENCE_WORDS, type Material, type Sentence } from './material.ts';
import { briefSeed, headingText } from './outline.ts';
import { type OutlineSection, parseOutline } from './outline-parse.ts';
import { fill, MAX_POINT_WORDS, PromptMaker } from './prompts.ts';
import { randomFrom, shuffled } from './random.ts';
import { assignResearch } from './research.ts';
import { askedRole, kindOf } from './sections.ts';
import { escapeInline, escapeStart, finish, key, unfinished } from './text.ts';
import { readVoice, type VoiceTraits } from './voice.ts';

/** Holds spoken text, a prompt to the creator (set as a quote), or a cue (not counted). */
interface Paragraph {
  kind: 'say' | 'ask' | 'cue';
  sentences: string[];
}

export interface Draft {
  markdown: string;
  words: number;
  /** Counts the words of sentences taken from the user's material. */
  ownWords: number;
  asks: number;
  scaled: boolean;
  avoided: number;
  tooLong: number;
}

const SENTENCES_A_PARAGRAPH = 4;
const ASKS_A_PARAGRAPH = 3;

/** Writes the sections in order; each makes up for the words that the one before missed. */
export class ScriptWriter {
  readonly sections: readonly OutlineSection[];
  readonly #scaled: boolean;
  readonly #kind: ScriptKind;
  readonly #pack: LanguagePack;
  readonly #brief: ScriptBrief;
  readonly #material: Material;
  readonly #voice: VoiceTraits;
  readonly #avoided: (text: string) => boolean;
  readonly #prompts: PromptMaker;
  readonly #used = new Set<string>();
  readonly #assigned: Map<OutlineSection, Sentence[][]>;
  readonly #spare: Sentence[];
  readonly #connectives: string[];
  readonly #leads: string[];
  readonly #closers: string[];
  readonly #pointFrames: string[];
  readonly #cues: string[];
  readonly #out: string[] = [];
  readonly #headingShare: number;
  #paragraphs: Paragraph[] = [];
  #sectionWords = 0;
  #room = 0;
  #sinceConnective = 0;
  #words = 0;
  #planned = 0;
  #ownWords = 0;
  #asks = 0;
  #avoidedCount = 0;

  constructor(brief: ScriptBrief, pack: LanguagePack) {
    const random = randomFrom(briefSeed(brief, brief.outline, 'script'));
    const parsed = parseOutline(brief.outline, brief.targetWords, pack);
    this.#brief = brief;
    this.#pack = pack;
    this.sections = parsed.sections;
    this.#scaled = parsed.scaled;
    this.#kind = kindOf(brief, pack);
    this.#voice = readVoice(brief.voice);
    this.#avoided = avoidTest(this.#voice);
    this.#material = gather(brief, pack, pack.tag);
    this.#prompts = new PromptMaker(pack, random, this.#used, (t) => !this.#avoided(t));
    const assigned = assignResearch(this.sections, this.#material.research);
    this.#assigned = assigned.bySection;
    this.#spare = [...this.#material.told, ...assigned.spare];
    const { any, i, we } = pack.connectives;
    const own = this.#voice.person === 'any' ? [] : { i, we }[this.#voice.person];
    this.#connectives = this.#inVoice(shuffled([...any, ...own], random));
    this.#leads = shuffled(pack.sectionLeads, random);
    this.#closers = shuffled(pack.closers, random);
    this.#pointFrames = shuffled(pack.pointFrames, random);
    this.#cues = shuffled(pack.cues, random);
    // Subtract half of the headings: counters may include them or not, and so both counts come out right.
    const headings = this.sections.reduce((sum, s) => sum + countWords(s.heading), 0);
    this.#headingShare = Math.min(brief.targetWords * 0.05, headings / 2) / Math.max(1, brief.targetWords);
  }

  /** Adapts connectives to the voice: adds its sayings and starts some with one of its starter words. */
  #inVoice(sentences: readonly string[]): string[] {
    const { starters, transitions, sayings } = this.#voice;
    const spoken = [...transitions, ...sayings]
      .filter((t) => countWords(t) >= 2 && countWords(t) <= 12)
      .map((t) => finish(t));
    const out = sentences.map((s, i) => {
      const starter = starters[Math.floor(i / 3) % Math.max(1, starters.length)];
      if (starter === undefined || i % 3 !== 0 || /^(And|Und|Y|Et|Now|Jetzt|Ahora|So)\b/.test(s)) return s;
      const lower = /^I\b|^I'/.test(s) ? s : s.charAt(0).toLowerCase() + s.slice(1);
      return `${starter}, ${lower}`;
    });
    spoken.forEach((t, i) => out.splice(i * 4, 0, t));
    return out.map((t) => this.#uncontracted(t)).filter((t) => !this.#avoided(t));
  }

  get words(): number {
    return this.#words;
  }

  get markdown(): string {
    return this.#out.join('\n\n');
  }

  #left(): number {
    return this.#room - this.#sectionWords;
  }

  #put(kind: Paragraph['kind'], text: string, words: number, closing = false): void {
    const last = this.#paragraphs.at(-1);
    const most = closing ? Infinity : kind === 'ask' ? ASKS_A_PARAGRAPH : SENTENCES_A_PARAGRAPH;
    if (last?.kind === kind && kind !== 'cue' && last.sentences.length < most) last.sentences.push(text);
    else this.#paragraphs.push({ kind, sentences: [text] });
    this.#sectionWords += words;
    if (kind === 'ask') this.#asks += 1;
  }

  /** Speaks a whole sentence unless it was used, is too long or no longer fits. Returns whether it did. */
  #say(text: string, own: boolean, slack = 4): boolean {
    const voiced = own ? this.#shortened(replaceInVoice(text, this.#voice)) : this.#uncontracted(text);
    const words = countWords(voiced);
    const id = own ? key(voiced) : voiced;
    if (voiced === '' || this.#used.has(id) || words > MAX_SENTENCE_WORDS || words > this.#left() + slack) return false;
    this.#used.add(id);
    if (own) {
      this.#ownWords += words;
      this.#sinceConnective += 1;
      if (this.#avoided(voiced)) this.#avoidedCount += 1;
    }
    this.#put('say', own ? escapeInline(voiced) : voiced, words);
    return true;
  }

  /** Splits the user's sentences to the length that the voice speaks and changes nothing else. */
  #shortened(text: string): string {
    const { longestSentence } = this.#voice;
    return longestSentence === null ? text : shorten(text, this.#pack.tag, longestSentence).text;
  }

  #uncontracted(text: string): string {
    return this.#voice.contractions === 'avoid' && this.#pack.tag === 'en' ? longForms(text).text : text;
  }

  #ask(section: OutlineSection, point = ''): boolean {
    const sentence = this.#prompts.next(askedRole(section.role, this.#kind), Math.max(6, this.#left() + 2), point);
    if (sentence === null) return false;
    this.#put('ask', point === '' ? sentence : escapeInline(sentence), countWords(sentence));
    return true;
  }

  /** Ends a spoken paragraph with a connective, which never stands alone. */
  #connect(): void {
    this.#sinceConnective = 0;
    if (this.#paragraphs.at(-1)?.kind !== 'say') return;
    const at = this.#connectives.findIndex((c) => !this.#used.has(c) && countWords(c) <= this.#left());
    const sentence = at < 0 ? undefined : this.#connectives.splice(at, 1)[0];
    if (sentence === undefined) return;
    this.#used.add(sentence);
    this.#put('say', escapeInline(sentence), countWords(sentence), true);
  }

  #frame(frames: string[], text: string): string {
    const frame = frames.shift() ?? '{x}';
    frames.push(frame);
    return fill(frame, { x: unfinished(text), s: text });
  }

  #open(section: OutlineSection, index: number): void {
    if (this.#brief.visualCues === true) {
      const cue = this.#cues[index % this.#cues.length] ?? '{s}';
      this.#put('cue', `[Cue: ${fill(cue, { s: escapeInline(section.heading) })}]`, 0);
    }
    if (index > 0) {
      if (this.#room >= 40) this.#say(this.#lead(section), false);
      return;
    }
    const { hook, subject, angle } = this.#material;
    if (hook !== '') this.#say(hook, true);
    else if (this.#room >= 30)
      this.#say(this.#pack.greetings[this.#brief.title.length % this.#pack.greetings.length] ?? '', false);
    if (subject !== '') this.#sayFramed(this.#pack.topicFrames, subject);
    if (angle !== '' && this.sections.length < 5) this.#sayFramed(this.#pack.angleFrames, angle);
  }

  /** Returns how a section begins. Names of openings and endings are for the creator, so they are not spoken. */
  #lead(section: OutlineSection): string {
    if (section.role === 'closing' || section.role === 'recap') return this.#frame(this.#closers, '');
    if (section.heading === '' || section.role === 'opening') return '';
    return escapeInline(this.#frame(this.#leads, section.heading));
  }

  /** Speaks a fragment of the user's within a frame. Returns whether it fitted. */
  #sayFramed(frames: readonly string[], text: string): boolean {
    if (this.#used.has(key(text))) return true;
    const frame = frames[text.length % frames.length] ?? '{x}';
    const done = this.#say(fill(frame, { x: unfinished(text) }), true);
    if (done) this.#used.add(key(text));
    return done;
  }

  /** Writes one bullet as a sentence, a prompt or a lead-in. Returns a point to ask about, or an empty string. */
  #bullet(text: string): string {
    const { angle } = this.#material;
    const id = key(text);
    if (this.#used.has(id)) return '';
    const words = countWords(text);
    if (id === key(angle)) this.#sayFramed(this.#pack.angleFrames, text);
    else if (isInstruction(text, this.#pack) || words > MAX_SENTENCE_WORDS) {
      const sentence = finish(text.charAt(0).toUpperCase() + text.slice(1));
      if (words <= this.#left() + 4 && !this.#used.has(sentence)) this.#put('ask', escapeInline(sentence), words);
      this.#used.add(id).add(sentence);
    } else if (isSpoken(text, this.#pack)) this.#say(text, true);
    else {
      this.#say(this.#frame(this.#pointFrames, text), true);
      this.#used.add(id);
      return words <= MAX_POINT_WORDS ? unfinished(text) : '';
    }
    return '';
  }

  /** Takes unassigned material for sections that make points; openings and endings get none. */
  #takeSpare(section: OutlineSection): Sentence[] {
    const isFrame = section.role === 'opening' || section.role === 'closing' || section.role === 'recap';
    if (isFrame && this.sections.length > 2) return [];
    return this.#spare.splice(0, Math.ceil(Math.max(0, this.#left()) / 12));
  }

  /** Fills the section up to `until` words: first with the user's sentences, then with connectives and prompts. */
  #fillTo(until: number, section: OutlineSection, own: Sentence[], point: string): void {
    const open = (): number => Math.min(until, this.#room) - this.#sectionWords;
    let named = point;
    while (open() > 4 && own.length > 0) {
      if (this.#sinceConnective >= SENTENCES_A_PARAGRAPH) this.#connect();
      const next = own.shift();
      if (next !== undefined) this.#say(next.text, true, 2);
    }
    if (open() > 20 && this.#sinceConnective > 0) this.#connect();
    while (open() > 5) {
      if (!this.#ask(section, named)) break;
      named = '';
    }
  }

  #farewell(index: number): string {
    if (index < this.sections.length - 1 || index === 0 || this.#room < 30) return '';
    const found = this.#pack.farewells[this.#brief.title.length % this.#pack.farewells.length] ?? '';
    return this.#avoided(found) ? '' : found;
  }

  #render(section: OutlineSection): void {
    if (section.heading !== '') this.#out.push(`## ${headingText(section.heading)}`);
    for (const { kind, sentences } of this.#paragraphs) {
      const text = escapeStart(sentences.join(' '));
      this.#out.push(kind === 'ask' ? `> ${text}` : text);
    }
  }

  /** Writes section `index`; must be called for each section in order. */
  write(index: number): void {
    const section = this.sections[index];
    if (section === undefined) return;
    this.#planned += section.budget * (1 - this.#headingShare);
    this.#paragraphs = [];
    this.#prompts.begin(section.bullets);
    this.#sectionWords = 0;
    this.#room = Math.max(0, Math.round(this.#planned - this.#words));
    const farewell = this.#farewell(index);
    this.#room -= countWords(farewell);
    this.#open(section, index);
    const own = this.#assigned.get(section) ?? [];
    const start = this.#sectionWords;
    section.bullets.forEach((text, i) => {
      if (this.#left() <= 4) return;
      const point = this.#bullet(text);
      const until = start + ((this.#room - start) * (i + 1)) / section.bullets.length;
      if (i < section.bullets.length - 1) this.#fillTo(until, section, own[i] ?? [], point);
      else this.#fillTo(until, section, [...(own[i] ?? []), ...this.#takeSpare(section)], point);
    });
    this.#fillTo(this.#room, section, this.#takeSpare(section), '');
    this.#room += countWords(farewell);
    this.#say(farewell, false, MAX_SENTENCE_WORDS);
    this.#render(section);
    this.#words += this.#sectionWords;
  }

  finish(): Draft {
    return {
      markdown: `${this.markdown}\n`,
      words: this.#words,
      ownWords: this.#ownWords,
      asks: this.#asks,
      scaled: this.#scaled,
      avoided: this.#avoidedCount,
      tooLong: this.#material.tooLong,
    };
  }
}
