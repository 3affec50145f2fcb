import type { LibraryFunctions } from '../library-index/library-worker.ts';
import workerUrl from '../library-index/library-worker.ts?worker&url';
import { WorkerClient } from './worker-client.ts';

/** Starts a worker that lists and searches the library; end it when it is no longer needed. */
export const startLibrary = (): WorkerClient<LibraryFunctions> => new WorkerClient<LibraryFunctions>(workerUrl);
