import { proxy } from 'comlink';

import { WorkerClient } from '#renderer/shared/worker-client.ts';
import {
  ConversionError,
  type Conversion,
  type ConversionResult,
  type ReadText,
  type UnzippedFiles,
} from './conversion.ts';
import type { MadeFile } from './made-file.ts';
import type { PrintPdf } from './print-pdf.ts';
import type { ConvertFunctions } from './convert-worker.ts';
import workerUrl from './convert-worker.ts?worker&url';

const TIMEOUT_MS = 90_000;

const FAILED_MESSAGE = 'The file couldn’t be converted. It may be damaged or too deeply nested.';
const TOO_LONG_MESSAGE = 'Converting this file took too long and was stopped. Split it into parts and try again.';

/** A worker's error arrives with its name, but as a plain error. */
const toConversionError = (error: unknown): ConversionError =>
  new ConversionError(error instanceof Error && error.name === 'ConversionError' ? error.message : FAILED_MESSAGE);

/**
 * Uses one worker per file, so that a crash ends only that worker and not the window. `stop` ends it early; `print` is
 * needed for PDFs.
 * @throws ConversionError
 */
export async function convert<C extends Conversion>(
  conversion: C,
  stop?: AbortSignal,
  print?: PrintPdf,
): Promise<ConversionResult<C>> {
  stop?.throwIfAborted();
  const worker = new WorkerClient<ConvertFunctions>(workerUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConversionError(TOO_LONG_MESSAGE)), TIMEOUT_MS);
  });
  const result = worker
    .call<ReadText | MadeFile | UnzippedFiles>((remote) => remote.convert(conversion, ...(print ? [proxy(print)] : [])))
    .catch((error: unknown) => {
      throw toConversionError(error);
    });
  const stopRejection = new Promise<never>((_resolve, reject) => {
    stop?.addEventListener('abort', () => reject(new ConversionError('The conversion was stopped.')), { once: true });
  });
  try {
    return (await Promise.race([result, timeout, stopRejection])) as ConversionResult<C>;
  } finally {
    clearTimeout(timer);
    worker.end();
  }
}
