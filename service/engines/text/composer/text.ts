import { collapseSpaces } from '#markdown/collapse-spaces.ts';
import { splitSentences } from '#markdown/sentences.ts';
import { UNSPACED_LETTERS } from '#markdown/words.ts';

/**
 * Provides small pure functions for plain and markdown text, shared by the composer's parts and safe for any script.
 */

const SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
// eslint-disable-next-line no-control-regex -- control characters are what is being removed
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g;
const TERMINAL = /[.!?…。！？。．।॥۔؟]["'”’»›」』）)\]]*$/u;
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’」』）)]*$/u;

/** Unifies line ends and replaces control characters and broken surrogates. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROLS, ' ')
    .replace(SURROGATES, '\uFFFD');
}

export function toOneLine(text: string): string {
  return collapseSpaces(clean(text));
}

export function endsSentence(text: string): boolean {
  return TERMINAL.test(text);
}

/** Adds a full stop if the text has no end mark. */
export function withEndMark(text: string): string {
  const trimmedText = text.trim();
  if (trimmedText === '' || TERMINAL.test(trimmedText)) return trimmedText;
  const strippedText = trimmedText.replace(/[\s,;:،、；：\-–—]+$/u, '');
  if (strippedText === '') return '';
  if (TERMINAL.test(strippedText)) return strippedText;
  return CJK_END.test(strippedText) ? `${strippedText}。` : `${strippedText}.`;
}

/** Fills slots such as `{x}` in a sentence; values are inserted unchanged. */
export function fill(form: string, values: Readonly<Record<string, string>>): string {
  return form.replace(/\{(\w)\}/g, (slot, name: string) => values[name] ?? slot);
}

/** Removes the end mark, so that the text fits into another sentence. */
export function withoutEndMark(text: string): string {
  return text.trim().replace(/[.。।…]+$/u, '');
}

/**
 * Reduces markdown to the text a reader sees: resolves markers, links and escapes. Good enough for one outline line.
 */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_, c: string) => String.fromCharCode(0xe000 + c.charCodeAt(0)))
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/[\ue021-\ue07e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xe000));
}

/** Escapes plain text, so that markdown shows exactly that text: nothing becomes a link, a tag or emphasis. */
export function escapeInline(text: string): string {
  return text
    .replace(/[\\`[\]]/g, '\\$&')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/~(?=~)|(?<=~)~/g, '\\~')
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, '\\&');
}

/** Makes escaped text safe at the start of a line: it becomes no heading, list, quote, fence or rule. */
export function escapeStart(inline: string): string {
  if (/^\d{1,9}[.)](\s|$)/.test(inline)) return inline.replace(/^(\d+)([.)])/, '$1\\$2');
  return /^(#{1,6}(\s|$)|[-+*](\s|$)|>|={2,}|-{3,}|~{3})/.test(inline) ? `\\${inline}` : inline;
}

export function escapeLine(text: string): string {
  return escapeStart(escapeInline(text.trim()));
}

const LIST_MARK = /^\s*(?:[-*+•·‣–—]\s+|\(?\d{1,3}[.)]\s+|#{1,6}\s+|>\s?)+/u;

/** Splits pasted text into paragraphs: joins wrapped lines, keeps list items and headings separate. */
function splitParagraphs(text: string): string[] {
  const result: string[] = [];
  let isOpen = false;
  for (const rawLine of clean(text).split('\n')) {
    const line = rawLine.trim();
    if (line === '' || /^([-*_=]\s*){3,}$/.test(line)) {
      isOpen = false;
      continue;
    }
    const strippedLine = line.replace(LIST_MARK, '').trim();
    if (strippedLine === '') continue;
    const last = result.at(-1);
    const isContinued =
      isOpen && strippedLine === line && last !== undefined && !endsSentence(last) && /^\p{Ll}/u.test(strippedLine);
    if (isContinued) result[result.length - 1] = `${last} ${strippedLine}`;
    else result.push(strippedLine);
    isOpen = true;
  }
  return result;
}

/** Returns each sentence or fragment of a pasted text, in order, without list markers; fragments get no full stop. */
export function splitPieces(text: string, tag = 'en'): string[] {
  return splitParagraphs(text)
    .flatMap((p) => splitSentences(toOneLine(p), tag))
    .filter((s) => /[\p{L}\p{N}]/u.test(s));
}

/** Returns terms for matching: longer words in lower case, or pairs of characters for scripts without spaces. */
export function getTerms(text: string): string[] {
  const result = new Set<string>();
  for (const match of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = match[0];
    if (UNSPACED_LETTERS.test(word)) {
      const chars = [...word];
      for (let i = 0; i + 1 < chars.length && i < 60; i += 1) result.add(`${chars[i]}${chars[i + 1]}`);
    } else if (word.length >= 4) result.add(word.length > 6 ? word.slice(0, 6) : word);
  }
  return [...result];
}

/** Normalises case, spacing and punctuation for comparisons. */
export function toComparisonKey(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim() || text.trim()
  );
}
