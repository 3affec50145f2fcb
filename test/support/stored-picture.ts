import { AddressSigner } from '#service/files/address-signer.ts';
import type { FileStorage } from '#service/files/file-storage.ts';
import { MediaStore } from '#service/files/media-store.ts';

/** Stores a picture among the files of a service and returns its name. */
export function storePicture(files: FileStorage, png: Uint8Array): Promise<string> {
  return new MediaStore(files, new AddressSigner(Buffer.alloc(32), () => '')).put(png);
}
