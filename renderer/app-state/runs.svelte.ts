import type { CallInput } from '#contract/bridge.ts';
import type { WatchedRun } from '#contract/watched-run.ts';

import { bridgeFailure, failureOfAnswer, type ApiFailure } from '../bridge/api-client.ts';
import type { Bridge } from '../bridge/bridge.ts';

const OVER: ReadonlySet<WatchedRun['status']> = new Set(['completed', 'failed', 'canceled']);

export const isOver = (run: WatchedRun): boolean => OVER.has(run.status);

/** Lists active and recently ended generations, which the host follows across restarts. */
export class Runs {
  readonly #bridge: Bridge;
  #all = $state.raw<readonly WatchedRun[]>([]);
  readonly #ended = new Set<(run: WatchedRun) => void>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    bridge.subscribe('runs.changed', (run) => this.#take(run));
    bridge.subscribe('runs.removed', ({ id }) => {
      this.#all = this.#all.filter((run) => run.id !== id);
    });
  }

  /** Reloads the runs at start and when the host is back. */
  async load(): Promise<void> {
    try {
      const { runs } = await this.#bridge.invoke('runs.list', {});
      const before = new Map(this.#all.map((run) => [run.id, run]));
      this.#all = newestFirst(runs);
      for (const run of runs) {
        const was = before.get(run.id);
        if (was && !isOver(was) && isOver(run)) this.#tell(run);
      }
    } catch {
      // The host is away; the list follows when it is back.
    }
  }

  /**
   * Passes on what a run writes: what is there already, then each chunk with its place; place 0 begins anew. The
   * returned function stops it.
   */
  follow(id: string, listener: (from: number, text: string) => void): () => void {
    let length = 0;
    let following = true;
    const tell = (from: number, text: string): void => {
      length = from + text.length;
      listener(from, text);
    };
    const catchUp = async (): Promise<void> => {
      const { text } = await this.#bridge.invoke('runs.live', { id });
      if (following && text.length > length) tell(0, text);
    };
    // Without an answer, the next chunk asks again.
    const behind = (): void => void catchUp().catch(() => undefined);
    const unlink = this.#bridge.subscribe('runs.text', (chunk) => {
      if (chunk.id !== id) return;
      if (chunk.from === length || chunk.from === 0) tell(chunk.from, chunk.text);
      // A chunk was missed, while the window was opened or the connection was lost.
      else if (chunk.from > length) behind();
    });
    behind();
    return () => {
      following = false;
      unlink();
    };
  }

  /** Lists the newest first. */
  get all(): readonly WatchedRun[] {
    return this.#all;
  }

  get underWay(): readonly WatchedRun[] {
    return this.#all.filter((run) => !isOver(run));
  }

  get unseen(): readonly WatchedRun[] {
    return this.#all.filter((run) => isOver(run) && !run.seen);
  }

  /** Lists the newest first. */
  of(account: string, scriptId: number): readonly WatchedRun[] {
    return this.#all.filter((run) => run.account === account && run.script_id === scriptId);
  }

  /** Resolves to null on success; the run appears in the list. Nothing is repeated automatically. */
  start(input: CallInput<'runs.start'>): Promise<ApiFailure | null> {
    return this.#act(() => this.#bridge.invoke('runs.start', input));
  }

  cancel(id: string): Promise<ApiFailure | null> {
    return this.#act(() => this.#bridge.invoke('runs.cancel', { id }));
  }

  /** Asks about a run whose start got no answer. */
  async lookUp(id: string): Promise<void> {
    const { run } = await this.#bridge.invoke('runs.lookUp', { id });
    if (run) this.#take(run);
  }

  async seen(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    this.#all = this.#all.map((run) => (ids.includes(run.id) ? { ...run, seen: true } : run));
    await this.#bridge.invoke('runs.seen', { ids: [...ids] });
  }

  async dismiss(id: string): Promise<void> {
    this.#all = this.#all.filter((run) => run.id !== id);
    await this.#bridge.invoke('runs.dismiss', { id });
  }

  /** Calls the listener once for each active run that ends. The returned function stops it. */
  onEnd(listener: (run: WatchedRun) => void): () => void {
    this.#ended.add(listener);
    return () => {
      this.#ended.delete(listener);
    };
  }

  async #act(
    work: () => Promise<{ answer: Parameters<typeof failureOfAnswer>[0]; run: WatchedRun | null }>,
  ): Promise<ApiFailure | null> {
    try {
      const { answer, run } = await work();
      if (run) this.#take(run);
      return failureOfAnswer(answer);
    } catch (error) {
      return bridgeFailure(error);
    }
  }

  #take(run: WatchedRun): void {
    const was = this.#all.find(({ id }) => id === run.id);
    this.#all = newestFirst([run, ...this.#all.filter(({ id }) => id !== run.id)]);
    if (isOver(run) && was && !isOver(was)) this.#tell(run);
  }

  #tell(run: WatchedRun): void {
    for (const listener of [...this.#ended]) listener(run);
  }
}

const newestFirst = (runs: readonly WatchedRun[]): readonly WatchedRun[] =>
  [...runs].sort((a, b) => b.started_at.localeCompare(a.started_at));
