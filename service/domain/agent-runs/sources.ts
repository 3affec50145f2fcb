/** What an agent run reads: the pages and texts a person gave, and with deep research the pages those lead to. */
import { sentencesIn, termsOf } from '#markdown/claims.ts';
import { countWords } from '#markdown/words.ts';

export interface Page {
  /** Where it was found, after redirects. */
  readonly url: string;
  readonly title: string;
  /** A paragraph a line. */
  readonly text: string;
  readonly links: readonly { readonly url: string; readonly words: string }[];
}

/** The port through which pages are read. */
export interface PageReader {
  /** Rejects with what `signal` was aborted with, and with nothing that the page or the network did. */
  read(
    address: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly page: Page } | { readonly ok: false; readonly reason: string }>;
}

export interface Hit {
  readonly url: string;
  readonly title: string;
  /** What is told of it where it was found, a paragraph a line; null: its page has to be read. */
  readonly text: string | null;
}

/** The port through which sources are looked for. */
export interface SourceSearch {
  /** Where it looks, as in "Searching the web". */
  readonly place: string;
  /** It is asked no more questions than that. */
  readonly questions: number;
  /** The likeliest first. Rejects with what `signal` was aborted with, and with nothing that the engine did. */
  find(
    query: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly hits: readonly Hit[] } | { readonly ok: false; readonly reason: string }>;
}

/** One source as far as it is used. */
export interface Source {
  readonly kind: 'page' | 'text';
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly retrieved_at: string;
}

export interface Research {
  readonly sources: readonly Source[];
  /** What could not be read, each a plain sentence. */
  readonly issues: readonly string[];
  /** Pages something could be taken from, read or told of where they were found. */
  readonly pages: number;
}

export interface ResearchRequest {
  readonly urls: readonly string[];
  readonly texts: readonly string[];
  /** What the script is about: its passages are looked for. */
  readonly about: string;
  readonly deep: boolean;
  readonly reader: PageReader;
  /** What deep research looks for sources with, and the questions it asks. */
  readonly search: { readonly engines: readonly SourceSearch[]; readonly queries: readonly string[] };
  readonly signal: AbortSignal;
  /** `done` of `total` pages. */
  onPage(label: string, done: number, total: number): void;
  now(): Date;
}

/** Words that are taken from one page. */
const WORDS_OF_PAGE = { plain: 800, deep: 1400 } as const;
/** Pages that deep research reads beyond those that were given: as many linked and as many found. */
const FURTHER_PAGES = 6;
const AT_ONCE = 3;

/** The paragraphs that say most about the subject, in their order, up to so many words. */
function pertinent(text: string, about: ReadonlySet<string>, words: number): string {
  const paragraphs = text
    .split('\n')
    .filter((line) => sentencesIn(line).length > 0 && countWords(line) >= 6)
    .map((line, index) => {
      const shared = [...termsOf(line)].filter((term) => about.has(term)).length;
      return { line, index, words: countWords(line), shared };
    });
  const kept = new Set<number>();
  let room = words;
  // Where nothing is told apart the beginning is what a page is about.
  for (const paragraph of [...paragraphs].sort((a, b) => b.shared - a.shared || a.index - b.index)) {
    if (paragraph.words > room) continue;
    room -= paragraph.words;
    kept.add(paragraph.index);
  }
  return paragraphs
    .filter(({ index }) => kept.has(index))
    .map(({ line }) => line)
    .join('\n');
}

const name = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

class Researcher {
  readonly #request: ResearchRequest;
  readonly #about: ReadonlySet<string>;
  readonly #sources: Source[] = [];
  readonly #issues: string[] = [];
  readonly #read = new Set<string>();

  constructor(request: ResearchRequest) {
    this.#request = request;
    this.#about = termsOf(request.about);
  }

  async run(): Promise<Research> {
    const { urls, texts, deep } = this.#request;
    const pages = await this.#readAll(urls, 'Reading', true);
    for (const [index, text] of texts.entries()) {
      this.#sources.push(this.#source('text', `Pasted text ${index + 1}`, null, text));
    }
    if (deep) {
      await this.#readAll(this.#further(pages), 'Following', false);
      const found = await this.#found();
      for (const { url, title, text } of found) if (text !== null) this.#take({ url, title, text });
      const unread = new Set(found.map(({ url }) => url).filter((url) => !this.#read.has(url)));
      await this.#readAll([...unread].slice(0, FURTHER_PAGES), 'Reading', false);
    }
    const read = this.#sources.filter(({ kind }) => kind === 'page');
    return { sources: this.#sources, issues: this.#issues, pages: read.length };
  }

  #source(kind: Source['kind'], title: string, url: string | null, text: string): Source {
    return { kind, title, url, text, retrieved_at: this.#request.now().toISOString() };
  }

  /** In small groups, and kept in the order they were named. */
  async #readAll(urls: readonly string[], verb: string, named: boolean): Promise<Page[]> {
    const { reader, signal, onPage } = this.#request;
    const pages: Page[] = [];
    for (let at = 0; at < urls.length; at += AT_ONCE) {
      const group = urls.slice(at, at + AT_ONCE);
      onPage(`${verb} ${group.map(name).join(', ')}`, at, urls.length);
      const answers = await Promise.all(group.map((url) => reader.read(url, signal)));
      for (const [index, answer] of answers.entries()) {
        if (answer.ok) {
          if (this.#take(answer.page)) pages.push(answer.page);
          // Only what the person named is worth a word when it cannot be had.
        } else if (named) this.#issues.push(`${group[index] ?? 'A page'} was not read: ${answer.reason}`);
      }
    }
    return pages;
  }

  /** False where it was taken before. */
  #take({ url, title, text }: Pick<Page, 'url' | 'title' | 'text'>): boolean {
    if (this.#read.has(url)) return false;
    this.#read.add(url);
    const used = pertinent(text, this.#about, WORDS_OF_PAGE[this.#request.deep ? 'deep' : 'plain']);
    if (used !== '') this.#sources.push(this.#source('page', title, url, used));
    return true;
  }

  /** What the search engines find, the first of each question before the second of any. */
  async #found(): Promise<readonly Hit[]> {
    const { search, signal, onPage } = this.#request;
    const lists: (readonly Hit[])[] = [];
    for (const engine of search.engines) {
      const queries = search.queries.slice(0, engine.questions);
      for (const [index, query] of queries.entries()) {
        onPage(`Searching ${engine.place}`, index, queries.length);
        const found = await engine.find(query, signal);
        if (found.ok) lists.push(found.hits);
        else {
          this.#issues.push(`Searching ${engine.place} found nothing: ${found.reason}`);
          break;
        }
      }
    }
    const longest = Math.max(0, ...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  }

  /** The links whose words are about the subject, the likeliest first. */
  #further(pages: readonly Page[]): string[] {
    const scores = new Map<string, number>();
    for (const { links } of pages) {
      for (const { url, words } of links) {
        if (this.#read.has(url) || !url.startsWith('https:')) continue;
        const { pathname } = new URL(url);
        const shared = [...termsOf(`${words} ${pathname.replace(/[-_/.]+/g, ' ')}`)].filter((t) => this.#about.has(t));
        if (shared.length > 0) scores.set(url, Math.max(scores.get(url) ?? 0, shared.length));
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1])
      .slice(0, FURTHER_PAGES)
      .map(([url]) => url);
  }
}

export function gatherResearch(request: ResearchRequest): Promise<Research> {
  return new Researcher(request).run();
}
