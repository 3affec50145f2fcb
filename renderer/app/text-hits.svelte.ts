import FileText from '@lucide/svelte/icons/file-text';

import type { LibraryHit } from '../library-index/library-rows.ts';
import type { LibraryFunctions } from '../library-index/library-worker.ts';
import { startLibrary } from '../shared/library-search.ts';
import type { WorkerClient } from '../shared/worker-client.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';
import type { PaletteItem } from '../ui/palette-items.ts';

const DEBOUNCE_MS = 120;
const MIN_LENGTH = 3;
const MAX_HITS = 8;

/** Finds words inside the texts of scripts, for the command palette. */
export class TextHits {
  readonly #app: Pick<AppState, 'accounts' | 'router' | 'toasts'>;
  #worker: WorkerClient<LibraryFunctions> | null = null;
  #indexing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #query = '';
  #hits = $state.raw<readonly LibraryHit[]>([]);

  constructor(app: Pick<AppState, 'accounts' | 'router' | 'toasts'>) {
    this.#app = app;
  }

  /** Returns the scripts whose text contains the query. Reactive. */
  get items(): readonly PaletteItem[] {
    return this.#hits.flatMap((hit) =>
      hit.snippet
        ? [
            {
              id: `text-${hit.key}`,
              title: hit.title,
              subtitle: hit.snippet.text,
              icon: FileText,
              // The index matched it, even if the palette's own matching does not.
              isAlwaysListed: true,
              run: () => void this.#openScript(hit),
            },
          ]
        : [],
    );
  }

  search(query: string): void {
    const trimmedQuery = query.trim();
    if (trimmedQuery === this.#query) return;
    this.#query = trimmedQuery;
    clearTimeout(this.#timer);
    if (trimmedQuery.length < MIN_LENGTH) {
      this.#hits = [];
      return;
    }
    this.#timer = setTimeout(() => void this.#find(trimmedQuery), DEBOUNCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#worker?.end();
  }

  async #find(query: string): Promise<void> {
    const worker = (this.#worker ??= startLibrary());
    this.#indexing ??= worker.call((remote) => remote.index());
    await this.#indexing;
    const libraryQuery = {
      words: query,
      shelf: 'all',
      channel: null,
      format: null,
      sort: 'written',
      from: 0,
      count: MAX_HITS,
    } as const;
    const { rows } = await worker.call((remote) => remote.find(libraryQuery));
    const hits = await worker.call((remote) => remote.addSnippets(rows, query));
    if (query === this.#query) this.#hits = hits;
  }

  async #openScript({ account, id }: LibraryHit): Promise<void> {
    const { accounts, router, toasts } = this.#app;
    try {
      if (account !== accounts.activeId) await accounts.switchTo(account);
      router.go({ name: 'scripts', id, create: null });
    } catch {
      toasts.showFault('This script’s account isn’t available right now.');
    }
  }
}
