import type { ThumbnailRunListed } from '#contract/schema/thumbnail.ts';
import type { CachedQuery } from '#renderer/offline/cache.svelte.ts';

type Page = CachedQuery<'thumbnails.runs'>;

/** The runs of all pages: for what the service cannot be asked for, such as those that failed or those of one idea. */
export class EveryRun {
  readonly #pageOf: (page: number) => Page;
  #pages = $state.raw<readonly Page[]>([]);

  /** `pageOf` asks for one page, from 1. */
  constructor(pageOf: (page: number) => Page) {
    this.#pageOf = pageOf;
  }

  /** Draws what is kept and asks for every page. */
  async open(): Promise<void> {
    const first = this.#pageOf(1);
    this.#pages = [first];
    await first.look();
    this.#grow(first);
    await first.refresh();
    this.#grow(first);
  }

  /** Pages on which something is still being made are asked for anew. */
  async refresh(): Promise<void> {
    const waiting = this.#pages.filter(({ value }) => value?.data.some(({ status }) => status === 'queued'));
    await Promise.all(waiting.map((page) => page.refresh()));
  }

  /** Pages that were not answered yet and may still be. Reactive. */
  get waiting(): number {
    return this.#pages.filter(({ waiting }) => waiting).length;
  }

  /** Whether some of them could not be had. Reactive. */
  get partial(): boolean {
    return this.#pages.some(({ value, failure }) => value === null && failure !== null);
  }

  /** Newest first; `seen` are known better. Reactive. */
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
