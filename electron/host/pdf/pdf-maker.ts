/** Makes PDFs in a thread, one after another. */
import { Worker } from 'node:worker_threads';

import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import type { PdfDocument } from '#markdown/pdf/pdf-document.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { picturesOf } from './document-contents.ts';
import type { MadePdf, PdfRequest } from './make-pdf.ts';

const log = logger('pdf');

/** Fails a document that takes longer. */
const PATIENCE_MS = 80_000;
/** The thread holds much memory, so it ends when it has had nothing to do for so long. */
const IDLE_MS = 15_000;

type Answer = CallOutput<'pdf.make'>;

export type FromThread = { readonly made: MadePdf } | { readonly fault: string };

interface PdfMakerOptions {
  /** Returns the bytes of a kept picture, or null if it is not there. */
  readonly picture: (address: string) => Promise<Uint8Array | null>;
  /** Lies next to the bundle; tests have no bundle and pass their own. */
  readonly program?: URL;
  readonly patienceMs?: number;
}

export class PdfMaker {
  readonly #options: Required<PdfMakerOptions>;
  #worker: Worker | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: PdfMakerOptions) {
    this.#options = { program: new URL('./pdf-thread.js', import.meta.url), patienceMs: PATIENCE_MS, ...options };
  }

  /** Answers with the file, or with a sentence that says why there is none. */
  make({ document }: CallParsed<'pdf.make'>): Promise<Answer> {
    const made = this.#last.then(() => this.#make(document));
    this.#last = made;
    return made;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #make(json: string): Promise<Answer> {
    clearTimeout(this.#idle);
    try {
      const document: PdfDocument = JSON.parse(json);
      const pictures = new Map<string, Uint8Array>();
      for (const address of picturesOf(document)) {
        const bytes = await this.#options.picture(address);
        if (bytes) pictures.set(address, bytes);
      }
      const { bytes, missing, picturesLeftOut } = await this.#inThread({ document, pictures });
      const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
      return { ok: true, base64, missing: [...missing], pictures_left_out: picturesLeftOut };
    } catch (error) {
      log.error('pdf not made', describeError(error));
      // A failed document must not hold up the next one.
      await this.stop();
      const late = error instanceof Error && error.name === 'TimeoutError';
      const message = late ? 'Making the PDF took too long and was stopped.' : 'The PDF couldn’t be created.';
      return { ok: false, message };
    } finally {
      this.#idle = setTimeout(() => void this.stop(), IDLE_MS);
      this.#idle.unref();
    }
  }

  #inThread(request: PdfRequest): Promise<MadePdf> {
    const worker = (this.#worker ??= new Worker(this.#options.program));
    const late = AbortSignal.timeout(this.#options.patienceMs);
    const ended = new AbortController();
    return new Promise<MadePdf>((resolve, reject) => {
      const answer = (message: FromThread): void =>
        'made' in message ? resolve(message.made) : reject(new Error(message.fault));
      const exit = (): void => reject(new Error('The thread that makes PDFs has ended.'));
      late.addEventListener('abort', () => reject(late.reason), { once: true, signal: ended.signal });
      worker.once('message', answer).once('error', reject).once('exit', exit);
      ended.signal.addEventListener('abort', () => {
        worker.off('message', answer).off('error', reject).off('exit', exit);
      });
      worker.postMessage(request);
    }).finally(() => ended.abort());
  }
}
