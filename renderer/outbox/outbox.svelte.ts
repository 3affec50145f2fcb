import { logger } from '#log/logger.ts';
import type { ApiClient, ApiFailure } from '../bridge/api-client.ts';
import { explain } from '../bridge/faults.ts';
import { Listeners } from '../bridge/transport.ts';
import type { Drafts } from '../drafts/drafts.ts';
import {
  applyChange,
  omitCreationFields,
  isSameItem,
  classifyFailure,
  listSameTitle,
  sendQueued,
} from './outbox-calls.ts';
import {
  toEntry,
  createFinishedItem,
  isOpen,
  lacksBrief,
  createLocalId,
  OUTBOX,
  getOutboxKey,
  readQueued,
  type QueuedItem,
  type QueuedOperation,
} from './outbox-item.ts';
import { findLocalScripts, moveScript } from './move-script.ts';
import { FinishedQueue } from './outbox-finished.ts';
import type { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { Lock } from '../storage/window-lock.ts';

const log = logger('outbox');

export interface OutboxDeps {
  readonly store: MirroredStore;
  readonly drafts: Drafts;
  readonly api: ApiClient;
  readonly revisions: RevisionCounter;
  /** The lock for sending an item or looking it up, which may take long. */
  readonly sending: Lock;
  /** The lock for changing the state of an item. */
  readonly changing: Lock;
  readonly channel: BroadcastChannel | null;
  /** Returns whether a service creates scripts from a title alone; null while that is unknown. */
  readonly acceptsTitlesAlone: (account: string) => boolean | null;
  /** The person waits at most this long for a service before the item counts as queued, in ms. */
  readonly maxWaitMs?: number;
}

export interface NewQueued {
  /** The local id its content is stored under already, if there is any. */
  readonly id?: number;
  readonly account: string;
  readonly channelId: number;
  readonly operation: QueuedOperation;
  readonly title: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Change = Partial<
  Pick<QueuedItem, 'state' | 'reason' | 'before' | 'candidates' | 'made' | 'was' | 'title' | 'body'>
>;

/** States in which the service certainly does not have an item. */
const UNSENT_STATES: readonly QueuedItem['state'][] = ['waiting', 'refused', 'incomplete'];
/** States that a person may act on. */
const EDITABLE: readonly QueuedItem['state'][] = [...UNSENT_STATES, 'asking'];

/** Delays before retrying an unreachable service, in ms. */
const RETRY_MS = { first: 2000, longest: 30_000 };
const WAIT_MS = 4000;

/**
 * Sends ideas and scripts to their service, in the order they were created. Each is stored in both copies before it is
 * sent, and an item with an unclear outcome is never sent again unless the person says so.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #finishedQueue: FinishedQueue;
  readonly #madeListeners = new Listeners<QueuedItem>();
  readonly #failures = new Map<number, ApiFailure>();
  #items = $state.raw<readonly QueuedItem[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryDelay = RETRY_MS.first;
  #draining: Promise<void> | null = null;
  #isPassRequested = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#finishedQueue = new FinishedQueue(deps.store, deps.revisions);
    deps.channel?.addEventListener('message', (event: MessageEvent<QueuedItem>) => this.#show(event.data));
  }

  /** Returns the items still to be sent or decided on, oldest first. Reactive. */
  get open(): readonly QueuedItem[] {
    return this.#items.filter(isOpen);
  }

  /** Returns the items that need the person to edit or decide. Reactive. */
  get unresolved(): readonly QueuedItem[] {
    return this.open.filter(({ state }) => state === 'refused' || state === 'asking');
  }

  /** Reads the waiting items and sends those it can. Call it at start and whenever a service may be back. */
  async wake(): Promise<void> {
    for (const item of await this.#read()) this.#show(item);
    await this.#drain();
    await this.#cleanUp();
  }

  /** Calls the listener once the service has an item, with its id in `made`, after its content moved there. */
  onMade(listener: (item: QueuedItem) => void): () => void {
    return this.#madeListeners.add(listener);
  }

  /** Finds an item by its local id and finishes it if possible; returns null if there is none. */
  async find(account: string, id: number): Promise<QueuedItem | null> {
    const item = await this.#get(account, id);
    if (item?.state !== 'made') return item;
    await this.#deps.sending(() => this.#finish(item));
    return this.#get(account, id);
  }

  /**
   * Stores a new item and sends it, or leaves it queued while its service is unreachable. If the service refuses it
   * now, returns the `failure` and discards the item.
   */
  async submit(fields: NewQueued): Promise<{ readonly item: QueuedItem } | { readonly failure: ApiFailure }> {
    const at = new Date().toISOString();
    const item: QueuedItem = {
      id: createLocalId(),
      ...fields,
      state: 'waiting',
      reason: null,
      before: [],
      candidates: [],
      made: null,
      was: null,
      rev: 0,
      at,
    };
    const storedItem = await this.#put(item, {});
    if (!storedItem)
      return { failure: { kind: 'unreachable', message: 'It couldn’t be saved on this computer.', sent: 'no' } };
    await this.#sendSoon();
    const current = (await this.#get(item.account, item.id)) ?? storedItem;
    const failure = this.#failures.get(item.id);
    if (failure?.kind !== 'refused' || (current.state !== 'waiting' && current.state !== 'refused'))
      return { item: current };
    await this.#change(current, ['waiting', 'refused'], { state: 'discarded', was: null });
    return { failure };
  }

  /** Sends an item again that was refused, waits, or needs a decision. */
  async retry(item: QueuedItem): Promise<void> {
    await this.#change(item, EDITABLE, { state: 'waiting', reason: null });
    await this.#sendSoon();
  }

  /** Checks again whether an item arrived after all. */
  async checkAgain(item: QueuedItem): Promise<void> {
    await this.#change(item, ['asking'], { state: 'sending', reason: null });
    await this.#sendSoon();
  }

  /** Records the person's decision that the item is `id` on the service. */
  async confirmMade(item: QueuedItem, id: number): Promise<void> {
    await this.#change(item, ['asking'], { state: 'made', made: id });
    await this.#sendSoon();
  }

  /** Replaces the content of an item and sends it again. */
  async replaceContent(item: QueuedItem, title: string, body: QueuedItem['body']): Promise<void> {
    await this.#change(item, EDITABLE, { state: 'waiting', reason: null, title, body });
    await this.#sendSoon();
  }

  /**
   * Changes fields of a script that certainly was not sent. Returns the fields it could not accept, which are all of
   * them once it may have been sent.
   */
  async amend<T>(
    account: string,
    id: number,
    change: Readonly<Record<string, T>>,
  ): Promise<Readonly<Record<string, T>>> {
    const item = await this.#get(account, id);
    const isChanged = await this.#deps.changing(async () => {
      const current = item && (await this.#get(account, id));
      if (!current || !UNSENT_STATES.includes(current.state)) return false;
      const next = applyChange(current, change);
      const state = current.state === 'incomplete' && !lacksBrief({ ...current, ...next }) ? 'waiting' : current.state;
      return (await this.#put(current, { ...next, state })) !== null;
    });
    if (isChanged) void this.#drain();
    return isChanged ? omitCreationFields(change) : change;
  }

  async discard(item: QueuedItem): Promise<void> {
    await this.#change(item, EDITABLE, { state: 'discarded', was: item.state });
  }

  async restore(item: QueuedItem): Promise<void> {
    const current = await this.#get(item.account, item.id);
    if (current?.state !== 'discarded') return;
    await this.#change(current, ['discarded'], { state: current.was ?? 'waiting', was: null });
    await this.#sendSoon();
  }

  /** Removes finished items and moves content that another window still wrote under an old id. */
  async #cleanUp(): Promise<void> {
    const { changing, store } = this.#deps;
    await changing(async () => {
      const finishedItems = (await this.#read()).filter(({ state }) => state === 'done');
      await this.#finishedQueue.moveToList(finishedItems);
    });
    for (const [account, madeId] of this.#finishedQueue.all) {
      for (const id of await findLocalScripts(store, account)) {
        const serviceId = madeId.get(id);
        if (serviceId !== undefined) await moveScript(store, account, id, serviceId);
      }
    }
  }

  /** Sends waiting items, but returns after the time a person would wait. */
  async #sendSoon(): Promise<void> {
    const { maxWaitMs = WAIT_MS } = this.#deps;
    await Promise.race([this.#drain(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  }

  /** Sends waiting items; a call during a pass requests another pass. */
  #drain(): Promise<void> {
    this.#isPassRequested = true;
    this.#draining ??= this.#runPasses().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  async #runPasses(): Promise<void> {
    while (this.#isPassRequested) {
      this.#isPassRequested = false;
      await this.#runPass();
    }
  }

  async #runPass(): Promise<void> {
    const unreachableAccounts = new Set<string>();
    for (const { account, id } of (await this.#read()).filter(isOpen)) {
      if (unreachableAccounts.has(account)) continue;
      // Lock over all windows and read again each time, because another window may have worked on it.
      const isReached = await this.#deps.sending(() => this.#step(account, id));
      if (!isReached) unreachableAccounts.add(account);
    }
    if (unreachableAccounts.size > 0) this.#retryLater();
    else this.#retryDelay = RETRY_MS.first;
  }

  /** Advances an item as far as possible. Returns false if its service or the disk cannot be reached now. */
  async #step(account: string, id: number): Promise<boolean> {
    const item = await this.#get(account, id);
    if (item?.state === 'waiting') return this.#send(item);
    if (item?.state === 'sending') return this.#lookUp(item);
    if (item?.state === 'made') return this.#finish(item);
    return true;
  }

  async #send(item: QueuedItem): Promise<boolean> {
    const canSend = lacksBrief(item) ? this.#deps.acceptsTitlesAlone(item.account) : true;
    if (canSend === null) return false;
    if (!canSend) {
      await this.#change(item, ['waiting'], { state: 'incomplete', reason: null });
      return true;
    }
    const sameTitle = await listSameTitle(this.#deps.api, item);
    if (!sameTitle.ok) return this.#handleFailure(item, sameTitle.failure, true);
    const before = sameTitle.items.map(({ id }) => id);
    const sendingItem = await this.#change(item, ['waiting'], { state: 'sending', reason: null, before });
    if (sendingItem === 'elsewhere') return true;
    if (!sendingItem) return false;
    const result = await sendQueued(this.#deps.api, sendingItem);
    if (result.ok) return this.#markMade(sendingItem, result.id);
    return this.#handleFailure(sendingItem, result.failure, false);
  }

  /** `isUnsent` means that the item was certainly not sent. */
  async #handleFailure(item: QueuedItem, failure: ApiFailure, isUnsent: boolean): Promise<boolean> {
    this.#failures.set(item.id, failure);
    const verdict = classifyFailure(failure);
    const { title, text } = explain(failure);
    const reason = `${title}. ${text}`;
    if (verdict === 'unclear' && !isUnsent) return this.#lookUp(item);
    if (verdict === 'refused') {
      await this.#change(item, [item.state], { state: 'refused', reason });
      return true;
    }
    // Avoid rewriting the same state while the service stays unreachable.
    if (item.state !== 'waiting' || item.reason !== reason) {
      await this.#change(item, [item.state], { state: 'waiting', reason });
    }
    return false;
  }

  async #lookUp(item: QueuedItem): Promise<boolean> {
    const sameTitle = await listSameTitle(this.#deps.api, item);
    // The item stays unclear until the service can be asked.
    if (!sameTitle.ok) return false;
    const madeIds = new Set((await this.#read()).map(({ made }) => made));
    const newItems = sameTitle.items.filter(({ id }) => !item.before.includes(id) && !madeIds.has(id));
    const matches = newItems.filter((candidate) => isSameItem(item, candidate));
    const [match] = matches;
    if (match && matches.length === 1) return this.#markMade(item, match.id);
    const reason =
      matches.length > 1
        ? 'It was sent, but no response came back. The service has several items that look like it.'
        : 'It was sent, but no response came back. The service doesn’t list it yet; it may still arrive.';
    const candidates = newItems.slice(0, 3).map(({ id }) => id);
    await this.#change(item, ['sending'], { state: 'asking', reason, candidates });
    return true;
  }

  async #markMade(item: QueuedItem, id: number): Promise<boolean> {
    const changedItem = await this.#change(item, ['sending'], { state: 'made', made: id, reason: null });
    return changedItem !== null && (changedItem === 'elsewhere' || this.#finish(changedItem));
  }

  async #finish(item: QueuedItem): Promise<boolean> {
    const { store, drafts } = this.#deps;
    const { account, id, made, operation } = item;
    if (made === null) return true;
    if (operation === 'scripts.create') {
      await drafts.rename(account, id, made);
      if (!(await moveScript(store, account, id, made))) return false;
      await drafts.showStored(account, made);
    }
    return (await this.#change(item, ['made'], { state: 'done', body: {} })) !== null;
  }

  /** Changes the state; returns `elsewhere` if it is in another state by now, or null if it could not be stored. */
  #change(
    item: QueuedItem,
    from: readonly QueuedItem['state'][],
    change: Change,
  ): Promise<QueuedItem | 'elsewhere' | null> {
    return this.#deps.changing(async () => {
      const current = await this.#get(item.account, item.id);
      return current && from.includes(current.state) ? this.#put(current, change) : 'elsewhere';
    });
  }

  /** Returns null if neither copy accepted it. */
  async #put(item: QueuedItem, change: Change): Promise<QueuedItem | null> {
    const next = { ...item, ...change, rev: this.#deps.revisions.getNextAfter(item.rev) };
    if (!(await this.#store(next))) return null;
    if (next.state !== item.state) {
      log.info('state changed', { id: next.id, operation: next.operation, from: item.state, to: next.state });
    }
    this.#deps.channel?.postMessage(next);
    this.#show(next);
    return next;
  }

  /** Write an item to disk before sending it: the window’s copy may be lost, and the older one would be sent again. */
  async #store(item: QueuedItem): Promise<boolean> {
    const { store } = this.#deps;
    if (item.state === 'sending' && !(await store.writeDisk(toEntry(item))).ok) return false;
    const { disk, window } = await store.put(toEntry(item));
    return disk.ok || window.ok;
  }

  #show(item: QueuedItem): void {
    const previous = this.#items.find(({ id }) => id === item.id);
    if (previous && previous.rev >= item.rev) return;
    this.#items = [...this.#items.filter((one) => one !== previous), item].sort((a, b) => b.id - a.id);
    if (item.made === null) return;
    // Another window sent it, so open drafts here continue under the new id too.
    if (item.state === 'made' && previous) void this.#deps.drafts.rename(item.account, item.id, item.made);
    if (item.state === 'done' && previous) this.#madeListeners.notify(item);
  }

  /** Reads the items, oldest first. */
  async #read(): Promise<readonly QueuedItem[]> {
    const entries = await this.#deps.store.list(OUTBOX);
    this.#finishedQueue.readLists(entries);
    return entries
      .map(readQueued)
      .filter((item) => item !== null)
      .map((item) => this.#withServiceId(item))
      .sort((a, b) => b.id - a.id);
  }

  async #get(account: string, id: number): Promise<QueuedItem | null> {
    const entry = await this.#deps.store.get(getOutboxKey(account, id));
    const item = entry && readQueued(entry);
    if (item) return this.#withServiceId(item);
    const madeId = await this.#finishedQueue.find(account, id);
    return madeId === null ? null : createFinishedItem(account, id, madeId);
  }

  /** Corrects the state of a finished item, of which a window may hold an older one. */
  #withServiceId(item: QueuedItem): QueuedItem {
    const madeId = this.#finishedQueue.getServiceId(item);
    return madeId === null ? item : { ...item, state: 'done', made: madeId };
  }

  #retryLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.wake(), this.#retryDelay);
    this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_MS.longest);
  }
}
