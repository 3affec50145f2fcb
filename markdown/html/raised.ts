import { toSubscript, toSuperscript } from '../script-letters.ts';

/** Endings of ordinals, which are raised by habit only, and signs that are raised by themselves. */
const ALREADY_PLAIN = /^(?:st|nd|rd|th|[®©™])$/i;

/** Returns raised or lowered text as plain text; null if Unicode has no signs for it. */
export function toRaisedText(kind: 'sup' | 'sub', text: string): string | null {
  const trimmedText = text.trim();
  if (kind === 'sub') return toSubscript(trimmedText);
  if (trimmedText === 'TM') return '™';
  return ALREADY_PLAIN.test(trimmedText) ? trimmedText : toSuperscript(trimmedText);
}
