import type { CallInput } from '#contract/bridge.ts';
import type { WatchedRun } from '#contract/watched-run.ts';

import { toBridgeFailure, getAnswerFailure, type ApiFailure } from '../bridge/api-client.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { Listeners } from '../bridge/transport.ts';

const FINAL_STATUSES: ReadonlySet<WatchedRun['status']> = new Set(['completed', 'failed', 'canceled']);

export const isOver = (run: WatchedRun): boolean => FINAL_STATUSES.has(run.status);

/** Active and recently ended generations, which the host follows across restarts. */
export class Runs {
  readonly #bridge: Bridge;
  #allRuns = $state.raw<readonly WatchedRun[]>([]);
  readonly #endListeners = new Listeners<WatchedRun>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    bridge.subscribe('runs.changed', (run) => this.#store(run));
    bridge.subscribe('runs.removed', ({ id }) => {
      this.#allRuns = this.#allRuns.filter((run) => run.id !== id);
    });
  }

  /** Reloads the runs at start and when the host is back. */
  async load(): Promise<void> {
    try {
      const { runs } = await this.#bridge.invoke('runs.list', {});
      const previousRuns = new Map(this.#allRuns.map((run) => [run.id, run]));
      this.#allRuns = sortNewestFirst(runs);
      for (const run of runs) {
        const previous = previousRuns.get(run.id);
        if (previous && !isOver(previous) && isOver(run)) this.#endListeners.notify(run);
      }
    } catch {
      // The host is unreachable; reconnecting loads the list.
    }
  }

  /**
   * Calls the listener with the text of a run: first all of it so far, then each chunk with its offset; offset 0
   * replaces the text. The returned function stops it.
   */
  follow(id: string, listener: (from: number, text: string) => void): () => void {
    let length = 0;
    let isFollowing = true;
    const deliver = (from: number, text: string): void => {
      length = from + text.length;
      listener(from, text);
    };
    const catchUp = async (): Promise<void> => {
      const { text } = await this.#bridge.invoke('runs.live', { id });
      if (isFollowing && text.length > length) deliver(0, text);
    };
    // Without an answer, the next chunk asks again.
    const requestText = (): void => void catchUp().catch(() => undefined);
    const unsubscribe = this.#bridge.subscribe('runs.text', (chunk) => {
      if (chunk.id !== id) return;
      if (chunk.from === length || chunk.from === 0) deliver(chunk.from, chunk.text);
      // A chunk was missed while the window opened or the connection was lost.
      else if (chunk.from > length) requestText();
    });
    requestText();
    return () => {
      isFollowing = false;
      unsubscribe();
    };
  }

  /** All runs, newest first. */
  get all(): readonly WatchedRun[] {
    return this.#allRuns;
  }

  get active(): readonly WatchedRun[] {
    return this.#allRuns.filter((run) => !isOver(run));
  }

  get unseen(): readonly WatchedRun[] {
    return this.#allRuns.filter((run) => isOver(run) && !run.seen);
  }

  /** Returns a script's runs, newest first. */
  listForScript(account: string, scriptId: number): readonly WatchedRun[] {
    return this.#allRuns.filter((run) => run.account === account && run.script_id === scriptId);
  }

  /** Resolves to null on success; the run appears in the list. Nothing is repeated automatically. */
  start(input: CallInput<'runs.start'>): Promise<ApiFailure | null> {
    return this.#callHost(() => this.#bridge.invoke('runs.start', input));
  }

  cancel(id: string): Promise<ApiFailure | null> {
    return this.#callHost(() => this.#bridge.invoke('runs.cancel', { id }));
  }

  /** Looks up a run whose start got no answer. */
  async lookUp(id: string): Promise<void> {
    const { run } = await this.#bridge.invoke('runs.lookUp', { id });
    if (run) this.#store(run);
  }

  async markSeen(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    this.#allRuns = this.#allRuns.map((run) => (ids.includes(run.id) ? { ...run, seen: true } : run));
    await this.#bridge.invoke('runs.seen', { ids: [...ids] });
  }

  async dismiss(id: string): Promise<void> {
    this.#allRuns = this.#allRuns.filter((run) => run.id !== id);
    await this.#bridge.invoke('runs.dismiss', { id });
  }

  /** Calls the listener once for each active run that ends. The returned function unsubscribes. */
  onEnd(listener: (run: WatchedRun) => void): () => void {
    return this.#endListeners.add(listener);
  }

  async #callHost(
    call: () => Promise<{ answer: Parameters<typeof getAnswerFailure>[0]; run: WatchedRun | null }>,
  ): Promise<ApiFailure | null> {
    try {
      const { answer, run } = await call();
      if (run) this.#store(run);
      return getAnswerFailure(answer);
    } catch (error) {
      return toBridgeFailure(error);
    }
  }

  #store(run: WatchedRun): void {
    const previous = this.#allRuns.find(({ id }) => id === run.id);
    this.#allRuns = sortNewestFirst([run, ...this.#allRuns.filter(({ id }) => id !== run.id)]);
    if (isOver(run) && previous && !isOver(previous)) this.#endListeners.notify(run);
  }
}

const sortNewestFirst = (runs: readonly WatchedRun[]): readonly WatchedRun[] =>
  [...runs].sort((a, b) => b.started_at.localeCompare(a.started_at));
