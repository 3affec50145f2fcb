/** Extracts the text of a web page without navigation, forms and the like. */
import { Parser } from 'htmlparser2';

import { collapseSpaces } from '#markdown/collapse-spaces.ts';

export interface PageText {
  readonly title: string;
  /** Paragraphs, headings and list items, one per line. */
  readonly text: string;
  /** The links of the text with absolute addresses and their texts, in order and without duplicates. */
  readonly links: readonly PageLink[];
}

export interface PageLink {
  readonly url: string;
  readonly text: string;
}

const IGNORED_TAGS = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas'],
  ...['nav', 'footer', 'aside', 'form', 'button', 'select', 'textarea', 'dialog', 'menu'],
]);
const BLOCK_TAGS = new Set([
  ...['p', 'div', 'section', 'article', 'main', 'header', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ul', 'ol'],
  ...['blockquote', 'pre', 'table', 'tr', 'td', 'th', 'figure', 'figcaption', 'dl', 'dt', 'dd', 'br', 'hr'],
]);
/** If a page has one of these elements, its text is inside. */
const MAIN_TAGS = new Set(['article', 'main']);

class Collector {
  title = '';
  readonly #base: string;
  readonly #lines: Record<'all' | 'main', string[]> = { all: [], main: [] };
  readonly #links: Record<'all' | 'main', Map<string, string>> = { all: new Map(), main: new Map() };
  #link: string | null = null;
  #line = '';
  #ignoredDepth = 0;
  #mainDepth = 0;
  #isInTitle = false;

  constructor(base: string) {
    this.#base = base;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'title') this.#isInTitle = this.title === '';
    if (IGNORED_TAGS.has(name)) this.#ignoredDepth++;
    if (BLOCK_TAGS.has(name)) this.#endLine();
    if (MAIN_TAGS.has(name)) this.#mainDepth++;
    const href = attributes['href'];
    if (name === 'a' && href !== undefined && this.#ignoredDepth === 0 && URL.canParse(href, this.#base)) {
      const url = new URL(href, this.#base);
      url.hash = '';
      this.#link = url.href;
      if (!this.#links.all.has(url.href)) this.#links.all.set(url.href, '');
      if (this.#mainDepth > 0 && !this.#links.main.has(url.href)) this.#links.main.set(url.href, '');
    }
  }

  addText(chunk: string): void {
    if (this.#isInTitle) this.title += chunk;
    else if (this.#ignoredDepth === 0) {
      this.#line += chunk;
      if (this.#link !== null) this.#addLinkText(this.#link, chunk);
    }
  }

  #addLinkText(link: string, chunk: string): void {
    for (const links of Object.values(this.#links)) {
      const words = links.get(link);
      if (words !== undefined) links.set(link, words + chunk);
    }
  }

  close(name: string): void {
    if (name === 'title') this.#isInTitle = false;
    if (name === 'a') this.#link = null;
    if (IGNORED_TAGS.has(name)) this.#ignoredDepth = Math.max(0, this.#ignoredDepth - 1);
    if (BLOCK_TAGS.has(name)) this.#endLine();
    if (MAIN_TAGS.has(name)) this.#mainDepth = Math.max(0, this.#mainDepth - 1);
  }

  #endLine(): void {
    const line = collapseSpaces(this.#line);
    this.#line = '';
    if (line === '') return;
    this.#lines.all.push(line);
    if (this.#mainDepth > 0) this.#lines.main.push(line);
  }

  finish(): PageText {
    this.#endLine();
    const main = this.#lines.main.join(' ').length * 4 > this.#lines.all.join(' ').length ? 'main' : 'all';
    return {
      title: collapseSpaces(this.title).slice(0, 200),
      text: this.#lines[main].join('\n'),
      links: [...this.#links[main]].map(([url, text]) => ({ url, text: collapseSpaces(text) })),
    };
  }
}

/** @param base the page's own address, which relative links refer to. */
export function extractPageText(html: string, base: string): PageText {
  const collector = new Collector(base);
  const parser = new Parser({
    onopentag: (name, attributes) => collector.open(name, attributes),
    ontext: (chunk) => collector.addText(chunk),
    onclosetag: (name) => collector.close(name),
  });
  parser.end(html);
  return collector.finish();
}
