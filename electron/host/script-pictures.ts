/** Keeps the pictures of scripts as files named by their content, and serves them to the page under those names. */
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import { PICTURE_LIMITS, findPictureFault, readPictureHead } from '#markdown/kept-picture.ts';
import { PICTURE_TYPES, getTypeOfAddress } from '#markdown/picture-address.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { DiskFullError, isTemporary, syncFolder, writeDurable } from '#platform/durable-file.ts';
import { sha256 } from '#platform/sha256.ts';
import type { MediaRequest } from './media/media.ts';

const log = logger('script pictures');

/** Limits the pictures received at the same time; another upload drops the oldest. */
const MAX_UPLOADS = 8;

const NOT_A_PICTURE = 'This isn’t a picture that Cutaway can keep.';

type Answer = CallOutput<'scriptPictures.put'>;

const createFailure = (message: string): Answer => ({ ok: false, message });

export const getScriptPicturesFolder = (dataFolder: string): string => join(dataFolder, 'script-pictures');

interface Upload {
  readonly bytes: Buffer;
  /** The number of bytes received without a gap. */
  received: number;
}

export class ScriptPictures {
  readonly #folder: string;
  readonly #uploads = new Map<string, Upload>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Deletes temporary files of a killed app. */
  static async open(dataFolder: string): Promise<ScriptPictures> {
    const folder = getScriptPicturesFolder(dataFolder);
    const names = await readdir(folder).catch(() => []); // not created yet
    await Promise.all(names.filter(isTemporary).map((name) => rm(join(folder, name), { force: true })));
    return new ScriptPictures(folder);
  }

  /** Takes a chunk of a picture; with the last one, answers once the picture is on disk. */
  async put({ address, offset, total, base64 }: CallParsed<'scriptPictures.put'>): Promise<Answer> {
    if (getTypeOfAddress(address) === null || total > PICTURE_LIMITS.bytes) return createFailure(NOT_A_PICTURE);
    if ((await this.#getSize(address)) === total) return { ok: true, kept: true };
    const upload = this.#getUpload(address, total);
    const chunk = Buffer.from(base64, 'base64');
    if (offset > upload.received || offset + chunk.length > total)
      return createFailure('Part of the picture is missing.');
    chunk.copy(upload.bytes, offset);
    upload.received = Math.max(upload.received, offset + chunk.length);
    if (upload.received < total) return { ok: true, kept: false };
    this.#uploads.delete(address);
    return this.#store(address, upload.bytes);
  }

  /** Returns the bytes of a kept picture, or null if it is not on this computer. */
  async read(address: string): Promise<Uint8Array<ArrayBuffer> | null> {
    // A link could lead outside the folder.
    if (getTypeOfAddress(address) === null || (await this.#getSize(address)) === null) return null;
    const bytes = await readFile(this.#toPath(address)).catch(() => null); // deleted meanwhile
    return bytes && new Uint8Array(bytes);
  }

  /** Answers a request for `/pictures/<SHA-256>.<type>`. */
  async answer({ pathname, method }: Pick<MediaRequest, 'pathname' | 'method'>): Promise<Response> {
    const address = pathname.slice(1);
    const type = getTypeOfAddress(address);
    const bytes = await this.read(address);
    if (type === null || bytes === null) {
      return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
    }
    const headers = {
      'Content-Type': PICTURE_TYPES[type],
      'Content-Length': String(bytes.length),
      // The address names the content, so it never changes.
      'Cache-Control': 'private, max-age=31536000, immutable',
    };
    return new Response(method === 'HEAD' ? null : bytes, { headers });
  }

  #getUpload(address: string, total: number): Upload {
    const startedUpload = this.#uploads.get(address);
    if (startedUpload?.bytes.length === total) return startedUpload;
    const [oldest] = this.#uploads.keys();
    if (oldest !== undefined && this.#uploads.size >= MAX_UPLOADS) this.#uploads.delete(oldest);
    const upload = { bytes: Buffer.alloc(total), received: 0 };
    this.#uploads.set(address, upload);
    return upload;
  }

  async #store(address: string, bytes: Buffer): Promise<Answer> {
    if (findPictureFault(bytes) !== null) return createFailure(NOT_A_PICTURE);
    const hash = sha256(bytes);
    const type = readPictureHead(bytes)?.type ?? '';
    if (address !== `pictures/${hash}.${type}`) return createFailure('The picture has changed on its way. Try again.');
    try {
      const createdFolder = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      if (createdFolder !== undefined) await syncFolder(join(this.#folder, '..'));
      await writeDurable(this.#toPath(address), bytes);
      return { ok: true, kept: true };
    } catch (error) {
      log.error('script picture not kept', describeError(error));
      const isFull = error instanceof DiskFullError;
      return createFailure(
        isFull
          ? 'There isn’t enough space on the disk for the picture.'
          : 'The picture couldn’t be written to the disk.',
      );
    }
  }

  /** Returns the size of a kept picture in bytes, or null if there is none. */
  async #getSize(address: string): Promise<number | null> {
    const stats = await lstat(this.#toPath(address)).catch(() => null); // not kept here
    return stats?.isFile() ? stats.size : null;
  }

  #toPath(address: string): string {
    return join(this.#folder, basename(address));
  }
}
