import type { LanguagePack, SectionRole } from './language-pack.ts';
import { detectRole, splitProportionally } from './sections.ts';
import { clean, toOneLine, toPlainText } from './text.ts';

/** A section of an outline; `requestedWords` is the length in its brackets, if it has one. */
export interface OutlineSection {
  heading: string;
  role: SectionRole;
  bullets: string[];
  requestedWords: number | null;
  /**
   * The number of words to write: `requestedWords` or a share of the remaining ones, scaled if the total misses the
   * target.
   */
  budget: number;
}

const UNIT = '(?:words?|w|wörtern?|wörter|woerter|palabras|mots|parole|palavras|woorden|слов|字|词|語|語程度)';
const WITH_UNIT = new RegExp(
  `\\s*[([（]\\s*(?:~|≈|ca\\.?|about|around|etwa|env\\.?)?\\s*(\\d[\\d.,'’  ]*)\\s*${UNIT}\\s*[)\\]）]`,
  'iu',
);
const BARE_NUMBER = /\s*[([]\s*~?\s*(\d{2,5})\s*[)\]]\s*$/u;

function parseLength(text: string): { heading: string; requestedWords: number | null } {
  const unit = WITH_UNIT.exec(text);
  if (unit) return { heading: text.replace(WITH_UNIT, ''), requestedWords: Number((unit[1] ?? '').replace(/\D/g, '')) };
  const bareNumber = BARE_NUMBER.exec(text);
  const value = bareNumber ? Number(bareNumber[1]) : 0;
  // A bare number is a length, unless it reads as a year.
  if (bareNumber && (value < 1000 || value > 2100))
    return { heading: text.replace(BARE_NUMBER, ''), requestedWords: value };
  return { heading: text, requestedWords: null };
}

type Line = { kind: 'heading'; level: number; text: string } | { kind: 'item'; text: string };

function readLines(markdown: string): Line[] {
  const result: Line[] = [];
  const lines = clean(markdown).split('\n');
  lines.forEach((line, i) => {
    const heading = /^\s{0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line);
    if (heading) result.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    else if (/^\s{0,3}(=+|-{2,})\s*$/.test(line)) {
      const last = result.at(-1);
      if (
        last?.kind === 'item' &&
        (lines[i - 1] ?? '').trim() !== '' &&
        !/^\s*([-*+•]|\d+[.)])\s/.test(lines[i - 1] ?? '')
      ) {
        result[result.length - 1] = { kind: 'heading', level: line.includes('=') ? 1 : 2, text: last.text };
      }
    } else if (line.trim() !== '' && !/^\s{0,3}(>|```|~~~|<!--|([*_]\s*){3,}$)/.test(line))
      result.push({ kind: 'item', text: line });
  });
  return result;
}

const MARK = /^\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)/;
const TOP_MARK = /^\s{0,1}(?:\*\*.+\*\*:?\s*$|\d{1,3}[.)]\s+)/;

function cleanItem(text: string): string {
  return toOneLine(toPlainText(text.replace(MARK, '')));
}

/** Splits by headings, else by numbered or bold lines, else returns the whole outline as one section. */
function splitSections(markdown: string): { heading: string; bullets: string[] }[] {
  const lines = readLines(markdown);
  const levels = lines.flatMap((l) => (l.kind === 'heading' ? [l.level] : []));
  const countLevel = (level: number): number => levels.filter((l) => l === level).length;
  const top = Math.min(...levels);
  // A single top heading above others is the title.
  const level =
    levels.length === 0
      ? 0
      : countLevel(top) === 1 && levels.length > 1
        ? Math.min(...levels.filter((l) => l > top))
        : top;
  const sections: { heading: string; bullets: string[] }[] = [];
  const isSection = (l: Line): boolean =>
    l.kind === 'heading' ? l.level === level : level === 0 && TOP_MARK.test(l.text);
  for (const line of lines) {
    const last = sections.at(-1);
    if (isSection(line))
      sections.push({
        heading: line.kind === 'heading' ? line.text : line.text.replace(/^(\s*)\d+[.)]\s+/, ''),
        bullets: [],
      });
    else if (line.kind === 'heading' && line.level < level) continue;
    else if (last) last.bullets.push(cleanItem(line.text));
    else if (level === 0) sections.push({ heading: '', bullets: [cleanItem(line.text)] });
  }
  return sections;
}

/**
 * Reads a generated or edited outline. Never fails: anything it does not recognise becomes a bullet. `scaled` says
 * whether the lengths in brackets missed the target so far that they were stretched to it.
 */
export function parseOutline(
  markdown: string,
  targetWords: number,
  pack: LanguagePack,
): { sections: OutlineSection[]; scaled: boolean } {
  const rawSections = splitSections(markdown).map((s) => ({ ...s, ...parseLength(toPlainText(s.heading)) }));
  const lengths = rawSections.map((s) =>
    s.requestedWords === null || s.requestedWords <= 0 ? null : s.requestedWords,
  );
  const knownLengths = lengths.filter((a) => a !== null);
  const total = knownLengths.reduce((a, b) => a + b, 0);
  const missingCount = rawSections.length - knownLengths.length;
  const remaining = targetWords - total;
  const mean = knownLengths.length > 0 ? total / knownLengths.length : targetWords / Math.max(1, rawSections.length);
  const share = missingCount === 0 ? 0 : remaining >= missingCount * 10 ? remaining / missingCount : mean;
  const requestedLengths = lengths.map((a) => a ?? share);
  const sum = requestedLengths.reduce((a, b) => a + b, 0);
  const isScaled = knownLengths.length > 0 && Math.abs(sum - targetWords) > targetWords * 0.05;
  const isExact = missingCount === 0 && !isScaled;
  const budgets = isExact ? requestedLengths.map(Math.round) : splitProportionally(targetWords, requestedLengths);
  const sections = rawSections.map((s, i) => {
    const heading = toOneLine(s.heading.replace(/^\s*\d{1,3}[.)]\s+/, '')).replace(/[\s:]+$/u, '');
    return {
      heading,
      role: detectRole(heading, i, rawSections.length, pack),
      bullets: s.bullets.filter((b) => b !== ''),
      requestedWords: lengths[i] ?? null,
      budget: budgets[i] ?? 1,
    };
  });
  return { sections, scaled: isScaled };
}
