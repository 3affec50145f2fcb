import { AddressSigner } from '#service/files/address-signer.ts';
import { FolderFiles } from '#service/files/folder-files.ts';
import { MediaStore } from '#service/files/media-store.ts';

/** Stores a picture in the data folder of a service and returns its name. */
export function storePicture(dataDir: string, png: Uint8Array): Promise<string> {
  return new MediaStore(new FolderFiles(dataDir), new AddressSigner(Buffer.alloc(32), () => '')).put(png);
}
