/** Gathers what an agent run reads: the given pages and texts and, with deep research, the pages found from them. */
import { listSentences, getTerms } from '#markdown/claims.ts';
import { countWords } from '#markdown/words.ts';

import { toPastedSources, type Source } from '../scripts/evidence.ts';

export interface Page {
  /** The URL after redirects. */
  readonly url: string;
  readonly title: string;
  /** One paragraph per line. */
  readonly text: string;
  readonly links: readonly { readonly url: string; readonly text: string }[];
}

export interface PageReader {
  /** Rejects only with the abort reason of `signal`; page and network errors become a `reason`. */
  read(
    address: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly page: Page } | { readonly ok: false; readonly reason: string }>;
}

export interface Hit {
  readonly url: string;
  readonly title: string;
  /** Text of the search result, one paragraph per line; null if the page has to be read. */
  readonly text: string | null;
}

export interface SourceSearch {
  /** The name of the source, as in "Searching the web". */
  readonly sourceName: string;
  /** Maximum number of queries per run. */
  readonly maxQueries: number;
  /** Returns the best hits first. Rejects only with the abort reason of `signal`; engine errors become a `reason`. */
  find(
    query: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly hits: readonly Hit[] } | { readonly ok: false; readonly reason: string }>;
}

export interface Research {
  readonly sources: readonly Source[];
  /** A sentence for each page that could not be read. */
  readonly issues: readonly string[];
  /** The number of pages that contributed text, whether read or from a search result. */
  readonly pages: number;
}

export interface ResearchRequest {
  readonly urls: readonly string[];
  readonly texts: readonly string[];
  /** The subject of the script; passages about it are kept. */
  readonly about: string;
  readonly isDeep: boolean;
  readonly reader: PageReader;
  /** The search engines and queries of deep research. */
  readonly search: { readonly engines: readonly SourceSearch[]; readonly queries: readonly string[] };
  readonly signal: AbortSignal;
  /** Called when `done` of `total` pages are read. */
  onPage(label: string, done: number, total: number): void;
  now(): Date;
}

const MAX_PAGE_WORDS = { plain: 800, deep: 1400 } as const;
/** Deep research reads at most this many linked pages and this many search results. */
const MAX_FURTHER_PAGES = 6;
const BATCH_SIZE = 3;

/** Keeps the most relevant paragraphs in their order, up to `maxWords` words. */
function selectParagraphs(text: string, aboutWords: ReadonlySet<string>, maxWords: number): string {
  const paragraphs = text
    .split('\n')
    .filter((line) => listSentences(line).length > 0 && countWords(line) >= 6)
    .map((line, index) => {
      const sharedCount = [...getTerms(line)].filter((term) => aboutWords.has(term)).length;
      return { line, index, words: countWords(line), score: sharedCount };
    });
  const selectedIndexes = new Set<number>();
  let remainingWords = maxWords;
  // Prefers earlier paragraphs if the scores are equal, because the beginning usually states the subject.
  for (const paragraph of [...paragraphs].sort((a, b) => b.score - a.score || a.index - b.index)) {
    if (paragraph.words > remainingWords) continue;
    remainingWords -= paragraph.words;
    selectedIndexes.add(paragraph.index);
  }
  return paragraphs
    .filter(({ index }) => selectedIndexes.has(index))
    .map(({ line }) => line)
    .join('\n');
}

const getHostName = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

class Researcher {
  readonly #request: ResearchRequest;
  readonly #subjectTerms: ReadonlySet<string>;
  readonly #sources: Source[] = [];
  readonly #issues: string[] = [];
  readonly #seenUrls = new Set<string>();

  constructor(request: ResearchRequest) {
    this.#request = request;
    this.#subjectTerms = getTerms(request.about);
  }

  async run(): Promise<Research> {
    const { urls, texts, isDeep } = this.#request;
    const pages = await this.#readAll(urls, 'Reading', true);
    this.#sources.push(...toPastedSources(texts, this.#request.now()));
    if (isDeep) {
      await this.#readAll(this.#rankLinks(pages), 'Following links to', false);
      const hits = await this.#searchAll();
      for (const { url, title, text } of hits) if (text !== null) this.#addPage({ url, title, text });
      const unread = new Set(hits.map(({ url }) => url).filter((url) => !this.#seenUrls.has(url)));
      await this.#readAll([...unread].slice(0, MAX_FURTHER_PAGES), 'Reading', false);
    }
    const readPages = this.#sources.filter(({ kind }) => kind === 'page');
    return { sources: this.#sources, issues: this.#issues, pages: readPages.length };
  }

  /** Reads pages in small groups and keeps the given order. */
  async #readAll(urls: readonly string[], verb: string, reportsErrors: boolean): Promise<Page[]> {
    const { reader, signal, onPage } = this.#request;
    const pages: Page[] = [];
    for (let start = 0; start < urls.length; start += BATCH_SIZE) {
      const group = urls.slice(start, start + BATCH_SIZE);
      onPage(`${verb} ${group.map(getHostName).join(', ')}`, start, urls.length);
      const results = await Promise.all(group.map((url) => reader.read(url, signal)));
      for (const [index, result] of results.entries()) {
        if (result.ok) {
          if (this.#addPage(result.page)) pages.push(result.page);
          // Reports a failure only for pages that the person named.
        } else if (reportsErrors) this.#issues.push(`${group[index] ?? 'A page'} couldn’t be read: ${result.reason}`);
      }
    }
    return pages;
  }

  /** Returns false if the page was already used. */
  #addPage({ url, title, text }: Pick<Page, 'url' | 'title' | 'text'>): boolean {
    if (this.#seenUrls.has(url)) return false;
    this.#seenUrls.add(url);
    const relevantText = selectParagraphs(
      text,
      this.#subjectTerms,
      MAX_PAGE_WORDS[this.#request.isDeep ? 'deep' : 'plain'],
    );
    const retrieved_at = this.#request.now().toISOString();
    if (relevantText !== '') this.#sources.push({ kind: 'page', title, url, text: relevantText, retrieved_at });
    return true;
  }

  /** Merges the hits of all queries: the first of each query, then the second of each, and so on. */
  async #searchAll(): Promise<readonly Hit[]> {
    const { search, signal, onPage } = this.#request;
    const lists: (readonly Hit[])[] = [];
    for (const engine of search.engines) {
      const queries = search.queries.slice(0, engine.maxQueries);
      for (const [index, query] of queries.entries()) {
        onPage(`Searching ${engine.sourceName}`, index, queries.length);
        const result = await engine.find(query, signal);
        if (result.ok) lists.push(result.hits);
        else {
          this.#issues.push(`Couldn’t search ${engine.sourceName}: ${result.reason}`);
          break;
        }
      }
    }
    const longest = Math.max(0, ...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  }

  /** Returns links about the subject, the best first. */
  #rankLinks(pages: readonly Page[]): string[] {
    const scores = new Map<string, number>();
    for (const { links } of pages) {
      for (const { url, text } of links) {
        if (this.#seenUrls.has(url) || !url.startsWith('https:')) continue;
        const { pathname } = new URL(url);
        const sharedTerms = [...getTerms(`${text} ${pathname.replace(/[-_/.]+/g, ' ')}`)].filter((t) =>
          this.#subjectTerms.has(t),
        );
        if (sharedTerms.length > 0) scores.set(url, Math.max(scores.get(url) ?? 0, sharedTerms.length));
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_FURTHER_PAGES)
      .map(([url]) => url);
  }
}

export function gatherResearch(request: ResearchRequest): Promise<Research> {
  return new Researcher(request).run();
}
