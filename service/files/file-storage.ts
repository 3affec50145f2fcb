/**
 * Stores the files of the service durably: in the data folder (`folder-files.ts`), or in a bucket that several nodes
 * share (`s3-files.ts`). Names have slashes and no beginning one.
 */
import type { Readable } from 'node:stream';

import type { ByteRange } from '#platform/byte-range.ts';

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** The time of the last write, in milliseconds since 1970. */
  readonly modified: number;
}

export interface FileStorage {
  /** True if other processes may write the same files at the same time. */
  readonly isShared: boolean;
  /** Replaces the file as a whole; resolves when it is durable. */
  put(name: string, content: string | Uint8Array): Promise<void>;
  /** Moves a file from the scratch folder into the storage. */
  moveIn(name: string, path: string): Promise<void>;
  /** Returns null if there is no such file. */
  get(name: string): Promise<Buffer | null>;
  /** Returns null if there is no such file. */
  getSize(name: string): Promise<number | null>;
  /** Reads a range of an existing file. */
  read(name: string, range: ByteRange): Promise<Readable>;
  /** Lists the files directly in a folder, which ends with a slash. */
  list(folder: string): Promise<StoredFile[]>;
  /** Removes a file if it exists. */
  remove(name: string): Promise<void>;
  /** Removes everything in a folder, which ends with a slash. */
  removeAll(folder: string): Promise<void>;
  /** Returns a path at which programs can read the file, or null if there is no such file. */
  getLocalPath(name: string): Promise<string | null>;
  /**
   * Stores a part of a file at its offset, over any incomplete part there; resolves when it is durable.
   * @throws StoreReadOnlyError, FilesUnavailableError if that is impossible now; the same part can be sent again later.
   */
  putPart(name: string, offset: number, part: Uint8Array): Promise<void>;
  /** Returns how many bytes of a file are stored, whole or in parts; null if none are. */
  countReceivedBytes(name: string): Promise<number | null>;
  /** Joins the parts of a file. Repeating it changes nothing; it does nothing if parts are missing. */
  joinParts(name: string, bytes: number, signal: AbortSignal): Promise<void>;
  /** Removes a file and all its parts. */
  removeParts(name: string): Promise<void>;
}

/** Thrown at the start if files can’t be stored; the message is a plain sentence that says what to do. */
export class FilesUnusableError extends Error {
  override readonly name = 'FilesUnusableError';
}

/** Thrown while the store of files can’t be reached; the same call may succeed soon. */
export class FilesUnavailableError extends Error {
  override readonly name = 'FilesUnavailableError';
  constructor(cause: unknown) {
    super('The file store isn’t responding. Try again shortly.', { cause });
  }
}
