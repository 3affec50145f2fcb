import { startWorker } from '#renderer/shared/start-worker.ts';
import { ConversionError, type Conversion, type Converted } from './conversion.ts';
import workerUrl from './convert-worker.ts?worker&url';

/** A conversion that takes longer has failed. */
const PATIENCE_MS = 90_000;

const FAILED = 'The file could not be converted. It may be damaged or far too deeply nested.';
const TOO_LONG = 'Converting this file takes too long, so it was stopped. Split it and try the parts.';

type Told = { ok: true; made: unknown } | { ok: false; message: string | null };

/**
 * Uses one worker per file, so that a crash ends only that worker and not the window.
 * @throws ConversionError
 */
export function convert<C extends Conversion>(conversion: C): Promise<Converted<C>> {
  const worker = startWorker(workerUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const done = new Promise<Converted<C>>((resolve, reject) => {
    timer = setTimeout(() => reject(new ConversionError(TOO_LONG)), PATIENCE_MS);
    worker.onerror = () => reject(new ConversionError(FAILED));
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.ok) resolve(data.made as Converted<C>);
      else reject(new ConversionError(data.message ?? FAILED));
    };
    worker.postMessage(conversion);
  });
  return done.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
