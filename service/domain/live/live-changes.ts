/** Tells open studios what others changed, across all processes that use the database. */
import { EVERYTHING } from '#contract/live.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

import type { Principals } from '../tokens/principals.ts';
import type { Store } from '../../store/store.ts';

const log = logger('live');

/** A change as it is announced to all processes. */
interface Change {
  readonly team: number;
  readonly topic: string;
  /** Is the token it was made with, whose studio knows it already; null if a job made it. */
  readonly token: number | null;
}

/** Is one studio that listens. */
export interface LiveListener {
  readonly teamId: number;
  readonly tokenId: number;
  readonly secret: string;
  send(topic: string): void;
  end(): void;
}

/** After such a change somebody may no longer be allowed to listen. */
const ABOUT_ACCESS: ReadonlySet<string> = new Set(['people', 'tokens']);
/** A studio opens one stream; more than a few are a fault of a program. */
const PER_TOKEN = 8;

function readChange(text: string): Change | null {
  try {
    const { team, topic, token } = JSON.parse(text) as Record<string, unknown>;
    if (typeof team !== 'number' || typeof topic !== 'string') return null;
    return { team, topic, token: typeof token === 'number' ? token : null };
  } catch {
    return null;
  }
}

export class LiveChanges {
  readonly #store: Store;
  readonly #principals: Principals;
  readonly #listeners = new Set<LiveListener>();
  readonly #stop: () => void;

  constructor(store: Store, principals: Principals) {
    this.#store = store;
    this.#principals = principals;
    this.#stop = store.onAnnounced((text) => this.#receive(text));
  }

  /** Call it once a change is committed. Never fails: who misses it sees the change at the next look. */
  publish(change: Change): void {
    this.#store.announce(JSON.stringify(change)).catch((error: unknown) => {
      log.warn('change not announced', describeError(error));
    });
  }

  /** Returns null if the token listens too often already. */
  listen(listener: LiveListener): (() => void) | null {
    const same = [...this.#listeners].filter(({ tokenId }) => tokenId === listener.tokenId).length;
    if (same >= PER_TOKEN) return null;
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all streams. */
  close(): void {
    this.#stop();
    for (const listener of [...this.#listeners]) this.#end(listener);
  }

  #receive(text: string | null): void {
    const change = text === null ? null : readChange(text);
    if (text !== null && change === null) return;
    const reached = [...this.#listeners].filter(({ teamId }) => change === null || teamId === change.team);
    if (change === null || ABOUT_ACCESS.has(change.topic)) {
      this.#principals.forget();
      for (const listener of reached) void this.#check(listener);
    }
    for (const listener of reached) {
      if (change === null) listener.send(EVERYTHING);
      else if (listener.tokenId !== change.token) listener.send(change.topic);
    }
  }

  /** Ends the stream of somebody whose token no longer counts. */
  async #check(listener: LiveListener): Promise<void> {
    try {
      const identity = await this.#principals.identify(listener.secret);
      if (identity === null || identity === 'no_team') this.#end(listener);
    } catch (error) {
      log.warn('listener not checked', describeError(error));
      this.#end(listener);
    }
  }

  #end(listener: LiveListener): void {
    this.#listeners.delete(listener);
    listener.end();
  }
}
