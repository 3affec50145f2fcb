let started: Electron.CrashReporterStartOptions | undefined;

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions): void => void (started = options),
  getUploadToServer: (): boolean => started?.uploadToServer ?? false,
} satisfies Partial<Electron.CrashReporter>;
