import { StateEffect } from '@codemirror/state';
import type { DocumentComment } from '#markdown/comments/document-comment.ts';

/** The comments of a document whose text was inserted at the offset `at`, from which their offsets count. */
export interface ImportedComments {
  readonly comments: readonly DocumentComment[];
  readonly at: number;
  /** The document's text. */
  readonly markdown: string;
}

/** Dispatched when a document with comments was inserted. */
export const commentsImported = StateEffect.define<ImportedComments>();
