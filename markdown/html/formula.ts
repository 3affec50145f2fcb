import { type Content, type Element, getElements, property, getText } from './hast.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

/** Maps elements that stand under or over another to the character that stands for them in linear text. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  mover: ['^'],
  munder: ['_'],
  munderover: ['_', '^'],
};
// @wc-ignore
const SILENT_TAGS = new Set(['annotation', 'annotation-xml', 'mphantom', 'mspace']);

const group = (toLinear: string): string =>
  /^(?:[\p{L}\p{N}.,]*|[(].*[)])$/u.test(toLinear) ? toLinear : `(${toLinear})`;

function toLinearAll(nodes: readonly Content[]): string {
  return nodes
    .map((node) => (node.type === 'element' ? toLinear(node) : node.type === 'text' ? node.value : ''))
    .join('');
}

/** Writes a formula on one line: `a/b`, `x^2`, `√(x)`. */
function toLinear(node: Element): string {
  const { tagName } = node;
  if (SILENT_TAGS.has(tagName)) return '';
  const parts = node.children.filter((child) => child.type === 'element').map((child) => toLinear(child));
  const [first = '', ...rest] = parts;
  const chars = SCRIPTS[tagName];
  if (chars) return [group(first), ...rest.map((part, index) => `${chars[index] ?? ''}${group(part)}`)].join('');
  if (tagName === 'mfrac') return `${group(first)}/${group(rest[0] ?? '')}`;
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
    /tex/i.test(property(node, 'encoding')),
  );
  const source = tex ? getText(tex) : property(math, 'alttext') || property(math, 'altText');
  return collapseSpaces(source.trim() || toLinear(math));
}
