import {
  isTrackedText,
  readCommentText,
  readTrackedText,
  type DocumentComment,
  type DocumentRemark,
} from '../comments/document-comment.ts';
import { followPlaces } from '../comments/text-anchor.ts';
import { extractMarks } from '../comments/range-marks.ts';
import type { Place } from '../text-diff.ts';
import { listDescendants, elements, getDirectText, type XmlElement } from '../xml.ts';
import type { Package } from './package.ts';

interface ListedComment extends DocumentRemark {
  readonly id: string;
  readonly resolved: boolean;
  /** The comment it answers; null for the first of a thread. */
  readonly parent: string | null;
}

/** Comments in the order in which the marks of the text number them. */
export interface CommentList {
  readonly threads: readonly ListedComment[];
  readonly replies: readonly ListedComment[];
  /** Maps the ids that the text uses to the numbers of the threads' marks. */
  readonly numbers: ReadonlyMap<string, number>;
}

function getWords(paragraph: XmlElement): string {
  return paragraph.children
    .map((child) => {
      if (typeof child === 'string') return '';
      if (child.name === 'w:t') return getDirectText(child);
      if (child.name === 'w:tab') return '\t';
      if (child.name === 'w:br' || child.name === 'w:cr') return '\n';
      return child.name === 'w:del' ? '' : getWords(child);
    })
    .join('');
}

/** Reads a date as the ISO time it means; Word writes the local time without a zone. */
function parseTime(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Reads the comments of these ids that belong to a part of a document. */
export function readCommentList(document: Package, path: string, ids: ReadonlySet<string | undefined>): CommentList {
  const root = document.findRelated(path, 'comments')?.root;
  const extendedElements = elements(document.findRelated(path, 'commentsExtended')?.root);
  const extendedById = new Map(extendedElements.map(({ attributes }) => [attributes['w15:paraId'], attributes]));
  const commentElements = elements(root).filter(
    ({ name, attributes }) => name === 'w:comment' && ids.has(attributes['w:id']),
  );
  const byParagraph = new Map<string, string>();
  const entries = commentElements.map((comment) => {
    const paragraphs = listDescendants(comment, 'w:p');
    const id = comment.attributes['w:id'] ?? '';
    // The last paragraph stands for the comment.
    const paragraph = paragraphs.at(-1)?.attributes['w14:paraId'] ?? '';
    byParagraph.set(paragraph, id);
    return {
      id,
      author: comment.attributes['w:author']?.trim() ?? '',
      at: parseTime(comment.attributes['w:date']),
      text: paragraphs.map(getWords).join('\n').trim(),
      extended: extendedById.get(paragraph),
    };
  });
  const comments = entries.map(({ extended: attributes, ...comment }): ListedComment => ({
    ...comment,
    resolved: /^(?:1|true|on)$/.test(attributes?.['w15:done'] ?? ''),
    parent: byParagraph.get(attributes?.['w15:paraIdParent'] ?? '\0') ?? null,
  }));
  const threads = comments.filter(({ parent }) => parent === null);
  return {
    threads,
    replies: comments.filter(({ parent }) => parent !== null),
    numbers: new Map(threads.map(({ id }, index) => [id, index])),
  };
}

/** Returns the comments whose suggestions are tracked changes in the text. */
export const listTrackedSuggestions = ({ threads }: CommentList): Map<string, string | null> =>
  new Map(threads.flatMap(({ id, text }) => (isTrackedText(text) ? [[id, null] as const] : [])));

/** Returns the message of a comment; a tracked change that is no longer in the text was decided. */
function getMessage({ id, text, resolved }: ListedComment, suggestions: ReadonlyMap<string, string | null>) {
  const suggestion = suggestions.get(id);
  if (suggestion === undefined) return { ...readCommentText(text), resolved };
  if (suggestion !== null)
    return { text: readTrackedText(text), replacement: suggestion, removedQuote: null, resolved };
  return { text, replacement: null, removedQuote: null, resolved: true };
}

/**
 * Takes blanks and the signs of emphasis from the edges of a place; widens a place without words to the word before it,
 * because some programs only say where a comment stands.
 */
function withWords(text: string, { from, to }: Place): Place {
  const words = text.slice(from, to);
  if (words.trim() !== '') {
    const [leadingSigns = '', trailing = ''] = [/^[\s*_~=`]*/, /[\s*_~=`]*$/].map(
      (signs) => signs.exec(words)?.[0] ?? '',
    );
    return leadingSigns.length === words.length
      ? { from, to }
      : { from: from + leadingSigns.length, to: to - trailing.length };
  }
  const before = /\S+\s*$/.exec(text.slice(0, from));
  return before ? { from: before.index, to: before.index + before[0].trimEnd().length } : { from, to };
}

/** Finds the words of the comments in the markdown by a reading of the same document that has marks around them. */
export function placeComments(
  list: CommentList,
  markdown: string,
  markedText: string,
  suggestions: ReadonlyMap<string, string | null>,
): DocumentComment[] {
  const { text, ranges } = extractMarks(markedText);
  const places = list.threads.map((_thread, index) => {
    const range = ranges.get(index);
    return range ? withWords(text, range) : { from: 0, to: 0 };
  });
  const followedPlaces = text === markdown ? places : followPlaces(text, markdown, places);
  return list.threads.map((thread, index) => {
    const { id, author, at } = thread;
    const place = followedPlaces[index] ?? null;
    const message = getMessage(thread, suggestions);
    const replies = list.replies.filter(({ parent }) => parent === id);
    const isRemoved = message.removedQuote !== null || place === null || place.from === place.to;
    return {
      author,
      at,
      text: message.text,
      replacement: message.replacement,
      resolved: message.resolved,
      from: isRemoved ? 0 : place.from,
      to: isRemoved ? 0 : place.to,
      quote: message.removedQuote ?? (isRemoved ? '' : markdown.slice(place.from, place.to)),
      removed: isRemoved,
      replies: replies.map((reply) => ({ author: reply.author, at: reply.at, text: reply.text })),
    };
  });
}
