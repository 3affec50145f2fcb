import {
  isTrackedText,
  readCommentText,
  readTrackedText,
  type DocumentComment,
  type DocumentRemark,
} from '../comments/document-comment.ts';
import { keptPlaces } from '../comments/text-anchor.ts';
import { takeMarks } from '../comments/range-marks.ts';
import type { Place } from '../text-diff.ts';
import { descendants, elements, textIn, type XmlElement } from '../xml.ts';
import type { Package } from './package.ts';

interface Listed extends DocumentRemark {
  readonly id: string;
  readonly resolved: boolean;
  /** Is the comment it answers; null for the first of a thread. */
  readonly parent: string | null;
}

/** Keeps the order in which the marks of the text number the comments. */
export interface CommentList {
  readonly threads: readonly Listed[];
  readonly replies: readonly Listed[];
  /** Maps the ids that the text uses to the numbers of the threads' marks. */
  readonly numbers: ReadonlyMap<string, number>;
}

function wordsOf(paragraph: XmlElement): string {
  return paragraph.children
    .map((child) => {
      if (typeof child === 'string') return '';
      if (child.name === 'w:t') return textIn(child);
      if (child.name === 'w:tab') return '\t';
      if (child.name === 'w:br' || child.name === 'w:cr') return '\n';
      return child.name === 'w:del' ? '' : wordsOf(child);
    })
    .join('');
}

/** Reads a date as the ISO time it means; Word writes the local time without a zone. */
function timeOf(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Reads the comments of these ids that belong to a part of a document. */
export function readCommentList(document: Package, path: string, ids: ReadonlySet<string | undefined>): CommentList {
  const root = document.related(path, 'comments')?.root;
  const extended = elements(document.related(path, 'commentsExtended')?.root);
  const known = new Map(extended.map(({ attributes }) => [attributes['w15:paraId'], attributes]));
  const found = elements(root).filter(({ name, attributes }) => name === 'w:comment' && ids.has(attributes['w:id']));
  const byParagraph = new Map<string, string>();
  const listed = found.map((comment) => {
    const paragraphs = descendants(comment, 'w:p');
    const id = comment.attributes['w:id'] ?? '';
    // The last paragraph stands for the comment.
    const paragraph = paragraphs.at(-1)?.attributes['w14:paraId'] ?? '';
    byParagraph.set(paragraph, id);
    return {
      id,
      author: comment.attributes['w:author']?.trim() ?? '',
      at: timeOf(comment.attributes['w:date']),
      text: paragraphs.map(wordsOf).join('\n').trim(),
      more: known.get(paragraph),
    };
  });
  const all = listed.map(({ more, ...comment }): Listed => ({
    ...comment,
    resolved: /^(?:1|true|on)$/.test(more?.['w15:done'] ?? ''),
    parent: byParagraph.get(more?.['w15:paraIdParent'] ?? '\0') ?? null,
  }));
  const threads = all.filter(({ parent }) => parent === null);
  return {
    threads,
    replies: all.filter(({ parent }) => parent !== null),
    numbers: new Map(threads.map(({ id }, index) => [id, index])),
  };
}

/** Returns the comments whose suggestions are tracked changes in the text. */
export const trackedSuggestions = ({ threads }: CommentList): Map<string, string | null> =>
  new Map(threads.flatMap(({ id, text }) => (isTrackedText(text) ? [[id, null] as const] : [])));

/** Returns what a comment says; a tracked change that is no longer in the text was decided. */
function saidBy({ id, text, resolved }: Listed, suggestions: ReadonlyMap<string, string | null>) {
  const tracked = suggestions.get(id);
  if (tracked === undefined) return { ...readCommentText(text), resolved };
  if (tracked !== null) return { text: readTrackedText(text), replacement: tracked, gone: null, resolved };
  return { text, replacement: null, gone: null, resolved: true };
}

/**
 * Takes blanks and the signs of emphasis from the edges of a place; widens a place without words to the word before it,
 * because some programs only say where a comment stands.
 */
function withWords(text: string, { from, to }: Place): Place {
  const words = text.slice(from, to);
  if (words.trim() !== '') {
    const [lead = '', trail = ''] = [/^[\s*_~=`]*/, /[\s*_~=`]*$/].map((signs) => signs.exec(words)?.[0] ?? '');
    return lead.length === words.length ? { from, to } : { from: from + lead.length, to: to - trail.length };
  }
  const before = /\S+\s*$/.exec(text.slice(0, from));
  return before ? { from: before.index, to: before.index + before[0].trimEnd().length } : { from, to };
}

/** Finds the words of the comments in the markdown by a reading of the same document that has marks around them. */
export function placeComments(
  list: CommentList,
  markdown: string,
  marked: string,
  suggestions: ReadonlyMap<string, string | null>,
): DocumentComment[] {
  const { text, ranges } = takeMarks(marked);
  const places = list.threads.map((_thread, index) => {
    const range = ranges.get(index);
    return range ? withWords(text, range) : { from: 0, to: 0 };
  });
  const kept = text === markdown ? places : keptPlaces(text, markdown, places);
  return list.threads.map((thread, index) => {
    const { id, author, at } = thread;
    const place = kept[index] ?? null;
    const message = saidBy(thread, suggestions);
    const replies = list.replies.filter(({ parent }) => parent === id);
    const isGone = message.gone !== null || place === null || place.from === place.to;
    return {
      author,
      at,
      text: message.text,
      replacement: message.replacement,
      resolved: message.resolved,
      from: isGone ? 0 : place.from,
      to: isGone ? 0 : place.to,
      quote: message.gone ?? (isGone ? '' : markdown.slice(place.from, place.to)),
      removed: isGone,
      replies: replies.map((reply) => ({ author: reply.author, at: reply.at, text: reply.text })),
    };
  });
}
