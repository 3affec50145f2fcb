import { logger } from '#log/logger.ts';
import type { ArchiveSummary } from '#contract/archive-summary.ts';
import type { BridgeEvent } from '#contract/bridge.ts';
import { BridgeError } from '#renderer/bridge/transport.ts';
import { fromBase64, toBase64 } from '#renderer/bridge/base64.ts';
import { download } from '#renderer/shared/save-file.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const log = logger('archive');

/** Bytes of a file sent to the host per call. */
const CHUNK_BYTES = 2 * 1024 * 1024;

export interface OpenedArchive {
  readonly id: string;
  readonly name: string;
  readonly summary: ArchiveSummary;
}

type Step = BridgeEvent<'archive.progress'>['step'] | 'saving' | 'reading';

export interface Progress {
  readonly step: Step;
  /** From 0 to 1; null while unknown. */
  readonly share: number | null;
}

/** Aborts the running job; the message is shown to the person. */
class ArchiveError extends Error {}

const CANCELLED_MESSAGE = 'Cancelled.';

export class WorkspaceArchive {
  readonly #app: AppState;
  #id: string | null = null;
  #progress = $state.raw<Progress | null>(null);
  #fault = $state.raw<string | null>(null);
  #openedArchive = $state.raw<OpenedArchive | null>(null);
  /** True after the person cancelled: later errors of the host are not shown. */
  #isCancelled = false;

  constructor(app: AppState) {
    this.#app = app;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  get fault(): string | null {
    return this.#fault;
  }

  get openedArchive(): OpenedArchive | null {
    return this.#openedArchive;
  }

  /** Subscribes to the host's progress; the returned function unsubscribes and cancels any running job. */
  open(): () => void {
    const unsubscribe = this.#app.bridge.subscribe('archive.progress', ({ id, step, done, total }) => {
      if (id === this.#id) this.#report(step, total ? done / total : null);
    });
    return () => {
      unsubscribe();
      void this.cancel();
    };
  }

  /** Creates an archive and lets the person choose where to save it. Returns its name, or null if none was saved. */
  async createArchive(): Promise<string | null> {
    const { bridge, drafts } = this.#app;
    return this.#run('collecting', async (id) => {
      await drafts.flush();
      const result = await bridge.invoke('archive.make', { id });
      if (!result.ok) throw new ArchiveError(result.message);
      this.#report('saving', null);
      const saveAnswer = await bridge.invoke('archive.save', { id });
      if (saveAnswer.outcome === 'failed') throw new ArchiveError(saveAnswer.message);
      if (saveAnswer.outcome === 'cancelled') return null;
      if (saveAnswer.outcome === 'saved') return saveAnswer.name;
      await this.#download(id, result.name, result.summary.bytes);
      return result.name;
    });
  }

  /** Reads a file and shows its contents without changing anything. */
  async inspect(file: File): Promise<void> {
    await this.#show(
      file.name,
      'reading',
      async (id) => {
        const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
        // Every ZIP file starts with these two letters; never send other files to the host.
        const message = `“${file.name}” isn’t an archive. Choose a .cutaway file exported from Cutaway.`;
        if (head[0] !== 0x50 || head[1] !== 0x4b) throw new ArchiveError(message);
        await this.#send(id, file);
      },
      crypto.randomUUID(),
    );
  }

  /** Shows the contents of an archive the system opened; the host reads it in place. */
  async inspectOpened({ id, name }: { id: string; name: string }): Promise<void> {
    await this.#show(name, 'checking', () => Promise.resolve(), id);
  }

  async #show(name: string, step: Step, prepare: (id: string) => Promise<void>, archiveId: string): Promise<void> {
    const summary = await this.#run(
      step,
      async (id) => {
        await prepare(id);
        const answer = await this.#app.bridge.invoke('archive.inspect', { id });
        if (!answer.ok) throw new ArchiveError(answer.message);
        return answer.summary;
      },
      true,
      archiveId,
    );
    if (summary) this.#openedArchive = { id: archiveId, name, summary };
  }

  /** Imports the opened archive; the current workspace is moved away. Returns whether the import succeeded. */
  async importArchive(): Promise<boolean> {
    const openedArchive = this.#openedArchive;
    if (!openedArchive) return false;
    this.#openedArchive = null;
    const { bridge, drafts } = this.#app;
    const isImported = await this.#run(
      'importing',
      async (id) => {
        await drafts.flush();
        const answer = await bridge.invoke('archive.import', { id });
        if (!answer.ok) throw new ArchiveError(answer.message);
        await this.#app.reloadAfterImport();
        return true;
      },
      false,
      openedArchive.id,
    );
    return isImported === true;
  }

  /** Discards the opened archive, or cancels the running job. */
  async cancel(): Promise<void> {
    const id = this.#openedArchive?.id ?? this.#id;
    this.#openedArchive = null;
    if (id === null) return;
    this.#isCancelled = true;
    await this.#app.bridge.invoke('archive.drop', { id }).catch(log.failure('archive not dropped'));
  }

  async #run<T>(step: Step, task: (id: string) => Promise<T>, keepOpen = false, archiveId?: string): Promise<T | null> {
    const id = archiveId ?? crypto.randomUUID();
    this.#id = id;
    this.#fault = null;
    this.#isCancelled = false;
    this.#report(step, null);
    let isKept = false;
    try {
      const result = await task(id);
      isKept = keepOpen && !this.#isCancelled;
      return this.#isCancelled ? null : result;
    } catch (error) {
      if (!this.#isCancelled) this.#fault = toMessage(error);
      return null;
    } finally {
      this.#id = null;
      this.#progress = null;
      if (!isKept) void this.#app.bridge.invoke('archive.drop', { id }).catch(log.failure('archive not dropped'));
    }
  }

  async #send(id: string, file: File): Promise<void> {
    for (let offset = 0; offset < file.size; offset += CHUNK_BYTES) {
      if (this.#isCancelled) throw new ArchiveError(CANCELLED_MESSAGE);
      const chunk = new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES).arrayBuffer());
      const answer = await this.#app.bridge.invoke('archive.put', { id, offset, base64: await toBase64(chunk) });
      if (!answer.ok) throw new ArchiveError(answer.message);
      this.#report('reading', (offset + chunk.length) / file.size);
    }
  }

  async #download(id: string, name: string, bytes: number): Promise<void> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let offset = 0;
    for (let isLast = false; !isLast;) {
      if (this.#isCancelled) throw new ArchiveError(CANCELLED_MESSAGE);
      const chunk = await this.#app.bridge.invoke('archive.read', { id, offset });
      const data = fromBase64(chunk.base64);
      chunks.push(data);
      offset += data.length;
      isLast = chunk.end;
      this.#report('saving', bytes === 0 ? null : offset / bytes);
    }
    download(name, new Blob(chunks, { type: 'application/zip' }));
  }

  #report(step: Step, share: number | null): void {
    this.#progress = { step, share };
  }
}

function toMessage(error: unknown): string {
  if (error instanceof ArchiveError) return error.message;
  if (error instanceof BridgeError) return error.message;
  return 'Couldn’t finish. Nothing was changed.';
}
