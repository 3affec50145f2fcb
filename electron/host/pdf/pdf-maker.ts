/** Makes PDFs in a thread, one after another. */
import { Worker } from 'node:worker_threads';

import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import type { PdfDocument } from '#markdown/pdf/pdf-document.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { getPictureAddresses } from './document-contents.ts';
import type { PdfResult, PdfRequest } from './make-pdf.ts';

const log = logger('pdf');

/** A document that takes longer fails. */
const TIMEOUT_MS = 80_000;
/** The thread uses much memory, so it ends after being idle for this long. */
const IDLE_MS = 15_000;

type Answer = CallOutput<'pdf.make'>;

export type ThreadMessage = { readonly made: PdfResult } | { readonly fault: string };

interface PdfMakerOptions {
  /** Returns the bytes of a kept picture, or null if it is not there. */
  readonly readPicture: (address: string) => Promise<Uint8Array | null>;
  /** The thread's script beside the bundle; tests have no bundle and pass their own. */
  readonly program?: URL;
  readonly timeoutMs?: number;
}

export class PdfMaker {
  readonly #options: Required<PdfMakerOptions>;
  #worker: Worker | null = null;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #lastJob: Promise<unknown> = Promise.resolve();

  constructor(options: PdfMakerOptions) {
    this.#options = { program: new URL('./pdf-thread.js', import.meta.url), timeoutMs: TIMEOUT_MS, ...options };
  }

  /** Returns the file, or a sentence that says why there is none. */
  make({ document }: CallParsed<'pdf.make'>): Promise<Answer> {
    const result = this.#lastJob.then(() => this.#make(document));
    this.#lastJob = result;
    return result;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #make(json: string): Promise<Answer> {
    clearTimeout(this.#idleTimer);
    try {
      const document: PdfDocument = JSON.parse(json);
      const pictures = new Map<string, Uint8Array>();
      for (const address of getPictureAddresses(document)) {
        const bytes = await this.#options.readPicture(address);
        if (bytes) pictures.set(address, bytes);
      }
      const { bytes, missing, picturesLeftOut } = await this.#makeInThread({ document, pictures });
      const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
      return { ok: true, base64, missing: [...missing], pictures_left_out: picturesLeftOut };
    } catch (error) {
      log.error('pdf not made', describeError(error));
      // A failed document must not hold up the next one.
      await this.stop();
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      const message = isTimeout ? 'Making the PDF took too long and was stopped.' : 'The PDF couldn’t be created.';
      return { ok: false, message };
    } finally {
      this.#idleTimer = setTimeout(() => void this.stop(), IDLE_MS);
      this.#idleTimer.unref();
    }
  }

  #makeInThread(request: PdfRequest): Promise<PdfResult> {
    const worker = (this.#worker ??= new Worker(this.#options.program));
    const timeout = AbortSignal.timeout(this.#options.timeoutMs);
    const cleanup = new AbortController();
    return new Promise<PdfResult>((resolve, reject) => {
      const onMessage = (message: ThreadMessage): void =>
        'made' in message ? resolve(message.made) : reject(new Error(message.fault));
      const onExit = (): void => reject(new Error('The thread that makes PDFs has ended.'));
      timeout.addEventListener('abort', () => reject(timeout.reason), { once: true, signal: cleanup.signal });
      worker.once('message', onMessage).once('error', reject).once('exit', onExit);
      cleanup.signal.addEventListener('abort', () => {
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
      });
      worker.postMessage(request);
    }).finally(() => cleanup.abort());
  }
}
