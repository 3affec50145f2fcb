/** True once the app is ready; Electron restricts many calls to the time before or after. */
let ready = false;

export const isReady = (): boolean => ready;

export function becomeReady(): void {
  ready = true;
}

export function requireReady(subject: string): void {
  if (!ready) throw new Error(`${subject} can only be used when app is ready`);
}
