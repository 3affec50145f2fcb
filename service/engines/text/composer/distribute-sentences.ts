/** Distributes the sentences of a brief over the sections of its outline. */
import type { Sentence } from './material.ts';
import type { PlannedSection } from './sections.ts';
import { getTerms } from './text.ts';

const MAX_BULLET_WORDS = 32;
/** Shorter words and these are too general to match sentences to a heading. */
const MIN_WORD_LENGTH = 4;
const VAGUE_WORDS =
  /^(?:what|when|with|your|need|this|that|from|have|will|into|over|make|were|they|them|then|than|more|most|some|only|also|just|like|step|part|about|after|again|before|every|first|other|second|short|still|their|there|these|things?|third|those|under|until|where|which|while|would|could|should|wenn|wird|sind|eine|eine[mnrs]|oder|aber|auch|noch|nach|dein|mein|nicht|welche|warum|unter|para|como|pero|este|esta|todo|sobre|antes|cuando|donde|primer|pour|dans|avec|mais|plus|tout|vous|nous|avant|après|comme|quand)$/u;

export function countBullets(budget: number): number {
  return Math.min(6, Math.max(1, Math.round(budget / 70)));
}

/** Matches sentences that refer to the one before and therefore make no bullet of their own. */
const DEPENDENT_START =
  /^(?:It|They|These|This|Those|That|He|She|His|Her|Its|Their|And|But|So|Es|Sie|Er|Dies\p{L}*|Das|Und|Aber|Ce|Cela|Ça|Il|Elle|Ils|Elles|Et|Mais|Esto|Eso|Esta|Este|Ellos|Y|Pero)(?![\p{L}'’])/u;

/** Picks up to `count` sentences spread evenly over a run: the first of each part that stands on its own. */
function pickBullets(run: readonly Sentence[], count: number): Sentence[] {
  const size = Math.max(1, Math.ceil(run.length / count));
  const selectedSentences: Sentence[] = [];
  for (let start = 0; start < run.length; start += size) {
    const part = run.slice(start, start + size).filter((s) => s.words <= MAX_BULLET_WORDS);
    const sentence = part.find((s) => !DEPENDENT_START.test(s.text)) ?? part[0];
    if (sentence !== undefined) selectedSentences.push(sentence);
  }
  return selectedSentences;
}

/** Finds the section whose heading shares a word with a sentence; built-in headings don't count. */
class HeadingIndex {
  readonly #sections = new Map<string, PlannedSection | null>();

  constructor(sections: readonly PlannedSection[]) {
    for (const section of sections.filter(({ isBuiltIn }) => !isBuiltIn))
      for (const term of getTerms(section.heading).filter(
        (word) => word.length >= MIN_WORD_LENGTH && !VAGUE_WORDS.test(word),
      ))
        // A word of two headings belongs to neither.
        this.#sections.set(term, this.#sections.has(term) ? null : section);
  }

  getSection(sentence: Sentence): PlannedSection | null {
    const sections = sentence.terms.flatMap((term) => this.#sections.get(term) ?? []);
    return sections[0] ?? null;
  }
}

/**
 * Splits the sentences into those that match a section's heading, with those that refer back to them, and the others.
 */
function groupByHeading(sections: readonly PlannedSection[], sentences: readonly Sentence[]) {
  const index = new HeadingIndex(sections);
  const bySection = new Map<PlannedSection, Sentence[]>();
  const others: Sentence[] = [];
  let last: PlannedSection | null = null;
  for (const sentence of sentences) {
    last = DEPENDENT_START.test(sentence.text) ? last : index.getSection(sentence);
    if (last) bySection.set(last, [...(bySection.get(last) ?? []), sentence]);
    else others.push(sentence);
  }
  return { bySection, others };
}

/**
 * Distributes the sentences over the sections that make points: each gets those that match its heading and a run of
 * neighbouring others. Returns the bullets.
 */
export function distributeSentences(
  sections: readonly PlannedSection[],
  sentences: readonly Sentence[],
): Map<PlannedSection, Sentence[]> {
  const pointSections = sections.filter(({ role }) => role !== 'opening' && role !== 'closing' && role !== 'recap');
  const targets = pointSections.length > 0 ? pointSections : sections;
  const { bySection, others } = groupByHeading(targets, sentences);
  const order = new Map(sentences.map((sentence, index) => [sentence, index]));
  const totalBudget = targets.reduce((sum, s) => sum + s.budget, 0) || 1;
  const bullets = new Map<PlannedSection, Sentence[]>();
  let start = 0;
  let budgetSoFar = 0;
  for (const section of targets) {
    budgetSoFar += section.budget;
    const end = section === targets.at(-1) ? others.length : Math.round((others.length * budgetSoFar) / totalBudget);
    const count = Math.max(1, countBullets(section.budget) - (section.guides.length > 0 ? 1 : 0));
    const sectionSentences = [...(bySection.get(section) ?? []), ...others.slice(start, end)];
    sectionSentences.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    bullets.set(section, pickBullets(sectionSentences, count));
    start = end;
  }
  return bullets;
}
