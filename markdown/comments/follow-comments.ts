import type { DocumentComment } from './document-comment.ts';
import { followPlaces } from './text-anchor.ts';

/** Follows comments from a text to another form of it, such as one without cues. */
export function followComments(
  comments: readonly DocumentComment[],
  before: string,
  after: string,
): readonly DocumentComment[] {
  if (before === after || comments.length === 0) return comments;
  const places = followPlaces(before, after, comments);
  return comments.map((comment, index) => {
    const place = comment.removed ? null : (places[index] ?? null);
    return place
      ? { ...comment, ...place, quote: after.slice(place.from, place.to) }
      : { ...comment, from: 0, to: 0, removed: true };
  });
}
