/** Tells a draft from a refusal, a question back, or something else that a model answered. */
import { countWords } from '#markdown/words.ts';

export type DraftKind = 'outline' | 'script' | 'humanize';

const REFUSAL =
  /^[\s*_#>“"]*(?:(?:i['’]?m|i am)\s+(?:\w+\s+)?sorry|sorry\b|i apologi[sz]e|unfortunately|i\s+(?:can['’]?t|cannot|won['’]t|must decline|have to decline)|i(?:['’]m| am)\s+(?:not able|unable)|as an? (?:ai|language model)|(?:es )?tut mir leid|leider kann ich|ich kann (?:\w+\s+){0,3}nicht|(?:je suis |)d[ée]sol[ée]e?|je ne peux pas|lo siento|no puedo)(?![\p{L}\p{N}])/iu;

/** Below these shares of the wished words, an answer without a heading is no script, or may be a refusal. */
const MIN_SHARE = 0.2;
const REFUSAL_SHARE = 0.3;
const REFUSAL_WORDS = 60;
const QUOTED = 600;

const HEADING = /^#{1,6}\s+\S/m;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+\S/gm;

function isMachineText(text: string): boolean {
  if (/^<(?:!doctype\s+html|html)\b/i.test(text)) return true;
  if (!/^[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function hasShape(kind: DraftKind, text: string, words: number, target: number | null): boolean {
  if (isMachineText(text)) return false;
  if (HEADING.test(text)) return true;
  if (kind === 'outline') return (text.match(ITEM) ?? []).length >= 2;
  return words >= (target ?? 0) * MIN_SHARE;
}

const NAMES: Readonly<Record<DraftKind, string>> = { outline: 'an outline', script: 'a draft', humanize: 'a draft' };

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= QUOTED ? line : `${line.slice(0, QUOTED).trimEnd()}…`;
}

/** Quotes a refusal in words for people; null if the text begins otherwise. */
export const refusalIn = (text: string): string | null =>
  REFUSAL.test(text) ? `The model refused. It answered: “${quoted(text)}”` : null;

/** Returns what the model did instead of writing a draft, in words for people, or null for a draft. */
export function noDraft(kind: DraftKind, text: string, target: number | null): string | null {
  const words = countWords(text);
  const isShort = words < Math.max(REFUSAL_WORDS, (target ?? 0) * REFUSAL_SHARE);
  const refusal = isShort && !HEADING.test(text) ? refusalIn(text) : null;
  if (refusal !== null) return refusal;
  if (hasShape(kind, text, words, target)) return null;
  return `The model answered, but not with ${NAMES[kind]}: “${quoted(text)}”`;
}
