import type { Token } from 'markdown-it';
import { HTML_TAG } from './html-patterns.ts';

/** A run of text with the same marks. A `break` is a line end the writer asked for. */
export interface Piece {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  /** True for highlighted text: `==text==`. */
  readonly highlighted?: boolean;
  readonly code?: boolean;
  /** `super` for raised text (`<sup>`), `sub` for lowered text (`<sub>`). */
  readonly script?: 'super' | 'sub';
  /** True for a formula between dollar signs; `text` is its linear form. */
  readonly math?: boolean;
  readonly href?: string;
  /** The address of a picture; `text` is its description. */
  readonly picture?: string;
  readonly break?: boolean;
  /** The key of a footnote in `ScriptTree.footnotes`; `text` is its number. */
  readonly footnote?: string;
}

/** Only external addresses are useful in a file. */
export const EXTERNAL_ADDRESS = /^(?:https?|mailto):/i;

type Mark = 'bold' | 'italic' | 'struck' | 'highlighted' | 'code' | 'super' | 'sub';

/** Maps the names of HTML tags to marks, which markdown's own marks have too. */
const MARKS: Readonly<Record<string, Mark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'struck',
  del: 'struck',
  strike: 'struck',
  mark: 'highlighted',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sup: 'super',
  sub: 'sub',
};

/** Returns an attribute of a tag in a text. */
const getAttribute = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
};

class Pieces {
  readonly pieces: Piece[] = [];
  readonly #openMarks = new Map<Mark, number>();
  #href = '';

  add(text: string, properties: Partial<Piece> = {}): void {
    if (text === '' && !properties.break && properties.picture === undefined) return;
    const isOpen = (mark: Mark): boolean => (this.#openMarks.get(mark) ?? 0) > 0;
    this.pieces.push({
      text,
      ...(isOpen('bold') && { bold: true }),
      ...(isOpen('italic') && { italic: true }),
      ...(isOpen('struck') && { struck: true }),
      ...(isOpen('highlighted') && { highlighted: true }),
      ...(isOpen('code') && { code: true }),
      ...(isOpen('super') ? { script: 'super' } : isOpen('sub') && { script: 'sub' }),
      ...(this.#href !== '' && { href: this.#href }),
      ...properties,
    });
  }

  mark(name: string, nesting: number): void {
    const mark = MARKS[name];
    if (mark) this.#openMarks.set(mark, Math.max(0, (this.#openMarks.get(mark) ?? 0) + nesting));
  }

  link(href: string): void {
    this.#href = EXTERNAL_ADDRESS.test(href) ? href : '';
  }

  handleTag(html: string): void {
    const [, closingSlash, tagName = '', attributes = ''] = HTML_TAG.exec(html) ?? [];
    const name = tagName.toLowerCase();
    if (name === 'a') this.link(closingSlash ? '' : (getAttribute(attributes, 'href') ?? ''));
    else if (name === 'img') {
      const picture = getAttribute(attributes, 'src') ?? '';
      this.add(getAttribute(attributes, 'alt') ?? '', { picture });
    } else this.mark(name, closingSlash ? -1 : 1);
  }
}

/** Returns the pieces of the parsed inline tokens of a paragraph, a heading or a cell. */
export function getPieces(tokens: readonly Token[]): Piece[] {
  const pieces = new Pieces();
  for (const token of tokens) {
    if (token.type === 'softbreak') pieces.add(' ');
    else if (token.type === 'hardbreak') pieces.add('\n', { break: true });
    else if (token.type === 'html_inline') pieces.handleTag(token.content);
    else if (token.type === 'code_inline') pieces.add(token.content, { code: true });
    else if (token.type === 'math_inline') pieces.add(token.content, { math: true });
    else if (token.type === 'image') {
      const description = getPieces(token.children ?? []);
      pieces.add(description.map(({ text }) => text).join(''), { picture: String(token.attrGet('src') ?? '') });
    } else if (token.type === 'footnote_reference') {
      const number = String(token.meta?.['number']);
      pieces.add(number, { footnote: number });
    } else if (token.type === 'link_open') pieces.link(String(token.attrGet('href') ?? ''));
    else if (token.type === 'link_close') pieces.link('');
    else if (token.nesting !== 0) pieces.mark(token.tag, token.nesting);
    else if (token.type === 'text' || token.type === 'wiki_link') pieces.add(token.content);
  }
  return pieces.pieces;
}

/** Returns the formulas of a paragraph that has nothing else, one a line; otherwise null. */
export function joinFormulas(tokens: readonly Token[]): string | null {
  const formulas = tokens.filter(({ type, markup }) => type === 'math_inline' && markup === '$$');
  const isOtherContent = (token: Token): boolean =>
    !formulas.includes(token) && token.type !== 'softbreak' && token.content.trim() !== '';
  if (formulas.length === 0 || tokens.some(isOtherContent)) return null;
  return formulas.map(({ content }) => content).join('\n');
}
