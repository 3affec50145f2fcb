/** Tells whether the app is ready: much of Electron must be used before, and much after. */
let ready = false;

export const isReady = (): boolean => ready;

export function becomeReady(): void {
  ready = true;
}

export function requireReady(what: string): void {
  if (!ready) throw new Error(`${what} can only be used when app is ready`);
}
