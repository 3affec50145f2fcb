import type { Idea } from '#contract/schema/idea.ts';
import type { ScriptListItem } from '#contract/schema/script.ts';

import type { AppState } from '../../app-state/app-state.svelte.ts';
import type { ApiFailure } from '../../bridge/api-client.ts';
import type { CachedQuery } from '../../query-cache/query-cache.svelte.ts';

/** The newest ideas and scripts of some channels. */
export class ChannelLists {
  readonly #ideas: readonly CachedQuery<'ideas.list'>[];
  readonly #scripts: readonly CachedQuery<'scripts.list'>[];

  constructor({ cache, account }: AppState, channelIds: readonly number[]) {
    this.#ideas = channelIds.map((id) =>
      cache.query(account, 'ideas.list', { params: { id }, query: { per_page: 50 } }),
    );
    this.#scripts = channelIds.map((id) =>
      cache.query(account, 'scripts.list', { params: { id }, query: { per_page: 20 } }),
    );
  }

  /** Use it as `$effect(() => lists.open())`. */
  open(): () => void {
    const closers = [...this.#ideas, ...this.#scripts].map((query) => query.open());
    return () => closers.forEach((close) => close());
  }

  /** Returns the ideas, newest first. */
  get ideas(): readonly Idea[] {
    const all = this.#ideas.flatMap((query) => query.value?.data ?? []);
    return this.#ideas.length < 2 ? all : all.toSorted((a, b) => b.id - a.id);
  }

  /** Returns the scripts, newest first. */
  get scripts(): readonly ScriptListItem[] {
    const all = this.#scripts.flatMap((query) => query.value?.data ?? []);
    return this.#scripts.length < 2 ? all : all.toSorted((a, b) => b.id - a.id);
  }

  /** Returns whether there is neither a stored list of ideas nor an answer yet for some channel. */
  get isWaitingForIdeas(): boolean {
    return this.#ideas.some(({ isLoading: waiting }) => waiting);
  }

  get isWaitingForScripts(): boolean {
    return this.#scripts.some(({ isLoading: waiting }) => waiting);
  }

  /** Returns whether the stored lists of ideas were read. */
  get areCachesRead(): boolean {
    return this.#ideas.every(({ isCacheRead }) => isCacheRead);
  }

  /** Returns whether the ideas of every channel are known. */
  get areIdeasKnown(): boolean {
    return this.#ideas.every(({ value }) => value !== null);
  }

  get failure(): ApiFailure | null {
    return this.#ideas.find(({ failure }) => failure !== null)?.failure ?? null;
  }
}
