import { avoidTest } from '#markdown/voice/traits.ts';
import type { TextBrief } from '../text-engine.ts';
import type { LanguagePack, ScriptKind } from './language-pack.ts';
import { type Material, type Sentence, gather } from './material.ts';
import { fill, PromptMaker } from './prompts.ts';
import { randomFrom, seedFrom } from './random.ts';
import { askedRole, kindOf, type PlannedSection, planSections } from './sections.ts';
import { escapeInline, escapeLine, oneLine, unfinished } from './text.ts';
import { readVoice, type VoiceTraits } from './voice.ts';

/** Assumes an unhurried pace for the minutes that an outline names. */
const WORDS_A_MINUTE = 150;
const MAX_BULLET_WORDS = 32;

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

function bulletCount(budget: number): number {
  return Math.min(6, Math.max(1, Math.round(budget / 70)));
}

/** Escapes a heading: no mark in it is read as markdown, not even a closing `#`. */
export function headingText(text: string): string {
  return escapeInline(oneLine(text)).replace(/#+$/u, (m) => m.replace(/#/g, '\\#'));
}

function preface(brief: TextBrief, pack: LanguagePack, voice: VoiceTraits): string[] {
  const words = pack.outline;
  const minutes = Math.max(1, Math.round(brief.targetWords / WORDS_A_MINUTE));
  const number = new Intl.NumberFormat(pack.tag).format(brief.targetWords);
  const lines = [`${words.length}: ${number} ${pack.words} · ≈ ${minutes} ${words.minutes}`];
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

/** Matches sentences that refer to the one before and therefore make no bullet of their own. */
const LEANS =
  /^(?:It|They|These|This|Those|That|He|She|His|Her|Its|Their|And|But|So|Es|Sie|Er|Dies\p{L}*|Das|Und|Aber|Ce|Cela|Ça|Il|Elle|Ils|Elles|Et|Mais|Esto|Eso|Esta|Este|Ellos|Y|Pero)(?![\p{L}'’])/u;

/** Picks up to `count` sentences spread evenly over a run: the first of each part that stands on its own. */
function pick(run: readonly Sentence[], count: number): Sentence[] {
  const size = Math.max(1, Math.ceil(run.length / count));
  const out: Sentence[] = [];
  for (let from = 0; from < run.length; from += size) {
    const part = run.slice(from, from + size).filter((s) => s.words <= MAX_BULLET_WORDS);
    const found = part.find((s) => !LEANS.test(s.text)) ?? part[0];
    if (found !== undefined) out.push(found);
  }
  return out;
}

/** Distributes the research over the sections that make points: each gets a run of neighbouring sentences. */
function deal(sections: readonly PlannedSection[], research: readonly Sentence[]): Map<PlannedSection, Sentence[]> {
  const takers = sections.filter((s) => s.role === 'point' || s.role === 'example' || s.role === 'objection');
  const open = takers.length > 0 ? takers : sections;
  const all = open.reduce((sum, s) => sum + s.budget, 0) || 1;
  const out = new Map<PlannedSection, Sentence[]>();
  let at = 0;
  let share = 0;
  for (const section of open) {
    share += section.budget;
    const end = section === open.at(-1) ? research.length : Math.round((research.length * share) / all);
    const count = Math.max(1, bulletCount(section.budget) - (section.guides.length > 0 ? 1 : 0));
    out.set(section, pick(research.slice(at, end), count));
    at = end;
  }
  return out;
}

function openingBullets(material: Material, pack: LanguagePack, voice: VoiceTraits): string[] {
  const out: string[] = [];
  if (material.hook !== '') out.push(material.hook);
  else if (voice.hooks[0] !== undefined)
    out.push(fill(pack.patternFrames.hook[0] ?? '{x}', { x: unfinished(voice.hooks[0]) }));
  if (material.subject !== '') out.push(material.subject);
  return out;
}

/** Writes the bullets of what a section covers, from the user's material as far as it goes. */
class BulletWriter {
  readonly #pack: LanguagePack;
  readonly #material: Material;
  readonly #voice: VoiceTraits;
  readonly #kind: ScriptKind;
  readonly #prompts: PromptMaker;
  readonly #dealt: Map<PlannedSection, Sentence[]>;
  readonly #told: string[];
  readonly #points: string[];
  readonly #endings: string[];

  constructor(
    pack: LanguagePack,
    kind: ScriptKind,
    material: Material,
    voice: VoiceTraits,
    prompts: PromptMaker,
    sections: readonly PlannedSection[],
  ) {
    this.#pack = pack;
    this.#kind = kind;
    this.#material = material;
    this.#voice = voice;
    this.#prompts = prompts;
    this.#dealt = deal(sections, material.research);
    this.#told = [material.angle, ...material.told.map((s) => s.text)].filter((t) => t !== '');
    this.#points = [...material.points, ...material.asks.filter((a) => !ENDS.test(a))];
    this.#endings = material.asks.filter((a) => ENDS.test(a));
  }

  bullets(section: PlannedSection, index: number, count: number): string[] {
    const room = bulletCount(section.budget);
    const out = [...section.guides];
    if (index === 0) out.push(...openingBullets(this.#material, this.#pack, this.#voice));
    if (index === count - 1) out.push(...this.#endings);
    const cta = this.#voice.ctas[0];
    if (index === count - 1 && cta !== undefined)
      out.push(fill(this.#pack.patternFrames.cta[0] ?? '{x}', { x: unfinished(cta) }));
    out.push(...(this.#dealt.get(section) ?? []).map((s) => s.text));
    // The user's own sentences about the video come early; the points they named are spread over the rest.
    if (index > 0 || count < 4) out.push(...this.#told.splice(0, Math.max(index === 1 ? 4 : 0, room - out.length)));
    const waiting = this.#points.length === 0 ? 0 : Math.ceil(this.#points.length / Math.max(1, count - index - 1));
    if (index > 0 || count < 4) out.push(...this.#points.splice(0, Math.min(waiting, Math.max(1, room - out.length))));
    while (out.length < room) {
      const prompt = this.#prompts.next(askedRole(section.role, this.#kind), 16);
      if (prompt === null) break;
      out.push(prompt);
    }
    return out.filter((b) => b.trim() !== '');
  }
}

/**
 * Writes a markdown outline: title, preface, sections whose budgets add up to the target, and bullets of what to cover.
 */
export function writeOutline(
  brief: TextBrief,
  pack: LanguagePack,
  onSection: (heading: string, index: number, count: number) => void,
): string {
  const voice = readVoice(brief.voice);
  const material = gather(brief, pack, pack.tag);
  const sections = planSections(brief, pack);
  const avoided = avoidTest(voice);
  const prompts = new PromptMaker(pack, randomFrom(briefSeed(brief, 'outline')), new Set(), (t) => !avoided(t));
  const writer = new BulletWriter(pack, kindOf(brief, pack), material, voice, prompts, sections);
  const out = [`# ${headingText(material.title === '' ? pack.outline.length : material.title)}`, ''];
  out.push(
    ...preface(brief, pack, voice)
      .map((l) => `> ${l}`)
      .join('\n>\n')
      .split('\n'),
    '',
  );
  sections.forEach((section, index) => {
    onSection(section.heading, index, sections.length);
    out.push(`## ${index + 1}. ${headingText(section.heading)} (${section.budget} ${pack.words})`, '');
    out.push(...writer.bullets(section, index, sections.length).map((b) => `- ${escapeLine(oneLine(b))}`), '');
  });
  return `${out.join('\n').trimEnd()}\n`;
}
