/** Writes a markdown tree (mdast) as a script's markdown, without escapes that the dialect does not need. */
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers as write, toMarkdown, type Handle } from 'mdast-util-to-markdown';

import { tidyMarks } from './inline-marks.ts';

export type MarkdownNodes = Parameters<typeof toMarkdown>[0];
export type MarkdownNode<T extends MarkdownNodes['type']> = Extract<MarkdownNodes, { type: T }>;

/** Markdown that is written into a paragraph unchanged: a mark, a formula, a reference. */
export interface Raw {
  type: 'raw';
  value: string;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    raw: Raw;
  }
  interface RootContentMap {
    raw: Raw;
  }
}

/** Removes the escape of an ampersand that starts no character reference; an escaped backslash before it stays. */
const unescapeAmpersands = (markdown: string): string => markdown.replace(/(?<!\\)((?:\\\\)*)\\&(?!#?\w+;)/g, '$1&');

/** Escapes the marks that CommonMark does not know: strikethrough, highlights and comments. */
const escapeMarks = (markdown: string, before: string, after: string): string =>
  markdown.replace(/\\[^]|~+|=+|%+/g, (run, offset: number) => {
    const touches =
      (offset === 0 && before.endsWith(run[0] ?? '')) ||
      (offset + run.length === markdown.length && after.startsWith(run[0] ?? ''));
    return run.startsWith('\\') || (run.length === 1 && !touches) ? run : run.replace(/./g, '\\$&');
  });

/**
 * Writes text without needless escapes: `[directions]` are no link, and a star between spaces is no emphasis. Footnotes
 * (`[^1]`), callouts (`[!NOTE]`) and tasks (`[x]`) keep theirs.
 */
const textHandler: Handle = (node, parent, state, info) =>
  escapeMarks(unescapeAmpersands(write.text(node, parent, state, info)), info.before, info.after)
    .replace(/\\\[(?![\^!]|[ x]\\?\](?: |$))((?:[^[\]\\\n]|\\[^[\]\n])*)\\?\](?![[(:])/gi, '[$1]')
    .replace(/(?<=\S )\\\*(?= )/g, '*');

/** A caret after the bracket would begin a footnote. */
const linkHandler: Handle = Object.assign(
  (...args: Parameters<Handle>): string => unescapeAmpersands(write.link(...args)).replace(/^\[\^/, '[\\^'),
  { peek: write.link.peek },
);

const imageHandler: Handle = Object.assign(
  (...args: Parameters<Handle>): string => unescapeAmpersands(write.image(...args)).replace(/(?<!\\)\$/g, '\\$&'),
  { peek: write.image.peek },
);

/** Marks are written as they are: after `tidyMarks`, they are read as marks. */
const markHandler = (marker: string): Handle => {
  const handle: Handle = (node: MarkdownNode<'strong'>, _parent, state, info) => {
    const exit = state.enter('strong');
    const content = state.containerPhrasing(node, { ...info, before: marker, after: marker });
    exit();
    return `${marker}${content}${marker}`;
  };
  return Object.assign(handle, { peek: (): string => marker });
};

const rawHandler: Handle = Object.assign((node: Raw): string => node.value, {
  peek: (node: Raw): string => node.value,
});

/** A rule at the very start would begin a front matter. */
const thematicBreak: Handle = (node, parent, state, info) =>
  info.now.line === 1 && state.stack.length === 0 ? '***' : write.thematicBreak(node, parent, state);

const footnoteReference: Handle = Object.assign(
  (node: MarkdownNode<'footnoteReference'>): string => `[^${node.label ?? node.identifier}]`,
  { peek: (): string => '[' },
);

const footnoteDefinition: Handle = (node: MarkdownNode<'footnoteDefinition'>, _parent, state, info) => {
  const tracker = state.createTracker(info);
  tracker.shift(4);
  const content = state.indentLines(state.containerFlow(node, tracker.current()), (line, index, blank) =>
    index === 0 || blank ? line : `    ${line}`,
  );
  return `[^${node.label ?? node.identifier}]: ${content}`;
};

/** Writes the box of a task. */
const listItem: Handle = (node: MarkdownNode<'listItem'>, parent, state, info) => {
  const item = write.listItem(node, parent, state, info);
  return node.checked == null ? item : item.replace(/^(?:[-*+]|\d+[.)])(?=\s|$)/, `$& [${node.checked ? 'x' : ' '}]`);
};

/** Removes the empty lines between list items that have no second paragraph. */
function tighten(node: MarkdownNodes): void {
  if (!('children' in node)) return;
  for (const child of node.children) tighten(child);
  if (node.type !== 'list') return;
  const isLoose = (item: MarkdownNode<'listItem'>): boolean =>
    item.children.slice(1).some(({ type }) => type !== 'list');
  node.spread = node.children.some(isLoose);
  for (const item of node.children) item.spread = isLoose(item);
}

/** Columns of tables with cells this long are not aligned: each row would be filled with spaces. */
const LONG_CELL = 80;

function hasLongCell(node: MarkdownNodes): boolean {
  if (node.type === 'tableCell') return getLength(node) > LONG_CELL;
  return 'children' in node && node.children.some((child) => hasLongCell(child));
}

const getLength = (node: MarkdownNodes): number => {
  if ('children' in node) return node.children.reduce((sum, child) => sum + getLength(child), 0);
  return 'value' in node ? node.value.length : 1;
};

/** Writes a tree as markdown; its lists become as tight as their items allow. */
export function writeMarkdown(tree: MarkdownNode<'root'>): string {
  tidyMarks(tree);
  tighten(tree);
  return toMarkdown(tree, {
    bullet: '-',
    emphasis: '*',
    strong: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [gfmTableToMarkdown({ tablePipeAlign: !hasLongCell(tree) })],
    handlers: {
      text: textHandler,
      link: linkHandler,
      image: imageHandler,
      raw: rawHandler,
      strong: markHandler('**'),
      emphasis: markHandler('*'),
      delete: markHandler('~~'),
      highlight: markHandler('=='),
      listItem,
      thematicBreak,
      footnoteReference,
      footnoteDefinition,
    },
  });
}
