/**
 * Manages archives during export and import: the host keeps each as a file under an id until it is saved, imported or
 * dropped.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { ArchiveSummary } from '#contract/archive-summary.ts';
import type { BridgeEvent, CallOutput, CallParsed } from '#contract/bridge.ts';
import { isDiskFull } from '#platform/durable-file.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Emit } from '../events.ts';
import type { HostPorts } from '../ports.ts';
import { collect, type Sources, type StepControl } from '#archive/collect.ts';
import { ArchiveError, type Manifest } from '#archive/layout.ts';
import { pack } from '#archive/pack.ts';
import { unpack } from '#archive/unpack.ts';

const log = logger('archives');

export interface ArchivesOptions {
  readonly dataFolder: string;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly sources: Sources;
  readonly emit: Emit;
  /**
   * Imports an unpacked archive, all of it or nothing.
   * @throws ArchiveError
   */
  readonly importArchive: (folder: string) => Promise<void>;
}

type Step = BridgeEvent<'archive.progress'>['step'];

/** Limits the bytes of a file that one call transfers. */
const CHUNK_BYTES = 3 * 1024 * 1024;
/** An archive is a zip file; its own extension lets the system open it with the app. */
const EXTENSION = 'cutaway';
/** Reports progress at most this often, in ms. */
const PROGRESS_MS = 100;

export class Archives {
  readonly #options: ArchivesOptions;
  readonly #folder: string;
  readonly #controllers = new Map<string, AbortController>();
  readonly #unpacked = new Map<string, Manifest>();
  /** Maps ids to paths of archives outside the data folder, which are only read. */
  readonly #adopted = new Map<string, string>();

  private constructor(options: ArchivesOptions) {
    this.#options = options;
    this.#folder = join(options.dataFolder, 'transfer');
  }

  /** Deletes the files of an earlier start. */
  static async open(options: ArchivesOptions): Promise<Archives> {
    const archives = new Archives(options);
    await rm(archives.#folder, { recursive: true, force: true });
    return archives;
  }

  make({ id }: CallParsed<'archive.make'>): Promise<CallOutput<'archive.make'>> {
    return this.#runJob(id, async (signal) => {
      const parts = this.#getPartsFolder(id);
      await rm(parts, { recursive: true, force: true });
      await mkdir(parts, { recursive: true, mode: 0o700 });
      const manifest = await collect(parts, this.#options.sources, this.createControl(id, 'collecting', signal));
      await pack(parts, manifest, this.#getFile(id), this.createControl(id, 'packing', signal));
      await rm(parts, { recursive: true, force: true });
      const name = `Cutaway ${manifest.made_at.slice(0, 10)}.${EXTENSION}`;
      log.info('archive made', { archive: id });
      return { ok: true, name, summary: await this.#readSummary(id, manifest) };
    });
  }

  async save({ id }: CallParsed<'archive.save'>): Promise<CallOutput<'archive.save'>> {
    const { saveFile } = this.#options.ports;
    if (!saveFile) return { outcome: 'unsupported' };
    const suggestedName = `Cutaway ${new Date().toISOString().slice(0, 10)}.${EXTENSION}`;
    const filters = [{ name: 'Archive', extensions: [EXTENSION] }];
    try {
      const answer = await saveFile({ suggestedName, filters, content: { file: this.#getFile(id) } });
      return answer.saved ? { outcome: 'saved', name: answer.name } : { outcome: 'cancelled' };
    } catch (error) {
      return { outcome: 'failed', message: error instanceof Error ? error.message : 'The file couldn’t be saved.' };
    }
  }

  async read({ id, offset }: CallParsed<'archive.read'>): Promise<CallOutput<'archive.read'>> {
    const file = await open(this.#getFile(id), 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
      const end = offset + bytesRead >= (await file.stat()).size;
      return { base64: buffer.subarray(0, bytesRead).toString('base64'), end };
    } finally {
      await file.close();
    }
  }

  put({ id, offset, base64 }: CallParsed<'archive.put'>): Promise<CallOutput<'archive.put'>> {
    return this.#runJob(id, async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(this.#getFile(id), offset === 0 ? 'w' : 'a', 0o600);
      try {
        if ((await file.stat()).size !== offset)
          throw new ArchiveError('Part of the file is missing. Import it again.');
        await file.appendFile(Buffer.from(base64, 'base64'));
      } finally {
        await file.close();
      }
      return { ok: true };
    });
  }

  /** Returns an id under which a file outside the data folder can be inspected and imported; the file stays as it is. */
  adopt(path: string): string {
    const id = randomUUID();
    this.#adopted.set(id, path);
    return id;
  }

  inspect({ id }: CallParsed<'archive.inspect'>): Promise<CallOutput<'archive.inspect'>> {
    return this.#runJob(id, async (signal) => {
      const parts = this.#getPartsFolder(id);
      await rm(parts, { recursive: true, force: true });
      await mkdir(parts, { recursive: true, mode: 0o700 });
      const manifest = await unpack(
        this.#adopted.get(id) ?? this.#getFile(id),
        parts,
        this.createControl(id, 'checking', signal),
      );
      this.#unpacked.set(id, manifest);
      return { ok: true, summary: await this.#readSummary(id, manifest) };
    });
  }

  import({ id }: CallParsed<'archive.import'>): Promise<CallOutput<'archive.import'>> {
    return this.#runJob(id, async (signal) => {
      if (!this.#unpacked.has(id)) throw new ArchiveError('The archive is no longer available. Choose it again.');
      this.createControl(id, 'importing', signal).progress(0, null);
      await this.#options.importArchive(this.#getPartsFolder(id));
      log.info('archive imported', { archive: id });
      await this.#remove(id);
      return { ok: true };
    });
  }

  async drop({ id }: CallParsed<'archive.drop'>): Promise<CallOutput<'archive.drop'>> {
    const controller = this.#controllers.get(id);
    controller?.abort();
    // A running job deletes its own files when it is stopped.
    if (!controller) await this.#remove(id);
    return { ok: true };
  }

  async #runJob<T extends { ok: true }>(
    id: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | { ok: false; message: string }> {
    if (this.#controllers.has(id)) return { ok: false, message: 'This archive is already being processed.' };
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    try {
      return await work(controller.signal);
    } catch (error) {
      log.warn('archive step failed', { archive: id, cancelled: controller.signal.aborted, ...describeError(error) });
      await this.#remove(id).catch(log.failure('archive not removed', { archive: id }));
      if (controller.signal.aborted) return { ok: false, message: 'Cancelled. Nothing was changed.' };
      if (error instanceof ArchiveError) return { ok: false, message: error.message };
      if (isDiskFull(error))
        return { ok: false, message: 'There isn’t enough space on the disk. Nothing was changed.' };
      throw error;
    } finally {
      this.#controllers.delete(id);
    }
  }

  createControl(id: string, step: Step, signal: AbortSignal): StepControl {
    let lastReport = 0;
    return {
      signal,
      progress: (done, total) => {
        const now = Date.now();
        if (now - lastReport < PROGRESS_MS && done !== total) return;
        lastReport = now;
        this.#options.emit('archive.progress', { id, step, done, total });
      },
    };
  }

  async #readSummary(id: string, { made_at, app_version, counts }: Manifest): Promise<ArchiveSummary> {
    const { size } = await stat(this.#adopted.get(id) ?? this.#getFile(id));
    return { made_at, app_version, counts, bytes: size };
  }

  async #remove(id: string): Promise<void> {
    this.#unpacked.delete(id);
    this.#adopted.delete(id);
    await rm(this.#getFile(id), { force: true });
    await rm(this.#getPartsFolder(id), { recursive: true, force: true });
  }

  #getFile(id: string): string {
    return join(this.#folder, `${id}.zip`);
  }

  #getPartsFolder(id: string): string {
    return join(this.#folder, id);
  }
}
