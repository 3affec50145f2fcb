export interface DocumentRemark {
  readonly author: string;
  /** Is an ISO time; null if the document does not say. */
  readonly at: string | null;
  readonly text: string;
}

/** Comments on the words from `from` to `to` of the document's markdown. */
export interface DocumentComment extends DocumentRemark {
  readonly from: number;
  readonly to: number;
  /** Keeps the words; they may be gone from the text, which `removed` tells. */
  readonly quote: string;
  readonly removed: boolean;
  /** Replaces the commented words; null if none are suggested. */
  readonly replacement: string | null;
  readonly resolved: boolean;
  readonly replies: readonly DocumentRemark[];
}

const SUGGESTED = 'Suggested change:';
const DELETION = 'Suggested change: delete this.';
/** Begins a comment whose suggestion is a tracked change in the text. */
const TRACKED = 'Suggested change.';
const REMOVED = /^On “([^]*?)”, which is no longer in the text:\n/;

/**
 * Returns what a document's comment says, whose readers know no suggestions and no words that are gone; `isTracked`
 * tells that the text has the suggestion.
 */
export function writeCommentText({ text, replacement, quote, removed }: DocumentComment, isTracked: boolean): string {
  if (isTracked) return [TRACKED, text].filter((part) => part !== '').join('\n');
  const gone = removed ? `On “${quote.replace(/\s+/g, ' ').trim()}”, which is no longer in the text:\n` : '';
  if (replacement === null) return gone + text;
  if (replacement === '') return gone + [DELETION, text].filter((part) => part !== '').join('\n');
  const lines = replacement.split('\n').map((line) => `> ${line}`);
  return gone + [SUGGESTED, ...lines, ...(text === '' ? [] : [text])].join('\n');
}

type CommentText = Pick<DocumentComment, 'text' | 'replacement'> & { readonly gone: string | null };

/** Tells whether the suggestion of a document's comment is a tracked change in the text. */
export const isTrackedText = (written: string): boolean => written === TRACKED || written.startsWith(`${TRACKED}\n`);

/** Returns what is said about a tracked change. */
export const readTrackedText = (written: string): string => written.slice(TRACKED.length).trim();

/** Reads what a document's comment says. */
export function readCommentText(written: string): CommentText {
  const gone = REMOVED.exec(written)?.[1] ?? null;
  const text = gone === null ? written : written.replace(REMOVED, '');
  if (text === DELETION || text.startsWith(`${DELETION}\n`))
    return { replacement: '', text: text.slice(DELETION.length).trim(), gone };
  const lines = text.split('\n');
  if (lines[0] !== SUGGESTED || lines[1]?.startsWith('> ') !== true) return { replacement: null, text, gone };
  const end = lines.findIndex((line, index) => index > 0 && !/^>(?: |$)/.test(line));
  const count = end < 0 ? lines.length : end;
  return {
    replacement: lines
      .slice(1, count)
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n'),
    text: lines.slice(count).join('\n'),
    gone,
  };
}
