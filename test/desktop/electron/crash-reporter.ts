let startOptions: Electron.CrashReporterStartOptions | undefined;

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions): void => void (startOptions = options),
  getUploadToServer: (): boolean => startOptions?.uploadToServer ?? false,
} satisfies Partial<Electron.CrashReporter>;
