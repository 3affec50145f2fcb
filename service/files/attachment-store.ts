/**
 * Stores the files that people attach to projects, next to the media assets, where copies and archives find them. Their
 * content is unknown, so they are downloaded and never shown.
 */
import type { AddressSigner } from './address-signer.ts';
import type { FileStorage } from './file-storage.ts';
import type { ServedFile } from './video-store.ts';

export const ATTACHMENTS_FOLDER = 'videos/attachments';
const PATH = /^\/attachments\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([\w.!~%-]+)$/;

const toStoredName = (file: string): string => `${ATTACHMENTS_FOLDER}/${file}`;

/** Encodes a name for an address and for a header (RFC 8187). */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

export class AttachmentStore {
  readonly #storage: FileStorage;
  readonly #signer: AddressSigner;

  constructor(storage: FileStorage, signer: AddressSigner) {
    this.#storage = storage;
    this.#signer = signer;
  }

  /** Stores the next part of a file. @throws StoreReadOnlyError, FilesUnavailableError */
  putPart(file: string, offset: number, part: Uint8Array): Promise<void> {
    return this.#storage.putPart(toStoredName(file), offset, part);
  }

  /** Makes one file of its parts; returns how many bytes it has, or null if a part is missing. */
  async join(file: string, bytes: number, signal: AbortSignal): Promise<number | null> {
    await this.#storage.joinParts(toStoredName(file), bytes, signal);
    return this.getSize(file);
  }

  /** Returns how many bytes a stored file has, or null if there is none. */
  getSize(file: string): Promise<number | null> {
    return this.#storage.getSize(toStoredName(file));
  }

  remove(file: string): Promise<void> {
    return this.#storage.removeParts(toStoredName(file));
  }

  /** @param expires in seconds since 1970 */
  signAddress(file: string, name: string, expires: number): string {
    return this.#signer.signAddress(`/attachments/${file}/${encodeName(name)}`, expires);
  }

  /** Returns the file of a signed address; null for any other address, an expired one, or a missing file. */
  async findSigned(address: string): Promise<ServedFile | null> {
    const [, file, name] = PATH.exec(this.#signer.getPath(address) ?? '') ?? [];
    if (file === undefined || name === undefined) return null;
    const bytes = await this.getSize(file);
    if (bytes === null) return null;
    const read: ServedFile['read'] = (range) => this.#storage.read(toStoredName(file), range);
    return { bytes, read, contentType: 'application/octet-stream', tag: file, downloadAs: name };
  }
}
