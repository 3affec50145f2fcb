/** Opens everything that stores files, in the data folder or in S3. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { addSecret } from '#log/redact.ts';

import type { Store } from '../store/store.ts';
import { AddressSigner, getAddressKey } from './address-signer.ts';
import { AttachmentStore } from './attachment-store.ts';
import { DatabaseAnswers } from './database-answers.ts';
import { FolderAnswers } from './folder-answers.ts';
import type { FileStorage } from './file-storage.ts';
import { FolderFiles } from './folder-files.ts';
import { MediaStore } from './media-store.ts';
import { PaidRequests } from './paid-requests.ts';
import type { FilesOptions, S3Options } from './s3-address.ts';
import { VideoStore } from './video-store.ts';

export interface OpenStorage {
  readonly storage: FileStorage;
  /** A folder from which the storage takes files. */
  readonly scratch: string;
  close(): void;
}

/** Opens the files alone, for copies and checks. @throws FilesUnusableError */
export async function openStorage(files: FilesOptions, dataDir: string): Promise<OpenStorage> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (files.kind === 'folder') {
    return { storage: new FolderFiles(dataDir), scratch: dataDir, close: () => undefined };
  }
  // Loaded only here, because it would slow down every other start.
  const { S3Files } = await import('./s3-files.ts');
  addSecret(files.secretAccessKey);
  const storage = await S3Files.open(files, join(dataDir, 'scratch'));
  return { storage, scratch: dataDir, close: () => storage.close() };
}

export interface Files {
  readonly media: MediaStore;
  readonly videos: VideoStore;
  readonly attachments: AttachmentStore;
  readonly answers: PaidRequests;
  readonly signer: AddressSigner;
  close(): void;
}

interface OpenFilesOptions {
  readonly files?: FilesOptions | undefined;
  readonly dataDir: string;
  readonly store: Store;
  /** Returns this service's URL without a trailing slash. */
  baseUrl(): string;
}

async function openFolder({ dataDir, baseUrl }: OpenFilesOptions): Promise<Files> {
  const storage = new FolderFiles(dataDir);
  const signer = new AddressSigner(await getAddressKey(dataDir), baseUrl);
  return {
    media: new MediaStore(storage, signer),
    videos: new VideoStore(storage, join(dataDir, 'videos'), signer),
    attachments: new AttachmentStore(storage, signer),
    answers: new PaidRequests(await FolderAnswers.open(dataDir)),
    signer,
    close: () => undefined,
  };
}

/** Uses the data folder for scratch files only. */
async function openS3({ dataDir, store, baseUrl }: OpenFilesOptions, options: S3Options): Promise<Files> {
  const { storage, close } = await openStorage(options, dataDir);
  const signer = new AddressSigner(options.addressKey, baseUrl);
  return {
    media: new MediaStore(storage, signer),
    videos: new VideoStore(storage, join(dataDir, 'scratch'), signer),
    attachments: new AttachmentStore(storage, signer),
    answers: new PaidRequests(await DatabaseAnswers.open(store)),
    signer,
    close,
  };
}

/** @throws FilesUnusableError */
export function openFiles(options: OpenFilesOptions): Promise<Files> {
  return options.files?.kind === 's3' ? openS3(options, options.files) : openFolder(options);
}
