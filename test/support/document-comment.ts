import type { DocumentComment } from '#markdown/comments/document-comment.ts';

/** Returns a comment on words of a text, as documents hold it. */
export const commentOn = (text: string, words: string, more: Partial<DocumentComment> = {}): DocumentComment => ({
  author: 'Ada Vance',
  at: '2026-11-21T10:00:00.000Z',
  text: `About “${words}”.`,
  from: text.indexOf(words),
  to: text.indexOf(words) + words.length,
  quote: words,
  removed: false,
  replacement: null,
  resolved: false,
  replies: [],
  ...more,
});
