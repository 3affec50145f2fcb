import type { MarkdownIt, Token } from 'markdown-it';
import { createParser } from './parser.ts';

/** A run of text with its marks. A `break` is a line end the writer asked for. */
export interface Piece {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
  readonly href?: string;
  /** `text` is the picture's description. */
  readonly picture?: boolean;
  readonly break?: boolean;
}

/** Structure of a script for export formats: nested parts, with resolved inline marks and the addresses of links. */
export type Part =
  | { readonly kind: 'heading'; readonly level: number; readonly pieces: readonly Piece[] }
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'cue' | 'code' | 'html'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly parts: readonly Part[] }
  | {
      readonly kind: 'list';
      /** Number of the first item; null for bullets. */
      readonly start: number | null;
      readonly items: readonly (readonly Part[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Piece[])[])[] };

let parser: MarkdownIt | undefined;

export function treeOf(markdown: string): Part[] {
  parser ??= createParser({ html: true });
  return new Reader(parser.parse(markdown.replace(/\r\n?/g, '\n'), {})).parts(null);
}

/** Only external addresses are useful in a file. */
const OUTSIDE = /^(?:https?|mailto):/i;

function piecesOf(tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = [];
  const open = { bold: 0, italic: 0, href: '' };
  const add = (text: string, more: Partial<Piece> = {}): void => {
    const marks = {
      ...(open.bold > 0 && { bold: true }),
      ...(open.italic > 0 && { italic: true }),
      ...(open.href !== '' && { href: open.href }),
    };
    if (text !== '' || more.break || more.picture) pieces.push({ text, ...marks, ...more });
  };
  for (const token of tokens) {
    if (token.type === 'strong_open' || token.type === 'strong_close') open.bold += token.nesting;
    else if (token.type === 'em_open' || token.type === 'em_close') open.italic += token.nesting;
    else if (token.type === 'link_open') {
      const href = String(token.attrGet('href') ?? '');
      open.href = OUTSIDE.test(href) ? href : '';
    } else if (token.type === 'link_close') open.href = '';
    else if (token.type === 'code_inline') add(token.content, { code: true });
    else if (token.type === 'softbreak') add(' ');
    else if (token.type === 'hardbreak') add('\n', { break: true });
    else if (token.type === 'image') add(plain(piecesOf(token.children ?? [])), { picture: true });
    else if (token.type !== 'html_inline') add(token.content);
  }
  return pieces;
}

export function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Reads everything up to the closing token of that type. */
  parts(close: string | null): Part[] {
    const parts: Part[] = [];
    for (let token = this.#next(); token && token.type !== close; token = this.#next()) {
      const part = this.#part(token);
      if (part) parts.push(part);
    }
    return parts;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #part(token: Token): Part | null {
    switch (token.type) {
      case 'heading_open':
        return { kind: 'heading', level: Number(token.tag.slice(1)), pieces: this.#inline('heading_close') };
      case 'paragraph_open':
        return { kind: 'paragraph', pieces: this.#inline('paragraph_close') };
      case 'cue':
        return { kind: 'cue', text: token.content };
      case 'fence':
      case 'code_block':
        return { kind: 'code', text: token.content.replace(/\n$/, '') };
      case 'html_block':
        return { kind: 'html', text: token.content.trim() };
      case 'hr':
        return { kind: 'rule' };
      case 'blockquote_open':
        return { kind: 'quote', parts: this.parts('blockquote_close') };
      case 'bullet_list_open':
        return { kind: 'list', start: null, items: this.#items('bullet_list_close') };
      case 'ordered_list_open':
        return { kind: 'list', start: Number(token.attrGet('start') ?? 1), items: this.#items('ordered_list_close') };
      case 'table_open':
        return { kind: 'table', rows: this.#rows() };
      default:
        return null;
    }
  }

  #inline(close: string): Piece[] {
    const pieces: Piece[] = [];
    for (let token = this.#next(); token && token.type !== close; token = this.#next()) {
      if (token.type === 'inline') pieces.push(...piecesOf(token.children ?? []));
    }
    return pieces;
  }

  #items(close: string): Part[][] {
    const items: Part[][] = [];
    for (let token = this.#next(); token && token.type !== close; token = this.#next()) {
      if (token.type === 'list_item_open') items.push(this.parts('list_item_close'));
    }
    return items;
  }

  #rows(): Piece[][][] {
    const rows: Piece[][][] = [];
    for (let token = this.#next(); token && token.type !== 'table_close'; token = this.#next()) {
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'th_open') rows.at(-1)?.push(this.#inline('th_close'));
      else if (token.type === 'td_open') rows.at(-1)?.push(this.#inline('td_close'));
    }
    return rows;
  }
}
