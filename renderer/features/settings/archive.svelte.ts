import { logger } from '#log/logger.ts';
import type { ArchiveSummary } from '#contract/archive-summary.ts';
import type { BridgeEvent } from '#contract/bridge.ts';
import { BridgeError } from '#renderer/bridge/transport.ts';
import { base64Of, download } from '#renderer/shared/save-file.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const log = logger('archive');

/** Limits the bytes of a file sent to the host per call. */
const PIECE = 2 * 1024 * 1024;

export interface OpenedArchive {
  readonly id: string;
  readonly name: string;
  readonly summary: ArchiveSummary;
}

type Step = BridgeEvent<'archive.progress'>['step'] | 'saving' | 'reading';

export interface Progress {
  readonly step: Step;
  /** Runs from 0 to 1; null while unknown. */
  readonly share: number | null;
}

/** Aborts the running job; the message is shown to the person. */
class Refused extends Error {}

const CANCELLED = 'Cancelled.';

export class Archive {
  readonly #app: AppState;
  #id: string | null = null;
  #progress = $state.raw<Progress | null>(null);
  #fault = $state.raw<string | null>(null);
  #found = $state.raw<OpenedArchive | null>(null);
  /** Is set when the person cancels: errors from the host after that are not shown. */
  #stopped = false;

  constructor(app: AppState) {
    this.#app = app;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  get fault(): string | null {
    return this.#fault;
  }

  get found(): OpenedArchive | null {
    return this.#found;
  }

  /** Subscribes to the host's progress; the returned function unsubscribes and cancels any running job. */
  open(): () => void {
    const end = this.#app.bridge.subscribe('archive.progress', ({ id, step, done, total }) => {
      if (id === this.#id) this.#tell(step, total ? done / total : null);
    });
    return () => {
      end();
      void this.cancel();
    };
  }

  /** Creates an archive and lets the person choose where to save it. Returns its name, or null if none was saved. */
  async make(): Promise<string | null> {
    const { bridge, drafts } = this.#app;
    return this.#do('collecting', async (id) => {
      await drafts.flush();
      const result = await bridge.invoke('archive.make', { id });
      if (!result.ok) throw new Refused(result.message);
      this.#tell('saving', null);
      const saved = await bridge.invoke('archive.save', { id });
      if (saved.outcome === 'failed') throw new Refused(saved.message);
      if (saved.outcome === 'cancelled') return null;
      if (saved.outcome === 'saved') return saved.name;
      await this.#download(id, result.name, result.summary.bytes);
      return result.name;
    });
  }

  /** Reads a file and shows its content; changes nothing. */
  async look(file: File): Promise<void> {
    await this.#show(
      file.name,
      'reading',
      async (id) => {
        const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
        // Every zip file begins with these two letters: do not send any other file to the host.
        const other = `“${file.name}” isn’t an archive. Choose a .cutaway file exported from Cutaway.`;
        if (head[0] !== 0x50 || head[1] !== 0x4b) throw new Refused(other);
        await this.#send(id, file);
      },
      crypto.randomUUID(),
    );
  }

  /** Shows the content of an archive that the system opened; the host reads it where it lies. */
  async lookAtOpened({ id, name }: { id: string; name: string }): Promise<void> {
    await this.#show(name, 'checking', () => Promise.resolve(), id);
  }

  async #show(name: string, step: Step, prepare: (id: string) => Promise<void>, archiveId: string): Promise<void> {
    const summary = await this.#do(
      step,
      async (id) => {
        await prepare(id);
        const answer = await this.#app.bridge.invoke('archive.inspect', { id });
        if (!answer.ok) throw new Refused(answer.message);
        return answer.summary;
      },
      true,
      archiveId,
    );
    if (summary) this.#found = { id: archiveId, name, summary };
  }

  /** Imports the archive that was read; the present workspace is moved away. Returns whether the import succeeded. */
  async importArchive(): Promise<boolean> {
    const found = this.#found;
    if (!found) return false;
    this.#found = null;
    const { bridge, drafts } = this.#app;
    const done = await this.#do(
      'importing',
      async (id) => {
        await drafts.flush();
        const answer = await bridge.invoke('archive.import', { id });
        if (!answer.ok) throw new Refused(answer.message);
        await this.#app.renew();
        return true;
      },
      false,
      found.id,
    );
    return done === true;
  }

  /** Discards the archive that was read, or cancels the running job. */
  async cancel(): Promise<void> {
    const id = this.#found?.id ?? this.#id;
    this.#found = null;
    if (id === null) return;
    this.#stopped = true;
    await this.#app.bridge.invoke('archive.drop', { id }).catch(log.failure('archive not dropped'));
  }

  async #do<T>(step: Step, work: (id: string) => Promise<T>, keep = false, archiveId?: string): Promise<T | null> {
    const id = archiveId ?? crypto.randomUUID();
    this.#id = id;
    this.#fault = null;
    this.#stopped = false;
    this.#tell(step, null);
    let kept = false;
    try {
      const result = await work(id);
      kept = keep && !this.#stopped;
      return this.#stopped ? null : result;
    } catch (error) {
      if (!this.#stopped) this.#fault = reasonOf(error);
      return null;
    } finally {
      this.#id = null;
      this.#progress = null;
      if (!kept) void this.#app.bridge.invoke('archive.drop', { id }).catch(log.failure('archive not dropped'));
    }
  }

  async #send(id: string, file: File): Promise<void> {
    for (let offset = 0; offset < file.size; offset += PIECE) {
      if (this.#stopped) throw new Refused(CANCELLED);
      const piece = new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
      const answer = await this.#app.bridge.invoke('archive.put', { id, offset, base64: await base64Of(piece) });
      if (!answer.ok) throw new Refused(answer.message);
      this.#tell('reading', (offset + piece.length) / file.size);
    }
  }

  async #download(id: string, name: string, bytes: number): Promise<void> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let offset = 0;
    for (let end = false; !end;) {
      if (this.#stopped) throw new Refused(CANCELLED);
      const piece = await this.#app.bridge.invoke('archive.read', { id, offset });
      const data = Uint8Array.from(atob(piece.base64), (char) => char.charCodeAt(0));
      pieces.push(data);
      offset += data.length;
      end = piece.end;
      this.#tell('saving', bytes === 0 ? null : offset / bytes);
    }
    download(name, new Blob(pieces, { type: 'application/zip' }));
  }

  #tell(step: Step, share: number | null): void {
    this.#progress = { step, share };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof BridgeError) return error.message;
  return 'Couldn’t finish. Nothing was changed.';
}
