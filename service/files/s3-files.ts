/**
 * Stores files in a bucket that several nodes share. A node keeps copies of those that programs read, in its scratch
 * folder.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import pLimit from 'p-limit';

import type { ByteRange } from '#platform/byte-range.ts';

import { type FileStorage, FilesUnavailableError, type StoredFile } from './file-storage.ts';
import { LocalCopies } from './local-copies.ts';
import { checkS3 } from './s3-check.ts';
import type { S3Address } from './s3-address.ts';

/** Parts of an upload in memory: their size, and how many at a time. */
const UPLOAD = { partSize: 8 * 1024 * 1024, queueSize: 2 };
const MAX_CONCURRENT_REMOVALS = 8;

/** Lets this many people watch slowly without holding up the others. */
const MAX_SOCKETS = 500;

/** Returns the status of the store’s answer, 503 if it could not be reached, and null for any other error. */
const getStatus = (error: unknown): number | null =>
  error instanceof Error && '$metadata' in error
    ? ((error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 503)
    : null;

/** Turns any temporary error into a FilesUnavailableError. */
async function catchUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((getStatus(error) ?? 0) < 500) throw error;
    throw new FilesUnavailableError(error);
  }
}

/** Returns null if the error says that the file does not exist. */
function toNull(error: unknown): null {
  if (getStatus(error) === 404 && error instanceof Error && error.name !== 'NoSuchBucket') return null;
  throw error;
}

interface Part {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function createClient({ endpoint, region, forcePathStyle, accessKeyId, secretAccessKey }: S3Address): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
    // Many stores other than Amazon’s don’t know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

export class S3Files implements FileStorage {
  readonly isShared = true;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #copies: LocalCopies;

  private constructor(client: S3Client, { bucket, prefix }: S3Address, scratch: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#copies = new LocalCopies(scratch);
  }

  /** @throws FilesUnusableError */
  static async open(address: S3Address, scratch: string): Promise<S3Files> {
    const client = createClient(address);
    try {
      await checkS3(client, address);
    } catch (error) {
      client.destroy();
      throw error;
    }
    return new S3Files(client, address, scratch);
  }

  close(): void {
    this.#client.destroy();
  }

  #toObject(name: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` };
  }

  async put(name: string, content: string | Uint8Array): Promise<void> {
    const Body = Buffer.from(content);
    const ContentMD5 = createHash('md5').update(Body).digest('base64');
    await catchUnavailable(this.#client.send(new PutObjectCommand({ ...this.#toObject(name), Body, ContentMD5 })));
  }

  async moveIn(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#upload(name, createReadStream(path), size);
    await rm(path, { force: true });
  }

  async #upload(name: string, body: Readable, bytes: number, signal?: AbortSignal): Promise<void> {
    const upload = new Upload({ client: this.#client, params: { ...this.#toObject(name), Body: body }, ...UPLOAD });
    const abort = (): void => void upload.abort().catch(() => undefined); // `done` reports the abort
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      await catchUnavailable(upload.done());
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      body.destroy();
    }
    const storedBytes = await this.getSize(name);
    if (storedBytes === bytes) return;
    await this.remove(name);
    throw new Error(`The file store has ${storedBytes ?? 0} of ${bytes} bytes.`);
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      const { Body } = await catchUnavailable(this.#client.send(new GetObjectCommand(this.#toObject(name))));
      return Body ? Buffer.from(await Body.transformToByteArray()) : Buffer.of();
    } catch (error) {
      return toNull(error);
    }
  }

  async getSize(name: string): Promise<number | null> {
    try {
      const { ContentLength } = await catchUnavailable(this.#client.send(new HeadObjectCommand(this.#toObject(name))));
      return ContentLength ?? 0;
    } catch (error) {
      return toNull(error);
    }
  }

  read(name: string, { start, end }: ByteRange): Promise<Readable> {
    return this.#read(name, `bytes=${start}-${end}`);
  }

  async #read(name: string, range?: string): Promise<Readable> {
    const request = { ...this.#toObject(name), ...(range !== undefined && { Range: range }) };
    const { Body } = await catchUnavailable(this.#client.send(new GetObjectCommand(request)));
    if (!(Body instanceof Readable)) throw new Error('The file store sent no content.');
    return Body;
  }

  async #listPage(query: object, token: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const page = { Bucket: this.#bucket, ...query, ContinuationToken: token };
    return catchUnavailable(this.#client.send(new ListObjectsV2Command(page)));
  }

  async #list(query: { Prefix: string; Delimiter?: string }): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const { Contents = [], NextContinuationToken } = await this.#listPage(query, token);
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        files.push({ name: Key.slice(this.#prefix.length), bytes: Size, modified: LastModified?.getTime() ?? 0 });
      }
      token = NextContinuationToken;
    }
    return files;
  }

  list(folder: string): Promise<StoredFile[]> {
    return this.#list({ Prefix: `${this.#prefix}${folder}`, Delimiter: '/' });
  }

  async remove(name: string): Promise<void> {
    await catchUnavailable(this.#client.send(new DeleteObjectCommand(this.#toObject(name))));
  }

  async removeAll(folder: string): Promise<void> {
    const files = await this.#list({ Prefix: `${this.#prefix}${folder}` });
    const limit = pLimit(MAX_CONCURRENT_REMOVALS);
    await Promise.all(files.map(({ name }) => limit(() => this.remove(name))));
  }

  async getLocalPath(name: string): Promise<string | null> {
    const bytes = await this.getSize(name);
    return bytes === null ? null : this.#copies.getCopyPath(name, bytes, () => this.#read(name));
  }

  // A part is an object named after its place, so that any node can receive the next one, and one that arrives twice is
  // stored once.
  async putPart(name: string, offset: number, part: Uint8Array): Promise<void> {
    await this.put(`${name}.parts/${offset}-${offset + part.length}`, part);
  }

  /** Returns the parts in their order, as far as they follow each other without a gap. */
  async #listParts(name: string): Promise<Part[]> {
    const files = await this.list(`${name}.parts/`);
    const storedParts = files.flatMap((file) => {
      const [, start, end] = /\/(\d+)-(\d+)$/.exec(file.name) ?? [];
      return start === undefined ? [] : [{ name: file.name, start: Number(start), end: Number(end) }];
    });
    const parts: Part[] = [];
    let offset = 0;
    // A part that was sent again may have another length than at first.
    for (const part of storedParts.sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (part.start > offset) break;
      if (part.end <= offset) continue;
      parts.push(part);
      offset = part.end;
    }
    return parts;
  }

  async countReceivedBytes(name: string): Promise<number | null> {
    return (await this.getSize(name)) ?? (await this.#listParts(name)).at(-1)?.end ?? null;
  }

  async joinParts(name: string, bytes: number, signal: AbortSignal): Promise<void> {
    if ((await this.getSize(name)) !== bytes) {
      const parts = await this.#listParts(name);
      if (parts.at(-1)?.end !== bytes) return;
      await this.#upload(name, Readable.from(this.#getContent(parts)), bytes, signal);
    }
    await this.removeAll(`${name}.parts/`);
  }

  async *#getContent(parts: readonly Part[]): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { name, start, end } of parts) {
      const content = await this.get(name);
      if (content?.length !== end - start) throw new Error('A part of the file is missing.');
      yield content.subarray(offset - start);
      offset = end;
    }
  }

  async removeParts(name: string): Promise<void> {
    await this.remove(name);
    await this.removeAll(`${name}.parts/`);
  }
}
