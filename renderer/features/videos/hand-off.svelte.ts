import { LIMITS } from '#contract/limits.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import { sentence } from '#renderer/bridge/faults.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { handOffSource } from '#renderer/shared/media-paths.ts';
import { downloadFrom, savedToast } from '#renderer/shared/save-file.ts';

import type { Marker } from './export-to-editor.ts';

/** Is how long a package is left alone between two looks at it, in milliseconds. */
const LOOK_MS = 1000;

/** Has the service pack a version of a video for editing programs, and saves the package. It goes on without the window. */
export class HandOff {
  readonly #app: Pick<AppState, 'api' | 'bridge' | 'toasts'>;
  readonly #account: string;
  readonly #project: string;
  #operation = $state.raw<ServiceOperation | null>(null);
  #fault = $state.raw<string | null>(null);
  #saving = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Is kept until the service has answered, so that a retry starts no second package. */
  #key = crypto.randomUUID();

  constructor(app: Pick<AppState, 'api' | 'bridge' | 'toasts'>, account: string, project: string) {
    this.#app = app;
    this.#account = account;
    this.#project = project;
  }

  get operation(): ServiceOperation | null {
    return this.#operation;
  }

  /** Says why there is no package. */
  get fault(): string | null {
    return this.#fault;
  }

  get isSaving(): boolean {
    return this.#saving;
  }

  async start(revision: string, markers: readonly Marker[]): Promise<void> {
    this.#fault = null;
    this.#operation = null;
    const { count, name: longestName, note: longestNote } = LIMITS.video.markers;
    const sent = markers.slice(0, count).map(({ start, name, note, kind }) => {
      return { start, name: name.slice(0, longestName), note: note.slice(0, longestNote), kind };
    });
    const made = await this.#app.api.call(this.#account, 'local.videos.handOff', {
      params: { project: this.#project, revision },
      body: { markers: sent },
      idempotencyKey: this.#key,
    });
    if (made.ok || made.failure.kind === 'refused') this.#key = crypto.randomUUID();
    if (made.ok) this.#take(made.body.operation);
    else this.#fail(made.failure);
  }

  async cancel(): Promise<void> {
    const { id } = this.#operation ?? {};
    if (id === undefined) return;
    const params = { project: this.#project, operation: id };
    const ended = await this.#app.api.call(this.#account, 'local.videos.cancelHandOff', { params });
    if (ended.ok) this.#take(ended.body.data);
    else this.#fail(ended.failure);
  }

  /** Asks the person where the package goes. */
  async save(name: string): Promise<void> {
    const operation = this.#operation?.id;
    if (operation === undefined || this.#saving) return;
    this.#saving = true;
    const { bridge, toasts } = this.#app;
    try {
      const saved = await bridge.invoke('handOff.save', { account: this.#account, operation, name });
      if (saved.outcome === 'failed') toasts.fault(saved.message);
      else if (saved.outcome === 'saved') toasts.show(savedToast(bridge, `Saved ${saved.name}.`));
      else if (saved.outcome === 'unsupported') downloadFrom(handOffSource(this.#account, operation), name);
    } catch {
      toasts.fault('Cutaway isn’t responding. Try again in a moment.');
    } finally {
      this.#saving = false;
    }
  }

  /** Stops looking; the service goes on. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #take(operation: ServiceOperation): void {
    clearTimeout(this.#timer);
    this.#operation = operation;
    if (operation.status === 'running') this.#timer = setTimeout(() => void this.#look(operation.id), LOOK_MS);
    else if (operation.status === 'failed') this.#fault = operation.error?.message ?? 'The package couldn’t be made.';
  }

  async #look(id: string): Promise<void> {
    const read = await this.#app.api.call(this.#account, 'operations.get', { params: { operation: id } });
    if (this.#operation?.id !== id) return;
    if (read.ok) this.#take(read.body.data);
    else if (read.failure.kind === 'refused') this.#fail(read.failure);
    else this.#timer = setTimeout(() => void this.#look(id), 3 * LOOK_MS);
  }

  #fail(failure: ApiFailure): void {
    this.#fault = sentence(failure);
  }
}
