import type { DocumentComment } from '../comments/document-comment.ts';
import type { Place } from '../text-diff.ts';

/** Replaces the marked words of a suggestion; '' deletes them. */
export interface TrackedChange {
  readonly replacementText: string;
}

/** Matches signs and line ends that mean something else in a document than in the words of one paragraph. */
const MARKUP = /[\n*_`[\]<>|$\\]/;

/** Marks at the same place could begin a change before the last one ends. */
const overlaps = (place: Place, otherPlace: Place): boolean =>
  place.from <= otherPlace.to && otherPlace.from <= place.to;

/**
 * Finds the suggestions that a document can hold as tracked changes, by index: open ones about words of one
 * paragraph, each on words of its own. The text around the marked words has to be the same in the suggestion.
 */
export function listTrackedChanges(
  markdown: string,
  comments: readonly DocumentComment[],
  places: readonly (Place | null)[],
): ReadonlyMap<number, TrackedChange> {
  const changes = new Map<number, TrackedChange>();
  const usedPlaces: Place[] = [];
  for (const [index, { from, to, replacement, removed, resolved }] of comments.entries()) {
    const place = places[index] ?? null;
    if (
      replacement === null ||
      !place ||
      removed ||
      resolved ||
      usedPlaces.some((usedPlace) => overlaps(usedPlace, place))
    )
      continue;
    const [leadingText, trailing] = [markdown.slice(from, place.from), markdown.slice(place.to, to)];
    const keepsSurroundings =
      replacement.length >= leadingText.length + trailing.length &&
      replacement.startsWith(leadingText) &&
      replacement.endsWith(trailing);
    const replacementText = replacement.slice(leadingText.length, replacement.length - trailing.length);
    if (!keepsSurroundings || MARKUP.test(markdown.slice(place.from, place.to) + replacementText)) continue;
    changes.set(index, { replacementText });
    usedPlaces.push(place);
  }
  return changes;
}
