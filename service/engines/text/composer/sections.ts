import { capitalize } from '#markdown/capitalize.ts';
import type { TextBrief } from '../text-engine.ts';
import type { LanguagePack, ScriptKind, SectionPlan, SectionRole } from './language-pack.ts';
import { clean, toOneLine, toPlainText } from './text.ts';

/** A section before it is written; `guides` hold what the template says about it. */
export interface PlannedSection {
  heading: string;
  role: SectionRole;
  budget: number;
  guides: string[];
  /** True for a built-in heading, which something that the person names may replace. */
  isBuiltIn: boolean;
}

interface NamedSection {
  heading: string;
  guides: string[];
  /** A length that the template itself asks for. */
  words: number | null;
  percent: number | null;
}

const LENGTH_MARK = /\s*[([]\s*~?\s*(\d[\d.,]*)\s*(%|percent|words?|wörter|palabras|mots)\s*[)\]]/iu;
const MAX_HEADING_WORDS = 9;

function parseSection(text: string): NamedSection {
  const size = LENGTH_MARK.exec(text);
  const rest = toOneLine(toPlainText(size ? text.replace(LENGTH_MARK, '') : text));
  const parts = /^(.{2,60}?)\s*(?::|\s[–—-])\s+(.+)$/u.exec(rest);
  const value = size ? Number((size[1] ?? '').replace(/[.,]/g, '')) : null;
  const isPercent = size ? /%|percent/i.test(size[2] ?? '') : false;
  return {
    heading: (parts?.[1] ?? rest).replace(/[\s:.,;]+$/u, ''),
    guides: parts?.[2] === undefined ? [] : [parts[2]],
    words: isPercent ? null : value,
    percent: isPercent ? value : null,
  };
}

function isHeading(text: string): boolean {
  const wordCount = text.split(/\s+/).length;
  return text !== '' && wordCount <= MAX_HEADING_WORDS && text.length <= 80;
}

/** Returns the lines that start with `mark`, with the bullets and plain lines below each as its guides. */
function readMarkedSections(lines: readonly string[], mark: RegExp): NamedSection[] {
  const sections: NamedSection[] = [];
  for (const line of lines) {
    const match = mark.exec(line);
    if (match) sections.push(parseSection(line.slice(match[0].length)));
    else if (line.trim() !== '')
      sections.at(-1)?.guides.push(toOneLine(toPlainText(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ''))));
  }
  return sections.filter((n) => isHeading(n.heading));
}

/** Reads "Structure: hook, three steps, recap" or "hook → steps → recap". */
function readInlineSections(text: string): NamedSection[] {
  const arrowLine = text.split('\n').find((l) => (l.match(/→|->|⇒/g) ?? []).length >= 2);
  const listText = /(?:structure|sections?|outline|format|aufbau|struktur|estructura|secciones)\s*:\s*([^\n]+)/iu.exec(
    text,
  )?.[1];
  const raw = arrowLine ? arrowLine.replace(/^[^:]{0,40}:\s*/, '').split(/→|->|⇒/) : (listText?.split(/[,;]/) ?? []);
  const sections = raw.map((r) => parseSection(r.replace(/^\s*(?:and|und|y|et)\s+/i, '').replace(/[.]+\s*$/, '')));
  return sections.length >= 3 && sections.every((n) => isHeading(n.heading))
    ? sections.map((n) => ({ ...n, heading: capitalize(n.heading) }))
    : [];
}

/**
 * Returns the sections that a text names in headings, numbered lines, short bullets or an inline list; may be empty.
 */
export function findNamedSections(text: string): NamedSection[] {
  const lines = clean(text).split('\n');
  const headings = readMarkedSections(lines, /^\s{0,3}#{1,6}\s+(?:\d+[.)]\s*)?/);
  if (headings.length >= 2) return headings;
  const numberedSections = readMarkedSections(lines, /^\s{0,3}\d{1,2}[.)]\s+/);
  if (numberedSections.length >= 2) return numberedSections;
  const bullets = lines
    .filter((l) => /^\s{0,3}[-*+•]\s+/.test(l))
    .map((l) => parseSection(l.replace(/^\s*[-*+•]\s+/, '')));
  if (bullets.length >= 3 && bullets.every((b) => isHeading(b.heading) && !/[.!?]$/.test(b.heading))) return bullets;
  return readInlineSections(clean(text));
}

/** Returns the kind of video: the template decides first, then title and request. */
export function detectKind(brief: TextBrief, pack: LanguagePack): ScriptKind {
  const texts = [
    brief.template?.name ?? '',
    brief.template?.prompt.slice(0, 400) ?? '',
    brief.title,
    brief.prompt.slice(0, 400),
  ];
  for (const text of texts) {
    for (const kind of ['tutorial', 'documentary', 'interview', 'compilation', 'news', 'list'] as const) {
      if (pack.kindWords[kind].test(text)) return kind;
    }
  }
  return 'explainer';
}

/** Returns the role that a heading suggests; else the first opens, the last closes and the rest make points. */
export function detectRole(heading: string, index: number, count: number, pack: LanguagePack): SectionRole {
  for (const plan of Object.values(pack.kinds)) {
    const plannedSection = [...plan.opening, ...plan.middle, ...plan.ending].find((s) => s.heading === heading);
    if (plannedSection !== undefined) return plannedSection.role;
  }
  for (const role of ['opening', 'recap', 'closing', 'objection', 'example', 'context'] as const) {
    if (pack.roleWords[role].test(heading)) return role;
  }
  if (index === 0) return 'opening';
  return index === count - 1 && count > 2 ? 'closing' : 'point';
}

/** Splits `total` in proportion to `weights` into whole parts of at least 1 that add up exactly. */
export function splitProportionally(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const spareWords = Math.max(0, total - weights.length);
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  const exact = weights.map((w) => (spareWords * w) / sum);
  const parts = exact.map((e) => Math.floor(e) + 1);
  let remaining = total - parts.reduce((a, b) => a + b, 0);
  const order = exact.map((e, i) => ({ i, rest: e - Math.floor(e) })).sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (let k = 0; remaining > 0; k += 1, remaining -= 1) {
    const target = order[k % order.length]?.i ?? 0;
    parts[target] = (parts[target] ?? 0) + 1;
  }
  return parts;
}

const SENTENCES_PER_SECTION = 3;

/** Counts the sections of a script that names none: enough for its length, but no more than its sentences fill. */
function countSections(wordCount: number, sentences: number): number {
  const fillable = 3 + Math.ceil(sentences / SENTENCES_PER_SECTION);
  return Math.max(3, Math.min(fillable, Math.round(0.18 * Math.sqrt(wordCount))));
}

function planByKind(pack: LanguagePack, kind: ScriptKind, count: number): SectionPlan[] {
  const plan = pack.kinds[kind];
  const open = count <= 4 ? plan.opening.slice(0, 1) : plan.opening;
  const middle: SectionPlan[] = [];
  const middleCount = Math.max(1, count - open.length - plan.ending.length);
  // Continue the numbers in "{n}" if the listed headings are numbered; start at 1 if they have names.
  const isNumbered = plan.extraHeading === plan.middle[0]?.heading.replace('1', '{n}');
  for (let i = 0; i < middleCount; i += 1) {
    const n = isNumbered ? i + 1 : i - plan.middle.length + 1;
    middle.push(plan.middle[i] ?? { heading: plan.extraHeading.replace('{n}', String(n)), role: 'point', weight: 1 });
  }
  return [...open, ...middle, ...plan.ending];
}

const ROLE_WEIGHT: Record<SectionRole, number> = {
  opening: 0.6,
  context: 0.8,
  point: 1,
  example: 1,
  objection: 1,
  recap: 0.6,
  closing: 0.6,
};

function planByNames(
  names: readonly NamedSection[],
  pack: LanguagePack,
  wordCount: number,
): { sections: Omit<PlannedSection, 'budget'>[]; weights: number[] } {
  const maxSections = Math.max(2, Math.floor(wordCount / 20));
  const namedSections = names.slice(0, maxSections).map((n) => ({ ...n, guides: [...n.guides] }));
  for (const n of names.slice(maxSections)) namedSections.at(-1)?.guides.push(n.heading);
  const lengths = namedSections.map((n) => n.words ?? (n.percent === null ? null : (n.percent / 100) * wordCount));
  const sections = namedSections.map((n, i) => ({
    heading: n.heading,
    role: detectRole(n.heading, i, namedSections.length, pack),
    guides: n.guides,
    isBuiltIn: false,
  }));
  // Sections with a length of their own keep it; the others share what is left, however little.
  const total = lengths.reduce<number>((sum, a) => sum + (a ?? 0), 0);
  const openWeight = sections.reduce((sum, s, i) => sum + (lengths[i] === null ? ROLE_WEIGHT[s.role] : 0), 0);
  const remaining = Math.max(wordCount - total, wordCount * 0.1 * Math.min(1, openWeight));
  return { sections, weights: sections.map((s, i) => lengths[i] ?? (remaining * ROLE_WEIGHT[s.role]) / openWeight) };
}

/**
 * Plans the sections of an outline, with budgets that add up to `brief.targetWords`. The template names them, else the
 * request or the notes, else the kind of video and the number of sentences to place.
 */
export function planSections(brief: TextBrief, pack: LanguagePack, sentences: number): PlannedSection[] {
  const names =
    [brief.template?.prompt ?? '', brief.prompt, brief.notes ?? ''].map(findNamedSections).find((n) => n.length > 0) ??
    [];
  const wordCount = Math.max(1, Math.round(brief.targetWords));
  if (names.length > 0) {
    const { sections, weights } = planByNames(names, pack, wordCount);
    const parts = splitProportionally(wordCount, weights);
    return sections.map((s, i) => ({ ...s, budget: parts[i] ?? 1 }));
  }
  const kind = detectKind(brief, pack);
  const plans = planByKind(pack, kind, countSections(wordCount, sentences));
  const middle = new Set(pack.kinds[kind].middle);
  const parts = splitProportionally(
    wordCount,
    plans.map((p) => p.weight),
  );
  return plans.map((p, i) => ({
    heading: p.heading,
    role: p.role,
    guides: [],
    budget: parts[i] ?? 1,
    isBuiltIn: middle.has(p) && !/\d/.test(p.heading),
  }));
}
