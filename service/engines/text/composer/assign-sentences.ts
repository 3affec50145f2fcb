import type { OutlineSection } from './outline-parse.ts';
import type { Sentence } from './material.ts';
import { key, terms } from './text.ts';

/** Leaves the rest of a section to its bullets. */
const SHARE_OF_SECTION = 0.85;

interface Place {
  section: OutlineSection;
  bullet: number;
}

/** Maps each term to the bullets that contain it. A term in very many bullets says nothing and is left out. */
function indexBullets(sections: readonly OutlineSection[]): Map<string, Place[]> {
  const index = new Map<string, Place[]>();
  for (const section of sections) {
    section.bullets.forEach((text, bullet) => {
      for (const term of terms(`${section.heading} ${text}`)) {
        const places = index.get(term) ?? [];
        places.push({ section, bullet });
        index.set(term, places);
      }
    });
  }
  for (const [term, places] of index) if (places.length > 12) index.delete(term);
  return index;
}

/** Returns the bullet that shares the most terms with a sentence, if it shares at least two. */
function bestPlace(sentence: Sentence, index: ReadonlyMap<string, Place[]>): Place | null {
  const scores = new Map<Place['section'], number[]>();
  let best: Place | null = null;
  let bestScore = 1;
  for (const term of sentence.terms) {
    for (const place of index.get(term) ?? []) {
      const row = scores.get(place.section) ?? [];
      scores.set(place.section, row);
      const score = (row[place.bullet] ?? 0) + 1;
      row[place.bullet] = score;
      if (score > bestScore) {
        best = place;
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
  const room = new Map(sections.map((s) => [s, s.budget * SHARE_OF_SECTION]));
  const bullets = new Map(
    sections.flatMap((section) => section.bullets.map((b, bullet): [string, Place] => [key(b), { section, bullet }])),
  );
  const anchored = sentences.some((s) => bullets.has(key(s.text)));
  const index = indexBullets(sections);
  const spare: Sentence[] = [];
  let place: Place | null = null;
  for (const sentence of sentences) {
    const anchor = bullets.get(key(sentence.text));
    if (anchor !== undefined) {
      place = anchor;
      room.set(anchor.section, (room.get(anchor.section) ?? 0) - sentence.words);
      continue;
    }
    if (!anchored || place === null) place = bestPlace(sentence, index) ?? place;
    const left = place === null ? 0 : (room.get(place.section) ?? 0);
    const taken = place === null || left < sentence.words ? undefined : bySection.get(place.section)?.[place.bullet];
    if (place === null || taken === undefined) spare.push(sentence);
    else {
      taken.push(sentence);
      room.set(place.section, left - sentence.words);
    }
  }
  return { bySection, spare };
}
