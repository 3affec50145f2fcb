import { logger } from '#log/logger.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { LibraryHit } from '#renderer/library-index/library-rows.ts';
import type { Library } from '#renderer/library-index/library.svelte.ts';
import type { Mark } from '#renderer/library-index/marks.ts';
import { isLocalId } from '#renderer/outbox/outbox-item.ts';
import { scripts } from '#renderer/shared/export-scripts.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { type CopiesAtServices, deleteScript } from './delete-scripts.ts';
import { duplicateScript } from './duplicate-script.ts';

const log = logger('library');

/** Splits `account/id`. */
export function partsOf(key: string): { readonly account: string; readonly id: number } {
  const [account = '', id = ''] = key.split('/');
  return { account, id: Number(id) };
}

/** Acts on scripts of the library, given as `account/id`, and offers to undo it. */
export class LibraryActions {
  readonly #app: AppState;
  readonly #library: Library;

  constructor(app: AppState, library: Library) {
    this.#app = app;
    this.#library = library;
  }

  async star(keys: readonly string[], starred: boolean): Promise<void> {
    const done = starred ? /* @wc-include */ 'starred' : /* @wc-include */ 'no longer starred';
    await this.#mark(keys, (now) => ({ ...now, starred }), done);
  }

  async tag(keys: readonly string[], tags: readonly string[], on: boolean): Promise<void> {
    const change = (now: Mark): Mark => {
      const others = now.tags.filter((tag) => !tags.includes(tag));
      return { ...now, tags: on ? [...others, ...tags] : others };
    };
    await this.#mark(keys, change, on ? /* @wc-include */ 'tagged' : /* @wc-include */ 'no longer tagged');
  }

  async move(keys: readonly string[], folder: string | null): Promise<void> {
    const done = folder === null ? /* @wc-include */ 'taken out of its folder' : /* @wc-include */ 'moved';
    await this.#mark(keys, (now) => ({ ...now, folder }), done);
  }

  /** Moves scripts to the trash; one that was never sent is then not sent either. */
  async trash(shown: readonly string[]): Promise<void> {
    const keys = await this.#current(shown);
    const queued = keys.filter((key) => isLocalId(partsOf(key).id));
    await Promise.all(queued.map((key) => this.#discard(key, true)));
    const at = new Date().toISOString();
    const rest = keys.filter((key) => !queued.includes(key));
    const back = await this.#library.mark(rest, (now) => ({ ...now, trashed: at }));
    await this.#library.touch(queued);
    const undo = async (): Promise<void> => {
      await Promise.all(queued.map((key) => this.#discard(key, false)));
      await back();
      await this.#library.touch(queued);
    };
    this.#say(keys.length, /* @wc-include */ 'moved to the trash', undo);
  }

  async restore(rows: readonly LibraryHit[]): Promise<void> {
    const keys = await this.#current(rows.map(({ key }) => key));
    const queued = keys.filter((key) => isLocalId(partsOf(key).id));
    await Promise.all(queued.map((key) => this.#discard(key, false)));
    for (const { account, id, archived } of rows) if (archived) await this.#unarchive(account, id);
    const back = await this.#library.mark(
      keys.filter((key) => !queued.includes(key)),
      (now) => ({ ...now, trashed: null }),
    );
    await this.#library.touch(keys);
    this.#say(keys.length, /* @wc-include */ 'restored', queued.length === 0 ? back : undefined);
  }

  async duplicate(rows: readonly LibraryHit[]): Promise<void> {
    let count = 0;
    for (const { key, channelId, title } of rows) {
      if (channelId === null) continue;
      const [current = key] = await this.#current([key]);
      const { account, id } = partsOf(current);
      const copy = await duplicateScript(this.#app, { account, id, channelId, title }, '(copy)');
      if ('item' in copy) {
        count += 1;
        // It may have been listed before it was sent.
        const ids = [copy.item.id, copy.item.made ?? copy.item.id];
        await this.#library.touch(ids.map((one) => `${account}/${one}`));
        continue;
      }
      const fault = 'failure' in copy ? explain(copy.failure) : null;
      this.#app.toasts.fault(
        fault ? `“${title}” wasn’t duplicated. ${fault.title}. ${fault.text}` : `“${title}” couldn’t be read`,
      );
    }
    if (count === 0) return;
    for (const account of new Set(rows.map((row) => row.account))) this.#app.cache.invalidate(account, 'scripts');
    await this.#library.look();
    this.#say(count, /* @wc-include */ 'duplicated');
  }

  /** Deletes scripts for good; the caller has asked. */
  async remove(shown: readonly string[]): Promise<void> {
    const keys = await this.#current(shown);
    let gone = 0;
    for (const key of keys) {
      const { account, id } = partsOf(key);
      const reason = await deleteScript(this.#app, account, id);
      if (reason === null) gone += 1;
      else this.#app.toasts.fault(`A script wasn’t deleted. ${reason}`);
    }
    await this.#library.touch(keys);
    for (const account of new Set(keys.map((key) => partsOf(key).account)))
      this.#app.cache.invalidate(account, 'scripts');
    if (gone > 0) this.#say(gone, /* @wc-include */ 'deleted permanently');
  }

  /** Returns what deleting does to the copies at services; if they differ, what keeps a copy. */
  copies(keys: readonly string[]): CopiesAtServices {
    const { accounts } = this.#app;
    const sent = keys.map(partsOf).filter(({ id }) => !isLocalId(id));
    const kept = sent.find(({ account }) => !accounts.offersAt(account, 'local.scripts.delete'));
    if (kept) return accounts.offersAt(kept.account, 'local.studio') ? 'kept-by-role' : 'kept-by-service';
    return sent.some(({ account }) => account !== LOCAL_ACCOUNT) ? 'deleted-for-team' : 'deleted';
  }

  /**
   * Returns the keys that scripts have now: one that was not sent when it was shown may have its service's id since. Rows
   * of former keys go away.
   */
  async #current(shown: readonly string[]): Promise<readonly string[]> {
    const keys = await Promise.all(shown.map((key) => this.#currentKey(key)));
    const former = shown.filter((key) => !keys.includes(key));
    if (former.length > 0) await this.#library.touch(former);
    return keys;
  }

  async #currentKey(key: string): Promise<string> {
    const { account, id } = partsOf(key);
    if (!isLocalId(id)) return key;
    const { outbox } = this.#app;
    let item = await outbox.find(account, id);
    if (item?.state === 'sending') {
      await outbox.wake();
      item = await outbox.find(account, id);
    }
    return item === null || item.made === null ? key : `${account}/${item.made}`;
  }

  async #mark(shown: readonly string[], change: (now: Mark) => Mark, done: string): Promise<void> {
    const keys = await this.#current(shown);
    const back = await this.#library.mark(keys, change);
    this.#say(keys.length, done, back);
  }

  #say(count: number, done: string, undo?: () => Promise<void>): void {
    const action = undo && (() => void undo().catch(log.failure('not undone')));
    this.#app.toasts.show({ text: `${scripts(count)} ${done}`, ...(action && { action }) });
  }

  async #discard(key: string, discard: boolean): Promise<void> {
    const { account, id } = partsOf(key);
    const item = await this.#app.outbox.find(account, id);
    if (item) await (discard ? this.#app.outbox.discard(item) : this.#app.outbox.restore(item));
  }

  /** Brings a script back whose project was archived. */
  async #unarchive(account: string, id: number): Promise<void> {
    const { api, cache, toasts } = this.#app;
    const params = { project: `project:v1:script:${id}` };
    const read = await api.call(account, 'projects.get', { params });
    const done = read.ok
      ? await api.call(account, 'projects.restore', {
          params,
          idempotencyKey: crypto.randomUUID(),
          ifMatch: read.body.data.revision,
        })
      : read;
    if (!done.ok) return void toasts.fault(explain(done.failure).title);
    await cache.listAgain(account, [id]);
    cache.invalidate(account, 'projects');
  }
}
