/** YouTube's own limits, which are narrower than what the service stores. */
import { formatNumber, plural } from '#renderer/ui/language.ts';

const MAX_TITLE = 100;
const MAX_TAG_CHARACTERS = 500;
const MAX_DESCRIPTION_BYTES = 5000;
/** Above this many, YouTube ignores every hashtag of a video. */
const MAX_HASHTAGS = 60;
/** YouTube shows this many above the title. */
const SHOWN_HASHTAGS = 3;

/** Returns a warning about a title that the platform would refuse, or null. */
export function checkTitle(title: string): string | null {
  const { length } = [...title.trim()];
  return length > MAX_TITLE ? `YouTube allows ${MAX_TITLE} characters. This has ${length}.` : null;
}

/** Counts tags as the platform does: with the commas between them, and two quotes around a tag with a space. */
export const countTagCharacters = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), Math.max(0, tags.length - 1));

/** Returns a warning about tags that the platform would refuse, or null. */
export function checkTags(tags: readonly string[]): string | null {
  const count = countTagCharacters(tags);
  return count > MAX_TAG_CHARACTERS
    ? `Tags can have ${MAX_TAG_CHARACTERS} characters on YouTube, including commas and quotes. These have ${formatNumber(count)}.`
    : null;
}

export const findHashtags = (description: string): readonly string[] =>
  description.match(/(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}_]+/gu) ?? [];

/** Returns how many hashtags a description has and what the platform does with them; null if there are none. */
export function describeHashtags(description: string): string | null {
  const tags = findHashtags(description);
  if (tags.length === 0) return null;
  const count = plural(tags.length, ['# hashtag', '# hashtags']);
  if (tags.length > MAX_HASHTAGS) return `${count}. With more than ${MAX_HASHTAGS}, YouTube ignores them all`;
  return tags.length > SHOWN_HASHTAGS ? `${count}, the first ${SHOWN_HASHTAGS} appear above the title` : count;
}

/** Returns a warning about a description that the platform would refuse, or null. */
export function checkDescription(description: string): string | null {
  if (/[<>]/.test(description)) return 'YouTube doesn’t allow < and > in descriptions.';
  const bytes = new TextEncoder().encode(description).length;
  if (bytes <= MAX_DESCRIPTION_BYTES) return null;
  return `YouTube allows ${formatNumber(MAX_DESCRIPTION_BYTES)} bytes. This has ${formatNumber(bytes)}; letters such as ä or 字 take more than one byte.`;
}
