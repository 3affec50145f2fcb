/** Follows what others change at the service of the active account, so that open pages show it. */
import { EVERYTHING, LIVE_PATH, topicOf } from '#contract/live.ts';
import { type OperationId, OPERATIONS } from '#contract/operations/index.ts';
import type { OperationShape } from '#contract/operation.ts';
import type { Accounts } from './accounts.ts';
import type { Emit } from './events.ts';

const RETRY_MS = { first: 500, longest: 30_000 } as const;
/** Changes that arrive together are passed on together. */
const GATHER_MS = 150;
/** Services that tell nothing are asked this often what is new; in ms. */
const POLL_MS = 30_000;

export class LiveConnection {
  readonly #accounts: Pick<Accounts, 'list' | 'listen'>;
  readonly #emit: Emit;
  readonly #pollMs: number;
  #following: { readonly account: string; readonly listens: boolean; readonly end: AbortController } | null = null;

  constructor(accounts: Pick<Accounts, 'list' | 'listen'>, emit: Emit, pollMs = POLL_MS) {
    this.#accounts = accounts;
    this.#emit = emit;
    this.#pollMs = pollMs;
  }

  /** Must run when the accounts or their states have changed. */
  follow(): void {
    const { active, accounts } = this.#accounts.list();
    const account = accounts.find(({ id, state }) => id === active && state === 'ready');
    const listens = account?.kind === 'local' || account?.operations?.includes('local.sessions.list') === true;
    if (account && this.#following?.account === account.id && this.#following.listens === listens) return;
    this.stop();
    if (!account) return;
    const end = new AbortController();
    this.#following = { account: account.id, listens, end };
    if (listens) void this.#listen(account.id, end.signal);
    else this.#poll(account.id, end.signal);
  }

  /** Tells the other windows of this studio what one of them has changed; the service leaves out who did it. */
  passOn(account: string, operation: OperationId, windowId: string): void {
    const { family, method, writes }: OperationShape = OPERATIONS[operation];
    if (method === 'GET' || writes === false) return;
    this.#emit('live.changed', { account, topics: [topicOf(family)], is_guess: false }, windowId);
  }

  stop(): void {
    this.#following?.end.abort();
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
    const waiting = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const pass = (topic: string): void => {
      waiting.add(topic);
      timer ??= setTimeout(() => {
        timer = undefined;
        const topics = [...waiting];
        waiting.clear();
        if (!signal.aborted) this.#emit('live.changed', { account, topics, is_guess: false });
      }, GATHER_MS);
    };
    for (let pause: number = RETRY_MS.first, first = true; !signal.aborted; first = false) {
      const began = Date.now();
      // Something may have changed while nobody listened.
      if (!first) pass(EVERYTHING);
      if (!(await this.#accounts.listen(account, LIVE_PATH, pass, signal))) break;
      pause = Date.now() - began > RETRY_MS.longest ? RETRY_MS.first : Math.min(pause * 2, RETRY_MS.longest);
      await sleep(pause, signal);
    }
    clearTimeout(timer);
    if (this.#following?.end.signal === signal) this.#following = null;
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
