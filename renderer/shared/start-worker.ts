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
