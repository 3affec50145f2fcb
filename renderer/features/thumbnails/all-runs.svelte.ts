import type { ThumbnailRunListed } from '#contract/schema/thumbnail.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';

type Page = CachedQuery<'thumbnails.runs'>;

/** Loads the runs of all pages, for filters the service does not offer, such as failed runs or those of one idea. */
export class RunLoader {
  readonly #getPage: (page: number) => Page;
  #pages = $state.raw<readonly Page[]>([]);

  /** `getPage` returns the query of a page, counting from 1. */
  constructor(getPage: (page: number) => Page) {
    this.#getPage = getPage;
  }

  /** Shows cached pages and requests every page. */
  async open(): Promise<void> {
    const first = this.#getPage(1);
    this.#pages = [first];
    await first.showCached();
    this.#addPages(first);
    await first.refresh();
    this.#addPages(first);
  }

  /** Reloads pages with runs that are still in progress. */
  async refresh(): Promise<void> {
    const activePages = this.#pages.filter(({ value }) => value?.data.some(({ status }) => status === 'queued'));
    await Promise.all(activePages.map((page) => page.refresh()));
  }

  /** The number of pages that are still loading. Reactive. */
  get loadingCount(): number {
    return this.#pages.filter(({ isLoading: waiting }) => waiting).length;
  }

  /** Returns whether some pages could not be loaded. Reactive. */
  get isPartial(): boolean {
    return this.#pages.some(({ value, failure }) => value === null && failure !== null);
  }

  /** Returns all runs, newest first; those in `recentRuns` replace older readings of the same run. Reactive. */
  listWith(recentRuns: readonly ThumbnailRunListed[]): readonly ThumbnailRunListed[] {
    const runs = new Map(this.#pages.flatMap(({ value }) => value?.data ?? []).map((run) => [run.run_id, run]));
    for (const run of recentRuns) runs.set(run.run_id, run);
    return [...runs.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));
  }

  #addPages(first: Page): void {
    const last = first.value?.meta.last_page ?? 1;
    for (let number = this.#pages.length + 1; number <= last; number++) {
      const page = this.#getPage(number);
      this.#pages = [...this.#pages, page];
      void page.showCached();
      void page.refresh();
    }
  }
}
