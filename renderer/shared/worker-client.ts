import { wrap, type Remote } from 'comlink';

interface UrlRules {
  createScriptURL(url: string): string;
}

const rules: UrlRules = { createScriptURL: (url) => url };
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: UrlRules): UrlRules } })
  .trustedTypes;
let policy: UrlRules | undefined;

/**
 * Starts a worker from the app's own bundle; no other code may start one. `url` must come from an import with
 * `?worker&url`, never from anywhere else.
 */
export function startWorker(url: string): Worker {
  policy ??= factory?.createPolicy('cutaway-worker', rules) ?? rules;
  return new Worker(policy.createScriptURL(url), { type: 'module' });
}

/** Starts a worker like `startWorker` and calls the functions it exposes. */
export class WorkerClient<Functions> {
  readonly #worker: Worker;
  readonly #remote: Remote<Functions>;
  readonly #pendingRejections = new Set<(error: Error) => void>();

  constructor(url: string) {
    this.#worker = startWorker(url);
    this.#worker.addEventListener('error', ({ message }) => {
      for (const reject of this.#pendingRejections) reject(new Error(message || 'The worker could not start.'));
    });
    this.#remote = wrap<Functions>(this.#worker);
  }

  /** Rejects if the function throws or the worker fails. A call that is pending when the worker is ended never settles. */
  call<R>(use: (remote: Remote<Functions>) => Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#pendingRejections.add(reject);
      void use(this.#remote)
        .then(resolve, reject)
        .finally(() => this.#pendingRejections.delete(reject));
    });
  }

  end(): void {
    this.#pendingRejections.clear();
    this.#worker.terminate();
  }
}
