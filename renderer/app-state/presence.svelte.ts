/** Tells a team's server which project this window shows, and knows who else looks at it. */
import type { BridgeEvent } from '#contract/bridge.ts';
import { LIMITS } from '#contract/limits.ts';
import { EVERYTHING } from '#contract/live.ts';
import type { Presence as Presences } from '#contract/schema/people.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';

import type { ApiClient } from '../bridge/api-client.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Accounts } from './accounts.svelte.ts';

const EVERY_MS = LIMITS.presence.everySeconds * 1000;
/** Is longer than one page takes to follow another, so that going from one to the next tells of no absence. */
const LEAVE_MS = 500;

type Viewer = Presences['others'][number];

interface Shown {
  readonly account: string;
  readonly project: string;
}

interface PresenceOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly bridge: Pick<Bridge, 'subscribe'>;
  readonly accounts: Pick<Accounts, 'offersAt'>;
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

export class Presence {
  readonly #options: PresenceOptions;
  #shown: Shown | null = null;
  #others = $state.raw<readonly Viewer[]>([]);

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Lists who else looks at what this window shows. */
  get others(): readonly Viewer[] {
    return this.#others;
  }

  /** Returns whether an account has others; on this computer there are none. */
  isShared(account: string): boolean {
    return account !== LOCAL_ACCOUNT && this.#options.accounts.offersAt(account, 'local.presence.put');
  }

  /** Says that a project is shown until the returned function is called. */
  show(account: string, project: string): () => void {
    const { bridge, document } = this.#options;
    const shown = { account, project };
    this.#shown = shown;
    this.#others = [];
    const tell = (): void => void this.#tell(shown);
    const look = (change: BridgeEvent<'live.changed'>): void => {
      const isAbout = change.topics.some((topic) => topic === 'presence' || topic === EVERYTHING);
      if (change.account === account && isAbout) tell();
    };
    tell();
    const timer = setInterval(tell, EVERY_MS);
    const unsubscribe = bridge.subscribe('live.changed', look);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', tell);
      if (this.#shown !== shown) return;
      this.#shown = null;
      this.#others = [];
      setTimeout(() => this.#shown === null && void this.#put(account, null), LEAVE_MS);
    };
  }

  async #tell(shown: Shown): Promise<void> {
    if (this.#shown !== shown) return;
    const { hidden } = this.#options.document;
    const others = await this.#put(shown.account, hidden ? null : shown.project);
    if (this.#shown === shown && others !== null) this.#others = others;
  }

  /** Returns null if the server does not answer; the next time is soon. */
  async #put(account: string, project: string | null): Promise<readonly Viewer[] | null> {
    const result = await this.#options.api.call(account, 'local.presence.put', { body: { project } });
    return result.ok ? result.body.data.others : null;
  }
}
