import type { MarkdownIt, Token } from 'markdown-it';
import { HTML_COMMENT } from './html-patterns.ts';
import { getAlignment, createParser } from './parser.ts';
import { isCallout } from './syntax/callout.ts';
import { getDetails, type Details } from './syntax/details.ts';
import { getTaskState } from './syntax/task-list.ts';
import { joinFormulas, getPieces, type Piece } from './tree-pieces.ts';
import { collapseSpaces } from './collapse-spaces.ts';

export type { Piece } from './tree-pieces.ts';

export type Alignment = 'left' | 'center' | 'right' | null;

export interface ListItem {
  /** True if a task is done; null if the item is no task. */
  readonly done: boolean | null;
  readonly parts: readonly Part[];
}

/** A part of a script for export formats: parts are nested, with resolved inline marks and the addresses of links. */
export type Part =
  | { readonly kind: 'heading'; readonly level: number; readonly pieces: readonly Piece[] }
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'cue' | 'code' | 'math' | 'html' | 'comment'; readonly text: string }
  | { readonly kind: 'rule' }
  | {
      readonly kind: 'quote';
      /** The label of a callout (`> [!NOTE] Label`); null for a plain quote. */
      readonly label: string | null;
      readonly parts: readonly Part[];
    }
  | {
      readonly kind: 'list';
      /** The number of the first item; null for bullets. */
      readonly start: number | null;
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: 'table';
      /** One alignment per column. */
      readonly alignments: readonly Alignment[];
      /** Each column's share of the width; without them the contents decide. */
      readonly shares?: readonly number[];
      /** A row of one cell spans a wider table. */
      readonly rows: readonly (readonly (readonly Piece[])[])[];
    };

export interface ScriptTree {
  readonly parts: readonly Part[];
  /** The contents of footnotes by their keys, in the order of their numbers. They are never spoken. */
  readonly footnotes: ReadonlyMap<string, readonly Part[]>;
  /** The front matter's details (`title`, `date`, `tags` …) in order; empty without one. */
  readonly details: Details;
}

let parser: MarkdownIt | undefined;

export function parseTree(markdown: string): ScriptTree {
  parser ??= createParser({ html: true });
  const reader = new Reader(parser.parse(markdown.replace(/\r\n?/g, '\n'), {}));
  return { parts: reader.readParts(null), footnotes: reader.footnotes, details: reader.details };
}

export function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** Returns the text of a heading as a title: the numbers of footnotes are no words of it. */
export const toTitleText = (pieces: readonly Piece[]): string =>
  collapseSpaces(joinPieces(pieces.filter(({ footnote }) => footnote === undefined)));

/** True if a script says its own title: others get it written over their text. */
export const beginsWithHeading = ({ parts: [first] }: Pick<ScriptTree, 'parts'>): boolean =>
  first?.kind === 'heading' && toTitleText(first.pieces) !== '';

class Reader {
  readonly footnotes = new Map<string, readonly Part[]>();
  details: Details = new Map();
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Reads everything up to the closing token of that type. */
  readParts(close: string | null): Part[] {
    const parts: Part[] = [];
    for (let token = this.#takeToken(); token && token.type !== close; token = this.#takeToken()) {
      const part = this.#readPart(token);
      if (part) parts.push(part);
    }
    return parts;
  }

  #takeToken(): Token | undefined {
    return this.#tokens[this.#position++];
  }

  #readPart(token: Token): Part | null {
    switch (token.type) {
      case 'heading_open':
        return { kind: 'heading', level: Number(token.tag.slice(1)), pieces: this.#readInline('heading_close') };
      case 'paragraph_open':
        return this.#readParagraph();
      case 'cue':
      case 'comment':
        return { kind: token.type, text: token.content };
      case 'math_block':
        return { kind: 'math', text: token.content };
      case 'fence':
      case 'code_block':
        return { kind: 'code', text: token.content.replace(/\n$/, '') };
      case 'html_block': {
        const comment = HTML_COMMENT.exec(token.content.trim())?.[1];
        if (comment !== undefined) return { kind: 'comment', text: comment.trim() };
        return { kind: 'html', text: token.content.trim() };
      }
      case 'hr':
        return { kind: 'rule' };
      case 'blockquote_open':
        return { kind: 'quote', label: this.#readLabel(token), parts: this.readParts('blockquote_close') };
      case 'bullet_list_open':
        return { kind: 'list', start: null, items: this.#readItems('bullet_list_close') };
      case 'ordered_list_open':
        return {
          kind: 'list',
          start: Number(token.attrGet('start') ?? 1),
          items: this.#readItems('ordered_list_close'),
        };
      case 'table_open':
        return this.#readTable();
      default:
        this.#readOutsideText(token);
        return null;
    }
  }

  #readParagraph(): Part {
    const formulas = joinFormulas(this.#tokens[this.#position]?.children ?? []);
    const pieces = this.#readInline('paragraph_close');
    return formulas === null ? { kind: 'paragraph', pieces } : { kind: 'math', text: formulas };
  }

  /** Reads content outside of the text itself. */
  #readOutsideText(token: Token): void {
    if (token.type === 'front_matter') this.details = getDetails(token);
    else if (token.type === 'footnote_open')
      this.footnotes.set(String(token.meta?.['number']), this.readParts('footnote_close'));
  }

  #readInline(close: string): Piece[] {
    const pieces: Piece[] = [];
    for (let token = this.#takeToken(); token && token.type !== close; token = this.#takeToken()) {
      if (token.type === 'inline') for (const piece of getPieces(token.children ?? [])) pieces.push(piece);
    }
    return pieces;
  }

  #readLabel(quote: Token): string | null {
    if (!isCallout(quote)) return null;
    this.#takeToken();
    return joinPieces(this.#readInline('paragraph_close')).trim();
  }

  #readItems(close: string): ListItem[] {
    const items: ListItem[] = [];
    for (let token = this.#takeToken(); token && token.type !== close; token = this.#takeToken()) {
      if (token.type === 'list_item_open')
        items.push({ done: getTaskState(token), parts: this.readParts('list_item_close') });
    }
    return items;
  }

  #readTable(): Part {
    const rows: Piece[][][] = [];
    const alignments: Alignment[] = [];
    for (let token = this.#takeToken(); token && token.type !== 'table_close'; token = this.#takeToken()) {
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'th_open') {
        alignments.push(getAlignment(token));
        rows.at(-1)?.push(this.#readInline('th_close'));
      } else if (token.type === 'td_open') rows.at(-1)?.push(this.#readInline('td_close'));
    }
    return { kind: 'table', alignments, rows };
  }
}
