import type { DocumentComment } from '#markdown/comments/document-comment.ts';

/** Returns a document's comment on a quote of its text. */
export const createComment = (
  text: string,
  quote: string,
  overrides: Partial<DocumentComment> = {},
): DocumentComment => ({
  author: 'Ada Vance',
  at: '2026-11-21T10:00:00.000Z',
  text: `About “${quote}”.`,
  from: text.indexOf(quote),
  to: text.indexOf(quote) + quote.length,
  quote,
  removed: false,
  replacement: null,
  resolved: false,
  replies: [],
  ...overrides,
});
