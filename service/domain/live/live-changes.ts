/** Tells open apps what others changed, across all processes that use the database. */
import { EVERYTHING } from '#contract/live.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

import type { Principals } from '../tokens/principals.ts';
import type { Store } from '../../store/store.ts';

const log = logger('live');

/** A change, as announced to all processes. */
interface Change {
  readonly team: number;
  readonly topic: string;
  /** The token that made the change, whose app needs no news of it; null for a job. */
  readonly token: number | null;
}

/** An app with an open stream. */
export interface LiveListener {
  readonly teamId: number;
  readonly tokenId: number;
  readonly secret: string;
  send(topic: string): void;
  end(): void;
}

/** Changes that can end a person's access, so open streams are checked again. */
const ACCESS_TOPICS: ReadonlySet<string> = new Set(['people', 'tokens']);
/** An app opens one stream, so more than a few mean that a client is broken. */
const MAX_STREAMS_PER_TOKEN = 8;

function parseChange(text: string): Change | null {
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

  /** Call after the commit. Never fails; an app that misses it catches up on its next refresh. */
  publish(change: Change): void {
    this.#store.announce(JSON.stringify(change)).catch((error: unknown) => {
      log.warn('change not announced', describeError(error));
    });
  }

  /** Returns null if the token has too many streams already. */
  listen(listener: LiveListener): (() => void) | null {
    const openStreams = [...this.#listeners].filter(({ tokenId }) => tokenId === listener.tokenId).length;
    if (openStreams >= MAX_STREAMS_PER_TOKEN) return null;
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#stop();
    for (const listener of [...this.#listeners]) this.#end(listener);
  }

  #receive(text: string | null): void {
    const change = text === null ? null : parseChange(text);
    if (text !== null && change === null) return;
    const recipients = [...this.#listeners].filter(({ teamId }) => change === null || teamId === change.team);
    if (change === null || ACCESS_TOPICS.has(change.topic)) {
      this.#principals.forget();
      for (const listener of recipients) void this.#check(listener);
    }
    for (const listener of recipients) {
      if (change === null) listener.send(EVERYTHING);
      else if (listener.tokenId !== change.token) listener.send(change.topic);
    }
  }

  /** Ends the stream if its token is no longer valid. */
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
