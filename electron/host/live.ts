/** Follows what others change at the service of the active account, so that open pages show it. */
import { EVERYTHING, LIVE_PATH } from '#contract/live.ts';
import type { Accounts } from './accounts.ts';
import type { Emit } from './events.ts';

const RETRY_MS = { first: 500, longest: 30_000 } as const;
/** Changes that arrive together are passed on together. */
const GATHER_MS = 150;

export class LiveConnection {
  readonly #accounts: Pick<Accounts, 'list' | 'listen'>;
  readonly #emit: Emit;
  #following: { readonly account: string; readonly end: AbortController } | null = null;

  constructor(accounts: Pick<Accounts, 'list' | 'listen'>, emit: Emit) {
    this.#accounts = accounts;
    this.#emit = emit;
  }

  /** Must run when the accounts or their states have changed. */
  follow(): void {
    const { active, accounts } = this.#accounts.list();
    const account = accounts.find(({ id, state }) => id === active && state === 'ready');
    const listens = account?.kind === 'local' || account?.operations?.includes('local.sessions.list') === true;
    if (account && listens && this.#following?.account === account.id) return;
    this.stop();
    if (!account || !listens) return;
    const end = new AbortController();
    this.#following = { account: account.id, end };
    void this.#listen(account.id, end.signal);
  }

  stop(): void {
    this.#following?.end.abort();
    this.#following = null;
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
        if (!signal.aborted) this.#emit('live.changed', { account, topics });
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
