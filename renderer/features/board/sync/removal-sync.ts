/**
 * Removes at a service of Cutaway’s own what was removed here, so that it no longer counts towards the limit of pictures, and
 * restores it there. There is no queue: every difference is due, also after a reload.
 */
import { LIMITS } from '#contract/limits.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board, Kept } from '../model/board.svelte.ts';

/** Is how long the board must be at rest before something is removed, in milliseconds. Restoring does not wait. */
const REST = 1500;

/** Returns the service's ids of what was removed here; what a copy still shows stays there. */
export function removedIds({ entries, bound }: Pick<Kept, 'entries' | 'bound'>): number[] {
  const shown = new Set(
    Object.values(entries).flatMap(({ removed, copyOf }) => (removed || copyOf === undefined ? [] : copyOf)),
  );
  return Object.entries(entries).flatMap(([key, { removed, kind }]) => {
    const id = kind === undefined ? Number(key.slice(1)) : bound[key];
    return removed && id !== undefined && !shown.has(id) ? id : [];
  });
}

export class RemovalSync {
  readonly #app: Pick<AppState, 'api'>;
  readonly #board: Board;
  /** Runs with the failure of a restoring. */
  readonly #onfailure: (failure: ApiFailure) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  /** Are the ids that the service refused to restore, because its board is full. */
  #refused = '';

  constructor(app: Pick<AppState, 'api'>, board: Board, onfailure: (failure: ApiFailure) => void) {
    this.#app = app;
    this.#board = board;
    this.#onfailure = onfailure;
  }

  /** Call when the board has changed. */
  wake(): void {
    const { removed, restored } = this.#due();
    clearTimeout(this.#timer);
    if (restored.length > 0 && restored.join() !== this.#refused) void this.#send();
    else if (removed.length > 0) this.#timer = setTimeout(() => void this.#send(), REST);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #due(): { readonly removed: readonly number[]; readonly restored: readonly number[] } {
    const wanted = removedIds(this.#board.kept);
    const gone = this.#board.kept.removedThere;
    return { removed: wanted.filter((id) => !gone.includes(id)), restored: gone.filter((id) => !wanted.includes(id)) };
  }

  /** Removes first, which makes room for what is restored. */
  async #send(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const before = this.#board.kept.removedThere;
    try {
      const { removed, restored } = this.#due();
      if (removed.length > 0 && !(await this.#put(removed, true))) return;
      this.#note([...before, ...removed]);
      if (restored.length > 0) {
        const isThere = await this.#put(restored, false);
        this.#refused = isThere ? '' : restored.join();
        if (isThere) this.#note(this.#board.kept.removedThere.filter((id) => !restored.includes(id)));
      }
      await this.#board.query.refresh();
    } finally {
      this.#running = false;
    }
    // Something may have been removed or restored meanwhile.
    if (this.#board.kept.removedThere !== before) this.wake();
  }

  #note(removedThere: readonly number[]): void {
    if (removedThere.length !== this.#board.kept.removedThere.length) this.#board.keep({ removedThere });
  }

  async #put(ids: readonly number[], removed: boolean): Promise<boolean> {
    const { account, channelId } = this.#board;
    for (let from = 0; from < ids.length; from += LIMITS.thumbnails.images) {
      const body = { item_ids: ids.slice(from, from + LIMITS.thumbnails.images), removed };
      const made = await this.#app.api.call(account, 'local.boardItems.put', { params: { id: channelId }, body });
      if (made.ok) continue;
      if (!removed) this.#onfailure(made.failure);
      return false;
    }
    return true;
  }
}
