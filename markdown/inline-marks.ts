import type { toMarkdown } from 'mdast-util-to-markdown';

import { createParser } from './parser.ts';

type Nodes = Parameters<typeof toMarkdown>[0];
type Phrasing = Extract<Nodes, { type: 'paragraph' }>['children'][number];
type Link = Extract<Nodes, { type: 'link' }>;

export interface Highlight {
  type: 'highlight';
  children: Phrasing[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    highlight: Highlight;
  }
  interface RootContentMap {
    highlight: Highlight;
  }
}

/** Ordered by importance: the last ones are dropped first. */
const MARKERS = { strong: '**', emphasis: '*', delete: '~~', highlight: '==' } as const;
type Mark = keyof typeof MARKERS;
// @wc-ignore
const MARKS: readonly Mark[] = ['strong', 'emphasis', 'delete', 'highlight'];
const isMark = (type: string): type is Mark => Object.hasOwn(MARKERS, type);

/** A node with the marks and the link around it. */
interface Leaf {
  readonly node: Exclude<Phrasing, { type: Mark | 'link' }>;
  readonly marks: ReadonlySet<Mark>;
  readonly link: Link | null;
}

function getLeaves(nodes: readonly Phrasing[], marks: ReadonlySet<Mark>, link: Link | null): Leaf[] {
  return nodes.flatMap((node): Leaf[] => {
    if (node.type === 'link') return getLeaves(node.children, marks, { ...node, url: node.url.replaceAll('$', '%24') });
    if (isMark(node.type) && 'children' in node) {
      return getLeaves(node.children, new Set([...marks, node.type]), link);
    }
    return [{ node: node as Leaf['node'], marks, link }];
  });
}

const isBreak = (leaf: Leaf | undefined): boolean =>
  leaf?.node.type === 'break' || (leaf?.node.type === 'raw' && leaf.node.value === '<br>');
const getText = ({ node }: Leaf): string | null => (node.type === 'text' ? node.value : null);
const withText = (leaf: Leaf, value: string): Leaf => ({ ...leaf, node: { type: 'text', value } });
const withoutMark = (leaf: Leaf, mark: Mark): Leaf => ({
  ...leaf,
  marks: new Set([...leaf.marks].filter((a) => a !== mark)),
});
const isSame = (a: Leaf, b: Leaf): boolean =>
  a.link?.url === b.link?.url && a.marks.size === b.marks.size && [...a.marks].every((mark) => b.marks.has(mark));

/** Two stretches of code beside each other would be read as one, with their characters in it. */
const mergeCode = (a: Leaf, b: Leaf): Leaf | null =>
  a.node.type === 'inlineCode' && b.node.type === 'inlineCode'
    ? { ...b, node: { type: 'inlineCode', value: a.node.value + b.node.value } }
    : null;

/** Removes spaces that markdown would not keep, at the ends, beside breaks and in a row, and joins equal neighbours. */
function joinLeaves(leaves: readonly Leaf[]): Leaf[] {
  const result: Leaf[] = [];
  const endLine = (): void => {
    for (let last = result.at(-1); last; last = result.at(-1)) {
      const text = getText(last)?.replace(/[\t ]+$/, '');
      if (text === undefined) return;
      result.pop();
      if (text !== '') return void result.push(withText(last, text));
    }
  };
  for (const leaf of leaves) {
    const last = result.at(-1);
    if (isBreak(leaf)) endLine();
    const text = getText(leaf)?.replace(/[\t\n\r ]+/g, ' ');
    if (text === undefined) {
      const code = last && isSame(last, leaf) ? mergeCode(last, leaf) : null;
      if (code) result[result.length - 1] = code;
      else result.push(leaf);
      continue;
    }
    const isLineStart = last === undefined || isBreak(last) || getText(last)?.endsWith(' ') === true;
    const value = isLineStart ? text.replace(/^ /, '') : text;
    const previousText = last && isSame(last, leaf) ? getText(last) : null;
    if (previousText !== null) result[result.length - 1] = withText(leaf, previousText + value);
    else if (value !== '') result.push(withText(leaf, value));
  }
  endLine();
  return result;
}

/** Whitespace and punctuation as CommonMark's rules for marks see them. */
const SPACE = /[\s]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

const getCharacters = (leaf: Leaf): string[] => {
  if (isBreak(leaf)) return [' '];
  return leaf.node.type === 'text' ? [...leaf.node.value] : ['.'];
};

/** Returns whether a mark can stand between two characters, the second of which it encloses. */
const isFlanking = (outside: string, inside: string): boolean =>
  !SPACE.test(inside) && (!PUNCTUATION.test(inside) || SPACE.test(outside) || PUNCTUATION.test(outside));

interface Run {
  readonly mark: Mark;
  readonly from: number;
  /** The index after the last leaf. */
  readonly to: number;
}

function getRuns(leaves: readonly Leaf[]): Run[] {
  return MARKS.flatMap((mark) => {
    const runs: Run[] = [];
    for (let from = 0; from < leaves.length; from += 1) {
      if (!leaves[from]?.marks.has(mark)) continue;
      let to = from + 1;
      while (leaves[to]?.marks.has(mark)) to += 1;
      runs.push({ mark, from, to });
      from = to;
    }
    return runs;
  });
}

/** Takes one character, or a leaf that is no text, out of a mark at one of its ends. */
function shrinkMark(leaves: readonly Leaf[], { mark, from, to }: Run, atStart: boolean): Leaf[] {
  const index = atStart ? from : to - 1;
  const leaf = leaves[index];
  if (!leaf) return [...leaves];
  const characters = getText(leaf) === null ? [] : getCharacters(leaf);
  const outside = (atStart ? characters.shift() : characters.pop()) ?? '';
  const parts: Leaf[] =
    characters.length === 0
      ? [withoutMark(leaf, mark)]
      : [withText(withoutMark(leaf, mark), outside), withText(leaf, characters.join(''))];
  return [...leaves.slice(0, index), ...(atStart ? parts : parts.reverse()), ...leaves.slice(index + 1)];
}

/** Brackets and quotes that enclose: each opening one stands before its closing one. */
const PAIRS = '()[]{}「」『』（）“”‘’«»‹›《》〈〉【】〔〕［］""';

/** Moves spaces, and punctuation where markdown would not recognize the mark otherwise, out of the marks. */
function moveMarksToWords(input: readonly Leaf[]): Leaf[] {
  let leaves = [...input];
  const getCharacter = (index: number, atEnd: boolean): string => {
    const leaf = leaves[index];
    return (leaf ? getCharacters(leaf) : [' ']).at(atEnd ? -1 : 0) ?? ' ';
  };
  const canOpen = ({ from }: Run): boolean => isFlanking(getCharacter(from - 1, true), getCharacter(from, false));
  const canClose = ({ to }: Run): boolean => isFlanking(getCharacter(to, false), getCharacter(to - 1, true));
  for (let run = getRuns(leaves).find((a) => !canOpen(a) || !canClose(a)); run;) {
    const { mark, from, to } = run;
    const isPair = PAIRS.includes(getCharacter(from, false) + getCharacter(to - 1, true));
    const atStart = !canOpen(run);
    leaves = shrinkMark(leaves, run, atStart);
    // Takes both brackets of a pair out of the mark, never only one.
    const rest = getRuns(leaves).find((a) => a.mark === mark && a.from >= from && a.to <= to + 1);
    if (isPair && rest) leaves = shrinkMark(leaves, rest, !atStart);
    run = getRuns(leaves).find((a) => !canOpen(a) || !canClose(a));
  }
  return leaves;
}

/** Nests marks and links, the longest outside. */
function nestMarks(leaves: readonly Leaf[], openMarks: ReadonlySet<Mark | Link>): Phrasing[] {
  const result: Phrasing[] = [];
  for (let from = 0; from < leaves.length;) {
    const leaf = leaves[from];
    if (!leaf) break;
    const getLength = (matches: (b: Leaf) => boolean): number => {
      let to = from;
      for (let b = leaves[to]; b && matches(b); b = leaves[to]) to += 1;
      return to - from;
    };
    const isOpen = leaf.link !== null && [...openMarks].some((a) => typeof a !== 'string');
    let longest: { mark: Mark | Link; size: number } | null =
      leaf.link && !isOpen ? { mark: leaf.link, size: getLength(({ link }) => link?.url === leaf.link?.url) } : null;
    for (const mark of MARKS) {
      if (!leaf.marks.has(mark) || openMarks.has(mark)) continue;
      const size = getLength(({ marks }) => marks.has(mark));
      if (!longest || size > longest.size) longest = { mark, size };
    }
    if (!longest) {
      result.push(leaf.node);
      from += 1;
      continue;
    }
    const { mark, size } = longest;
    const children = nestMarks(leaves.slice(from, from + size), new Set([...openMarks, mark]));
    result.push(
      typeof mark === 'string'
        ? ({ type: mark, children } as Phrasing)
        : { ...mark, children: children as Link['children'] },
    );
    from += size;
  }
  return result;
}

/** Writes marks around letters, spaces and full stops that stand for the real text, to see how they are read. */
function writeSketch(nodes: readonly Phrasing[]): string {
  return nodes
    .map((node) => {
      if (isMark(node.type) && 'children' in node) {
        return MARKERS[node.type] + writeSketch(node.children) + MARKERS[node.type];
      }
      if (node.type === 'link') return `[${writeSketch(node.children)}](x)`;
      return toSketch({ node: node as Leaf['node'], marks: new Set(), link: null });
    })
    .join('');
}

const toSketch = (leaf: Leaf): string =>
  getCharacters(leaf)
    .map((char) => (SPACE.test(char) ? ' ' : PUNCTUATION.test(char) ? '.' : 'a'))
    .join('');

const TOKENS: Readonly<Record<string, Mark>> = { strong: 'strong', em: 'emphasis', s: 'delete', mark: 'highlight' };
let parser: ReturnType<typeof createParser> | undefined;

/** Returns the index of the first leaf that markdown would read with other marks, or null if all are read as meant. */
function findFirstMisread(leaves: readonly Leaf[]): number | null {
  parser ??= createParser({ html: false });
  const [inline] = parser.parseInline(writeSketch(nestMarks(leaves, new Set())), {});
  const openMarks = new Set<Mark>();
  const readBack: string[] = [];
  for (const { type, content, nesting } of inline?.children ?? []) {
    const mark = TOKENS[type.replace(/_(?:open|close)$/, '')];
    if (mark && nesting > 0) openMarks.add(mark);
    else if (mark && nesting < 0) openMarks.delete(mark);
    else for (const char of content) readBack.push(char + [...openMarks].sort().join(''));
  }
  let position = 0;
  for (const [index, leaf] of leaves.entries()) {
    const marks = [...leaf.marks].sort().join('');
    for (const char of toSketch(leaf)) if (readBack[position++] !== char + marks) return index;
  }
  return position === readBack.length ? null : leaves.length - 1;
}

/** Gives up marks that markdown would not read as they are meant. */
function makeReadable(input: readonly Leaf[]): Leaf[] {
  let leaves = moveMarksToWords(input);
  for (let runs = getRuns(leaves); runs.length > 0; runs = getRuns(leaves)) {
    const misreadIndex = findFirstMisread(leaves);
    if (misreadIndex === null) return leaves;
    const nearbyRuns = runs.filter(({ from, to }) =>
      [from, to].some((end) => end === misreadIndex || end === misreadIndex + 1),
    );
    const run = nearbyRuns.at(-1) ?? runs.at(-1);
    const next = leaves.map((leaf, index) =>
      run && index >= run.from && index < run.to ? withoutMark(leaf, run.mark) : leaf,
    );
    leaves = moveMarksToWords(joinLeaves(next));
  }
  return leaves;
}

/** Matches text that has a formula between dollar signs, as markdown would read it. */
const FORMULA = /\$\$|\$(?!\s)[^]*?[^\s\\$]\$(?!\d)/;

/** Returns whether a dollar sign could begin a formula; marks and code beside it make that hard to tell. */
function mayHoldFormula(leaves: readonly Leaf[]): boolean {
  const text = leaves.map(({ node }) => ('value' in node ? node.value : 'alt' in node ? node.alt : '')).join('');
  const isPlain = leaves.every((leaf) => getText(leaf) !== null && leaf.marks.size === 0 && leaf.link === null);
  return isPlain ? FORMULA.test(text) : text.indexOf('$') !== text.lastIndexOf('$');
}

/** Escapes dollar signs that would begin a formula, and a colon that would make a reference a footnote's text. */
function escapeLeaves(leaves: readonly Leaf[]): Leaf[] {
  const hasFormula = mayHoldFormula(leaves);
  return leaves.flatMap((leaf, index): Leaf[] => {
    const text = getText(leaf);
    if (text === null) return [leaf];
    const hasColon = index === 1 && leaves[0]?.node.type === 'footnoteReference' && text.startsWith(':');
    if (!hasFormula && !hasColon) return [leaf];
    return text
      .split(hasFormula ? /(\$)/ : /^(:)/)
      .filter((part) => part !== '')
      .map((part, position) =>
        part === '$' || (hasColon && position === 0 && part === ':')
          ? { ...leaf, node: { type: 'raw', value: `\\${part}` } }
          : withText(leaf, part),
      );
  });
}

/** Splits a paragraph where two breaks or more follow each other. */
function splitParagraphs(leaves: readonly Leaf[]): Leaf[][] {
  const result: Leaf[][] = [[]];
  let breaks: Leaf[] = [];
  for (const leaf of leaves) {
    if (isBreak(leaf)) {
      breaks.push(leaf);
      continue;
    }
    if (breaks.length > 1) result.push([]);
    else result.at(-1)?.push(...breaks);
    breaks = [];
    result.at(-1)?.push(leaf);
  }
  return result.map((part) => (isBreak(part[0]) ? part.slice(1) : part)).filter((part) => part.length > 0);
}

const tidyLeaves = (leaves: readonly Leaf[]): Phrasing[] => nestMarks(escapeLeaves(makeReadable(leaves)), new Set());

/** A heading and a cell are one line, where breaks are written as tags. */
function joinIntoLine(leaves: readonly Leaf[]): Leaf[] {
  return splitParagraphs(leaves)
    .flatMap((part): Leaf[] => [{ node: { type: 'raw', value: '<br>' }, marks: new Set(), link: null }, ...part])
    .slice(1)
    .map((leaf) => (isBreak(leaf) ? { ...leaf, node: { type: 'raw', value: '<br>' } } : leaf));
}

/** A cell cannot hold code with a backslash before a bar, so that becomes plain text. */
const withoutCodeBars = (leaf: Leaf): Leaf =>
  leaf.node.type === 'inlineCode' && leaf.node.value.includes('\\|') ? withText(leaf, leaf.node.value) : leaf;

/** Tidies the text of one node; a paragraph with empty lines in it becomes several, an empty one none. */
function tidyNode(node: Nodes): Nodes[] {
  if (node.type === 'paragraph') {
    const leaves = joinLeaves(getLeaves(node.children, new Set(), null));
    return splitParagraphs(leaves).map((part) => ({ type: 'paragraph', children: tidyLeaves(part) }));
  }
  if (node.type === 'heading' || node.type === 'tableCell') {
    const leaves = getLeaves(node.children, new Set(), null);
    node.children = tidyLeaves(
      joinIntoLine(joinLeaves(node.type === 'tableCell' ? leaves.map(withoutCodeBars) : leaves)),
    );
    return node.type === 'heading' && node.children.length === 0 ? [] : [node];
  }
  if ('children' in node) tidyMarks(node);
  return [node];
}

/**
 * Makes the marks of a tree such that markdown reads them as they are meant: spaces and punctuation move out of a mark
 * where that is needed, and a mark that cannot be read is left out. All words stay.
 */
export function tidyMarks(tree: Extract<Nodes, { children: unknown }>): void {
  tree.children = tree.children.flatMap((child) => tidyNode(child)) as typeof tree.children;
}
