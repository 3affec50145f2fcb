/** Reports to a team's server which project this window shows, and lists who else views it. */
import type { BridgeEvent } from '#contract/bridge.ts';
import { LIMITS } from '#contract/limits.ts';
import { EVERYTHING } from '#contract/live.ts';
import type { Presence as PresenceAnswer } from '#contract/schema/people.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';

import type { ApiClient } from '../bridge/api-client.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Accounts } from './accounts.svelte.ts';

const INTERVAL_MS = LIMITS.presence.everySeconds * 1000;
/** Longer than a page change takes, so that moving between projects is not reported as leaving. */
const LEAVE_DELAY_MS = 500;

type Viewer = PresenceAnswer['others'][number];

interface ShownProject {
  readonly account: string;
  readonly project: string;
}

interface PresenceOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly bridge: Pick<Bridge, 'subscribe'>;
  readonly accounts: Pick<Accounts, 'accountOffers'>;
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

export class Presence {
  readonly #options: PresenceOptions;
  #shownProject: ShownProject | null = null;
  #others = $state.raw<readonly Viewer[]>([]);

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** The other people who view this window's project. */
  get others(): readonly Viewer[] {
    return this.#others;
  }

  /** True when an account's server shares presence; the local workspace has only one person. */
  isShared(account: string): boolean {
    return account !== LOCAL_ACCOUNT && this.#options.accounts.accountOffers(account, 'local.presence.put');
  }

  /** Reports a project as shown until the returned function is called. */
  show(account: string, project: string): () => void {
    const { bridge, document } = this.#options;
    const shownProject = { account, project };
    this.#shownProject = shownProject;
    this.#others = [];
    const report = (): void => void this.#report(shownProject);
    const onLiveChange = (change: BridgeEvent<'live.changed'>): void => {
      const isRelevant = change.topics.some((topic) => topic === 'presence' || topic === EVERYTHING);
      if (change.account === account && isRelevant) report();
    };
    report();
    const timer = setInterval(report, INTERVAL_MS);
    const unsubscribe = bridge.subscribe('live.changed', onLiveChange);
    document.addEventListener('visibilitychange', report);
    return () => {
      clearInterval(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', report);
      if (this.#shownProject !== shownProject) return;
      this.#shownProject = null;
      this.#others = [];
      setTimeout(() => this.#shownProject === null && void this.#send(account, null), LEAVE_DELAY_MS);
    };
  }

  async #report(shownProject: ShownProject): Promise<void> {
    if (this.#shownProject !== shownProject) return;
    const { hidden } = this.#options.document;
    const others = await this.#send(shownProject.account, hidden ? null : shownProject.project);
    if (this.#shownProject === shownProject && others !== null) this.#others = others;
  }

  /** Returns null if the server does not answer; the next report is due soon. */
  async #send(account: string, project: string | null): Promise<readonly Viewer[] | null> {
    const result = await this.#options.api.call(account, 'local.presence.put', { body: { project } });
    return result.ok ? result.body.data.others : null;
  }
}
