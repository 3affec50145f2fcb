import type { MarkdownIt, RendererRule, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { getFirstCode, isCodeLine, getLineText } from './lines.ts';

/**
 * Begins the label of a footnote, which is kept beside the link definitions; no link's label begins with a space. The
 * `href` of the definition is the footnote's number.
 */
const LABEL_PREFIX = ' ^';
const DEFINITION = /^\[\^([^\s[\]]+)\]:/;
const MENTION = /(?<!\\)\[\^([^\s[\]]+)\]/g;
const REFERENCE = /\[\^([^\s[\]]+)\]/y;

const NO_MENTIONS: readonly string[] = [];

export const isFootnoteLabel = (label: string): boolean => label.startsWith(LABEL_PREFIX);

/** Returns the label of a footnote's key, by which its number stands in `env.references`. */
export const toLabelKey = (md: MarkdownIt, key: string): string => LABEL_PREFIX + md.utils.normalizeReference(key);

/** Returns the labels of the footnotes that block tokens may refer to, in order. */
export function listMentions(md: MarkdownIt, tokens: readonly Token[]): readonly string[] {
  let labels: string[] | null = null;
  for (const { type, content } of tokens) {
    if (type !== 'inline' || !content.includes('[^')) continue;
    labels ??= [];
    for (const [, key = ''] of content.matchAll(MENTION)) labels.push(toLabelKey(md, key));
  }
  return labels ?? NO_MENTIONS;
}

/** Returns the labels of the defined footnotes in the order of their numbers: as they are mentioned, then the others. */
export function orderFootnotes(definedLabels: Iterable<string>, mentions: Iterable<string>): string[] {
  const labels = new Set([...definedLabels].filter(isFootnoteLabel));
  const order = new Set<string>();
  for (const label of mentions) if (labels.has(label)) order.add(label);
  for (const label of labels) order.add(label);
  return [...order];
}

function footnoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (getFirstCode(state, startLine) !== 0x5b || isCodeLine(state, startLine)) return false;
  const [marker, key = ''] = DEFINITION.exec(getLineText(state, startLine)) ?? [];
  if (marker === undefined) return false;
  if (silent) return true;
  const label = toLabelKey(state.md, key);
  state.env.references ??= {};
  state.env.references[label] ??= { href: '', title: '' };
  const openToken = state.push('footnote_open', 'li', 1);
  openToken.meta = { label };
  const { parentType } = state;
  const [begin = 0, shift = 0, count = 0] = [state.bMarks[startLine], state.tShift[startLine], state.sCount[startLine]];
  const textStart = begin + shift + marker.length;
  // The text after the marker counts as indented like the lines that continue it.
  state.blkIndent += 4;
  state.bMarks[startLine] = textStart;
  state.tShift[startLine] = state.skipSpaces(textStart) - textStart;
  state.sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.bMarks[startLine] = begin;
  state.tShift[startLine] = shift;
  state.sCount[startLine] = count;
  openToken.map = [startLine, state.line];
  state.push('footnote_close', 'li', -1);
  return true;
}

/** Reads `[^key]`; in a text parsed apart from its definitions (`env.apart`) any key is one. */
function referenceRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
  REFERENCE.lastIndex = state.pos;
  const [match, key = ''] = REFERENCE.exec(state.src) ?? [];
  if (match === undefined || state.pos + match.length > state.posMax) return false;
  const definition = state.env.references?.[toLabelKey(state.md, key)];
  if (!definition && state.env['apart'] !== true) return false;
  if (!silent) state.push('footnote_reference', 'sup', 0).meta = { number: Number(definition?.href) };
  state.pos += match.length;
  return true;
}

function numberFootnotes(state: StateCore): void {
  const references = state.env.references ?? {};
  for (const [index, label] of orderFootnotes(Object.keys(references), listMentions(state.md, state.tokens)).entries())
    references[label] = { href: String(index + 1), title: '' };
}

export interface Footnotes {
  /** The tokens outside of footnotes. */
  readonly body: Token[];
  /** Maps labels to the tokens inside each footnote. */
  readonly notes: ReadonlyMap<string, Token[]>;
}

/** Takes footnotes out of the text around them; those with the same label become one. */
export function splitFootnotes(tokens: readonly Token[]): Footnotes {
  const body: Token[] = [];
  const notes = new Map<string, Token[]>();
  const openNotes: Token[][] = [body];
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const label = String(token.meta?.['label']);
      const note = notes.get(label) ?? [];
      notes.set(label, note);
      openNotes.push(note);
    } else if (token.type === 'footnote_close') openNotes.pop();
    else openNotes.at(-1)?.push(token);
  }
  return { body, notes };
}

/** Puts the way back to the text at the end of a footnote. */
function withBackLink(state: StateCore, note: Token[], meta: { number: number }): Token[] {
  const backLink = Object.assign(new state.Token('footnote_back', 'a', 0), { meta });
  const last = note.at(-1)?.type === 'paragraph_close' ? note.at(-2)?.children : null;
  last?.push(backLink);
  return last ? note : [...note, backLink];
}

/** Returns the tokens of all footnotes, numbered by `order`; those in `mentions` lead back to the text. */
export function createFootnoteSection(
  state: StateCore,
  notes: Footnotes['notes'],
  order: readonly string[],
  mentions: ReadonlySet<string>,
): Token[] {
  const createBlock = (type: string, nesting: 1 | -1, meta: Token['meta'] = null): Token =>
    Object.assign(new state.Token(type, 'li', nesting), { block: true, meta });
  const items = order.flatMap((label, index) => {
    const note = notes.get(label) ?? [];
    const meta = { number: index + 1 };
    const text = mentions.has(label) ? withBackLink(state, note, meta) : note;
    return [createBlock('footnote_open', 1, meta), ...text, createBlock('footnote_close', -1)];
  });
  return items.length === 0 ? [] : [createBlock('footnotes_open', 1), ...items, createBlock('footnotes_close', -1)];
}

function moveToEnd(state: StateCore): void {
  if (!state.tokens.some(({ type }) => type === 'footnote_open')) return;
  const mentions = listMentions(state.md, state.tokens);
  const { body, notes } = splitFootnotes(state.tokens);
  const order = orderFootnotes(Object.keys(state.env.references ?? {}), mentions);
  state.tokens = [...body, ...createFootnoteSection(state, notes, order, new Set(mentions))];
}

/** Writes an id if `env.ids` asks for them; only the first reference to a footnote has one. */
const getId = (env: Parameters<RendererRule>[3], id: string): string => {
  const ids = env?.['ids'];
  if (!(ids instanceof Set) || ids.has(id)) return '';
  ids.add(id);
  return ` id="${id}"`;
};

/**
 * Reads footnotes: `[^key]` in the text and `[^key]: …` as a block, whose further lines are indented. They are shown at
 * the end of the script, numbered as they are mentioned.
 */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', footnoteRule, { alt: ['paragraph', 'reference'] });
  md.inline.ruler.before('link', 'footnote', referenceRule);
  md.core.ruler.after('block', 'footnote_numbers', numberFootnotes);
  md.core.ruler.push('footnotes', moveToEnd);
  const { rules } = md.renderer;
  rules['footnote_reference'] = (tokens, index, _options, env) => {
    const noteNumber = String(tokens[index]?.meta?.['number']);
    return `<sup class="footnote"><a href="#note-${noteNumber}"${getId(env, `note-ref-${noteNumber}`)}>${noteNumber}</a></sup>`;
  };
  rules['footnotes_open'] = () => '<section class="footnotes">\n<ol>\n';
  rules['footnotes_close'] = () => '</ol>\n</section>\n';
  rules['footnote_open'] = (tokens, index, _options, env) =>
    `<li${getId(env, `note-${String(tokens[index]?.meta?.['number'])}`)}>\n`;
  rules['footnote_close'] = () => '</li>\n';
  rules['footnote_back'] = (tokens, index) => ` <a href="#note-ref-${String(tokens[index]?.meta?.['number'])}">↩</a>`;
}
