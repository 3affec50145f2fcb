import type { AppApi, DialogApi } from './electron-api.ts';

interface Refusal {
  readonly electron: {
    readonly app: Pick<AppApi, 'whenReady' | 'exit'>;
    readonly dialog: Pick<DialogApi, 'showErrorBox'>;
  };
  readonly log: (line: string) => void;
  readonly announce: (state: object) => void;
}

/** Reports why the app can't start, on the terminal and in a dialog, and exits with code 1. */
export async function refuseStart(
  { electron: { app, dialog }, log, announce }: Refusal,
  error: unknown,
): Promise<void> {
  const sentence = error instanceof Error ? error.message : String(error);
  announce({ ready: false });
  log(sentence);
  // Linux shows no dialog before the app is ready.
  await app.whenReady();
  dialog.showErrorBox('Cutaway can’t start', sentence);
  app.exit(1);
}
