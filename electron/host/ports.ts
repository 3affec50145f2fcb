/** What a shell does for the host. Everything else a shell has is its own business. */

/** What is written: text, bytes, or the content of a file of the host's. */
export type SavedContent = string | Uint8Array | { readonly file: string };

/** Where an export goes: the person chooses, the page learns the name alone. */
export interface SaveFileRequest {
  suggestedName: string;
  filters: { name: string; extensions: string[] }[];
  content: SavedContent;
}
export interface FileForFolder {
  readonly name: string;
  readonly content: Uint8Array;
}
/** Of several files the name is their folder's. */
export type SaveFileAnswer = { saved: true; name: string } | { saved: false };

/** The local service as a child process. */
export interface ServiceProcess {
  /** The ready line and nothing else; logs are on `stderr`. */
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** True when the signal was sent. SIGTERM asks, SIGKILL ends. */
  kill(signal?: 'SIGTERM' | 'SIGKILL'): boolean;
  once(event: 'exit', listener: (code: number | null) => void): void;
}

export interface HostPorts {
  /** Rejects with a plain sentence when the disk refuses. Null where the shell has no dialogs. */
  saveFile: ((request: SaveFileRequest) => Promise<SaveFileAnswer>) | null;
  /** Files of different names into one folder, for which the person is asked once. As `saveFile`. */
  saveFolder: ((files: readonly FileForFolder[]) => Promise<SaveFileAnswer>) | null;
  /** Asks the person first; false when the address was refused or the person declined. Null where it can't. */
  openExternal: ((address: string) => Promise<boolean>) | null;
  /** Shown only while no window of the studio has the focus; a click opens `route`. */
  notify: (notification: { title: string; body: string; route: string }) => void;
  /** Runs the service's main module; the child must end with this process, however that ends. */
  spawnService: (modulePath: string, args: string[]) => ServiceProcess;
}
