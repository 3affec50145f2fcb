/** Declares the functions a shell provides to the host. */

/** The content to save: text, bytes, or a file of the host. */
export type SavedContent = string | Uint8Array | { readonly file: string };

/** A request to save an export: the person chooses the place, the page only learns the name. */
export interface SaveFileRequest {
  suggestedName: string;
  filters: { name: string; extensions: string[] }[];
  content: SavedContent;
}
export interface FileForFolder {
  readonly name: string;
  readonly content: Uint8Array;
}
/** For several files, `name` is the folder's name. */
export type SaveFileAnswer = { saved: true; name: string } | { saved: false };

export interface ServiceProcess {
  /** Carries only the ready line; logs are on `stderr`. */
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** Returns whether the signal was sent. SIGTERM asks the process to exit, SIGKILL forces it. */
  kill(signal?: 'SIGTERM' | 'SIGKILL'): boolean;
  once(event: 'exit', listener: (code: number | null) => void): void;
}

export interface HostPorts {
  /** Rejects with a plain sentence when the disk refuses. Null if the shell has no dialogs. */
  saveFile: ((request: SaveFileRequest) => Promise<SaveFileAnswer>) | null;
  /** Saves files with different names into one folder, asking the person once. Otherwise like `saveFile`. */
  saveFolder: ((files: readonly FileForFolder[]) => Promise<SaveFileAnswer>) | null;
  /**
   * Asks the person first; resolves to false if the address was refused or the person declined. Null if unsupported.
   */
  openExternal: ((address: string) => Promise<boolean>) | null;
  /** Shows a folder in the system's file manager; resolves to false if that failed. */
  openFolder: (path: string) => Promise<boolean>;
  /** Shows a notification only while no window of the app has the focus; a click opens `route`. */
  notify: (notification: { title: string; body: string; route: string }) => void;
  /** Runs the service's main module; the child must end when this process ends, even after a crash. */
  spawnService: (modulePath: string, args: string[]) => ServiceProcess;
}
