import type { ApiFailure, ApiInput } from '#renderer/bridge/api-client.ts';
import { sentence } from '#renderer/bridge/faults.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { base64Of } from '#renderer/shared/save-file.ts';
import type { Board } from '../model/board.svelte.ts';
import { fit, FOR_SERVICE } from '#renderer/shared/pictures/fit-picture.ts';
import type { Item } from '../model/items.ts';

type WorkOperation = 'board.import' | 'board.edit' | 'board.generate' | 'board.export' | 'board.assign';
type BodyFor<Id extends WorkOperation> = NonNullable<ApiInput<Id>['body']>;

/**
 * Requests to the service about the board. A request repeated after an unclear outcome uses the same Idempotency-Key.
 */
export class BoardRequests {
  readonly #app: AppState;
  readonly #board: Board;
  readonly #keys = new Map<string, string>();
  #busy = $state.raw<WorkOperation | null>(null);

  constructor(app: AppState, board: Board) {
    this.#app = app;
    this.#board = board;
  }

  get busy(): WorkOperation | null {
    return this.#busy;
  }

  /** Puts pictures on the board in a new frame. Pass `step` false if it is part of another undo step. */
  async import(body: BodyFor<'board.import'>, step = true): Promise<ApiFailure | readonly BoardItem[]> {
    const made = await this.#ask('board.import', body);
    return 'failure' in made ? made.failure : this.#take(step ? 'Import' : null, made.body.data.items);
  }

  async generate(body: BodyFor<'board.generate'>): Promise<ApiFailure | readonly BoardItem[]> {
    const made = await this.#ask('board.generate', body);
    if ('failure' in made) return made.failure;
    return this.#take('Generate', made.body.data.items, made.body.data.credits_remaining);
  }

  async edit(body: BodyFor<'board.edit'>): Promise<ApiFailure | readonly BoardItem[]> {
    const made = await this.#ask('board.edit', body);
    if ('failure' in made) return made.failure;
    const { items, credits_remaining } = made.body.data;
    const { origins } = this.#board.kept;
    const from = items.map(({ id }) => [id, body.item_id] as const);
    this.#board.keep({ origins: { ...origins, ...Object.fromEntries(from) } });
    return this.#take('Edit', items, credits_remaining);
  }

  /** Asks the service for a flattened picture, which becomes a new item. */
  async export(id: number): Promise<ApiFailure | BoardItem> {
    const made = await this.#ask('board.export', { item_id: id });
    if ('failure' in made) return made.failure;
    const { item } = made.body.data;
    await this.#take('Export', [item]);
    return item;
  }

  async assign(id: number, scriptId: number): Promise<ApiFailure | null> {
    const made = await this.#ask('board.assign', { item_id: id, script_id: scriptId });
    if ('failure' in made) return made.failure;
    await this.#board.query.refresh();
    return null;
  }

  /** Uploads a picture of this machine, which is made to fit. Returns a message if it cannot be read. */
  async upload(file: Blob, label: string): Promise<ApiFailure | readonly BoardItem[] | string> {
    const fitted = await fit(file, FOR_SERVICE);
    if ('refusal' in fitted) return `${fitted.refusal} Nothing was added.`;
    return this.uploadFitted([fitted.blob], label);
  }

  /**
   * Uploads pictures that fit to the board, in a new frame and without an undo step. Ask `takesPictures` first: the API
   * takes pictures by address only.
   */
  async uploadFitted(pictures: readonly Blob[], label: string): Promise<ApiFailure | readonly BoardItem[]> {
    const urls: string[] = [];
    for (const picture of pictures) {
      const base64 = await base64Of(new Uint8Array(await picture.arrayBuffer()));
      const kept = await this.#app.api.call(this.#board.account, 'local.pictures.create', { body: { base64 } });
      if (!kept.ok) return kept.failure;
      urls.push(kept.body.data.url);
    }
    return this.import({ source: 'urls', urls, label }, false);
  }

  /** Returns an item's picture from the service, or null if it is unavailable. */
  async picture(id: number): Promise<Blob | null> {
    const { account, channelId } = this.#board;
    const asked = { account, channel_id: channelId, item_id: id };
    const answer = await this.#app.bridge.invoke('pictures.read', asked).catch(() => null); // shown as unreachable
    if (!answer?.ok) return null;
    return new Blob([Uint8Array.from(atob(answer.base64), (letter) => letter.charCodeAt(0))], { type: answer.mime });
  }

  /** Shows a message for each picture that has failed to generate since. */
  tell(before: readonly Item[], now: readonly Item[]): void {
    const making = new Set(before.filter(({ status }) => status === 'generating').map(({ key }) => key));
    const failed = now.filter(({ key, status }) => status === 'failed' && making.has(key));
    for (const { note } of failed) {
      this.#app.toasts.fault(`A picture couldn’t be generated. It doesn’t count. ${note ?? ''}`.trim());
    }
  }

  async #ask<Id extends WorkOperation>(operation: Id, body: BodyFor<Id>) {
    const { account, channelId } = this.#board;
    const sent = `${operation} ${JSON.stringify(body)}`;
    const key = this.#keys.get(sent) ?? crypto.randomUUID();
    this.#keys.set(sent, key);
    this.#busy = operation;
    const input = { params: { id: channelId }, body, idempotencyKey: key } as unknown as ApiInput<Id>;
    const result = await this.#app.api.call(account, operation, input);
    this.#busy = null;
    if (result.ok || result.failure.kind === 'refused') this.#keys.delete(sent);
    return result;
  }

  async #take(label: string | null, items: readonly BoardItem[], credits?: number): Promise<readonly BoardItem[]> {
    const { query } = this.#board;
    const came = items.map(({ id }) => id);
    if (label !== null) this.#board.arrived(label, came);
    const answer = query.value;
    if (!answer) {
      await query.refresh();
      return items;
    }
    const ids = new Set(items.map(({ id }) => id));
    const kept = answer.data.items.filter(({ id }) => !ids.has(id));
    const credits_remaining = credits ?? answer.data.credits_remaining;
    await query.put({ ...answer, data: { ...answer.data, items: [...kept, ...items], credits_remaining } });
    this.#app.cache.invalidate(this.#board.account, 'thumbnails');
    return items;
  }
}

export const isFailure = (made: object): made is ApiFailure => 'kind' in made;
export const failureText = (failure: ApiFailure): string => sentence(failure);
