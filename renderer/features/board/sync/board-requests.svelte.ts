import type { ApiFailure, ApiInput } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { fromBase64, toBase64 } from '#renderer/bridge/base64.ts';
import type { Board } from '../model/board.svelte.ts';
import { fitPicture, SERVICE_LIMITS } from '#renderer/shared/pictures/fit-picture.ts';
import type { Item } from '../model/items.ts';

type BoardOperation = 'board.import' | 'board.edit' | 'board.generate' | 'board.export' | 'board.assign';
type BodyFor<Id extends BoardOperation> = NonNullable<ApiInput<Id>['body']>;

/**
 * Requests to the service about the board. A request repeated after an unclear outcome uses the same Idempotency-Key.
 */
export class BoardRequests {
  readonly #app: AppState;
  readonly #board: Board;
  readonly #keys = new Map<string, string>();
  #runningOperation = $state.raw<BoardOperation | null>(null);

  constructor(app: AppState, board: Board) {
    this.#app = app;
    this.#board = board;
  }

  get runningOperation(): BoardOperation | null {
    return this.#runningOperation;
  }

  /** Puts pictures on the board in a new frame. Pass `hasUndoStep` false within another undo step. */
  async import(body: BodyFor<'board.import'>, hasUndoStep = true): Promise<ApiFailure | readonly BoardItem[]> {
    const result = await this.#request('board.import', body);
    return 'failure' in result ? result.failure : this.#addItems(hasUndoStep ? 'Import' : null, result.body.data.items);
  }

  async generate(body: BodyFor<'board.generate'>): Promise<ApiFailure | readonly BoardItem[]> {
    const result = await this.#request('board.generate', body);
    if ('failure' in result) return result.failure;
    return this.#addItems('Generate', result.body.data.items, result.body.data.credits_remaining);
  }

  async edit(body: BodyFor<'board.edit'>): Promise<ApiFailure | readonly BoardItem[]> {
    const result = await this.#request('board.edit', body);
    if ('failure' in result) return result.failure;
    const { items, credits_remaining } = result.body.data;
    const { origins } = this.#board.state;
    const newOrigins = items.map(({ id }) => [id, body.item_id] as const);
    this.#board.update({ origins: { ...origins, ...Object.fromEntries(newOrigins) } });
    return this.#addItems('Edit', items, credits_remaining);
  }

  /** Has the service flatten a picture, which becomes a new item. */
  async export(id: number): Promise<ApiFailure | BoardItem> {
    const result = await this.#request('board.export', { item_id: id });
    if ('failure' in result) return result.failure;
    const { item } = result.body.data;
    await this.#addItems('Export', [item]);
    return item;
  }

  async assign(id: number, scriptId: number): Promise<ApiFailure | null> {
    const result = await this.#request('board.assign', { item_id: id, script_id: scriptId });
    if ('failure' in result) return result.failure;
    await this.#board.query.refresh();
    return null;
  }

  /** Uploads a local picture, resized to fit. Returns a message if it cannot be read. */
  async upload(file: Blob, label: string): Promise<ApiFailure | readonly BoardItem[] | string> {
    const fittedPicture = await fitPicture(file, SERVICE_LIMITS);
    if ('refusal' in fittedPicture) return `${fittedPicture.refusal} Nothing was added.`;
    return this.uploadFitted([fittedPicture.blob], label);
  }

  /**
   * Uploads fitting pictures to the board, in a new frame and without an undo step. Check `takesPictures` first: the
   * public API accepts pictures by address only.
   */
  async uploadFitted(pictures: readonly Blob[], label: string): Promise<ApiFailure | readonly BoardItem[]> {
    const urls: string[] = [];
    for (const picture of pictures) {
      const base64 = await toBase64(new Uint8Array(await picture.arrayBuffer()));
      const uploadResult = await this.#app.api.call(this.#board.account, 'local.pictures.create', { body: { base64 } });
      if (!uploadResult.ok) return uploadResult.failure;
      urls.push(uploadResult.body.data.url);
    }
    return this.import({ source: 'urls', urls, label }, false);
  }

  /** Returns an item's picture from the service, or null if it is unavailable. */
  async readPicture(id: number): Promise<Blob | null> {
    const { account, channelId } = this.#board;
    const request = { account, channel_id: channelId, item_id: id };
    const answer = await this.#app.bridge.invoke('pictures.read', request).catch(() => null); // shown as unreachable
    if (!answer?.ok) return null;
    return new Blob([fromBase64(answer.base64)], { type: answer.mime });
  }

  /** Shows a message for each picture whose generation failed between the two states. */
  reportFailures(previous: readonly Item[], current: readonly Item[]): void {
    const generatingKeys = new Set(previous.filter(({ status }) => status === 'generating').map(({ key }) => key));
    const newFailures = current.filter(({ key, status }) => status === 'failed' && generatingKeys.has(key));
    for (const { note } of newFailures) {
      this.#app.toasts.showFault(`A picture couldn’t be generated. It doesn’t count. ${note ?? ''}`.trim());
    }
  }

  async #request<Id extends BoardOperation>(operation: Id, body: BodyFor<Id>) {
    const { account, channelId } = this.#board;
    const requestId = `${operation} ${JSON.stringify(body)}`;
    const key = this.#keys.get(requestId) ?? crypto.randomUUID();
    this.#keys.set(requestId, key);
    this.#runningOperation = operation;
    const input = { params: { id: channelId }, body, idempotencyKey: key } as unknown as ApiInput<Id>;
    const result = await this.#app.api.call(account, operation, input);
    this.#runningOperation = null;
    if (result.ok || result.failure.kind === 'refused') this.#keys.delete(requestId);
    return result;
  }

  async #addItems(label: string | null, items: readonly BoardItem[], credits?: number): Promise<readonly BoardItem[]> {
    const { query } = this.#board;
    const addedIds = items.map(({ id }) => id);
    if (label !== null) this.#board.recordAdded(label, addedIds);
    const answer = query.value;
    if (!answer) {
      await query.refresh();
      return items;
    }
    const ids = new Set(items.map(({ id }) => id));
    const others = answer.data.items.filter(({ id }) => !ids.has(id));
    const credits_remaining = credits ?? answer.data.credits_remaining;
    await query.put({ ...answer, data: { ...answer.data, items: [...others, ...items], credits_remaining } });
    this.#app.cache.invalidate(this.#board.account, 'thumbnails');
    return items;
  }
}

export const isFailure = (result: object): result is ApiFailure => 'kind' in result;
