/** Converts web pages and word processor HTML to a script's markdown. Uses no DOM, so nothing runs or loads. */
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, toMdast, type Options } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers as write, toMarkdown, type Handle } from 'mdast-util-to-markdown';

type Root = ReturnType<typeof fromHtml>;
type RootContent = Root['children'][number];
type Element = Extract<RootContent, { type: 'element' }>;
type ElementContent = Element['children'][number];
type Nodes = ReturnType<typeof toMdast>;
type Made<T extends Nodes['type']> = Extract<Nodes, { type: T }>;

export interface FromHtml {
  /** The page's title or its first heading; null if it has neither. */
  readonly title: string | null;
  readonly markdown: string;
  /** Says what a script cannot hold, one plain sentence each. */
  readonly notes: string[];
}

const OUTSIDE = /^(?:https?|mailto):/i;
/** These elements hold neither words nor structure of a text. */
// @wc-ignore
const GONE = new Set(
  'head script style noscript template math map link meta base button input select textarea datalist dialog nav'.split(
    ' ',
  ),
);
// @wc-ignore
const EMBEDDED = new Set('svg canvas iframe object embed video audio'.split(' '));
const STRUCK = new Set(['del', 's', 'strike']);
/** Keeps only the words of these elements, because markdown has no mark for them. */
// @wc-ignore
const UNWRAPPED = new Set('u mark ins small big sub sup font form'.split(' '));

const property = (node: Element, name: string): string => {
  const value = node.properties[name];
  return typeof value === 'string' ? value : '';
};
const hasClass = (node: Element, name: string): boolean => {
  const classes = node.properties['className'];
  return Array.isArray(classes) && classes.includes(name);
};
const isHidden = (node: Element): boolean =>
  node.properties['hidden'] != null || /display:\s*none|visibility:\s*hidden/i.test(property(node, 'style'));

const textOf = (node: RootContent | Root): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

/** Keeps meaningful elements and counts what is dropped. */
class Cleaner {
  #pictures = 0;
  #struck = 0;
  #embedded = 0;

  clean(nodes: readonly RootContent[]): ElementContent[] {
    return nodes.flatMap((node) => this.#cleanNode(node));
  }

  notes(): string[] {
    const say = (count: number, one: string, more: string): string[] =>
      count === 0 ? [] : [count === 1 ? one : `${count} ${more}`];
    return [
      ...say(this.#pictures, 'A picture was left out.', 'pictures were left out.'),
      ...say(this.#struck, 'A passage lost its strikethrough.', 'passages lost their strikethrough.'),
      ...say(this.#embedded, 'An embedded media item was left out.', 'embedded media items were left out.'),
    ];
  }

  #cleanNode(node: RootContent): ElementContent[] {
    if (node.type === 'text') {
      return [{ type: 'text', value: node.value.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200b\u00ad\ufeff]/g, '') }];
    }
    if (node.type !== 'element' || GONE.has(node.tagName) || isHidden(node)) return [];
    if (EMBEDDED.has(node.tagName)) {
      this.#embedded += 1;
      return [];
    }
    if (node.tagName === 'img' && !/^https?:/i.test(property(node, 'src'))) this.#pictures += 1;
    if (STRUCK.has(node.tagName)) this.#struck += 1;
    const children = joined(this.clean(node.children));
    const tagName = this.#meaning(node);
    const blank = children.every((child) => child.type === 'text' && child.value.trim() === '');
    const bare = tagName === null || (blank && (tagName === 'strong' || tagName === 'em' || tagName === 'a'));
    return bare ? children : [{ ...node, tagName, children }];
  }

  /** Returns the element's tag for a text, or null to keep only its words. Word processors set emphasis by style. */
  #meaning(node: Element): string | null {
    const { tagName } = node;
    const style = property(node, 'style');
    if (UNWRAPPED.has(tagName) || STRUCK.has(tagName)) return null;
    if (tagName === 'a') return OUTSIDE.test(property(node, 'href').trim()) ? 'a' : null;
    if (tagName === 'b' || tagName === 'strong')
      return /font-weight:\s*(?:normal|[1-4]00)/i.test(style) ? null : 'strong';
    if (tagName !== 'span') return tagName;
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) return 'strong';
    return /font-style:\s*italic/i.test(style) ? 'em' : null;
  }
}

const isMark = (node: ElementContent | undefined): node is Element =>
  node?.type === 'element' && (node.tagName === 'em' || node.tagName === 'strong');

/** Turns `<strong><em>` into `<em><strong>`, so that it joins the `<em>` next to it. */
function turned(node: Element, outer: string): Element {
  const [inner] = node.children;
  if (node.tagName === outer || node.children.length !== 1 || !isMark(inner) || inner.tagName !== outer) return node;
  return { ...inner, children: [{ ...node, children: inner.children }] };
}

/** Joins adjacent marks, and moves spaces out of them, because markdown would not recognize the marks otherwise. */
function joined(nodes: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (!isMark(node) || !isMark(last)) result.push(node);
    else {
      const next = turned(node, last.tagName);
      const before = turned(last, next.tagName);
      if (next.tagName === before.tagName) {
        result[result.length - 1] = { ...before, children: joined([...before.children, ...next.children]) };
      } else result.push(node);
    }
  }
  return result.flatMap((node) => (isMark(node) ? unspaced(node) : [node]));
}

function unspaced(node: Element): ElementContent[] {
  const text = textOf(node);
  const before = /^\s*/.exec(text)?.[0] ?? '';
  const after = /\s*$/.exec(text)?.[0] ?? '';
  const space = (value: string): ElementContent[] => (value === '' ? [] : [{ type: 'text', value }]);
  if (before.length === text.length) return space(before);
  const first = node.children[0];
  const last = node.children.at(-1);
  const children = node.children.map((child) => {
    if (child.type !== 'text') return child;
    const start = child === first ? child.value.trimStart() : child.value;
    return { ...child, value: child === last ? start.trimEnd() : start };
  });
  const outer = first?.type === 'text' ? space(before) : [];
  return [...outer, { ...node, children }, ...(last?.type === 'text' ? space(after) : [])];
}

/** Replaces brackets, because they would end the cue. */
const cue = (node: Element): Made<'html'> => ({
  type: 'html',
  // @wc-ignore
  value: `[Cue: ${textOf(node).replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ').trim()}]`,
});

const handlers: NonNullable<Options['handlers']> = {
  aside: (state, node: Element) => (hasClass(node, 'cue') ? cue(node) : state.toFlow(state.all(node))),
  p: (state, node: Element): ReturnType<typeof defaultHandlers.p> | Made<'html'> | Made<'thematicBreak'> => {
    if (hasClass(node, 'cue')) return cue(node);
    if (hasClass(node, 'rule')) return { type: 'thematicBreak' };
    return defaultHandlers.p(state, node);
  },
  // An empty code span would leave two backticks, which would be read as an opening mark.
  code: (state, node: Element) => (textOf(node).trim() === '' ? undefined : defaultHandlers.code(state, node)),
  img: (_state, node: Element): Made<'image'> | undefined => {
    const src = property(node, 'src');
    const alt = property(node, 'alt').replace(/\s+/g, ' ').trim();
    const url = /^https?:/i.test(src) ? src : '';
    return url === '' && alt === '' ? undefined : { type: 'image', url, alt };
  },
};

/** Removes the escape of an ampersand that starts no character reference; an escaped backslash before it stays. */
const plainAmpersand = (markdown: string): string => markdown.replace(/(?<!\\)((?:\\\\)*)\\&(?!#?\w+;)/g, '$1&');

/** Writes text without needless escapes: `[directions]` are no link, and a star between spaces is no emphasis. */
const text: Handle = (node, parent, state, info) =>
  plainAmpersand(write.text(node, parent, state, info))
    .replace(/\\\[((?:[^[\]\\\n]|\\[^[\]\n])*)\\?\](?![[(:])/g, '[$1]')
    .replace(/(?<=\S )\\\*(?= )/g, '*');

const link: Handle = Object.assign((...given: Parameters<Handle>): string => plainAmpersand(write.link(...given)), {
  peek: write.link.peek,
});

/** Removes the empty lines between list items that have no second paragraph. */
function tighten(node: Nodes): void {
  if (!('children' in node)) return;
  for (const child of node.children) tighten(child);
  if (node.type !== 'list') return;
  const loose = (item: Made<'listItem'>): boolean => item.children.filter(({ type }) => type !== 'list').length > 1;
  node.spread = node.children.some(loose);
  for (const item of node.children) item.spread = loose(item);
}

function find(node: Root | Element, name: string): Element | null {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = child.tagName === name ? child : find(child, name);
    if (found) return found;
  }
  return null;
}

const wordsOf = (node: Element | null): string | null => (node && textOf(node).replace(/\s+/g, ' ').trim()) || null;

/**
 * Converts whole pages and fragments. Links that do not lead outside keep only their words; raw HTML never passes
 * through.
 */
export function htmlToMarkdown(html: string): FromHtml {
  const tree = fromHtml(html);
  const cleaner = new Cleaner();
  const mdast = toMdast({ type: 'root', children: cleaner.clean(tree.children) }, { handlers });
  tighten(mdast);
  const markdown = toMarkdown(mdast, {
    bullet: '-',
    emphasis: '*',
    strong: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [gfmTableToMarkdown()],
    handlers: { text, link },
  });
  return { title: wordsOf(find(tree, 'title')) ?? wordsOf(find(tree, 'h1')), markdown, notes: cleaner.notes() };
}
