/**
 * Removes locally removed items also at one of Cutaway’s own services, where they would count towards the limit of
 * pictures, and restores them there. There is no queue: every difference is due, also after a reload.
 */
import { LIMITS } from '#contract/limits.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board, BoardState } from '../model/board.svelte.ts';

/** Items are removed once the board has been unchanged this long. Restoring does not wait. */
const REST_MS = 1500;

/** Returns the service's ids of items removed here; those a copy still shows stay. */
export function listRemovedIds({ entries, bound }: Pick<BoardState, 'entries' | 'bound'>): number[] {
  const copiedIds = new Set(
    Object.values(entries).flatMap(({ removed, copyOf }) => (removed || copyOf === undefined ? [] : copyOf)),
  );
  return Object.entries(entries).flatMap(([key, { removed, kind }]) => {
    const id = kind === undefined ? Number(key.slice(1)) : bound[key];
    return removed && id !== undefined && !copiedIds.has(id) ? id : [];
  });
}

export class RemovalSync {
  readonly #app: Pick<AppState, 'api'>;
  readonly #board: Board;
  /** Called if restoring failed. */
  readonly #onfailure: (failure: ApiFailure) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  /** Ids the service refused to restore, because its board is full. */
  #refusedIds = '';

  constructor(app: Pick<AppState, 'api'>, board: Board, onfailure: (failure: ApiFailure) => void) {
    this.#app = app;
    this.#board = board;
    this.#onfailure = onfailure;
  }

  /** Call when the board has changed. */
  wake(): void {
    const { removed, restored } = this.#findDifferences();
    clearTimeout(this.#timer);
    if (restored.length > 0 && restored.join() !== this.#refusedIds) void this.#send();
    else if (removed.length > 0) this.#timer = setTimeout(() => void this.#send(), REST_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #findDifferences(): { readonly removed: readonly number[]; readonly restored: readonly number[] } {
    const localIds = listRemovedIds(this.#board.state);
    const serviceIds = this.#board.state.removedThere;
    return {
      removed: localIds.filter((id) => !serviceIds.includes(id)),
      restored: serviceIds.filter((id) => !localIds.includes(id)),
    };
  }

  /** Removes first, which makes room for restored items. */
  async #send(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const previous = this.#board.state.removedThere;
    try {
      const { removed, restored } = this.#findDifferences();
      if (removed.length > 0 && !(await this.#put(removed, true))) return;
      this.#saveRemoved([...previous, ...removed]);
      if (restored.length > 0) {
        const isRestored = await this.#put(restored, false);
        this.#refusedIds = isRestored ? '' : restored.join();
        if (isRestored) this.#saveRemoved(this.#board.state.removedThere.filter((id) => !restored.includes(id)));
      }
      await this.#board.query.refresh();
    } finally {
      this.#isRunning = false;
    }
    // The board may have changed meanwhile.
    if (this.#board.state.removedThere !== previous) this.wake();
  }

  #saveRemoved(removedThere: readonly number[]): void {
    if (removedThere.length !== this.#board.state.removedThere.length) this.#board.update({ removedThere });
  }

  async #put(ids: readonly number[], isRemoved: boolean): Promise<boolean> {
    const { account, channelId } = this.#board;
    for (let from = 0; from < ids.length; from += LIMITS.thumbnails.images) {
      const body = { item_ids: ids.slice(from, from + LIMITS.thumbnails.images), removed: isRemoved };
      const result = await this.#app.api.call(account, 'local.boardItems.put', { params: { id: channelId }, body });
      if (result.ok) continue;
      if (!isRemoved) this.#onfailure(result.failure);
      return false;
    }
    return true;
  }
}
