/** Distributes the sentences of a brief over the sections of its outline. */
import type { Sentence } from './material.ts';
import type { PlannedSection } from './sections.ts';
import { terms } from './text.ts';

const MAX_BULLET_WORDS = 32;
/** Shorter words of a heading, and these, say too little about what belongs under it. */
const MIN_TELLING = 4;
const VAGUE =
  /^(?:what|when|with|your|need|this|that|from|have|will|into|over|make|were|they|them|then|than|more|most|some|only|also|just|like|step|part|about|after|again|before|every|first|other|second|short|still|their|there|these|things?|third|those|under|until|where|which|while|would|could|should|wenn|wird|sind|eine|eine[mnrs]|oder|aber|auch|noch|nach|dein|mein|nicht|welche|warum|unter|para|como|pero|este|esta|todo|sobre|antes|cuando|donde|primer|pour|dans|avec|mais|plus|tout|vous|nous|avant|après|comme|quand)$/u;

export function bulletCount(budget: number): number {
  return Math.min(6, Math.max(1, Math.round(budget / 70)));
}

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

/** Finds the section that a sentence belongs to because they share a word; only headings that somebody wrote say so. */
class HeadingIndex {
  readonly #sections = new Map<string, PlannedSection | null>();

  constructor(sections: readonly PlannedSection[]) {
    for (const section of sections.filter(({ isUsual }) => !isUsual))
      for (const term of terms(section.heading).filter((word) => word.length >= MIN_TELLING && !VAGUE.test(word)))
        // A word of two headings belongs to neither.
        this.#sections.set(term, this.#sections.has(term) ? null : section);
  }

  sectionOf(sentence: Sentence): PlannedSection | null {
    const found = sentence.terms.flatMap((term) => this.#sections.get(term) ?? []);
    return found[0] ?? null;
  }
}

/** Splits the sentences into those of each section by its heading, with what leans on them, and the others. */
function byHeading(sections: readonly PlannedSection[], sentences: readonly Sentence[]) {
  const index = new HeadingIndex(sections);
  const own = new Map<PlannedSection, Sentence[]>();
  const others: Sentence[] = [];
  let last: PlannedSection | null = null;
  for (const sentence of sentences) {
    last = LEANS.test(sentence.text) ? last : index.sectionOf(sentence);
    if (last) own.set(last, [...(own.get(last) ?? []), sentence]);
    else others.push(sentence);
  }
  return { own, others };
}

/**
 * Distributes the sentences over the sections that make points: each gets those its heading speaks of and a run of
 * neighbouring others. Returns what becomes a bullet.
 */
export function deal(
  sections: readonly PlannedSection[],
  sentences: readonly Sentence[],
): Map<PlannedSection, Sentence[]> {
  const takers = sections.filter(({ role }) => role !== 'opening' && role !== 'closing' && role !== 'recap');
  const open = takers.length > 0 ? takers : sections;
  const { own, others } = byHeading(open, sentences);
  const order = new Map(sentences.map((sentence, place) => [sentence, place]));
  const all = open.reduce((sum, s) => sum + s.budget, 0) || 1;
  const out = new Map<PlannedSection, Sentence[]>();
  let at = 0;
  let share = 0;
  for (const section of open) {
    share += section.budget;
    const end = section === open.at(-1) ? others.length : Math.round((others.length * share) / all);
    const count = Math.max(1, bulletCount(section.budget) - (section.guides.length > 0 ? 1 : 0));
    const dealt = [...(own.get(section) ?? []), ...others.slice(at, end)];
    dealt.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    out.set(section, pick(dealt, count));
    at = end;
  }
  return out;
}
