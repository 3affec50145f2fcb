import { questionLine } from '#markdown/questions.ts';
import type { TextBrief } from '../text-engine.ts';
import { bulletCount, deal } from './deal-sentences.ts';
import type { LanguagePack } from './language-pack.ts';
import { type Material, type Sentence, gather } from './material.ts';
import { QuestionMaker } from './questions.ts';
import { randomFrom, seedFrom } from './random.ts';
import { namedIn } from './named.ts';
import { capital, type PlannedSection, planSections } from './sections.ts';
import { escapeInline, escapeLine, oneLine, unfinished } from './text.ts';
import { readVoice, type VoiceTraits } from './voice.ts';

/** Assumes an unhurried pace for the minutes that an outline names. */
const WORDS_PER_MINUTE = 150;

/** Returns the seed for everything written for a brief, so that the same brief gives the same text. */
export function briefSeed(brief: TextBrief, ...more: readonly string[]): number {
  const { title, topic, angle, language, targetWords, template, voice, audience, prompt } = brief;
  const voiceText = voice === null ? '' : JSON.stringify([voice.name, voice.instructions, voice.profile ?? null]);
  const own = [
    title,
    topic,
    angle,
    brief.hook ?? '',
    brief.notes ?? '',
    language,
    String(targetWords),
    audience,
    prompt,
  ];
  return seedFrom(...own, template?.name ?? '', template?.prompt ?? '', voiceText, ...brief.researchTexts, ...more);
}

/** Escapes a heading: no mark in it is read as markdown, not even a closing `#`. */
export function headingText(text: string): string {
  return escapeInline(oneLine(text)).replace(/#+$/u, (m) => m.replace(/#/g, '\\#'));
}

function preface(brief: TextBrief, pack: LanguagePack, voice: VoiceTraits): string[] {
  const words = pack.outline;
  const minutes = Math.max(1, Math.round(brief.targetWords / WORDS_PER_MINUTE));
  const number = new Intl.NumberFormat(pack.tag).format(brief.targetWords);
  const lines = [`${words.length}: ${number} ${pack.words} · ≈ ${minutes} ${words.minutes}`];
  if (brief.angle.trim() !== '') lines.push(`${words.angle}: ${escapeInline(oneLine(brief.angle))}`);
  if (brief.audience.trim() !== '') lines.push(`${words.audience}: ${escapeInline(oneLine(brief.audience))}`);
  if (voice.name !== '') {
    const does = voice.does.slice(0, 4).map(unfinished).join('; ');
    const donts = voice.donts.slice(0, 4).map(unfinished).join('; ');
    const parts = [
      voice.name,
      does === '' ? '' : `${words.does}: ${does}`,
      donts === '' ? '' : `${words.avoids}: ${donts}`,
    ];
    lines.push(`${words.voice}: ${escapeInline(parts.filter((p) => p !== '').join(' · '))}`);
  }
  const urls = brief.researchUrls.map(oneLine).filter((u) => u !== '');
  if (urls.length > 0) lines.push(`${words.sources}: ${urls.map(escapeInline).join(' · ')}`);
  return lines;
}

/** Matches instructions for the end of the video, which belong in the last section. */
const ENDS = /^(?:end|close|finish|schließ|beende|termina|cierra|finis|conclus)\p{L}*\s/iu;

const HEADING_KINDS = [['thing', 'person'], ['name'], ['count']];

/** Gives the sections whose headings are ours, where it can, the name of what the person's sentences in them name. */
class HeadingMaker {
  readonly #pack: LanguagePack;
  readonly #taken = new Set<string>();

  constructor(pack: LanguagePack) {
    this.#pack = pack;
  }

  headingOf({ heading, isUsual }: PlannedSection, sentences: readonly Sentence[]): string {
    const found = isUsual ? sentences.flatMap(({ text }) => namedIn(text, this.#pack)) : [];
    for (const named of HEADING_KINDS.flatMap((kinds) => found.filter(({ kind }) => kinds.includes(kind)))) {
      const own = capital(named.heading);
      if (this.#taken.has(own) || this.#readsAsFrame(own)) continue;
      this.#taken.add(own);
      return own;
    }
    return heading;
  }

  /** A heading tells whether a section opens or ends the script, so one in the middle must not. */
  #readsAsFrame(heading: string): boolean {
    return (['opening', 'recap', 'closing'] as const).some((role) => this.#pack.roleWords[role].test(heading));
  }
}

/** Writes the bullets of what a section covers: the template's words and the person's, nothing of our own. */
class BulletWriter {
  readonly #material: Material;
  readonly #dealt: Map<PlannedSection, Sentence[]>;
  readonly #points: string[];
  readonly #endings: string[];

  constructor(material: Material, sections: readonly PlannedSection[]) {
    this.#material = material;
    this.#dealt = deal(sections, material.sentences);
    this.#points = [...material.points, ...material.asks.filter((a) => !ENDS.test(a))];
    this.#endings = material.asks.filter((a) => ENDS.test(a));
  }

  dealt(section: PlannedSection): readonly Sentence[] {
    return this.#dealt.get(section) ?? [];
  }

  bullets(section: PlannedSection, index: number, count: number): string[] {
    const { hook, subject } = this.#material;
    const room = bulletCount(section.budget);
    const out = [...section.guides];
    if (index === 0) out.push(hook, subject);
    if (index === count - 1) out.push(...this.#endings);
    out.push(...this.dealt(section).map((s) => s.text));
    // The points that the user named are spread over the sections after the opening.
    const waiting = this.#points.length === 0 ? 0 : Math.ceil(this.#points.length / Math.max(1, count - index - 1));
    if (index > 0 || count < 4) out.push(...this.#points.splice(0, Math.min(waiting, Math.max(1, room - out.length))));
    return out.filter((b) => b.trim() !== '');
  }
}

/**
 * Writes a markdown outline: title, preface, sections whose budgets add up to the target, what each covers, and questions
 * where nothing is known yet.
 */
export function writeOutline(
  brief: TextBrief,
  pack: LanguagePack,
  onSection: (heading: string, index: number, count: number) => void,
): string {
  const material = gather(brief, pack, pack.tag);
  const sections = planSections(brief, pack, material.sentences.length);
  const questions = new QuestionMaker(pack, material, randomFrom(briefSeed(brief, 'outline')));
  const writer = new BulletWriter(material, sections);
  const headings = new HeadingMaker(pack);
  const out = [
    ...(material.title === '' ? [] : [`# ${headingText(material.title)}`, '']),
    preface(brief, pack, readVoice(brief.voice))
      .map((l) => `> ${l}`)
      .join('\n>\n'),
    '',
  ];
  sections.forEach((section, index) => {
    const heading = headings.headingOf(section, writer.dealt(section));
    onSection(heading, index, sections.length);
    const bullets = writer.bullets(section, index, sections.length);
    out.push(`## ${index + 1}. ${headingText(heading)} (${section.budget} ${pack.words})`, '');
    if (bullets.length > 0) out.push(...bullets.map((b) => `- ${escapeLine(oneLine(b))}`), '');
    else for (const question of questions.next(section.role, [], [], 1)) out.push(questionLine(question), '');
  });
  return `${out.join('\n').trimEnd()}\n`;
}
