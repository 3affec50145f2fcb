import type { Env, MarkdownIt, Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { orderFootnotes, listMentions } from './syntax/footnote.ts';
import { findFrontMatter } from './syntax/front-matter.ts';
import { findChange, toTextSource, type TextChange, type TextSource } from './text-change.ts';

/** The definition of a link, or of a footnote, whose `href` is its number. */
export interface Reference {
  readonly href: string;
  readonly title: string;
}

/** A top-level block. `from` and `line` stay up to date while the text around it changes. */
export interface Block {
  from: number;
  /** Counts from 0 in the script. */
  line: number;
  /** Tokens of markdown-it; their line maps count from the block's first line, and inline parts are unparsed. */
  readonly tokens: Token[];
  /** The first definition of each label, in order. */
  readonly references: ReadonlyMap<string, Reference>;
  /** Lists the labels of footnotes that the block may refer to, in order. */
  readonly mentions: readonly string[];
}

/** Replaces `removed` blocks with `added` ones from `start` on. */
export interface BlockUpdate {
  readonly start: number;
  readonly removedBlocks: readonly Block[];
  readonly addedBlocks: readonly Block[];
  /** Lists labels whose definition for the whole script was added, removed or changed. */
  readonly labels: ReadonlySet<string>;
}

/**
 * Parses this many blocks before a changed one again: a block depends on the line after it, and a link definition
 * looks for its title through the whole block after it.
 */
const LOOK_BACK = 2;
/** Parses this many blocks after a boundary before it counts as valid, for the same reason. */
const LOOK_AHEAD = 3;

const NO_REFERENCES: ReadonlyMap<string, Reference> = new Map();

/**
 * Splits a source into its top-level blocks, exactly where markdown-it's own block parser does, up to the first offset
 * and line that `isKnown` accepts. A fragment does not begin at the script's top.
 */
function parseBlocks(
  md: MarkdownIt,
  source: string,
  isFragment: boolean,
  isKnown: (from: number, line: number) => boolean,
): Block[] {
  const blocks: Block[] = [];
  if (!source) return blocks;
  const env: Env = { fragment: isFragment };
  const tokens: Token[] = [];
  const state = new md.block.State(source, md, env, tokens);
  const rules = md.block.ruler.getRules('');
  let line = state.skipEmptyLines(0);
  while (line < state.lineMax && !isKnown(state.bMarks[line] ?? 0, line)) {
    env.references = {};
    state.line = line;
    if (!rules.some((rule) => rule(state, line, state.lineMax, false))) throw new Error('No block rule took the line');
    const blockTokens = tokens.splice(0);
    for (const token of blockTokens) if (token.map) token.map = [token.map[0] - line, token.map[1] - line];
    const definitions = Object.entries(env.references);
    blocks.push({
      from: state.bMarks[line] ?? 0,
      line,
      tokens: blockTokens,
      references: definitions.length > 0 ? new Map(definitions) : NO_REFERENCES,
      mentions: listMentions(md, blockTokens),
    });
    line = state.skipEmptyLines(state.line);
  }
  return blocks;
}

function isSameToken(a: Token, b: Token | undefined): boolean {
  return (
    b !== undefined &&
    a.type === b.type &&
    a.tag === b.tag &&
    a.content === b.content &&
    a.info === b.info &&
    a.markup === b.markup &&
    a.hidden === b.hidden &&
    a.map?.[0] === b.map?.[0] &&
    a.map?.[1] === b.map?.[1] &&
    (a.attrs === b.attrs || String(a.attrs) === String(b.attrs))
  );
}

function areSameReferences(a: ReadonlyMap<string, Reference>, b: ReadonlyMap<string, Reference>): boolean {
  if (a.size !== b.size) return false;
  for (const [label, one] of a) if (!isSameReference(one, b.get(label))) return false;
  return true;
}

function isSameReference(a: Reference | undefined, b: Reference | undefined): boolean {
  return a?.href === b?.href && a?.title === b?.title;
}

function isSameBlock(a: Block | undefined, b: Block | undefined): boolean {
  if (!a || !b || a.tokens.length !== b.tokens.length) return false;
  return (
    areSameReferences(a.references, b.references) &&
    a.tokens.every((token, index) => isSameToken(token, b.tokens[index]))
  );
}

/** Returns the index of the last item at or before `position`, or 0 if there is none. */
export function findLastAtOrBefore<T>(items: readonly T[], position: number, getPosition: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && getPosition(item) <= position) low = middle;
    else high = middle;
  }
  return low;
}

const READ_STEP = 1024;

/** Returns a text's lines by their number, reading no more than is asked for. */
function createLineReader(source: TextSource): (line: number) => string | undefined {
  const lines: string[] = [];
  let read = 0;
  let rest = '';
  return (line) => {
    while (lines.length <= line && read < source.length) {
      const parts = (rest + source.sliceString(read, read + READ_STEP)).split('\n');
      read = Math.min(source.length, read + READ_STEP);
      rest = parts.pop() ?? '';
      lines.push(...parts);
    }
    return lines[line] ?? (line === lines.length && rest !== '' ? rest : undefined);
  };
}

/** Returns the offset up to which a text decides where its front matter ends. */
function findFrontMatterEnd(source: TextSource): number {
  const lineAt = createLineReader(source);
  let end = 0;
  for (let line = 0; line < findFrontMatter(lineAt).decisive; line += 1) end += (lineAt(line)?.length ?? 0) + 1;
  return end;
}

/**
 * A script as top-level blocks: a change parses only the blocks around it again, with the same result as parsing
 * the whole text.
 */
export class BlockDocument {
  readonly #md = createParser({ html: true });
  #source: TextSource = toTextSource('');
  /** Set if carriage returns make the source differ from what the parser sees; then whole texts are compared. */
  #normalised: string | null = null;
  readonly #blocks: Block[] = [];
  #references: ReadonlyMap<string, Reference> = NO_REFERENCES;
  #frontMatterEnd = findFrontMatterEnd(toTextSource(''));

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** The first definition of each label in the script, and the footnotes with their numbers. */
  get references(): ReadonlyMap<string, Reference> {
    return this.#references;
  }

  /** Applies the new text. Without `change` the texts are compared to find it. */
  update(text: string | TextSource, change?: TextChange): BlockUpdate {
    if (this.#normalised !== null) return this.#updateNormalised(text);
    const before = this.#source;
    const source = typeof text === 'string' ? toTextSource(text) : text;
    const textChange = change ?? findChange(before.sliceString(0), source.sliceString(0));
    if (source.sliceString(textChange.from, textChange.toNew).includes('\r')) {
      this.#normalised = before.sliceString(0);
      return this.#updateNormalised(text);
    }
    this.#source = source;
    return this.#apply(textChange);
  }

  #updateNormalised(text: string | TextSource): BlockUpdate {
    const fullText = typeof text === 'string' ? text : text.sliceString(0);
    const normalizedText = fullText.replace(/\r\n?/g, '\n');
    const change = findChange(this.#normalised ?? '', normalizedText);
    this.#normalised = normalizedText;
    this.#source = toTextSource(normalizedText);
    return this.#apply(change);
  }

  #apply(change: TextChange): BlockUpdate {
    const old = this.#blocks;
    const isAtTop = change.from <= this.#frontMatterEnd;
    if (isAtTop) this.#frontMatterEnd = findFrontMatterEnd(this.#source);
    const start = isAtTop ? 0 : Math.max(0, findLastAtOrBefore(old, change.from, (block) => block.from) - LOOK_BACK);
    const { addedBlocks: added, end } = this.#parseAround(start, change, isAtTop ? this.#frontMatterEnd : 0);
    const removedBlocks = old.slice(start, end);
    let head = 0;
    while (head < removedBlocks.length && isSameBlock(removedBlocks[head], added[head]))
      this.#reuseBlock(removedBlocks[head], added, head++);
    let tail = 0;
    while (tail < removedBlocks.length - head && tail < added.length - head) {
      const before = removedBlocks[removedBlocks.length - 1 - tail];
      if (!isSameBlock(before, added[added.length - 1 - tail])) break;
      tail += 1;
      this.#reuseBlock(before, added, added.length - tail);
    }
    old.splice(start, end - start, ...added);
    const update = {
      start: start + head,
      removedBlocks: removedBlocks.slice(head, removedBlocks.length - tail),
      addedBlocks: added.slice(head, added.length - tail),
    };
    return { ...update, labels: this.#mergeReferences(update) };
  }

  /** Replaces a parsed block by the equal old one, updated to the new position. */
  #reuseBlock(block: Block | undefined, newBlocks: Block[], index: number): void {
    const parsedBlock = newBlocks[index];
    if (!block || !parsedBlock) return;
    block.from = parsedBlock.from;
    block.line = parsedBlock.line;
    newBlocks[index] = block;
  }

  /**
   * Parses from block `start` on, at least up to the offset `minEnd`, until a boundary matches that of an unchanged old
   * block, whose index is `end`.
   */
  #parseAround(start: number, change: TextChange, minEnd: number): { addedBlocks: Block[]; end: number } {
    const old = this.#blocks;
    const source = this.#source;
    const delta = change.toNew - change.to;
    const from = start > 0 ? (old[start]?.from ?? 0) : 0;
    const line = start > 0 ? (old[start]?.line ?? 0) : 0;
    let firstAfter = old.length === 0 ? 0 : findLastAtOrBefore(old, change.to, (block) => block.from);
    while (firstAfter < old.length && (old[firstAfter]?.from ?? 0) < Math.max(change.to, minEnd - delta))
      firstAfter += 1;
    for (let lookAhead = LOOK_AHEAD; ; lookAhead *= 2) {
      const lastBlock = old[firstAfter + lookAhead];
      const to = lastBlock ? lastBlock.from + delta : source.length;
      const lastComparable = lastBlock ? firstAfter + lookAhead - LOOK_AHEAD : old.length - 1;
      let end = firstAfter;
      let lineShift: number | undefined;
      const isKnown = (offset: number, offsetLine: number): boolean => {
        while (end <= lastComparable && (old[end]?.from ?? 0) + delta < from + offset) end += 1;
        const candidate = end <= lastComparable ? old[end] : undefined;
        if (candidate === undefined || candidate.from + delta !== from + offset) return false;
        lineShift = line + offsetLine - candidate.line;
        return true;
      };
      const text = source.sliceString(from, to).replaceAll('\0', '\ufffd');
      const newBlocks = parseBlocks(this.#md, text, from > 0, isKnown);
      for (const block of newBlocks) {
        block.from += from;
        block.line += line;
      }
      if (lineShift !== undefined) {
        for (let index = end; index < old.length; index += 1) {
          const block = old[index];
          if (!block) break;
          block.from += delta;
          if (lineShift !== 0) block.line += lineShift;
        }
        return { addedBlocks: newBlocks, end };
      }
      if (!lastBlock) return { addedBlocks: newBlocks, end: old.length };
    }
  }

  /** Updates the whole script's definitions and returns the labels that changed. */
  #mergeReferences(update: Pick<BlockUpdate, 'removedBlocks' | 'addedBlocks'>): Set<string> {
    const labels = new Set<string>();
    const hasReferences = (block: Block) => block.references.size > 0 || block.mentions.length > 0;
    if (!update.removedBlocks.some(hasReferences) && !update.addedBlocks.some(hasReferences)) return labels;
    const mergedReferences = new Map<string, Reference>();
    for (const block of this.#blocks)
      for (const [label, reference] of block.references)
        if (!mergedReferences.has(label)) mergedReferences.set(label, reference);
    const mentions = this.#blocks.flatMap((block) => block.mentions);
    for (const [index, label] of orderFootnotes(mergedReferences.keys(), mentions).entries())
      mergedReferences.set(label, { href: String(index + 1), title: '' });
    for (const label of [...this.#references.keys(), ...mergedReferences.keys()])
      if (!isSameReference(this.#references.get(label), mergedReferences.get(label))) labels.add(label);
    this.#references = mergedReferences;
    return labels;
  }
}
