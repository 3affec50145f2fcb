import { lowered, raised } from '../script-letters.ts';

/** Match the endings of ordinals, which are raised by habit only, and signs that are raised by themselves. */
const PLAIN = /^(?:st|nd|rd|th|[®©™])$/i;

/** Returns raised or lowered text as plain text; null if Unicode has no signs for it. */
export function raisedText(kind: 'sup' | 'sub', text: string): string | null {
  const trimmed = text.trim();
  if (kind === 'sub') return lowered(trimmed);
  if (trimmed === 'TM') return '™';
  return PLAIN.test(trimmed) ? trimmed : raised(trimmed);
}
