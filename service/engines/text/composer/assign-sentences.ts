import type { OutlineSection } from './outline-parse.ts';
import type { Sentence } from './material.ts';
import { toComparisonKey, getTerms } from './text.ts';

/** Leaves the rest of a section to its bullets. */
const SECTION_SHARE = 0.85;

interface BulletPosition {
  section: OutlineSection;
  bullet: number;
}

/** Maps each term to the bullets that contain it. A term in very many bullets is meaningless and left out. */
function indexBullets(sections: readonly OutlineSection[]): Map<string, BulletPosition[]> {
  const index = new Map<string, BulletPosition[]>();
  for (const section of sections) {
    section.bullets.forEach((text, bullet) => {
      for (const term of getTerms(`${section.heading} ${text}`)) {
        const positions = index.get(term) ?? [];
        positions.push({ section, bullet });
        index.set(term, positions);
      }
    });
  }
  for (const [term, positions] of index) if (positions.length > 12) index.delete(term);
  return index;
}

/** Returns the bullet that shares the most terms with a sentence, if it shares at least two. */
function findBestBullet(sentence: Sentence, index: ReadonlyMap<string, BulletPosition[]>): BulletPosition | null {
  const scores = new Map<BulletPosition['section'], number[]>();
  let best: BulletPosition | null = null;
  let bestScore = 1;
  for (const term of sentence.terms) {
    for (const position of index.get(term) ?? []) {
      const row = scores.get(position.section) ?? [];
      scores.set(position.section, row);
      const score = (row[position.bullet] ?? 0) + 1;
      row[position.bullet] = score;
      if (score > bestScore) {
        best = position;
        bestScore = score;
      }
    }
  }
  return best;
}

/**
 * Assigns the sentences to the bullets, in the user's order: sentences stay with the bullet they follow, so that "it"
 * and "these" keep their meaning. If no bullet is one of the sentences, shared words decide where a run goes.
 * Sentences without room are `spare`: any section that runs short may use them.
 */
export function assignSentences(
  sections: readonly OutlineSection[],
  sentences: readonly Sentence[],
): { bySection: Map<OutlineSection, Sentence[][]>; spare: Sentence[] } {
  const bySection = new Map(sections.map((s) => [s, s.bullets.map((): Sentence[] => [])]));
  const remainingWords = new Map(sections.map((s) => [s, s.budget * SECTION_SHARE]));
  const bullets = new Map(
    sections.flatMap((section) =>
      section.bullets.map((b, bullet): [string, BulletPosition] => [toComparisonKey(b), { section, bullet }]),
    ),
  );
  const hasAnchors = sentences.some((s) => bullets.has(toComparisonKey(s.text)));
  const index = indexBullets(sections);
  const spareSentences: Sentence[] = [];
  let position: BulletPosition | null = null;
  for (const sentence of sentences) {
    const anchor = bullets.get(toComparisonKey(sentence.text));
    if (anchor !== undefined) {
      position = anchor;
      remainingWords.set(anchor.section, (remainingWords.get(anchor.section) ?? 0) - sentence.words);
      continue;
    }
    if (!hasAnchors || position === null) position = findBestBullet(sentence, index) ?? position;
    const remaining = position === null ? 0 : (remainingWords.get(position.section) ?? 0);
    const bulletSentences =
      position === null || remaining < sentence.words ? undefined : bySection.get(position.section)?.[position.bullet];
    if (position === null || bulletSentences === undefined) spareSentences.push(sentence);
    else {
      bulletSentences.push(sentence);
      remainingWords.set(position.section, remaining - sentence.words);
    }
  }
  return { bySection, spare: spareSentences };
}
