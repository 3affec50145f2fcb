import type { ThumbnailRunListed } from '#contract/schema/thumbnail.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';

type Page = CachedQuery<'thumbnails.runs'>;

/** Loads the runs of all pages, for filters the service does not offer, such as failed runs or those of one idea. */
export class AllRuns {
  readonly #pageOf: (page: number) => Page;
  #pages = $state.raw<readonly Page[]>([]);

  /** `pageOf` returns the query of one page, counting from 1. */
  constructor(pageOf: (page: number) => Page) {
    this.#pageOf = pageOf;
  }

  /** Shows cached pages and requests every page. */
  async open(): Promise<void> {
    const first = this.#pageOf(1);
    this.#pages = [first];
    await first.look();
    this.#grow(first);
    await first.refresh();
    this.#grow(first);
  }

  /** Reloads pages with runs that are still in progress. */
  async refresh(): Promise<void> {
    const waiting = this.#pages.filter(({ value }) => value?.data.some(({ status }) => status === 'queued'));
    await Promise.all(waiting.map((page) => page.refresh()));
  }

  /** The number of pages that are still loading. Reactive. */
  get waiting(): number {
    return this.#pages.filter(({ waiting }) => waiting).length;
  }

  /** Tells whether some pages could not be loaded. Reactive. */
  get partial(): boolean {
    return this.#pages.some(({ value, failure }) => value === null && failure !== null);
  }

  /** Returns all runs, newest first; those in `seen` are more recent and win. Reactive. */
  with(seen: readonly ThumbnailRunListed[]): readonly ThumbnailRunListed[] {
    const all = new Map(this.#pages.flatMap(({ value }) => value?.data ?? []).map((run) => [run.run_id, run]));
    for (const run of seen) all.set(run.run_id, run);
    return [...all.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));
  }

  #grow(first: Page): void {
    const last = first.value?.meta.last_page ?? 1;
    for (let at = this.#pages.length + 1; at <= last; at++) {
      const page = this.#pageOf(at);
      this.#pages = [...this.#pages, page];
      void page.look();
      void page.refresh();
    }
  }
}
