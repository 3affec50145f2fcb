/** Uploads files to projects one after another, whatever page is shown. */
import { LIMITS } from '#contract/limits.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { explain, sentence } from '#renderer/bridge/faults.ts';
import { uploadParts, type UploadTarget } from '#renderer/shared/upload-parts.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export interface Upload {
  readonly key: number;
  readonly account: string;
  readonly project: string;
  readonly file: File;
  /** Is the number of the attachment once the service knows it. */
  readonly attachment: string | null;
  readonly sent: number;
  /** Says why it stopped; it can go on. */
  readonly fault: string | null;
}

type Deps = Pick<AppState, 'api' | 'cache' | 'toasts'>;

export const MEGABYTE = 1024 * 1024;
/** Names the attachment in addresses; undefined for what was not attached by hand. */
export const attachmentNumber = ({ id }: ProjectAttachment): string | undefined =>
  /^attachment:([0-9]+)$/.exec(id)?.[1];

/** Says in a sentence why a file can’t be attached; null if it can. */
export function reasonNotAttachable(file: Pick<File, 'name' | 'size'>): string | null {
  const most = LIMITS.attachment.bytes / MEGABYTE;
  if (file.size === 0) return `“${file.name}” is empty or can’t be read.`;
  if (file.size > LIMITS.attachment.bytes)
    return `“${file.name}” is larger than ${most} MB. Attach a link to it instead.`;
  return null;
}

/** Returns the script's project if the idea was turned into a script meanwhile. */
function movedTo(failure: ApiFailure): string | null {
  if (failure.kind !== 'refused' || failure.error.code !== 'project_promoted') return null;
  const next = failure.error.body['project_id'];
  return typeof next === 'string' ? next : null;
}

const reasonOf = (failure: ApiFailure): string => Object.values(explain(failure).fields).flat()[0] ?? sentence(failure);

export class AttachmentUploads {
  readonly #app: Deps;
  readonly #stops = new Map<number, AbortController>();
  #all = $state.raw<readonly Upload[]>([]);
  #last = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(app: Deps) {
    this.#app = app;
  }

  of(account: string, project: string): readonly Upload[] {
    return this.#all.filter((one) => one.account === account && one.project === project);
  }

  add(account: string, project: string, files: readonly File[]): void {
    for (const file of files) {
      const key = (this.#last += 1);
      this.#all = [...this.#all, { key, account, project, file, attachment: null, sent: 0, fault: null }];
      this.#enqueue(key);
    }
  }

  /** Goes on from what has arrived. */
  retry(key: number): void {
    this.#change(key, { fault: null });
    this.#enqueue(key);
  }

  /** Stops an upload and removes what has arrived of it. */
  async cancel(key: number): Promise<void> {
    const upload = this.#find(key);
    this.#stops.get(key)?.abort();
    this.#all = this.#all.filter((one) => one.key !== key);
    if (upload) await this.#discard(upload);
  }

  #find(key: number): Upload | undefined {
    return this.#all.find((one) => one.key === key);
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#all = this.#all.map((one) => (one.key === key ? { ...one, ...change } : one));
  }

  #enqueue(key: number): void {
    this.#queue = this.#queue.then(() => this.#run(key));
  }

  async #run(key: number): Promise<void> {
    const upload = this.#find(key);
    if (!upload) return;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    const fault = await this.#send(upload, stop.signal).catch(
      () => `“${upload.file.name}” couldn’t be read. Try again.`,
    );
    this.#stops.delete(key);
    const now = this.#find(key);
    if (!now) return;
    if (fault === null) this.#all = this.#all.filter((one) => one.key !== key);
    else this.#change(key, { fault });
    this.#app.cache.invalidate(now.account, 'projects.attachments');
  }

  async #send(upload: Upload, signal: AbortSignal): Promise<string | null> {
    const { key, account, file } = upload;
    let { attachment } = upload;
    if (attachment === null) {
      const made = await this.#announce(upload);
      if (typeof made !== 'string') return reasonOf(made.failure);
      attachment = made;
      if (signal.aborted) {
        await this.#discard({ ...upload, attachment });
        return null;
      }
      this.#change(key, { attachment });
    }
    const params = () => ({ project: this.#find(key)?.project ?? upload.project, attachment });
    const target: UploadTarget = {
      send: async (body) => {
        const input = { params: params(), body };
        const result = await this.#app.api.call(account, 'local.projects.attachments.upload', input);
        if (result.ok) return { arrived: result.body.data.uploaded_bytes ?? file.size };
        this.#follow(key, result.failure);
        return { failure: result.failure };
      },
      arrived: async () => {
        const read = await this.#app.api.call(account, 'local.projects.attachments.get', { params: params() });
        return read.ok ? (read.body.data.uploaded_bytes ?? null) : null;
      },
    };
    const progress = (sent: number): void => this.#change(key, { sent });
    const failure = await uploadParts(file, target, progress, signal, this.#find(key)?.sent ?? 0);
    if (!failure || signal.aborted) return null;
    // Somebody removed it: the next try begins anew.
    if (failure.kind === 'refused' && failure.error.status === 404) this.#change(key, { attachment: null, sent: 0 });
    return reasonOf(failure);
  }

  /** Returns the number of the new attachment. */
  async #announce({ key, account, project, file }: Upload): Promise<string | { readonly failure: ApiFailure }> {
    const body = { name: file.name.slice(0, LIMITS.attachment.name), bytes: file.size };
    const announce = (to: string) =>
      this.#app.api.call(account, 'local.projects.attachments.addFile', { params: { project: to }, body });
    let made = await announce(project);
    const next = made.ok ? null : this.#follow(key, made.failure);
    if (next !== null) made = await announce(next);
    return made.ok ? (attachmentNumber(made.body.data) ?? '') : { failure: made.failure };
  }

  #follow(key: number, failure: ApiFailure): string | null {
    const project = movedTo(failure);
    if (project !== null) this.#change(key, { project });
    return project;
  }

  async #discard({ account, project, attachment }: Upload): Promise<void> {
    if (attachment === null) return;
    const params = { project, attachment };
    await this.#app.api.call(account, 'local.projects.attachments.delete', { params });
    this.#app.cache.invalidate(account, 'projects.attachments');
  }
}

const uploads = new WeakMap<AppState, AttachmentUploads>();

/** Returns the uploads of this window. */
export function uploadsOf(app: AppState): AttachmentUploads {
  const known = uploads.get(app) ?? new AttachmentUploads(app);
  uploads.set(app, known);
  return known;
}
