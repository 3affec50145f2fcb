/**
 * Stores the board's compositions at one of Cutaway’s own services, which lists and flattens them for other programs.
 * There is no queue: every difference from the service's state is due, also after a reload.
 */
import { LIMITS } from '#contract/limits.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { logger } from '#log/logger.ts';
import type { ApiFailure, ApiInput } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { computeDigest } from '#renderer/storage/digest.ts';
import type { Board } from '../model/board.svelte.ts';
import { isComposition } from '../model/composition.ts';
import { isOwnPicture, type Item } from '../model/items.ts';
import { findItemsToFlatten, toFrame, toLayer } from '../model/layers.ts';

const log = logger('board');

type Width = (typeof LIMITS.thumbnails.composition.widths)[number];
type CompositionBody = NonNullable<ApiInput<'local.compositions.put'>['body']>;

/** A composition is stored once the board has been unchanged this long. */
const REST_MS = 1500;

/** Returns the id of a frame's composition: the UUID of a local frame, or one made from the service's number. */
export function toCompositionId({ key, id }: Pick<Item, 'key' | 'id'>): string {
  return id === null ? key.slice(1) : `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}

/** Removes the fields only this window needs; the lines are already broken. */
function toServiceLayer(layer: ReturnType<typeof toLayer<{ item_id: number | null }>>) {
  if (layer.kind !== 'text') return layer;
  const { wrap_width: _width, unwrapped: _typed, family: _family, ...text } = layer.text;
  return { ...layer, text };
}

/** Describes a composition as the service stores it; null if the service lacks one of its pictures or fonts. */
export function describeComposition(frame: Item, items: readonly Item[]): CompositionBody | null {
  const contents = findItemsToFlatten(frame, items);
  if (contents.some((item) => isOwnPicture(item) || item.text?.family != null)) return null;
  const name = frame.name.trim().slice(0, LIMITS.thumbnails.label) || 'Composition';
  const layers = contents.map((item) => toServiceLayer(toLayer(item, { item_id: item.id })));
  // Layers have the board's values; the service refuses those it cannot draw.
  return { name, frame: toFrame(frame), layers } as unknown as CompositionBody;
}

export class CompositionSync {
  readonly #app: Pick<AppState, 'api' | 'cache'>;
  readonly #board: Board;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runningSync: Promise<ApiFailure | null> = Promise.resolve(null);
  /** Idempotency-Keys of requests without a clear outcome, so that a repeat makes no second picture. */
  readonly #keys = new Map<string, string>();

  constructor(app: Pick<AppState, 'api' | 'cache'>, board: Board) {
    this.#app = app;
    this.#board = board;
  }

  /** Call after each change of the board; stores the differences once the changes pause. */
  wake(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), REST_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Stores the differences now. Returns the first failure; failed ones are due again with the next change. */
  send(): Promise<ApiFailure | null> {
    const result = this.#runningSync.then(() => this.#send());
    this.#runningSync = result.catch((error: unknown) => (log.failure('compositions not stored')(error), null));
    return result;
  }

  /** Has the service flatten a composition; the picture becomes an item of the board. */
  async flatten(frame: Item, width: Width): Promise<ApiFailure | BoardItem> {
    const failure = await this.send();
    if (failure) return failure;
    const id = toCompositionId(frame);
    const params = { ...this.#params, composition_id: id };
    const requestId = `${id} ${width} ${this.#board.state.composed[id] ?? ''}`;
    const key = this.#keys.get(requestId) ?? crypto.randomUUID();
    this.#keys.set(requestId, key);
    const response = await this.#app.api.call(this.#board.account, 'local.compositions.flatten', {
      params,
      body: { width },
      idempotencyKey: key,
    });
    if (response.ok || response.failure.kind === 'refused') this.#keys.delete(requestId);
    if (!response.ok) return response.failure;
    const { item } = response.body.data;
    this.#board.recordAdded('Export', [item.id]);
    await this.#board.query.refresh();
    return item;
  }

  get #params(): { id: number } {
    return { id: this.#board.channelId };
  }

  async #send(): Promise<ApiFailure | null> {
    const { items, account } = this.#board;
    const currentIds = new Set<string>();
    let firstFailure: ApiFailure | null = null;
    for (const frame of items.filter(isComposition)) {
      const id = toCompositionId(frame);
      currentIds.add(id);
      const body = describeComposition(frame, items);
      const digest = body && (await computeDigest(JSON.stringify(body)));
      if (!body || digest === this.#board.state.composed[id]) continue;
      const putResult = await this.#app.api.call(account, 'local.compositions.put', {
        params: { ...this.#params, composition_id: id },
        body,
      });
      if (putResult.ok) this.#saveDigest(id, digest);
      else firstFailure ??= putResult.failure;
    }
    for (const id of Object.keys(this.#board.state.composed)) {
      if (currentIds.has(id)) continue;
      const params = { ...this.#params, composition_id: id };
      const deleteResult = await this.#app.api.call(account, 'local.compositions.delete', { params });
      if (deleteResult.ok) this.#saveDigest(id, null);
      else firstFailure ??= deleteResult.failure;
    }
    if (firstFailure) log.info('compositions not stored', { kind: firstFailure.kind });
    return firstFailure;
  }

  #saveDigest(id: string, digest: string | null): void {
    const { [id]: _, ...others } = this.#board.state.composed;
    this.#board.update({ composed: digest === null ? others : { ...others, [id]: digest } });
  }
}
