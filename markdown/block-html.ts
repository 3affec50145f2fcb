import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import type { Block, Reference } from './block-document.ts';
import { createParser } from './parser.ts';
import { createFootnoteSection, isFootnoteLabel, splitFootnotes } from './syntax/footnote.ts';

/** HTML that is not sanitised. */
export interface BlockHtml {
  readonly html: string;
  /** Lists labels the block looked up, defined or not: it must be rendered again when one of them changes. */
  readonly lookups: ReadonlySet<string>;
  /** True for raw HTML, whose tags may reach into other blocks. */
  readonly isRaw: boolean;
}

type References = ReadonlyMap<string, Reference>;

const NO_LOOKUPS: ReadonlySet<string> = new Set();

function isRaw(token: Token): boolean {
  return token.type === 'html_block' || (token.children?.some((child) => child.type === 'html_inline') ?? false);
}

export const hasFootnotes = ({ references }: Block): boolean => [...references.keys()].some(isFootnoteLabel);

/** Returns the labels of the footnotes in the order of their numbers. */
const orderFootnoteLabels = (references: References): string[] =>
  [...references]
    .filter(([label]) => isFootnoteLabel(label))
    .sort(([, a], [, b]) => Number(a.href) - Number(b.href))
    .map(([label]) => label);

/** Renders blocks one by one, to the same HTML as markdown-it's for the whole script. */
export class BlockRenderer {
  readonly #md: MarkdownIt = createParser({ html: true });

  constructor() {
    // Blocks arrive parsed, so only the inline part of the chain is needed.
    this.#md.core.ruler.disable(['normalize', 'block', 'footnote_numbers', 'footnotes']);
  }

  /** Renders a block without the footnotes in it. */
  render(block: Block, references: References): BlockHtml {
    const lookups = new Set<string>();
    const state = this.#parse(block, references, lookups);
    return this.#toHtml(state, splitFootnotes(state.tokens).body, lookups);
  }

  /** Renders the footnotes of all blocks, which stand at the end of a script. */
  renderFootnotes(blocks: readonly Block[], references: References): BlockHtml {
    const lookups = new Set<string>();
    const notes = new Map<string, Token[]>();
    let state = new this.#md.core.State('', this.#md, {});
    for (const block of blocks.filter(hasFootnotes)) {
      state = this.#parse(block, references, lookups);
      for (const [label, note] of splitFootnotes(state.tokens).notes)
        notes.set(label, [...(notes.get(label) ?? []), ...note]);
    }
    const mentions = new Set(blocks.flatMap((block) => block.mentions));
    return this.#toHtml(state, createFootnoteSection(state, notes, orderFootnoteLabels(references), mentions), lookups);
  }

  #parse(block: Block, references: References, lookups: Set<string>): StateCore {
    const env: Env = {
      references: new Proxy<Record<string, Reference>>(
        {},
        {
          get: (_target, label) => {
            if (typeof label !== 'string') return undefined;
            lookups.add(label);
            return references.get(label);
          },
        },
      ),
    };
    const state = new this.#md.core.State('', this.#md, env);
    state.tokens = block.tokens.slice();
    for (const token of state.tokens) if (token.type === 'inline') token.children = [];
    this.#md.core.process(state);
    return state;
  }

  #toHtml({ env }: StateCore, tokens: Token[], lookups: ReadonlySet<string>): BlockHtml {
    return {
      html: this.#md.renderer.render(tokens, this.#md.options, env),
      lookups: lookups.size > 0 ? lookups : NO_LOOKUPS,
      isRaw: tokens.some(isRaw),
    };
  }
}
