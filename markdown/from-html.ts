/** Converts web pages and word processor HTML to a script's markdown. Uses no DOM, so nothing runs or loads. */
import { defaultHandlers, toMdast, type Options } from 'hast-util-to-mdast';

import { Cleaner, FORMULA } from './html/clean.ts';
import { FOOTNOTE_REFERENCE, extractFootnotes } from './html/footnotes.ts';
import {
  type Content,
  createElement,
  type Element,
  getElements,
  hasClass,
  getProperty,
  type Root,
  getText,
} from './html/hast.ts';
import { withLists } from './html/lists.ts';
import { HtmlNotes } from './html/notes.ts';
import { parseHtml } from './html/parse.ts';
import { getPictures } from './html/pictures.ts';
import { toRaisedText } from './html/raised.ts';
import { getCue, simplifyTables } from './html/tables.ts';
import { getDocumentHeading } from './html/word.ts';
import type { KeptPicture } from './kept-picture.ts';
import type { PicturesBeside } from './pictures-beside.ts';
import { type MarkdownNode, type MarkdownNodes, type Raw, writeMarkdown } from './to-markdown.ts';
import { collapseSpaces } from './collapse-spaces.ts';

export interface FromHtml {
  /** The `<title>`, Word's title or the first heading; null if there is none. */
  readonly title: string | null;
  readonly markdown: string;
  /** Plain sentences about the parts that a script cannot hold. */
  readonly notes: string[];
  /** Pictures of the page; the markdown names them by their addresses. */
  readonly pictures: readonly KeptPicture[];
}

type Handlers = NonNullable<Options['handlers']>;
type State = Parameters<NonNullable<Handlers[string]>>[0];

/** Tells the converter that a node made here belongs into a paragraph. */
const toInline = <Kind extends object>(node: Kind): Kind => ({ ...node, data: { hName: 'span' } });
const createRaw = (value: string): Raw => toInline({ type: 'raw', value });
const createCue = (node: Element): MarkdownNode<'html'> => ({ type: 'html', value: getCue(node) });

/** Writes superscript and subscript as Unicode characters, or between tags where there are none. */
function writeRaised(state: State, node: Element): MarkdownNodes[] {
  const kind = node.tagName === 'sub' ? 'sub' : 'sup';
  const inner = state.all(node);
  const plainText = toRaisedText(kind, getText(node));
  const replaceText = (nodes: readonly MarkdownNodes[]): void => {
    for (const child of nodes) {
      if (child.type === 'text') child.value = toRaisedText(kind, child.value) ?? child.value;
      else if ('children' in child) replaceText(child.children);
    }
  };
  if (inner.every(({ type }) => type === 'footnoteReference')) return inner;
  if (plainText === null) return [createRaw(`<${kind}>`), ...inner, createRaw(`</${kind}>`)];
  replaceText(inner);
  return inner;
}

const handlers: Handlers = {
  aside: (state, node: Element) => (hasClass(node, /^cue$/) ? createCue(node) : state.toFlow(state.all(node))),
  p: (state, node: Element): ReturnType<typeof defaultHandlers.p> | MarkdownNode<'html' | 'thematicBreak'> => {
    if (hasClass(node, /^cue$/)) return createCue(node);
    if (hasClass(node, /^rule$/)) return { type: 'thematicBreak' };
    return defaultHandlers.p(state, node);
  },
  li: (state, node: Element) => {
    const item = defaultHandlers.li(state, node);
    const done = getProperty(node, 'done');
    return done === '' ? item : { ...item, checked: done === 'yes' };
  },
  dt: (state, node: Element) => state.toFlow(state.all(node)),
  dd: (state, node: Element) => state.toFlow(state.all(node)),
  dl: (state, node: Element) => state.toFlow(state.all(node)),
  mark: (state, node: Element) =>
    toInline({ type: 'highlight', children: state.all(node) } as MarkdownNode<'highlight'>),
  sup: writeRaised,
  sub: writeRaised,
  [FOOTNOTE_REFERENCE]: (_state, node: Element): MarkdownNode<'footnoteReference'> => {
    const key = getProperty(node, 'key');
    return { type: 'footnoteReference', identifier: key, label: key };
  },
  [FORMULA]: (_state, node: Element) => createRaw(`$${getProperty(node, 'source').replace(/(?<!\\)\$/g, '\\$')}$`),
};

/** The Markdown parser accepts a few levels more; a list and its item count as two. */
const MAX_DEPTH = 200;

/** Unwraps lists and quotes that are nested too deeply. */
function limitDepth<Kind extends MarkdownNodes>(nodes: readonly Kind[], depth = 0): Kind[] {
  return nodes.flatMap((node): Kind[] => {
    if (!('children' in node)) return [node];
    const isNesting = node.type === 'list' || node.type === 'listItem' || node.type === 'blockquote';
    const children = limitDepth<MarkdownNodes>(node.children, isNesting ? depth + 1 : depth);
    const isTooDeep = node.type === 'listItem' ? depth > MAX_DEPTH : depth >= MAX_DEPTH;
    // Items of an unwrapped list are unwrapped as well, so the children fit where the list was.
    return isNesting && isTooDeep ? (children as Kind[]) : [{ ...node, children }];
  });
}

/** Converts cleaned content; inline content between blocks becomes paragraphs. */
function toFlow(content: Content[]): MarkdownNode<'root'>['children'] {
  const root: Root = { type: 'root', children: simplifyTables(withLists(content)) };
  const tree = toMdast(root, { handlers, document: true, quotes: ['“”', '‘’'] });
  return tree.type === 'root' ? limitDepth(tree.children) : [];
}

const getPlainText = (node: Element | undefined): string | null =>
  node ? collapseSpaces(getText(node)) || null : null;

function getTitle(root: Root): string | null {
  const findFirst = (name: string): Element | undefined => getElements(root, ({ tagName }) => tagName === name)[0];
  const [title] = getElements(root, (node) => getDocumentHeading(node) === 'h1');
  return getPlainText(findFirst('title')) ?? getPlainText(title) ?? getPlainText(findFirst('h1'));
}

/**
 * Converts whole pages and fragments, as they come from files and the clipboard. Links that do not lead outside keep
 * only their words; raw HTML never passes through.
 * @throws UnreadableFile
 */
export async function htmlToMarkdown(html: string, picturesBeside: PicturesBeside = new Map()): Promise<FromHtml> {
  const root = parseHtml(html);
  const title = getTitle(root);
  const notes = new HtmlNotes();
  const pictures = await getPictures(root, picturesBeside);
  const { footnotes, comments } = extractFootnotes(root);
  notes.comments += comments;
  const cleaner = new Cleaner(root, notes, pictures);
  const body = toFlow(cleaner.clean(root.children));
  if (footnotes.length > 0) while (body.at(-1)?.type === 'thematicBreak') body.pop();
  const definitions = footnotes.map(({ key, content }): MarkdownNode<'footnoteDefinition'> => {
    const children = toFlow([createElement('div', cleaner.clean(content.children))]);
    return { type: 'footnoteDefinition', identifier: key, label: key, children: children as never };
  });
  const markdown = writeMarkdown({ type: 'root', children: [...body, ...definitions] });
  const usedPictures = [...pictures.values()].filter(({ address }) => markdown.includes(address));
  return { title, markdown, notes: notes.listSentences(), pictures: usedPictures };
}
