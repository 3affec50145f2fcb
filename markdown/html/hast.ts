import type { toMdast } from 'hast-util-to-mdast';

type Nodes = Parameters<typeof toMdast>[0];
export type Root = Extract<Nodes, { type: 'root' }>;
export type Element = Extract<Nodes, { type: 'element' }>;
export type Content = Element['children'][number];

export const isElement = (node: Root['children'][number] | Root | undefined): node is Element =>
  node?.type === 'element';

/** Returns an attribute as text; empty if there is none. */
export function getProperty(node: Element, name: string): string {
  const value = node.properties[name];
  return value === null || value === undefined || value === false ? '' : [value].flat().join(' ');
}

export function hasClass(node: Element, name: RegExp): boolean {
  const classes = node.properties['className'];
  return Array.isArray(classes) && classes.some((item) => name.test(String(item)));
}

/** Returns one property of the element's own style in lower case; empty if it is not set. */
export function getStyle(node: Element, name: string): string {
  const style = getProperty(node, 'style').toLowerCase();
  if (!style.includes(name)) return '';
  const declaration = style.split(';').findLast((item) => item.slice(0, item.indexOf(':')).trim() === name);
  return declaration?.slice(declaration.indexOf(':') + 1).trim() ?? '';
}

/** Returns all text below a node. */
export function getText(node: Root | Root['children'][number]): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => getText(child)).join('') : '';
}

export const WORD = /[\p{L}\p{N}]/u;
export const isBlank = (node: Content): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');

export const createElement = (
  tagName: string,
  children: Content[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});
export const createText = (value: string): Content => ({ type: 'text', value });

// @wc-ignore
const BLOCKS = new Set(
  `address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3
  h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table caption
  colgroup tbody td tfoot th thead tr ul xmp`.split(/\s+/),
);
/** Narrower than an element, so that a check for blocks leaves other elements as they are. */
type Block = Element & { tagName: Lowercase<string> };
/** Returns whether an element begins a line of its own. */
export const isBlock = (node: Content): node is Block => node.type === 'element' && BLOCKS.has(node.tagName);

export const containsBlock = (node: Content): boolean =>
  node.type === 'element' && node.children.some((child) => isBlock(child) || containsBlock(child));

export const HEADING = /^h[1-6]$/;

/** Finds elements in the order of the document. */
export function getElements(node: Root | Element, matches: (node: Element) => boolean): Element[] {
  return node.children.flatMap((child) =>
    isElement(child) ? [...(matches(child) ? [child] : []), ...getElements(child, matches)] : [],
  );
}
