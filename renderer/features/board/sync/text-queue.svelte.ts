import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { DEFAULT_TEXT, type Item, keyOf, textOf } from '../model/items.ts';
import { heldBody, type TextBody, wantedBody, wordsOf } from './text-sync.ts';

export type TextState = 'sent' | 'waiting' | 'away' | 'limited' | 'refused' | 'conflict';

/**
 * Milliseconds: `rest` after the last change, as the user may still be typing; `limited` after the service's limit of
 * twelve writes per minute; `away` while it is unreachable.
 */
const PAUSES = { rest: 900, limited: 6000, away: 5000 };

interface Due {
  readonly item: Item;
  readonly id: number | null;
  readonly body: TextBody;
}

/**
 * Sends changed texts to the service, one after the other. There is no separate queue: every difference is due, and
 * what is here is stored, so that it continues after a reload or a time offline.
 */
export class TextQueue {
  readonly #app: Pick<AppState, 'api'>;
  readonly #pauses: typeof PAUSES;
  readonly #board: Board;
  #failure = $state.raw<{ readonly key: string; readonly words: string; readonly failure: ApiFailure } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = $state.raw(false);
  #closed = false;
  readonly #due = $derived.by(() => this.#find());
  /** Texts that were changed both at the service and here since they last agreed. */
  readonly #conflicts = $derived.by(() => this.#findConflicts());

  constructor(app: Pick<AppState, 'api'>, board: Board, pauses: typeof PAUSES = PAUSES) {
    this.#app = app;
    this.#pauses = pauses;
    this.#board = board;
  }

  /** Number of texts waiting to be sent. Reactive. */
  get waiting(): number {
    return this.#due.length;
  }

  get conflicts(): readonly Item[] {
    return this.#conflicts;
  }

  get failure(): ApiFailure | null {
    return this.#failure?.failure ?? null;
  }

  get state(): TextState {
    if (this.#conflicts.length > 0) return 'conflict';
    if (this.#due.length === 0) return 'sent';
    const failure = this.#failure?.failure;
    if (!failure) return 'waiting';
    if (failure.kind !== 'refused') return 'away';
    return failure.error.status === 429 ? 'limited' : failure.error.status >= 500 ? 'away' : 'refused';
  }

  /** Call whenever something is due: sends once the user pauses. */
  wake(): void {
    if (this.#closed || this.#sending || this.#due.length === 0) return;
    // Its own retry timer is running; other changes do not bring it forward.
    if (this.state === 'limited' || this.state === 'away') return;
    this.#later(this.#pauses.rest);
  }

  /** Sends now, even what was refused before. */
  retry(): void {
    this.#failure = null;
    this.#later(0);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Takes over the service's version of texts that were not changed here since. Call when the service has answered. */
  follow(): void {
    const { kept, service } = this.#board;
    const agreed = { ...kept.agreed };
    const entries = { ...kept.entries };
    let changed = false;
    for (const there of service) {
      if (there.type !== 'text') continue;
      const key = this.#keyFor(there.id);
      const words = wordsOf(heldBody(there));
      if (agreed[key] === words) continue;
      const item = this.#board.item(key);
      const ours = item && wantedBody(item, this.#board.items, service);
      const before = agreed[key];
      const touched = before !== undefined && ours && wordsOf(ours) !== before;
      if (touched && wordsOf(ours) !== words) continue;
      agreed[key] = words;
      changed = true;
      const entry = entries[key];
      if (before === undefined || !entry?.text) continue;
      const text = textOf(there, { ...DEFAULT_TEXT, ...entry.text });
      const { x, y, width, height } = there;
      if (text) entries[key] = { ...entry, text, x, y, width, height };
    }
    if (changed) this.#board.keep({ agreed, entries });
  }

  /** Resolves a conflict: `mine` goes to the service, `theirs` replaces the text here. */
  settle(key: string, keep: 'mine' | 'theirs'): void {
    const id = this.#idOf(key);
    const there = this.#board.service.find((item) => item.id === id);
    if (!there) return;
    const { agreed } = this.#board.kept;
    this.#board.keep({ agreed: { ...agreed, [key]: wordsOf(heldBody(there)) } });
    const text = textOf(there, this.#board.item(key)?.text ?? undefined);
    if (keep === 'theirs' && text) {
      const { x, y, width, height } = there;
      this.#board.change('Use the service’s text', { [key]: { text, x, y, width, height } });
    }
    this.wake();
  }

  #find(): Due[] {
    const { kept, items, service } = this.#board;
    const conflicted = new Set(this.#conflicts.map(({ key }) => key));
    const gone = Object.entries(kept.entries).flatMap(([key, entry]) => {
      const id = this.#idOf(key);
      const there =
        entry.removed && id !== null ? service.find((one) => one.id === id && one.type === 'text') : undefined;
      return there ? [{ key, there }] : [];
    });
    const due: Due[] = [];
    for (const item of items) {
      if (item.kind !== 'text' || conflicted.has(item.key)) continue;
      const id = this.#idOf(item.key);
      // Not changed here, so the service's version is right.
      if (!kept.entries[item.key] && !this.#disturbed(item)) continue;
      const body = wantedBody(item, items, service);
      if (body && kept.agreed[item.key] !== wordsOf(body)) due.push({ item, id, body });
    }
    for (const { key, there } of gone) {
      // Removed here: move it away from the pictures that are exported there.
      const item = { ...fromService(key, there), hidden: true };
      const body = wantedBody(item, items, service);
      if (body && kept.agreed[key] !== wordsOf(body)) due.push({ item, id: there.id, body });
    }
    return due;
  }

  /** Returns whether a picture was moved here, which may change where the text lies relative to it. */
  #disturbed(item: Item): boolean {
    const { kept, items } = this.#board;
    const touched = (key: string): boolean => kept.entries[key] !== undefined;
    return items.some(({ kind, key }) => kind === 'image' && touched(key)) && kept.agreed[item.key] !== undefined;
  }

  #findConflicts(): Item[] {
    const { kept, items, service } = this.#board;
    return items.filter((item) => {
      const there =
        item.kind === 'text' && kept.entries[item.key] ? service.find(({ id }) => id === this.#idOf(item.key)) : null;
      const agreed = kept.agreed[item.key];
      if (!there || agreed === undefined) return false;
      const [ours, theirs] = [wantedBody(item, items, service), wordsOf(heldBody(there))];
      return theirs !== agreed && ours !== null && wordsOf(ours) !== agreed && wordsOf(ours) !== theirs;
    });
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.#step(), ms);
  }

  async #step(): Promise<void> {
    const failed = this.#failure;
    const next = this.#due.find(
      ({ item, body }) =>
        !(failed && this.state === 'refused' && failed.key === item.key && failed.words === wordsOf(body)),
    );
    if (!next || this.#sending) return;
    this.#sending = true;
    try {
      await this.#send(next);
    } finally {
      this.#sending = false;
    }
    if (this.#failure === null) this.#later(0);
    else if (this.state === 'limited') this.#later(this.#pauses.limited);
    else if (this.state === 'away') this.#later(this.#pauses.away);
  }

  async #send({ item, id, body }: Due): Promise<void> {
    const board = this.#board;
    const { account, channelId } = board;
    const { key } = item;
    const sent = board.kept.sending[key] ?? { key: crypto.randomUUID(), body };
    if (id === null && !board.kept.sending[key]) board.keep({ sending: { ...board.kept.sending, [key]: sent } });
    const result = await this.#app.api.call(account, 'board.text', {
      params: { id: channelId },
      ...(id === null ? { body: sent.body, idempotencyKey: sent.key } : { body: { ...body, item_id: id } }),
    });
    if (!result.ok) {
      const { failure } = result;
      if (failure.kind === 'refused') this.#forget(key);
      this.#failure = { key, words: wordsOf(body), failure };
      return;
    }
    this.#failure = null;
    const { item: made } = result.body.data;
    const { kept } = board;
    this.#forget(key);
    board.keep({
      agreed: { ...kept.agreed, [key]: wordsOf(heldBody(made)) },
      bound: id === null ? { ...kept.bound, [key]: made.id } : kept.bound,
    });
    const answer = board.query.value;
    if (!answer) return;
    const others = answer.data.items.filter((one) => one.id !== made.id);
    await board.query.put({ ...answer, data: { ...answer.data, items: [...others, made] } });
  }

  #forget(key: string): void {
    const { [key]: _sent, ...sending } = this.#board.kept.sending;
    this.#board.keep({ sending });
  }

  #idOf(key: string): number | null {
    return this.#board.kept.bound[key] ?? (/^i\d+$/.test(key) ? Number(key.slice(1)) : null);
  }

  #keyFor(id: number): string {
    return Object.entries(this.#board.kept.bound).find(([, bound]) => bound === id)?.[0] ?? keyOf(id);
  }
}

function fromService(key: string, { x, y, width, height, ...rest }: Parameters<typeof heldBody>[0]): Item {
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
    text: textOf({ x, y, width, height, ...rest }),
  };
}
