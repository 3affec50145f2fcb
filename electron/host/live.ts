/** Follows the changes of others at the active account's service, so that open pages show them. */
import { EVERYTHING, LIVE_PATH, getTopic } from '#contract/live.ts';
import { type OperationId, OPERATIONS } from '#contract/operations/index.ts';
import type { OperationShape } from '#contract/operation.ts';
import type { Accounts } from './accounts.ts';
import type { Emit } from './events.ts';
import { pause } from './pause.ts';

const RETRY_MS = { first: 500, longest: 30_000 } as const;
/** Changes that arrive within this time are sent to the windows together. */
const BATCH_MS = 150;
/** Limits how often windows ask again while many people write, to stay below the service's rate limits. */
const MIN_INTERVAL_MS = 1200;
/** Services without a stream are polled at this interval. */
const POLL_MS = 30_000;

export class LiveConnection {
  readonly #accounts: Pick<Accounts, 'list' | 'listen'>;
  readonly #emit: Emit;
  readonly #pollMs: number;
  #following: { readonly account: string; readonly isStreaming: boolean; readonly controller: AbortController } | null =
    null;

  constructor(accounts: Pick<Accounts, 'list' | 'listen'>, emit: Emit, pollMs = POLL_MS) {
    this.#accounts = accounts;
    this.#emit = emit;
    this.#pollMs = pollMs;
  }

  /** Call it when the accounts or their states have changed. */
  follow(): void {
    const { active, accounts } = this.#accounts.list();
    const account = accounts.find(({ id, state }) => id === active && state === 'ready');
    const isStreaming = account?.kind === 'local' || account?.operations?.includes('local.sessions.list') === true;
    if (account && this.#following?.account === account.id && this.#following.isStreaming === isStreaming) return;
    this.stop();
    if (!account) return;
    const controller = new AbortController();
    this.#following = { account: account.id, isStreaming, controller };
    if (isStreaming) void this.#listen(account.id, controller.signal);
    else this.#poll(account.id, controller.signal);
  }

  /** Tells the app's other windows about a change of one window; the service does not report it back. */
  notifyOtherWindows(account: string, operation: OperationId, windowId: string): void {
    const { family, method, writes }: OperationShape = OPERATIONS[operation];
    if (method === 'GET' || writes === false) return;
    this.#emit('live.changed', { account, topics: [getTopic(family)], is_guess: false }, windowId);
  }

  stop(): void {
    this.#following?.controller.abort();
    this.#following = null;
  }

  #poll(account: string, signal: AbortSignal): void {
    const timer = setInterval(
      () => this.#emit('live.changed', { account, topics: [EVERYTHING], is_guess: true }),
      this.#pollMs,
    );
    timer.unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  async #listen(account: string, signal: AbortSignal): Promise<void> {
    const pendingTopics = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    let sentAt = -MIN_INTERVAL_MS;
    const queueTopic = (topic: string): void => {
      pendingTopics.add(topic);
      timer ??= setTimeout(
        () => {
          timer = undefined;
          sentAt = performance.now();
          const topics = [...pendingTopics];
          pendingTopics.clear();
          if (!signal.aborted) this.#emit('live.changed', { account, topics, is_guess: false });
        },
        Math.max(BATCH_MS, sentAt + MIN_INTERVAL_MS - performance.now()),
      );
    };
    for (let delayMs: number = RETRY_MS.first, isFirst = true; !signal.aborted; isFirst = false) {
      const startedAt = Date.now();
      // Something may have changed while nobody listened.
      if (!isFirst) queueTopic(EVERYTHING);
      if (!(await this.#accounts.listen(account, LIVE_PATH, queueTopic, signal))) break;
      delayMs = Date.now() - startedAt > RETRY_MS.longest ? RETRY_MS.first : Math.min(delayMs * 2, RETRY_MS.longest);
      await pause(delayMs, signal);
    }
    clearTimeout(timer);
    if (this.#following?.controller.signal === signal) this.#following = null;
  }
}
