/** Declares the functions a shell provides to the host. */
import type { CaptureState, SpellingState } from '#contract/desktop-features.ts';
import type { NoUpdates, UpdateChannel, UpdateFailure } from '#contract/update-state.ts';

/** Text, bytes, or a file of the host. */
export type SavedContent = string | Uint8Array | { readonly file: string };

/** The person chooses the place, and the page only learns the name. */
export interface SaveFileRequest {
  suggestedName: string;
  filters: { name: string; extensions: string[] }[];
  content: SavedContent;
}
export interface FileForFolder {
  readonly name: string;
  readonly content: Uint8Array;
}
/** `name` is the folder's name if there are several files. */
export type SaveFileAnswer = { saved: true; name: string } | { saved: false };

export interface ServiceProcess {
  /** Carries only the ready line; logs are on `stderr`. */
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** Asks the process to finish its work and exit. */
  stop(): void;
  /** Ends the process at once. */
  kill(): void;
  once(event: 'exit', listener: (code: number | null) => void): void;
}

export interface FoundUpdate {
  readonly version: string;
  /** See `UpdateState`. */
  readonly notes: string;
}

export class UpdateError extends Error {
  override readonly name = 'UpdateError';
  readonly failure: UpdateFailure;
  constructor(failure: UpdateFailure, cause: unknown) {
    super(`The update failed: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Finds, verifies and installs newer versions of the app. */
export interface Updater {
  /** Resolves to null if there is nothing newer. @throws UpdateError */
  check(channel: UpdateChannel): Promise<FoundUpdate | null>;
  /** Downloads what was found last; `percent` goes up to 100. @throws UpdateError */
  download(onProgress: (percent: number) => void): Promise<void>;
  /**
   * Installs what was downloaded. Call it last, when everything else has stopped. Returns whether the installer ends
   * this process itself.
   */
  install(options: { openAgain: boolean }): boolean;
}

/** `refused`: the system's browser may not open the link. `cancelled`: the person did not confirm it. */
export type OpenedLink = 'opened' | 'cancelled' | 'refused';

export interface HostPorts {
  /** Rejects with a plain sentence if the write fails. Null if the shell has no dialogs. */
  saveFile: ((request: SaveFileRequest) => Promise<SaveFileAnswer>) | null;
  /** Saves files with different names into one folder, asking the person once. Otherwise like `saveFile`. */
  saveFolder: ((files: readonly FileForFolder[]) => Promise<SaveFileAnswer>) | null;
  /** Shows the folder that was last saved to; resolves to false if that failed. Null if the shell has no dialogs. */
  openExportFolder: (() => Promise<boolean>) | null;
  /** Asks the person first. Null if unsupported. */
  openExternal: ((address: string) => Promise<OpenedLink>) | null;
  /** Shows a folder in the system's file manager; resolves to false if that failed. */
  openFolder: (path: string) => Promise<boolean>;
  /** Shows a notification only while no window of the app has the focus; a click opens `route`. */
  notify: (notification: { title: string; body: string; route: string }) => void;
  /** Returns whether the global shortcut in the settings could be registered. Null if the shell has none. */
  captureState: (() => CaptureState) | null;
  /** Returns the state of the dictionaries in the settings. Null if the shell has no spell checker of its own. */
  spellingState: (() => SpellingState) | null;
  /** The updater, or why this installation has none. */
  updater: Updater | NoUpdates;
  /** Quits the app as a person does: windows save and close first. Null if the shell can't. */
  quit: (() => void) | null;
  /** Runs the service's main module; the child must end when this process ends, even after a crash. */
  spawnService: (modulePath: string, args: string[]) => ServiceProcess;
}
