/** True once the app is ready; Electron restricts many calls to the time before or after. */
let hasBecomeReady = false;

export const isReady = (): boolean => hasBecomeReady;

export function becomeReady(): void {
  hasBecomeReady = true;
}

export function requireReady(subject: string): void {
  if (!hasBecomeReady) throw new Error(`${subject} can only be used when app is ready`);
}
