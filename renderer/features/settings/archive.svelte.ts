import type { ArchiveSummary, BridgeEvent } from '#contract/bridge.ts';
import { BridgeError } from '#renderer/bridge/transport.ts';
import { base64Of, download } from '#renderer/studio/export-scripts.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

/** How much of a file goes to the host in one call, in bytes. */
const PIECE = 2 * 1024 * 1024;

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly summary: ArchiveSummary;
}

type Step = BridgeEvent<'archive.progress'>['step'] | 'saving' | 'reading';

export interface Progress {
  readonly step: Step;
  /** 0 to 1; null while unknown. */
  readonly share: number | null;
}

/** Ends what is under way; the message is for the person. */
class Refused extends Error {}

const CANCELLED = 'Cancelled.';

/** Making an archive of the workspace, and taking one in. */
export class Archive {
  readonly #studio: Studio;
  #id: string | null = null;
  #progress = $state.raw<Progress | null>(null);
  #fault = $state.raw<string | null>(null);
  #found = $state.raw<Found | null>(null);
  /** Stopped by the person: what comes back from the host then is no fault. */
  #stopped = false;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  get fault(): string | null {
    return this.#fault;
  }

  /** An archive that was read and can be taken in. */
  get found(): Found | null {
    return this.#found;
  }

  /** Follows the host; the returned function ends that, and whatever is under way. */
  open(): () => void {
    const end = this.#studio.bridge.subscribe('archive.progress', ({ id, step, done, total }) => {
      if (id === this.#id) this.#tell(step, total ? done / total : null);
    });
    return () => {
      end();
      void this.cancel();
    };
  }

  /** Makes one and lets the person choose where it goes. Answers its name, null when there is none. */
  async make(): Promise<string | null> {
    const { bridge, drafts } = this.#studio;
    return this.#do('collecting', async (id) => {
      await drafts.flush();
      const made = await bridge.invoke('archive.make', { id });
      if (!made.ok) throw new Refused(made.message);
      this.#tell('saving', null);
      const saved = await bridge.invoke('archive.save', { id });
      if (saved.outcome === 'failed') throw new Refused(saved.message);
      if (saved.outcome === 'cancelled') return null;
      if (saved.outcome === 'saved') return saved.name;
      await this.#download(id, made.name, made.summary.bytes);
      return made.name;
    });
  }

  /** Reads a file and shows what is in it; nothing is changed by that. */
  async look(file: File): Promise<void> {
    const { bridge } = this.#studio;
    let summary: ArchiveSummary | null = null;
    const kept = await this.#do(
      'reading',
      async (id) => {
        const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
        // Every zip file begins with these two letters: nothing else is carried over to be told so.
        const other = `“${file.name}” is no archive. Choose a .zip an export made.`;
        if (head[0] !== 0x50 || head[1] !== 0x4b) throw new Refused(other);
        await this.#send(id, file);
        const answer = await bridge.invoke('archive.inspect', { id });
        if (!answer.ok) throw new Refused(answer.message);
        summary = answer.summary;
        return id;
      },
      true,
    );
    if (kept !== null && summary !== null) this.#found = { id: kept, name: file.name, summary };
  }

  /** Takes in what was found: the present studio is put aside. Answers whether it is there now. */
  async takeIn(): Promise<boolean> {
    const found = this.#found;
    if (!found) return false;
    this.#found = null;
    const { bridge, drafts } = this.#studio;
    const done = await this.#do(
      'importing',
      async (id) => {
        await drafts.flush();
        const answer = await bridge.invoke('archive.import', { id });
        if (!answer.ok) throw new Refused(answer.message);
        await this.#studio.renew();
        return true;
      },
      false,
      found.id,
    );
    return done === true;
  }

  /** Lets go of what was found, or stops what is under way. */
  async cancel(): Promise<void> {
    const id = this.#found?.id ?? this.#id;
    this.#found = null;
    if (id === null) return;
    this.#stopped = true;
    await this.#studio.bridge.invoke('archive.drop', { id }).catch(() => undefined);
  }

  async #do<T>(step: Step, work: (id: string) => Promise<T>, keep = false, given?: string): Promise<T | null> {
    const id = given ?? crypto.randomUUID();
    this.#id = id;
    this.#fault = null;
    this.#stopped = false;
    this.#tell(step, null);
    let kept = false;
    try {
      const made = await work(id);
      kept = keep && !this.#stopped;
      return this.#stopped ? null : made;
    } catch (error) {
      if (!this.#stopped) this.#fault = reasonOf(error);
      return null;
    } finally {
      this.#id = null;
      this.#progress = null;
      if (!kept) void this.#studio.bridge.invoke('archive.drop', { id }).catch(() => undefined);
    }
  }

  async #send(id: string, file: File): Promise<void> {
    for (let offset = 0; offset < file.size; offset += PIECE) {
      if (this.#stopped) throw new Refused(CANCELLED);
      const piece = new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
      const answer = await this.#studio.bridge.invoke('archive.put', { id, offset, base64: await base64Of(piece) });
      if (!answer.ok) throw new Refused(answer.message);
      this.#tell('reading', (offset + piece.length) / file.size);
    }
  }

  async #download(id: string, name: string, bytes: number): Promise<void> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let offset = 0;
    for (let end = false; !end;) {
      if (this.#stopped) throw new Refused(CANCELLED);
      const piece = await this.#studio.bridge.invoke('archive.read', { id, offset });
      const data = Uint8Array.from(atob(piece.base64), (sign) => sign.charCodeAt(0));
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
  return 'It could not be finished. Nothing was changed.';
}
