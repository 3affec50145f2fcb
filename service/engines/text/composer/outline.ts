import { capitalize } from '#markdown/capitalize.ts';
import { writeQuestionLine } from '#markdown/questions.ts';
import type { TextBrief } from '../text-engine.ts';
import { countBullets, distributeSentences } from './distribute-sentences.ts';
import type { LanguagePack } from './language-pack.ts';
import { type Material, type Sentence, collectMaterial } from './material.ts';
import { QuestionMaker } from './questions.ts';
import { createRandom, toSeed } from './random.ts';
import { findMentions } from './mentions.ts';
import { type PlannedSection, planSections } from './sections.ts';
import { escapeInline, escapeLine, toOneLine, withoutEndMark } from './text.ts';
import { readVoice, type VoiceTraits } from './voice.ts';

/** An unhurried pace, for the minutes that an outline names. */
const WORDS_PER_MINUTE = 150;

/** Returns the seed for everything written for a brief, so that the same brief gives the same text. */
export function computeSeed(brief: TextBrief, ...extraTexts: readonly string[]): number {
  const { title, topic, angle, language, targetWords, template, voice, audience, prompt } = brief;
  const voiceText = voice === null ? '' : JSON.stringify([voice.name, voice.instructions, voice.profile ?? null]);
  const fields = [
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
  return toSeed(
    ...fields,
    template?.name ?? '',
    template?.prompt ?? '',
    voiceText,
    ...brief.researchTexts,
    ...extraTexts,
  );
}

/** Escapes a heading: no mark in it is read as markdown, not even a closing `#`. */
export function toHeadingText(text: string): string {
  return escapeInline(toOneLine(text)).replace(/#+$/u, (m) => m.replace(/#/g, '\\#'));
}

function composePreface(brief: TextBrief, pack: LanguagePack, voice: VoiceTraits): string[] {
  const labels = pack.outline;
  const minutes = Math.max(1, Math.round(brief.targetWords / WORDS_PER_MINUTE));
  const wordCount = new Intl.NumberFormat(pack.tag).format(brief.targetWords);
  const lines = [`${labels.length}: ${wordCount} ${pack.words} · ≈ ${minutes} ${labels.minutes}`];
  if (brief.angle.trim() !== '') lines.push(`${labels.angle}: ${escapeInline(toOneLine(brief.angle))}`);
  if (brief.audience.trim() !== '') lines.push(`${labels.audience}: ${escapeInline(toOneLine(brief.audience))}`);
  if (voice.name !== '') {
    const rules = voice.does.slice(0, 4).map(withoutEndMark).join('; ');
    const donts = voice.donts.slice(0, 4).map(withoutEndMark).join('; ');
    const parts = [
      voice.name,
      rules === '' ? '' : `${labels.does}: ${rules}`,
      donts === '' ? '' : `${labels.avoids}: ${donts}`,
    ];
    lines.push(`${labels.voice}: ${escapeInline(parts.filter((p) => p !== '').join(' · '))}`);
  }
  const urls = brief.researchUrls.map(toOneLine).filter((u) => u !== '');
  if (urls.length > 0) lines.push(`${labels.sources}: ${urls.map(escapeInline).join(' · ')}`);
  return lines;
}

/** Matches instructions for the end of the video, which belong in the last section. */
const ENDING_INSTRUCTION = /^(?:end|close|finish|schließ|beende|termina|cierra|finis|conclus)\p{L}*\s/iu;

const HEADING_KINDS = [['thing', 'person'], ['name'], ['count']];

/** Renames sections with built-in headings after what the person's sentences in them name, if possible. */
class HeadingMaker {
  readonly #pack: LanguagePack;
  readonly #usedHeadings = new Set<string>();

  constructor(pack: LanguagePack) {
    this.#pack = pack;
  }

  getHeading({ heading, isBuiltIn }: PlannedSection, sentences: readonly Sentence[]): string {
    const mentions = isBuiltIn ? sentences.flatMap(({ text }) => findMentions(text, this.#pack)) : [];
    for (const mention of HEADING_KINDS.flatMap((kinds) => mentions.filter(({ kind }) => kinds.includes(kind)))) {
      const mentionHeading = capitalize(mention.heading);
      if (this.#usedHeadings.has(mentionHeading) || this.#isFrameHeading(mentionHeading)) continue;
      this.#usedHeadings.add(mentionHeading);
      return mentionHeading;
    }
    return heading;
  }

  /** A heading tells whether a section opens or ends the script, so one in the middle must not. */
  #isFrameHeading(heading: string): boolean {
    return (['opening', 'recap', 'closing'] as const).some((role) => this.#pack.roleWords[role].test(heading));
  }
}

/** Writes the bullets of a section, from the words of the template and the person only. */
class BulletWriter {
  readonly #material: Material;
  readonly #assigned: Map<PlannedSection, Sentence[]>;
  readonly #points: string[];
  readonly #endings: string[];

  constructor(material: Material, sections: readonly PlannedSection[]) {
    this.#material = material;
    this.#assigned = distributeSentences(sections, material.sentences);
    this.#points = [...material.points, ...material.asks.filter((a) => !ENDING_INSTRUCTION.test(a))];
    this.#endings = material.asks.filter((a) => ENDING_INSTRUCTION.test(a));
  }

  getSentences(section: PlannedSection): readonly Sentence[] {
    return this.#assigned.get(section) ?? [];
  }

  composeBullets(section: PlannedSection, index: number, count: number): string[] {
    const { hook, subject } = this.#material;
    const maxBullets = countBullets(section.budget);
    const bullets = [...section.guides];
    if (index === 0) bullets.push(hook, subject);
    if (index === count - 1) bullets.push(...this.#endings);
    bullets.push(...this.getSentences(section).map((s) => s.text));
    // The points that the user named are spread over the sections after the opening.
    const pointCount = this.#points.length === 0 ? 0 : Math.ceil(this.#points.length / Math.max(1, count - index - 1));
    if (index > 0 || count < 4)
      bullets.push(...this.#points.splice(0, Math.min(pointCount, Math.max(1, maxBullets - bullets.length))));
    return bullets.filter((b) => b.trim() !== '');
  }
}

/**
 * Writes a markdown outline: title, preface, sections whose budgets add up to the target, what each covers, and
 * questions where nothing is known yet.
 */
export function writeOutline(
  brief: TextBrief,
  pack: LanguagePack,
  onSection: (heading: string, index: number, count: number) => void,
): string {
  const material = collectMaterial(brief, pack, pack.tag);
  const sections = planSections(brief, pack, material.sentences.length);
  const questions = new QuestionMaker(pack, material, createRandom(computeSeed(brief, 'outline')));
  const writer = new BulletWriter(material, sections);
  const headings = new HeadingMaker(pack);
  const lines = [
    ...(material.title === '' ? [] : [`# ${toHeadingText(material.title)}`, '']),
    composePreface(brief, pack, readVoice(brief.voice))
      .map((l) => `> ${l}`)
      .join('\n>\n'),
    '',
  ];
  sections.forEach((section, index) => {
    const heading = headings.getHeading(section, writer.getSentences(section));
    onSection(heading, index, sections.length);
    const bullets = writer.composeBullets(section, index, sections.length);
    lines.push(`## ${index + 1}. ${toHeadingText(heading)} (${section.budget} ${pack.words})`, '');
    if (bullets.length > 0) lines.push(...bullets.map((b) => `- ${escapeLine(toOneLine(b))}`), '');
    else
      for (const question of questions.takeNext(section.role, [], [], 1)) lines.push(writeQuestionLine(question), '');
  });
  return `${lines.join('\n').trimEnd()}\n`;
}
