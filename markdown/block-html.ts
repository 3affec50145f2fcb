import type { Env, MarkdownIt, Token } from 'markdown-it';
import type { Block, Reference } from './block-document.ts';
import { createParser } from './parser.ts';

/** Not sanitised. */
export interface BlockHtml {
  readonly html: string;
  /** Labels the block looked up, defined or not: it must be rendered again when one of them changes. */
  readonly lookups: ReadonlySet<string>;
  /** The block contains raw HTML, whose tags may reach into other blocks. */
  readonly raw: boolean;
}

const NO_LOOKUPS: ReadonlySet<string> = new Set();

function isRaw(token: Token): boolean {
  return token.type === 'html_block' || (token.children?.some((child) => child.type === 'html_inline') ?? false);
}

/** Renders blocks one by one, to the same HTML as markdown-it's for the whole script. */
export class BlockRenderer {
  readonly #md: MarkdownIt = createParser({ html: true });

  constructor() {
    // Blocks arrive parsed, so only the inline part of the chain is needed.
    this.#md.core.ruler.disable(['normalize', 'block']);
  }

  render(block: Block, references: ReadonlyMap<string, Reference>): BlockHtml {
    const lookups = new Set<string>();
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
    return {
      html: this.#md.renderer.render(state.tokens, this.#md.options, env),
      lookups: lookups.size > 0 ? lookups : NO_LOOKUPS,
      raw: state.tokens.some(isRaw),
    };
  }
}
