import { collapseSpaces } from '../collapse-spaces.ts';
export interface DocumentRemark {
  readonly author: string;
  /** An ISO time; null if the document does not say. */
  readonly at: string | null;
  readonly text: string;
}

/** Comments on the words from `from` to `to` of the document's markdown. */
export interface DocumentComment extends DocumentRemark {
  readonly from: number;
  readonly to: number;
  /** The words commented on; `removed` tells if they are gone from the text. */
  readonly quote: string;
  readonly removed: boolean;
  /** Replaces the commented words; null if none are suggested. */
  readonly replacement: string | null;
  readonly resolved: boolean;
  readonly replies: readonly DocumentRemark[];
}

const SUGGESTION_HEADING = 'Suggested change:';
const DELETION = 'Suggested change: delete this.';
/** Begins a comment whose suggestion is a tracked change in the text. */
const TRACKED_CHANGE = 'Suggested change.';
const REMOVED_QUOTE = /^On “([^]*?)”, which is no longer in the text:\n/;

/**
 * Returns the text of a document's comment, whose readers know no suggestions and no removed words; `isTracked`
 * tells that the text has the suggestion.
 */
export function writeCommentText({ text, replacement, quote, removed }: DocumentComment, isTracked: boolean): string {
  if (isTracked) return [TRACKED_CHANGE, text].filter((part) => part !== '').join('\n');
  const prefix = removed ? `On “${collapseSpaces(quote)}”, which is no longer in the text:\n` : '';
  if (replacement === null) return prefix + text;
  if (replacement === '') return prefix + [DELETION, text].filter((part) => part !== '').join('\n');
  const lines = replacement.split('\n').map((line) => `> ${line}`);
  return prefix + [SUGGESTION_HEADING, ...lines, ...(text === '' ? [] : [text])].join('\n');
}

type CommentText = Pick<DocumentComment, 'text' | 'replacement'> & { readonly removedQuote: string | null };

/** True if the suggestion of a document's comment is a tracked change in the text. */
export const isTrackedText = (content: string): boolean =>
  content === TRACKED_CHANGE || content.startsWith(`${TRACKED_CHANGE}\n`);

/** Returns the message about a tracked change. */
export const readTrackedText = (content: string): string => content.slice(TRACKED_CHANGE.length).trim();

/** Parses the text of a document's comment. */
export function readCommentText(content: string): CommentText {
  const removedQuote = REMOVED_QUOTE.exec(content)?.[1] ?? null;
  const text = removedQuote === null ? content : content.replace(REMOVED_QUOTE, '');
  if (text === DELETION || text.startsWith(`${DELETION}\n`))
    return { replacement: '', text: text.slice(DELETION.length).trim(), removedQuote };
  const lines = text.split('\n');
  if (lines[0] !== SUGGESTION_HEADING || lines[1]?.startsWith('> ') !== true)
    return { replacement: null, text, removedQuote };
  const end = lines.findIndex((line, index) => index > 0 && !/^>(?: |$)/.test(line));
  const count = end < 0 ? lines.length : end;
  return {
    replacement: lines
      .slice(1, count)
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n'),
    text: lines.slice(count).join('\n'),
    removedQuote,
  };
}
