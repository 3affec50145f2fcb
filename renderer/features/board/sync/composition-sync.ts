/**
 * Stores the board's compositions at a service of Cutaway’s own, which lists and flattens them for other programs. There is no
 * queue: every difference from what the service holds is due, also after a reload.
 */
import { LIMITS } from '#contract/limits.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { logger } from '#log/logger.ts';
import type { ApiFailure, ApiInput } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { digestOf } from '#renderer/storage/digest.ts';
import type { Board } from '../model/board.svelte.ts';
import { isComposition } from '../model/composition.ts';
import { isOwn, type Item } from '../model/items.ts';
import { flattened, frameOf, layerOf } from '../model/layers.ts';

const log = logger('board');

type Width = (typeof LIMITS.thumbnails.composition.widths)[number];
type Drawing = NonNullable<ApiInput<'local.compositions.put'>['body']>;

/** Is how long the board must be at rest before a composition is stored, in milliseconds. */
const REST = 1500;

/** Returns the id of a frame's composition: a frame made here has one, one of the service has a number. */
export function compositionId({ key, id }: Pick<Item, 'key' | 'id'>): string {
  return id === null ? key.slice(1) : `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}

/** Returns a layer without what only this window needs: its lines are broken already. */
function drawnThere(layer: ReturnType<typeof layerOf<{ item_id: number | null }>>) {
  if (layer.kind !== 'text') return layer;
  const { wrap_width: _width, unwrapped: _typed, family: _family, ...text } = layer.text;
  return { ...layer, text };
}

/** Describes a composition as the service stores it; null if the service lacks one of its pictures or fonts. */
export function drawingOf(frame: Item, items: readonly Item[]): Drawing | null {
  const inside = flattened(frame, items);
  if (inside.some((item) => isOwn(item) || item.text?.family != null)) return null;
  const name = frame.name.trim().slice(0, LIMITS.thumbnails.label) || 'Composition';
  const layers = inside.map((item) => drawnThere(layerOf(item, { item_id: item.id })));
  // A layer's values are those of the board; the service refuses what it cannot draw.
  return { name, frame: frameOf(frame), layers } as unknown as Drawing;
}

export class CompositionSync {
  readonly #app: Pick<AppState, 'api' | 'cache'>;
  readonly #board: Board;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<ApiFailure | null> = Promise.resolve(null);
  /** Are the keys of requests without a clear outcome: repeated, they make no second picture. */
  readonly #keys = new Map<string, string>();

  constructor(app: Pick<AppState, 'api' | 'cache'>, board: Board) {
    this.#app = app;
    this.#board = board;
  }

  /** Call when the board has changed: stores what differs once it rests. */
  wake(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), REST);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Stores what differs now. Returns the first failure; what failed is due again with the next change. */
  send(): Promise<ApiFailure | null> {
    const sent = this.#running.then(() => this.#send());
    this.#running = sent.catch((error: unknown) => (log.failure('compositions not stored')(error), null));
    return sent;
  }

  /** Has the service flatten a composition of the board as it is now; the picture becomes an item of the board. */
  async flatten(frame: Item, width: Width): Promise<ApiFailure | BoardItem> {
    const failure = await this.send();
    if (failure) return failure;
    const id = compositionId(frame);
    const params = { ...this.#params, composition_id: id };
    const sent = `${id} ${width} ${this.#board.kept.composed[id] ?? ''}`;
    const key = this.#keys.get(sent) ?? crypto.randomUUID();
    this.#keys.set(sent, key);
    const made = await this.#app.api.call(this.#board.account, 'local.compositions.flatten', {
      params,
      body: { width },
      idempotencyKey: key,
    });
    if (made.ok || made.failure.kind === 'refused') this.#keys.delete(sent);
    if (!made.ok) return made.failure;
    const { item } = made.body.data;
    this.#board.arrived('Export', [item.id]);
    await this.#board.query.refresh();
    return item;
  }

  get #params(): { id: number } {
    return { id: this.#board.channelId };
  }

  async #send(): Promise<ApiFailure | null> {
    const { items, account } = this.#board;
    const here = new Set<string>();
    let first: ApiFailure | null = null;
    for (const frame of items.filter(isComposition)) {
      const id = compositionId(frame);
      here.add(id);
      const body = drawingOf(frame, items);
      const digest = body && (await digestOf(JSON.stringify(body)));
      if (!body || digest === this.#board.kept.composed[id]) continue;
      const stored = await this.#app.api.call(account, 'local.compositions.put', {
        params: { ...this.#params, composition_id: id },
        body,
      });
      if (stored.ok) this.#note(id, digest);
      else first ??= stored.failure;
    }
    for (const id of Object.keys(this.#board.kept.composed)) {
      if (here.has(id)) continue;
      const params = { ...this.#params, composition_id: id };
      const deleted = await this.#app.api.call(account, 'local.compositions.delete', { params });
      if (deleted.ok) this.#note(id, null);
      else first ??= deleted.failure;
    }
    if (first) log.info('compositions not stored', { kind: first.kind });
    return first;
  }

  #note(id: string, digest: string | null): void {
    const { [id]: _, ...others } = this.#board.kept.composed;
    this.#board.keep({ composed: digest === null ? others : { ...others, [id]: digest } });
  }
}
