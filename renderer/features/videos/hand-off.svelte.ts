import { LIMITS } from '#contract/limits.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import { describeFailure } from '#renderer/bridge/faults.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { handOffSource } from '#renderer/shared/media-paths.ts';
import { downloadFrom, createSavedToast } from '#renderer/shared/save-file.ts';

import type { Marker } from './export-to-editor.ts';

const POLL_MS = 1000;

/** Asks the service for a package for editing programs, which it makes even if the window closes, and saves it. */
export class HandOff {
  readonly #app: Pick<AppState, 'api' | 'bridge' | 'toasts'>;
  readonly #account: string;
  readonly #project: string;
  #operation = $state.raw<ServiceOperation | null>(null);
  #fault = $state.raw<string | null>(null);
  #isSaving = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Kept until the service has answered, so that a retry starts no second package. */
  #key = crypto.randomUUID();

  constructor(app: Pick<AppState, 'api' | 'bridge' | 'toasts'>, account: string, project: string) {
    this.#app = app;
    this.#account = account;
    this.#project = project;
  }

  get operation(): ServiceOperation | null {
    return this.#operation;
  }

  /** Returns why there is no package, or null. */
  get fault(): string | null {
    return this.#fault;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  async start(revision: string, markers: readonly Marker[]): Promise<void> {
    this.#fault = null;
    this.#operation = null;
    const { count, name: longestName, note: longestNote } = LIMITS.video.markers;
    const sentMarkers = markers.slice(0, count).map(({ start, name, note, kind }) => {
      return { start, name: name.slice(0, longestName), note: note.slice(0, longestNote), kind };
    });
    const response = await this.#app.api.call(this.#account, 'local.videos.handOff', {
      params: { project: this.#project, revision },
      body: { markers: sentMarkers },
      idempotencyKey: this.#key,
    });
    if (response.ok || response.failure.kind === 'refused') this.#key = crypto.randomUUID();
    if (response.ok) this.#update(response.body.operation);
    else this.#fail(response.failure);
  }

  async cancel(): Promise<void> {
    const { id } = this.#operation ?? {};
    if (id === undefined) return;
    const params = { project: this.#project, operation: id };
    const response = await this.#app.api.call(this.#account, 'local.videos.cancelHandOff', { params });
    if (response.ok) this.#update(response.body.data);
    else this.#fail(response.failure);
  }

  /** Lets the person choose where to save the package. */
  async save(name: string): Promise<void> {
    const operation = this.#operation?.id;
    if (operation === undefined || this.#isSaving) return;
    this.#isSaving = true;
    const { bridge, toasts } = this.#app;
    try {
      const answer = await bridge.invoke('handOff.save', { account: this.#account, operation, name });
      if (answer.outcome === 'failed') toasts.showFault(answer.message);
      else if (answer.outcome === 'saved') toasts.show(createSavedToast(bridge, `Saved ${answer.name}.`));
      else if (answer.outcome === 'unsupported') downloadFrom(handOffSource(this.#account, operation), name);
    } catch {
      toasts.showFault('Cutaway isn’t responding. Try again in a moment.');
    } finally {
      this.#isSaving = false;
    }
  }

  /** Stops polling; the service continues. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #update(operation: ServiceOperation): void {
    clearTimeout(this.#timer);
    this.#operation = operation;
    if (operation.status === 'running') this.#timer = setTimeout(() => void this.#poll(operation.id), POLL_MS);
    else if (operation.status === 'failed') this.#fault = operation.error?.message ?? 'The package couldn’t be made.';
  }

  async #poll(id: string): Promise<void> {
    const result = await this.#app.api.call(this.#account, 'operations.get', { params: { operation: id } });
    if (this.#operation?.id !== id) return;
    if (result.ok) this.#update(result.body.data);
    else if (result.failure.kind === 'refused') this.#fail(result.failure);
    else this.#timer = setTimeout(() => void this.#poll(id), 3 * POLL_MS);
  }

  #fail(failure: ApiFailure): void {
    this.#fault = describeFailure(failure);
  }
}
