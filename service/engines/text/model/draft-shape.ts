/** Distinguishes a draft from a refusal, a question or any other answer of a model. */
import { collapseSpaces } from '#markdown/collapse-spaces.ts';
import { countWords } from '#markdown/words.ts';

export type DraftKind = 'outline' | 'script' | 'humanize';

const REFUSAL =
  /^[\s*_#>“"]*(?:(?:i['’]?m|i am)\s+(?:\w+\s+)?sorry|sorry\b|i apologi[sz]e|unfortunately|i\s+(?:can['’]?t|cannot|won['’]t|must decline|have to decline)|i(?:['’]m| am)\s+(?:not able|unable)|as an? (?:ai|language model)|(?:es )?tut mir leid|leider kann ich|ich kann (?:\w+\s+){0,3}nicht|(?:je suis |)d[ée]sol[ée]e?|je ne peux pas|lo siento|no puedo)(?![\p{L}\p{N}])/iu;

/** Below these shares of the wanted words, an answer without a heading is no script, or may be a refusal. */
const MIN_SHARE = 0.2;
const MAX_REFUSAL_SHARE = 0.3;
const MAX_REFUSAL_WORDS = 60;
const MAX_QUOTE_LENGTH = 600;

const HEADING = /^#{1,6}\s+\S/m;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+\S/gm;

function isMachineText(text: string): boolean {
  if (/^<(?:!doctype\s+html|html)\b/i.test(text)) return true;
  if (!/^[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function hasShape(kind: DraftKind, text: string, wordCount: number, target: number | null): boolean {
  if (isMachineText(text)) return false;
  if (HEADING.test(text)) return true;
  if (kind === 'outline') return (text.match(LIST_ITEM) ?? []).length >= 2;
  return wordCount >= (target ?? 0) * MIN_SHARE;
}

const NAMES: Readonly<Record<DraftKind, string>> = { outline: 'an outline', script: 'a draft', humanize: 'a draft' };

function quote(text: string): string {
  const line = collapseSpaces(text);
  return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH).trimEnd()}…`;
}

/** Explains a refusal and quotes it; null if the text does not begin like one. */
export const describeRefusal = (text: string): string | null =>
  REFUSAL.test(text) ? `The model refused. It answered: “${quote(text)}”` : null;

/** Explains what the answer is instead of a draft; null for a draft. */
export function explainMissingDraft(kind: DraftKind, text: string, target: number | null): string | null {
  const wordCount = countWords(text);
  const isShort = wordCount < Math.max(MAX_REFUSAL_WORDS, (target ?? 0) * MAX_REFUSAL_SHARE);
  const refusal = isShort && !HEADING.test(text) ? describeRefusal(text) : null;
  if (refusal !== null) return refusal;
  if (hasShape(kind, text, wordCount, target)) return null;
  return `The model answered, but not with ${NAMES[kind]}: “${quote(text)}”`;
}
