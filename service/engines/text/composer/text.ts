import { splitSentences } from '#markdown/sentences.ts';

/** Small pure tools over plain and markdown text, shared by the composer's parts. Safe for any script. */

const SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
// eslint-disable-next-line no-control-regex -- control characters are what is being removed
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g;
const TERMINAL = /[.!?…。！？。．।॥۔؟]["'”’»›」』）)\]]*$/u;
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’」』）)]*$/u;

/** Line ends unified, control characters and broken surrogates gone. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROLS, ' ')
    .replace(SURROGATES, '\uFFFD');
}

/** One line, single spaces. */
export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ').trim();
}

export function endsSentence(text: string): boolean {
  return TERMINAL.test(text);
}

/** The text with a full stop if it has no end of its own. */
export function finish(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || TERMINAL.test(trimmed)) return trimmed;
  const bare = trimmed.replace(/[\s,;:،、；：\-–—]+$/u, '');
  if (bare === '') return '';
  if (TERMINAL.test(bare)) return bare;
  return CJK_END.test(bare) ? `${bare}。` : `${bare}.`;
}

/** Without the mark a sentence ends in: to stand inside another one. */
export function unfinished(text: string): string {
  return text.trim().replace(/[.。।…]+$/u, '');
}

/** Markdown to the text a reader sees: markers, links and escapes resolved. Good enough for one line of an outline. */
export function plain(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_, c: string) => String.fromCharCode(0xe000 + c.charCodeAt(0)))
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/[\ue021-\ue07e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xe000));
}

/** Plain text as markdown that shows exactly that text: nothing in it becomes a link, a tag or emphasis. */
export function escapeInline(text: string): string {
  return text
    .replace(/[\\`[\]]/g, '\\$&')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/~(?=~)|(?<=~)~/g, '\\~')
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, '\\&');
}

/** Escaped text made safe to begin a line: it becomes no heading, list, quote, fence or rule. */
export function escapeStart(inline: string): string {
  if (/^\d{1,9}[.)](\s|$)/.test(inline)) return inline.replace(/^(\d+)([.)])/, '$1\\$2');
  return /^(#{1,6}(\s|$)|[-+*](\s|$)|>|={2,}|-{3,}|~{3})/.test(inline) ? `\\${inline}` : inline;
}

/** Plain text as a line of its own: `escapeInline` and `escapeStart` in one. */
export function escapeLine(text: string): string {
  return escapeStart(escapeInline(text.trim()));
}

const LIST_MARK = /^\s*(?:[-*+•·‣–—]\s+|\(?\d{1,3}[.)]\s+|#{1,6}\s+|>\s?)+/u;

/** Paragraphs of pasted text: lines that were only wrapped are joined, list items and headings stand alone. */
function paragraphs(text: string): string[] {
  const out: string[] = [];
  let open = false;
  for (const raw of clean(text).split('\n')) {
    const line = raw.trim();
    if (line === '' || /^([-*_=]\s*){3,}$/.test(line)) {
      open = false;
      continue;
    }
    const bare = line.replace(LIST_MARK, '').trim();
    if (bare === '') continue;
    const last = out.at(-1);
    const continues = open && bare === line && last !== undefined && !endsSentence(last) && /^\p{Ll}/u.test(bare);
    if (continues) out[out.length - 1] = `${last} ${bare}`;
    else out.push(bare);
    open = true;
  }
  return out;
}

/** Every sentence or fragment of a pasted text, in order, without list markers; fragments keep having no full stop. */
export function pieces(text: string, tag = 'en'): string[] {
  return paragraphs(text)
    .flatMap((p) => splitSentences(oneLine(p), tag))
    .filter((s) => /[\p{L}\p{N}]/u.test(s));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** What a text is about, for matching: longer words in lower case; pairs of characters where words have no spaces. */
export function terms(text: string): string[] {
  const out = new Set<string>();
  for (const match of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = match[0];
    if (UNSPACED.test(word)) {
      const chars = [...word];
      for (let i = 0; i + 1 < chars.length && i < 60; i += 1) out.add(`${chars[i]}${chars[i + 1]}`);
    } else if (word.length >= 4) out.add(word.length > 6 ? word.slice(0, 6) : word);
  }
  return [...out];
}

/** For comparing: case, spacing and punctuation gone. */
export function key(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim() || text.trim()
  );
}
