/** Reads the text of PDFs, bounded in pages, size, time and memory. */
import { Worker } from 'node:worker_threads';

import { FetchRefusedError } from './fetch-refusal.ts';

export interface PdfRequest {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
  readonly maxCharacters: number;
}

export interface PdfAnswer {
  /** Empty if the file has no title. */
  readonly title: string;
  /** Holds one paragraph per line. */
  readonly text: string;
}

export interface PdfLimits {
  readonly maxPages: number;
  readonly maxCharacters: number;
  /** Limits the total time, in milliseconds. */
  readonly timeoutMs: number;
}

const LIMITS: PdfLimits = { maxPages: 60, maxCharacters: 400_000, timeoutMs: 60_000 };
const MEMORY_MB = 384;

export type ReadPdf = (bytes: Uint8Array, signal: AbortSignal) => Promise<PdfAnswer>;

/**
 * Reads PDFs in a thread that runs `script`, which is next to the bundle; tests have no bundle and pass their
 * own.
 * @throws FetchRefusedError, or the abort reason of `signal`.
 */
export function createPdfReader(
  script = new URL('./pdf-worker.js', import.meta.url),
  { timeoutMs, ...limits }: PdfLimits = LIMITS,
): ReadPdf {
  return async (bytes, signal) => {
    signal.throwIfAborted();
    const request: PdfRequest = { bytes, ...limits };
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
    const worker = new Worker(script, { workerData: request, resourceLimits, stdout: true, stderr: true });
    const timeout = AbortSignal.timeout(timeoutMs);
    const combinedSignal = AbortSignal.any([signal, timeout]);
    try {
      return await new Promise<PdfAnswer>((resolve, reject) => {
        const refuse = (reason: string) => (): void => reject(new FetchRefusedError(reason));
        worker.once('message', resolve);
        worker.once('error', refuse('The PDF can’t be read.'));
        worker.once('exit', refuse('The PDF can’t be read.'));
        combinedSignal.addEventListener('abort', refuse('The PDF takes too long to read.'), { once: true });
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      await worker.terminate();
    }
  };
}
