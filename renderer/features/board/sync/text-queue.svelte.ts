import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { DEFAULT_TEXT, type Item, getItemKey, readText } from '../model/items.ts';
import { readBody, type TextBody, buildBody, serializeBody } from './text-sync.ts';

export type TextState = 'sent' | 'waiting' | 'unreachable' | 'limited' | 'refused' | 'conflict';

/**
 * Pauses in milliseconds: `rest` after the last change, as the user may still be typing; `limited` after the service's
 * limit of twelve writes per minute; `unreachable` while the service can't be reached.
 */
const PAUSES = { rest: 900, limited: 6000, unreachable: 5000 };

interface DueText {
  readonly item: Item;
  readonly id: number | null;
  readonly body: TextBody;
}

/**
 * Sends changed texts to the service, one after the other. There is no separate queue: every difference is due, and
 * local texts are stored, so it continues after a reload or offline.
 */
export class TextQueue {
  readonly #app: Pick<AppState, 'api'>;
  readonly #pauses: typeof PAUSES;
  readonly #board: Board;
  #failure = $state.raw<{ readonly key: string; readonly serialized: string; readonly failure: ApiFailure } | null>(
    null,
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = $state.raw(false);
  #isClosed = false;
  readonly #dueTexts = $derived.by(() => this.#findDue());
  /** Texts that were changed both at the service and here since they last agreed. */
  readonly #conflicts = $derived.by(() => this.#findConflicts());

  constructor(app: Pick<AppState, 'api'>, board: Board, pauses: typeof PAUSES = PAUSES) {
    this.#app = app;
    this.#pauses = pauses;
    this.#board = board;
  }

  /** Number of texts waiting to be sent. Reactive. */
  get queuedCount(): number {
    return this.#dueTexts.length;
  }

  get conflicts(): readonly Item[] {
    return this.#conflicts;
  }

  get failure(): ApiFailure | null {
    return this.#failure?.failure ?? null;
  }

  get state(): TextState {
    if (this.#conflicts.length > 0) return 'conflict';
    if (this.#dueTexts.length === 0) return 'sent';
    const failure = this.#failure?.failure;
    if (!failure) return 'waiting';
    if (failure.kind !== 'refused') return 'unreachable';
    return failure.error.status === 429 ? 'limited' : failure.error.status >= 500 ? 'unreachable' : 'refused';
  }

  /** Call whenever something is due: sends once the user pauses. */
  wake(): void {
    if (this.#isClosed || this.#isSending || this.#dueTexts.length === 0) return;
    // Its retry timer is running; other changes must not shorten it.
    if (this.state === 'limited' || this.state === 'unreachable') return;
    this.#sendLater(this.#pauses.rest);
  }

  /** Sends now, even refused texts. */
  retry(): void {
    this.#failure = null;
    this.#sendLater(0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Applies the service's version to texts unchanged here. Call after each answer of the service. */
  applyServiceTexts(): void {
    const { state, serviceItems } = this.#board;
    const newAgreed = { ...state.agreed };
    const entries = { ...state.entries };
    let hasChanged = false;
    for (const serviceItem of serviceItems) {
      if (serviceItem.type !== 'text') continue;
      const key = this.#findKey(serviceItem.id);
      const serviceText = serializeBody(readBody(serviceItem));
      if (newAgreed[key] === serviceText) continue;
      const item = this.#board.getItem(key);
      const localBody = item && buildBody(item, this.#board.items, serviceItems);
      const lastAgreed = newAgreed[key];
      const isTouched = lastAgreed !== undefined && localBody && serializeBody(localBody) !== lastAgreed;
      if (isTouched && serializeBody(localBody) !== serviceText) continue;
      newAgreed[key] = serviceText;
      hasChanged = true;
      const entry = entries[key];
      if (lastAgreed === undefined || !entry?.text) continue;
      const text = readText(serviceItem, { ...DEFAULT_TEXT, ...entry.text });
      const { x, y, width, height } = serviceItem;
      if (text) entries[key] = { ...entry, text, x, y, width, height };
    }
    if (hasChanged) this.#board.update({ agreed: newAgreed, entries });
  }

  /** Resolves a conflict: `mine` goes to the service, `theirs` replaces the text here. */
  resolveConflict(key: string, keep: 'mine' | 'theirs'): void {
    const id = this.#getServiceId(key);
    const serviceItem = this.#board.serviceItems.find((item) => item.id === id);
    if (!serviceItem) return;
    const { agreed } = this.#board.state;
    this.#board.update({ agreed: { ...agreed, [key]: serializeBody(readBody(serviceItem)) } });
    const text = readText(serviceItem, this.#board.getItem(key)?.text ?? undefined);
    if (keep === 'theirs' && text) {
      const { x, y, width, height } = serviceItem;
      this.#board.change('Use the service’s text', { [key]: { text, x, y, width, height } });
    }
    this.wake();
  }

  #findDue(): DueText[] {
    const { state, items, serviceItems } = this.#board;
    const conflictKeys = new Set(this.#conflicts.map(({ key }) => key));
    const removedTexts = Object.entries(state.entries).flatMap(([key, entry]) => {
      const id = this.#getServiceId(key);
      const serviceItem =
        entry.removed && id !== null ? serviceItems.find((item) => item.id === id && item.type === 'text') : undefined;
      return serviceItem ? [{ key, serviceItem }] : [];
    });
    const dueTexts: DueText[] = [];
    for (const item of items) {
      if (item.kind !== 'text' || conflictKeys.has(item.key)) continue;
      const id = this.#getServiceId(item.key);
      // Not changed here, so the service's version is right.
      if (!state.entries[item.key] && !this.#mayHaveMoved(item)) continue;
      const body = buildBody(item, items, serviceItems);
      if (body && state.agreed[item.key] !== serializeBody(body)) dueTexts.push({ item, id, body });
    }
    for (const { key, serviceItem } of removedTexts) {
      // Removed here: move it away from the pictures exported there.
      const item = { ...toRemovedItem(key, serviceItem), hidden: true };
      const body = buildBody(item, items, serviceItems);
      if (body && state.agreed[key] !== serializeBody(body)) dueTexts.push({ item, id: serviceItem.id, body });
    }
    return dueTexts;
  }

  /** Returns whether a picture was moved here, which may change the text's relative position. */
  #mayHaveMoved(item: Item): boolean {
    const { state, items } = this.#board;
    const isTouched = (key: string): boolean => state.entries[key] !== undefined;
    return items.some(({ kind, key }) => kind === 'image' && isTouched(key)) && state.agreed[item.key] !== undefined;
  }

  #findConflicts(): Item[] {
    const { state, items, serviceItems } = this.#board;
    return items.filter((item) => {
      const serviceItem =
        item.kind === 'text' && state.entries[item.key]
          ? serviceItems.find(({ id }) => id === this.#getServiceId(item.key))
          : null;
      const agreedText = state.agreed[item.key];
      if (!serviceItem || agreedText === undefined) return false;
      const [localBody, serviceText] = [buildBody(item, items, serviceItems), serializeBody(readBody(serviceItem))];
      return (
        serviceText !== agreedText &&
        localBody !== null &&
        serializeBody(localBody) !== agreedText &&
        serializeBody(localBody) !== serviceText
      );
    });
  }

  #sendLater(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#sendNext(), ms);
  }

  async #sendNext(): Promise<void> {
    const lastFailure = this.#failure;
    const next = this.#dueTexts.find(
      ({ item, body }) =>
        !(
          lastFailure &&
          this.state === 'refused' &&
          lastFailure.key === item.key &&
          lastFailure.serialized === serializeBody(body)
        ),
    );
    if (!next || this.#isSending) return;
    this.#isSending = true;
    try {
      await this.#send(next);
    } finally {
      this.#isSending = false;
    }
    if (this.#failure === null) this.#sendLater(0);
    else if (this.state === 'limited') this.#sendLater(this.#pauses.limited);
    else if (this.state === 'unreachable') this.#sendLater(this.#pauses.unreachable);
  }

  async #send({ item, id, body }: DueText): Promise<void> {
    const board = this.#board;
    const { account, channelId } = board;
    const { key } = item;
    const request = board.state.sending[key] ?? { key: crypto.randomUUID(), body };
    if (id === null && !board.state.sending[key]) board.update({ sending: { ...board.state.sending, [key]: request } });
    const result = await this.#app.api.call(account, 'board.text', {
      params: { id: channelId },
      ...(id === null ? { body: request.body, idempotencyKey: request.key } : { body: { ...body, item_id: id } }),
    });
    if (!result.ok) {
      const { failure } = result;
      if (failure.kind === 'refused') this.#forgetRequest(key);
      this.#failure = { key, serialized: serializeBody(body), failure };
      return;
    }
    this.#failure = null;
    const { item: storedItem } = result.body.data;
    const { state } = board;
    this.#forgetRequest(key);
    board.update({
      agreed: { ...state.agreed, [key]: serializeBody(readBody(storedItem)) },
      bound: id === null ? { ...state.bound, [key]: storedItem.id } : state.bound,
    });
    const answer = board.query.value;
    if (!answer) return;
    const others = answer.data.items.filter((item) => item.id !== storedItem.id);
    await board.query.put({ ...answer, data: { ...answer.data, items: [...others, storedItem] } });
  }

  #forgetRequest(key: string): void {
    const { [key]: _sent, ...sending } = this.#board.state.sending;
    this.#board.update({ sending });
  }

  #getServiceId(key: string): number | null {
    return this.#board.state.bound[key] ?? (/^i\d+$/.test(key) ? Number(key.slice(1)) : null);
  }

  #findKey(id: number): string {
    return Object.entries(this.#board.state.bound).find(([, bound]) => bound === id)?.[0] ?? getItemKey(id);
  }
}

function toRemovedItem(key: string, { x, y, width, height, ...rest }: Parameters<typeof readBody>[0]): Item {
  return {
    key,
    id: rest.id,
    kind: 'text',
    status: 'ready',
    x,
    y,
    width,
    height,
    angle: 0,
    z: 0,
    name: '',
    hidden: false,
    locked: false,
    group: null,
    picture: null,
    note: null,
    prompt: null,
    source: 'text',
    scripts: [],
    shape: null,
    look: null,
    opacity: 1,
    blend: 'normal',
    text: readText({ x, y, width, height, ...rest }),
  };
}
