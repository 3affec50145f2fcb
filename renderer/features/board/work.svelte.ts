import type { ApiFailure, ApiInput } from '#renderer/bridge/api-client.ts';
import { sentence } from '#renderer/bridge/faults.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { LIMITS } from '#contract/limits.ts';
import { base64Of } from '#renderer/studio/export-scripts.ts';
import type { Board } from './board.svelte.ts';
import { fit, FOR_SERVICE, refused } from './fit-picture.ts';
import type { Item } from './items.ts';

type WorkOperation = 'board.import' | 'board.edit' | 'board.generate' | 'board.export' | 'board.assign';
type BodyFor<Id extends WorkOperation> = NonNullable<ApiInput<Id>['body']>;

/** What the service does with the board. What is asked again after an unclear outcome is asked under the same key. */
export class BoardWork {
  readonly #studio: Studio;
  readonly #board: Board;
  readonly #keys = new Map<string, string>();
  #busy = $state.raw<WorkOperation | null>(null);

  constructor(studio: Studio, board: Board) {
    this.#studio = studio;
    this.#board = board;
  }

  /** What is being asked for now. Reactive. */
  get busy(): WorkOperation | null {
    return this.#busy;
  }

  /** Puts pictures on the board, in a frame of their own; a step that can be undone, unless it is part of another. */
  async import(body: BodyFor<'board.import'>, step = true): Promise<ApiFailure | readonly BoardItem[]> {
    const made = await this.#ask('board.import', body);
    return 'failure' in made ? made.failure : this.#take(step ? 'Import' : null, made.body.data.items);
  }

  /** Asks for pictures; the placeholders stand on the board. */
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

  /** The service's own flat picture, as a new item. */
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

  /**
   * Pictures of this machine, onto the board in a frame of their own. Only a local studio takes them: the API takes
   * pictures by address alone.
   */
  async upload(
    files: readonly Blob[],
    label: string,
    step = true,
  ): Promise<ApiFailure | readonly BoardItem[] | string> {
    const urls: string[] = [];
    for (const file of files.slice(0, LIMITS.thumbnails.importUrls)) {
      const fitted = await fit(file, FOR_SERVICE);
      if ('refusal' in fitted) return refused(file, fitted.refusal);
      const base64 = await base64Of(new Uint8Array(await fitted.blob.arrayBuffer()));
      const kept = await this.#studio.api.call(this.#board.account, 'local.pictures.create', { body: { base64 } });
      if (!kept.ok) return kept.failure;
      urls.push(kept.body.data.url);
    }
    return this.import({ source: 'urls', urls, label }, step);
  }

  /** An item's picture from the service; null where it cannot be had. */
  async picture(id: number): Promise<Blob | null> {
    const { account, channelId } = this.#board;
    const asked = { account, channel_id: channelId, item_id: id };
    const answer = await this.#studio.bridge.invoke('pictures.read', asked).catch(() => null);
    if (!answer?.ok) return null;
    return new Blob([Uint8Array.from(atob(answer.base64), (letter) => letter.charCodeAt(0))], { type: answer.mime });
  }

  /** Tells of pictures whose making failed since. */
  tell(before: readonly Item[], now: readonly Item[]): void {
    const making = new Set(before.filter(({ status }) => status === 'generating').map(({ key }) => key));
    const failed = now.filter(({ key, status }) => status === 'failed' && making.has(key));
    for (const { note } of failed) {
      this.#studio.toasts.fault(`A picture could not be made; its credit came back. ${note ?? ''}`.trim());
    }
  }

  async #ask<Id extends WorkOperation>(operation: Id, body: BodyFor<Id>) {
    const { account, channelId } = this.#board;
    const sent = `${operation} ${JSON.stringify(body)}`;
    const key = this.#keys.get(sent) ?? crypto.randomUUID();
    this.#keys.set(sent, key);
    this.#busy = operation;
    const input = { params: { id: channelId }, body, idempotencyKey: key } as unknown as ApiInput<Id>;
    const result = await this.#studio.api.call(account, operation, input);
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
    this.#studio.cache.invalidate(this.#board.account, 'thumbnails');
    return items;
  }
}

export const isFailure = (made: object): made is ApiFailure => 'kind' in made;
export const inWords = (failure: ApiFailure): string => sentence(failure);
