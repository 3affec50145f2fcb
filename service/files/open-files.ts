/** Opens everything that stores files, in the data folder or in S3. */
import { join } from 'node:path';

import { addSecret } from '#log/redact.ts';

import type { Store } from '../store/store.ts';
import { AddressSigner, addressKeyOf } from './address-signer.ts';
import { DatabaseAnswers } from './database-answers.ts';
import { FolderAnswers } from './folder-answers.ts';
import { FolderFiles } from './folder-files.ts';
import { MediaStore } from './media-store.ts';
import { PaidRequests } from './paid-requests.ts';
import type { FilesOptions, S3Options } from './s3-address.ts';
import { VideoStore } from './video-store.ts';

export interface Files {
  readonly media: MediaStore;
  readonly videos: VideoStore;
  readonly answers: PaidRequests;
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
  const signer = new AddressSigner(await addressKeyOf(dataDir), baseUrl);
  return {
    media: new MediaStore(storage, signer),
    videos: new VideoStore(storage, join(dataDir, 'videos'), signer),
    answers: new PaidRequests(await FolderAnswers.open(dataDir)),
    close: () => undefined,
  };
}

/** The data folder holds nothing but scratch files then. */
async function openS3({ dataDir, store, baseUrl }: OpenFilesOptions, options: S3Options): Promise<Files> {
  // Loaded only here, because it would slow down every other start.
  const { S3Files } = await import('./s3-files.ts');
  const scratch = join(dataDir, 'scratch');
  addSecret(options.secretAccessKey);
  const storage = await S3Files.open(options, scratch);
  const signer = new AddressSigner(options.addressKey, baseUrl);
  return {
    media: new MediaStore(storage, signer),
    videos: new VideoStore(storage, scratch, signer),
    answers: new PaidRequests(await DatabaseAnswers.open(store)),
    close: () => storage.close(),
  };
}

/** @throws FilesUnusableError */
export function openFiles(options: OpenFilesOptions): Promise<Files> {
  return options.files?.kind === 's3' ? openS3(options, options.files) : openFolder(options);
}
