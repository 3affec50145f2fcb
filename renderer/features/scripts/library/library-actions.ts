import { logger } from '#log/logger.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { LibraryHit } from '#renderer/library-index/library-rows.ts';
import type { Library } from '#renderer/library-index/library.svelte.ts';
import type { Mark } from '#renderer/library-index/marks.ts';
import { isLocalId } from '#renderer/outbox/outbox-item.ts';
import { formatScriptCount } from '#renderer/shared/export-scripts.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { type CopiesAtServices, deleteScript } from './delete-scripts.ts';
import { duplicateScript } from './duplicate-script.ts';

const log = logger('library');

/** Splits `account/id`. */
export function parseScriptKey(key: string): { readonly account: string; readonly id: number } {
  const [account = '', id = ''] = key.split('/');
  return { account, id: Number(id) };
}

/** Acts on scripts of the library, given as `account/id`, and offers to undo each action. */
export class LibraryActions {
  readonly #app: AppState;
  readonly #library: Library;

  constructor(app: AppState, library: Library) {
    this.#app = app;
    this.#library = library;
  }

  async setStarred(keys: readonly string[], isStarred: boolean): Promise<void> {
    const label = isStarred ? /* @wc-include */ 'starred' : /* @wc-include */ 'no longer starred';
    await this.#changeMarks(keys, (mark) => ({ ...mark, starred: isStarred }), label);
  }

  async setTags(keys: readonly string[], tags: readonly string[], isAdded: boolean): Promise<void> {
    const change = (mark: Mark): Mark => {
      const others = mark.tags.filter((tag) => !tags.includes(tag));
      return { ...mark, tags: isAdded ? [...others, ...tags] : others };
    };
    await this.#changeMarks(keys, change, isAdded ? /* @wc-include */ 'tagged' : /* @wc-include */ 'no longer tagged');
  }

  async moveToFolder(keys: readonly string[], folder: string | null): Promise<void> {
    const label = folder === null ? /* @wc-include */ 'taken out of its folder' : /* @wc-include */ 'moved';
    await this.#changeMarks(keys, (mark) => ({ ...mark, folder }), label);
  }

  /** Moves scripts to the trash and removes queued ones from the outbox. */
  async moveToTrash(shownKeys: readonly string[]): Promise<void> {
    const keys = await this.#toCurrentKeys(shownKeys);
    const queuedKeys = keys.filter((key) => isLocalId(parseScriptKey(key).id));
    await Promise.all(queuedKeys.map((key) => this.#setDiscarded(key, true)));
    const trashedAt = new Date().toISOString();
    const sentKeys = keys.filter((key) => !queuedKeys.includes(key));
    const undoMark = await this.#library.mark(sentKeys, (mark) => ({ ...mark, trashed: trashedAt }));
    await this.#library.touch(queuedKeys);
    const undo = async (): Promise<void> => {
      await Promise.all(queuedKeys.map((key) => this.#setDiscarded(key, false)));
      await undoMark();
      await this.#library.touch(queuedKeys);
    };
    this.#showToast(keys.length, /* @wc-include */ 'moved to the trash', undo);
  }

  async restore(rows: readonly LibraryHit[]): Promise<void> {
    const keys = await this.#toCurrentKeys(rows.map(({ key }) => key));
    const queuedKeys = keys.filter((key) => isLocalId(parseScriptKey(key).id));
    await Promise.all(queuedKeys.map((key) => this.#setDiscarded(key, false)));
    for (const { account, id, archived } of rows) if (archived) await this.#unarchive(account, id);
    const undoMark = await this.#library.mark(
      keys.filter((key) => !queuedKeys.includes(key)),
      (mark) => ({ ...mark, trashed: null }),
    );
    await this.#library.touch(keys);
    this.#showToast(keys.length, /* @wc-include */ 'restored', queuedKeys.length === 0 ? undoMark : undefined);
  }

  async duplicate(rows: readonly LibraryHit[]): Promise<void> {
    let count = 0;
    for (const { key, channelId, title } of rows) {
      if (channelId === null) continue;
      const [current = key] = await this.#toCurrentKeys([key]);
      const { account, id } = parseScriptKey(current);
      const copy = await duplicateScript(this.#app, { account, id, channelId, title }, '(copy)');
      if ('item' in copy) {
        count += 1;
        // The list may still show the copy under its id from before it was sent.
        const ids = [copy.item.id, copy.item.made ?? copy.item.id];
        await this.#library.touch(ids.map((id) => `${account}/${id}`));
        continue;
      }
      const message = 'failure' in copy ? explain(copy.failure) : null;
      this.#app.toasts.showFault(
        message ? `“${title}” wasn’t duplicated. ${message.title}. ${message.text}` : `“${title}” couldn’t be read`,
      );
    }
    if (count === 0) return;
    for (const account of new Set(rows.map((row) => row.account))) this.#app.cache.invalidate(account, 'scripts');
    await this.#library.index();
    this.#showToast(count, /* @wc-include */ 'duplicated');
  }

  /** Deletes scripts permanently; the caller has asked for confirmation. */
  async deletePermanently(shownKeys: readonly string[]): Promise<void> {
    const keys = await this.#toCurrentKeys(shownKeys);
    let deletedCount = 0;
    for (const key of keys) {
      const { account, id } = parseScriptKey(key);
      const reason = await deleteScript(this.#app, account, id);
      if (reason === null) deletedCount += 1;
      else this.#app.toasts.showFault(`A script wasn’t deleted. ${reason}`);
    }
    await this.#library.touch(keys);
    for (const account of new Set(keys.map((key) => parseScriptKey(key).account)))
      this.#app.cache.invalidate(account, 'scripts');
    if (deletedCount > 0) this.#showToast(deletedCount, /* @wc-include */ 'deleted permanently');
  }

  /** Returns the effect of deleting on the copies at services; if they differ, the one that keeps a copy. */
  describeCopies(keys: readonly string[]): CopiesAtServices {
    const { accounts } = this.#app;
    const sentScripts = keys.map(parseScriptKey).filter(({ id }) => !isLocalId(id));
    const copyKeeper = sentScripts.find(({ account }) => !accounts.accountOffers(account, 'local.scripts.delete'));
    if (copyKeeper)
      return accounts.accountOffers(copyKeeper.account, 'local.studio') ? 'kept-by-role' : 'kept-by-service';
    return sentScripts.some(({ account }) => account !== LOCAL_ACCOUNT) ? 'deleted-for-team' : 'deleted';
  }

  /**
   * Returns the current keys: a script sent after its row was shown has its service's id by now. Removes rows of former
   * keys.
   */
  async #toCurrentKeys(shownKeys: readonly string[]): Promise<readonly string[]> {
    const keys = await Promise.all(shownKeys.map((key) => this.#toCurrentKey(key)));
    const formerKeys = shownKeys.filter((key) => !keys.includes(key));
    if (formerKeys.length > 0) await this.#library.touch(formerKeys);
    return keys;
  }

  async #toCurrentKey(key: string): Promise<string> {
    const { account, id } = parseScriptKey(key);
    if (!isLocalId(id)) return key;
    const { outbox } = this.#app;
    let item = await outbox.find(account, id);
    if (item?.state === 'sending') {
      await outbox.wake();
      item = await outbox.find(account, id);
    }
    return item === null || item.made === null ? key : `${account}/${item.made}`;
  }

  async #changeMarks(shownKeys: readonly string[], change: (mark: Mark) => Mark, label: string): Promise<void> {
    const keys = await this.#toCurrentKeys(shownKeys);
    const undoMark = await this.#library.mark(keys, change);
    this.#showToast(keys.length, label, undoMark);
  }

  #showToast(count: number, label: string, undo?: () => Promise<void>): void {
    const action = undo && (() => void undo().catch(log.failure('not undone')));
    this.#app.toasts.show({ text: `${formatScriptCount(count)} ${label}`, ...(action && { action }) });
  }

  async #setDiscarded(key: string, isDiscarded: boolean): Promise<void> {
    const { account, id } = parseScriptKey(key);
    const item = await this.#app.outbox.find(account, id);
    if (item) await (isDiscarded ? this.#app.outbox.discard(item) : this.#app.outbox.restore(item));
  }

  /** Restores a script's archived project. */
  async #unarchive(account: string, id: number): Promise<void> {
    const { api, cache, toasts } = this.#app;
    const params = { project: `project:v1:script:${id}` };
    const project = await api.call(account, 'projects.get', { params });
    const result = project.ok
      ? await api.call(account, 'projects.restore', {
          params,
          idempotencyKey: crypto.randomUUID(),
          ifMatch: project.body.data.revision,
        })
      : project;
    if (!result.ok) return void toasts.showFault(explain(result.failure).title);
    await cache.listAgain(account, [id]);
    cache.invalidate(account, 'projects');
  }
}
