/** Uploads files to projects one after another, independent of the page. */
import { LIMITS } from '#contract/limits.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { explain, describeFailure } from '#renderer/bridge/faults.ts';
import { uploadParts, type UploadTarget } from '#renderer/shared/upload-parts.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export interface Upload {
  readonly key: number;
  readonly account: string;
  readonly project: string;
  readonly file: File;
  /** The attachment's number; null until the service has created it. */
  readonly attachment: string | null;
  readonly sentBytes: number;
  /** Why the upload stopped, as a sentence; null while it runs. It can be resumed. */
  readonly fault: string | null;
}

type Deps = Pick<AppState, 'api' | 'cache' | 'toasts'>;

export const MEGABYTE = 1024 * 1024;
/** The number in URLs; undefined for attachments a person did not add. */
export const getAttachmentNumber = ({ id }: ProjectAttachment): string | undefined =>
  /^attachment:([0-9]+)$/.exec(id)?.[1];

/** Returns a sentence why a file can’t be attached; null if it can. */
export function explainNotAttachable(file: Pick<File, 'name' | 'size'>): string | null {
  const maxMegabytes = LIMITS.attachment.bytes / MEGABYTE;
  if (file.size === 0) return `“${file.name}” is empty or can’t be read.`;
  if (file.size > LIMITS.attachment.bytes)
    return `“${file.name}” is larger than ${maxMegabytes} MB. Attach a link to it instead.`;
  return null;
}

/** Returns the script's project if the idea was turned into a script meanwhile. */
function getScriptProject(failure: ApiFailure): string | null {
  if (failure.kind !== 'refused' || failure.error.code !== 'project_promoted') return null;
  const next = failure.error.body['project_id'];
  return typeof next === 'string' ? next : null;
}

const toReason = (failure: ApiFailure): string =>
  Object.values(explain(failure).fields).flat()[0] ?? describeFailure(failure);

export class AttachmentUploads {
  readonly #app: Deps;
  readonly #controllers = new Map<number, AbortController>();
  #uploads = $state.raw<readonly Upload[]>([]);
  #lastKey = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(app: Deps) {
    this.#app = app;
  }

  list(account: string, project: string): readonly Upload[] {
    return this.#uploads.filter((upload) => upload.account === account && upload.project === project);
  }

  add(account: string, project: string, files: readonly File[]): void {
    for (const file of files) {
      const key = (this.#lastKey += 1);
      this.#uploads = [...this.#uploads, { key, account, project, file, attachment: null, sentBytes: 0, fault: null }];
      this.#enqueue(key);
    }
  }

  /** Resumes after the uploaded part. */
  retry(key: number): void {
    this.#change(key, { fault: null });
    this.#enqueue(key);
  }

  /** Stops an upload and removes its uploaded part. */
  async cancel(key: number): Promise<void> {
    const upload = this.#find(key);
    this.#controllers.get(key)?.abort();
    this.#uploads = this.#uploads.filter((upload) => upload.key !== key);
    if (upload) await this.#discard(upload);
  }

  #find(key: number): Upload | undefined {
    return this.#uploads.find((upload) => upload.key === key);
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#uploads = this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));
  }

  #enqueue(key: number): void {
    this.#queue = this.#queue.then(() => this.#run(key));
  }

  async #run(key: number): Promise<void> {
    const upload = this.#find(key);
    if (!upload) return;
    const controller = new AbortController();
    this.#controllers.set(key, controller);
    const fault = await this.#send(upload, controller.signal).catch(
      () => `“${upload.file.name}” couldn’t be read. Try again.`,
    );
    this.#controllers.delete(key);
    const current = this.#find(key);
    if (!current) return;
    if (fault === null) this.#uploads = this.#uploads.filter((upload) => upload.key !== key);
    else this.#change(key, { fault });
    this.#app.cache.invalidate(current.account, 'projects.attachments');
  }

  async #send(upload: Upload, signal: AbortSignal): Promise<string | null> {
    const { key, account, file } = upload;
    let { attachment } = upload;
    if (attachment === null) {
      const creation = await this.#createAttachment(upload);
      if (typeof creation !== 'string') return toReason(creation.failure);
      attachment = creation;
      if (signal.aborted) {
        await this.#discard({ ...upload, attachment });
        return null;
      }
      this.#change(key, { attachment });
    }
    const getParams = () => ({ project: this.#find(key)?.project ?? upload.project, attachment });
    const target: UploadTarget = {
      send: async (body) => {
        const input = { params: getParams(), body };
        const result = await this.#app.api.call(account, 'local.projects.attachments.upload', input);
        if (result.ok) return { arrived: result.body.data.uploaded_bytes ?? file.size };
        this.#followToScript(key, result.failure);
        return { failure: result.failure };
      },
      fetchArrived: async () => {
        const read = await this.#app.api.call(account, 'local.projects.attachments.get', { params: getParams() });
        return read.ok ? (read.body.data.uploaded_bytes ?? null) : null;
      },
    };
    const setProgress = (sentBytes: number): void => this.#change(key, { sentBytes });
    const failure = await uploadParts(file, target, setProgress, signal, this.#find(key)?.sentBytes ?? 0);
    if (!failure || signal.aborted) return null;
    // Someone removed the attachment, so the next try starts from the beginning.
    if (failure.kind === 'refused' && failure.error.status === 404)
      this.#change(key, { attachment: null, sentBytes: 0 });
    return toReason(failure);
  }

  /** Returns the number of the new attachment. */
  async #createAttachment({ key, account, project, file }: Upload): Promise<string | { readonly failure: ApiFailure }> {
    const body = { name: file.name.slice(0, LIMITS.attachment.name), bytes: file.size };
    const create = (target: string) =>
      this.#app.api.call(account, 'local.projects.attachments.addFile', { params: { project: target }, body });
    let creation = await create(project);
    const next = creation.ok ? null : this.#followToScript(key, creation.failure);
    if (next !== null) creation = await create(next);
    return creation.ok ? (getAttachmentNumber(creation.body.data) ?? '') : { failure: creation.failure };
  }

  #followToScript(key: number, failure: ApiFailure): string | null {
    const project = getScriptProject(failure);
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

const uploadsByApp = new WeakMap<AppState, AttachmentUploads>();

/** Returns the uploads of this window. */
export function getUploads(app: AppState): AttachmentUploads {
  const existing = uploadsByApp.get(app) ?? new AttachmentUploads(app);
  uploadsByApp.set(app, existing);
  return existing;
}
