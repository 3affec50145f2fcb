import type { DocumentComment } from '../comments/document-comment.ts';
import type { Place } from '../text-diff.ts';

/** Replaces the marked words of a suggestion; '' deletes them. */
export interface TrackedChange {
  readonly instead: string;
}

/** Matches signs and line ends that mean something else in a document than in the words of one paragraph. */
const MORE_THAN_WORDS = /[\n*_`[\]<>|$\\]/;

/** Marks at the same place could begin a change before the last one ends. */
const isOverlap = (one: Place, other: Place): boolean => one.from <= other.to && other.from <= one.to;

/**
 * Returns which suggestions a document can hold as tracked changes, by their index: open ones about words of one
 * paragraph, each on words of its own. What stands around the marked words has to be the same in the suggestion.
 */
export function trackedChanges(
  markdown: string,
  comments: readonly DocumentComment[],
  places: readonly (Place | null)[],
): ReadonlyMap<number, TrackedChange> {
  const changes = new Map<number, TrackedChange>();
  const taken: Place[] = [];
  for (const [index, { from, to, replacement, removed, resolved }] of comments.entries()) {
    const place = places[index] ?? null;
    if (replacement === null || !place || removed || resolved || taken.some((one) => isOverlap(one, place))) continue;
    const [lead, trail] = [markdown.slice(from, place.from), markdown.slice(place.to, to)];
    const isAround =
      replacement.length >= lead.length + trail.length && replacement.startsWith(lead) && replacement.endsWith(trail);
    const instead = replacement.slice(lead.length, replacement.length - trail.length);
    if (!isAround || MORE_THAN_WORDS.test(markdown.slice(place.from, place.to) + instead)) continue;
    changes.set(index, { instead });
    taken.push(place);
  }
  return changes;
}
