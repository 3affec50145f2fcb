import { type Content, type Element, getElements, getProperty, getText } from './hast.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

/** The operators of subscripts and superscripts in linear notation, by MathML tag. */
const SCRIPT_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  mover: ['^'],
  munder: ['_'],
  munderover: ['_', '^'],
};
// @wc-ignore
const IGNORED_TAGS = new Set(['annotation', 'annotation-xml', 'mphantom', 'mspace']);

const parenthesize = (text: string): string => (/^(?:[\p{L}\p{N}.,]*|[(].*[)])$/u.test(text) ? text : `(${text})`);

function toLinearAll(nodes: readonly Content[]): string {
  return nodes
    .map((node) => (node.type === 'element' ? toLinear(node) : node.type === 'text' ? node.value : ''))
    .join('');
}

/** Writes a formula on one line: `a/b`, `x^2`, `√(x)`. */
function toLinear(node: Element): string {
  const { tagName } = node;
  if (IGNORED_TAGS.has(tagName)) return '';
  const parts = node.children.filter((child) => child.type === 'element').map((child) => toLinear(child));
  const [first = '', ...rest] = parts;
  const chars = SCRIPT_OPERATORS[tagName];
  if (chars)
    return [parenthesize(first), ...rest.map((part, index) => `${chars[index] ?? ''}${parenthesize(part)}`)].join('');
  if (tagName === 'mfrac') return `${parenthesize(first)}/${parenthesize(rest[0] ?? '')}`;
  if (tagName === 'msqrt') return `√(${parts.join('')})`;
  if (tagName === 'mroot') return `root(${rest[0] ?? ''}, ${first})`;
  if (tagName === 'mtr' || tagName === 'mtable') return `[${parts.join(tagName === 'mtr' ? ', ' : '; ')}]`;
  if (tagName === 'mo') {
    const char = getText(node).trim();
    return /^[=<>≤≥≠≈≡→⇒±+∈∉⊂∪∩·×]$/u.test(char) ? ` ${char} ` : char;
  }
  return toLinearAll(node.children);
}

/** Returns a formula's source in TeX if the page has it, else its characters on one line. */
export function getFormula(math: Element): string {
  const tex = getElements(math, ({ tagName }) => tagName === 'annotation').find((node) =>
    /tex/i.test(getProperty(node, 'encoding')),
  );
  const source = tex ? getText(tex) : getProperty(math, 'alttext') || getProperty(math, 'altText');
  return collapseSpaces(source.trim() || toLinear(math));
}
