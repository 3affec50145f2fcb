import { type Content, type Element, elementsOf, property, textOf } from './hast.ts';

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
const WITHOUT_WORDS = new Set(['annotation', 'annotation-xml', 'mphantom', 'mspace']);

const grouped = (linear: string): string => (/^(?:[\p{L}\p{N}.,]*|[(].*[)])$/u.test(linear) ? linear : `(${linear})`);

function linearAll(nodes: readonly Content[]): string {
  return nodes
    .map((node) => (node.type === 'element' ? linear(node) : node.type === 'text' ? node.value : ''))
    .join('');
}

/** Writes a formula on one line: `a/b`, `x^2`, `√(x)`. */
function linear(node: Element): string {
  const { tagName } = node;
  if (WITHOUT_WORDS.has(tagName)) return '';
  const parts = node.children.filter((child) => child.type === 'element').map((child) => linear(child));
  const [first = '', ...rest] = parts;
  const chars = SCRIPTS[tagName];
  if (chars) return [grouped(first), ...rest.map((part, index) => `${chars[index] ?? ''}${grouped(part)}`)].join('');
  if (tagName === 'mfrac') return `${grouped(first)}/${grouped(rest[0] ?? '')}`;
  if (tagName === 'msqrt') return `√(${parts.join('')})`;
  if (tagName === 'mroot') return `root(${rest[0] ?? ''}, ${first})`;
  if (tagName === 'mtr' || tagName === 'mtable') return `[${parts.join(tagName === 'mtr' ? ', ' : '; ')}]`;
  if (tagName === 'mo') {
    const char = textOf(node).trim();
    return /^[=<>≤≥≠≈≡→⇒±+∈∉⊂∪∩·×]$/u.test(char) ? ` ${char} ` : char;
  }
  return linearAll(node.children);
}

/** Returns a formula's source in TeX if the page has it, else its characters on one line. */
export function formulaOf(math: Element): string {
  const tex = elementsOf(math, ({ tagName }) => tagName === 'annotation').find((node) =>
    /tex/i.test(property(node, 'encoding')),
  );
  const source = tex ? textOf(tex) : property(math, 'alttext') || property(math, 'altText');
  return (source.trim() || linear(math)).replace(/\s+/g, ' ').trim();
}
