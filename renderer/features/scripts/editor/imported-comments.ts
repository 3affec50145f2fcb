import { StateEffect } from '@codemirror/state';
import type { DocumentComment } from '#markdown/comments/document-comment.ts';

/** Carries the comments of a document whose text was inserted; their offsets count from `at`, where it begins. */
export interface ImportedComments {
  readonly comments: readonly DocumentComment[];
  readonly at: number;
  /** The text as the document has it. */
  readonly markdown: string;
}

/** Dispatched when a document with comments was inserted. */
export const commentsImported = StateEffect.define<ImportedComments>();
