/**
 * Stores videos and media assets in `videos/`: a folder per project with its versions, named after their SHA-256, and a
 * file per asset. Unfinished files and the cache of drawn scenes are in a scratch folder on this computer with the same
 * layout; without S3, both are the data folder. Archives contain everything but the cache and the packages for editing
 * programs, which are kept for a day.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { DAY_MS } from '#contract/values.ts';
import type { ByteRange } from '#platform/byte-range.ts';

import type { AddressSigner } from './address-signer.ts';
import type { FileStorage } from './file-storage.ts';
import { isAbandonedPart } from './part-name.ts';
import { getShippedFile } from './shipped.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const VERSION = /^([0-9a-f]{64})\.(?:mp4|webm|srt|vtt)$/;
const PATH = new RegExp(
  `^/videos/(${UUID})/([0-9a-f]{64}\\.(?:mp4|webm|srt|vtt))$|^/assets/(${UUID})/([a-z0-9]{3,4})$|^/hand-offs/(${UUID}/${UUID}\\.zip)$`,
);

const TYPES = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  zip: 'application/zip',
} as const;
/** Begins with a point, which archives leave out. */
const HAND_OFFS = '.hand-offs';

type Ending = keyof typeof TYPES;

const getEnding = (contentType: string): Ending | null =>
  (Object.keys(TYPES) as Ending[]).find((ending) => TYPES[ending] === contentType) ?? null;

const toFileName = (project: string, name: string): string => `videos/${project}/${name}`;
const toAssetName = (asset: string): string => toFileName('assets', asset);

/** Spares younger files in a shared storage, because another process may be about to publish them. */
const ABANDONED_MS = DAY_MS;

const toVersionName = (revision: string, contentType: string): string =>
  `${revision}.${getEnding(contentType) ?? 'mp4'}`;
const toHandOffName = (project: string, operation: string): string =>
  toFileName(HAND_OFFS, `${project}/${operation}.zip`);

const getShippedSize = (name: string): Promise<number | null> =>
  stat(getShippedFile(name)).then(
    (file) => (file.isFile() ? file.size : null),
    () => null,
  );

export interface ServedFile {
  readonly bytes: number;
  read(range: ByteRange): Promise<Readable>;
  readonly contentType: string;
  /** Changes with the content; null if the content could change without it. */
  readonly tag: string | null;
  /** A file name, encoded for a header; such a file is saved under it and never shown. */
  readonly downloadAs?: string;
}

export interface VersionFiles {
  readonly srt: string;
  readonly vtt: string;
  readonly contentType: string;
}

export class VideoStore {
  readonly #storage: FileStorage;
  readonly #scratch: string;
  readonly #signer: AddressSigner;

  constructor(storage: FileStorage, scratch: string, signer: AddressSigner) {
    this.#storage = storage;
    this.#scratch = scratch;
    this.#signer = signer;
  }

  async #createFolder(...parts: readonly string[]): Promise<string> {
    const folder = join(this.#scratch, ...parts);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Returns the folder of a project's drawn scenes; creates it if it is missing. */
  getCache(project: string): Promise<string> {
    return this.#createFolder(project, 'cache');
  }

  /** Returns the path where a version is written before its hash is known. */
  async getDraft(project: string, operation: string): Promise<string> {
    return join(await this.#createFolder(project), `.${operation}.draft`);
  }

  /** Names a finished file after its SHA-256 and stores the captions next to it. Repeating it changes nothing. */
  async publish(project: string, draft: string, { srt, vtt, contentType }: VersionFiles): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(draft), hash);
    const revision = hash.digest('hex');
    await this.#storage.put(toFileName(project, `${revision}.srt`), srt);
    await this.#storage.put(toFileName(project, `${revision}.vtt`), vtt);
    await this.#storage.moveIn(toFileName(project, `${revision}.${getEnding(contentType) ?? 'mp4'}`), draft);
    return revision;
  }

  /** Removes what an interrupted job left: unpublished versions, drafts and half-drawn scenes. */
  async sweep(project: string, publishedRevisions: ReadonlySet<string>): Promise<void> {
    const folder = join(this.#scratch, project);
    const cache = join(folder, 'cache');
    for (const name of await readdir(cache).catch(() => [])) {
      if (isAbandonedPart(name)) await rm(join(cache, name), { force: true });
    }
    for (const name of await readdir(folder).catch(() => [])) {
      if (name.startsWith('.')) await rm(join(folder, name), { force: true, recursive: true });
    }
    const removableBefore = this.#storage.isShared ? Date.now() - ABANDONED_MS : Infinity;
    for (const { name, modified } of await this.#storage.list(toFileName(project, ''))) {
      const revision = VERSION.exec(basename(name))?.[1];
      if (revision !== undefined && !publishedRevisions.has(revision) && modified < removableBefore)
        await this.#storage.remove(name);
    }
  }

  /** Removes cached scenes that the current version does not use. */
  async pruneCache(project: string, usedNames: readonly string[]): Promise<void> {
    const cache = join(this.#scratch, project, 'cache');
    const usedFiles = new Set(usedNames);
    for (const name of await readdir(cache).catch(() => [])) {
      if (!usedFiles.has(name) && !name.includes('.part')) await rm(join(cache, name), { force: true });
    }
  }

  async hasVersion(project: string, revision: string, contentType: string): Promise<boolean> {
    return (await this.#find(toFileName(project, toVersionName(revision, contentType)))) !== null;
  }

  /** Returns a path of a version's file on this computer, or null if there is no such version. */
  async findVersionFile(project: string, revision: string, contentType: string): Promise<string | null> {
    const name = toVersionName(revision, contentType);
    const path = await this.#storage.getLocalPath(toFileName(project, name));
    return path ?? ((await getShippedSize(name)) === null ? null : getShippedFile(name));
  }

  signVersionAddress(project: string, revision: string, contentType: string, expires: number): string {
    return this.#signer.signAddress(`/videos/${project}/${toVersionName(revision, contentType)}`, expires);
  }

  /** Returns an empty folder for the work on a package. */
  async createHandOffFolder(project: string, operation: string): Promise<string> {
    await this.removeHandOffWork(project, operation);
    return this.#createFolder(HAND_OFFS, project, `${operation}.work`);
  }

  /** Publishes a package, and removes the others of its project. Returns its bytes. */
  async publishHandOff(project: string, operation: string, draft: string): Promise<number> {
    const { size } = await stat(draft);
    const name = toHandOffName(project, operation);
    const packages = toFileName(HAND_OFFS, `${project}/`);
    // Stores may count time in seconds, so a package that is there already is older even if its time is the same.
    const earlierNames = new Set((await this.#storage.list(packages)).map((file) => file.name));
    await this.#storage.moveIn(name, draft);
    const storedPackages = await this.#storage.list(packages);
    const publishedAt = storedPackages.find((file) => file.name === name)?.modified ?? 0;
    for (const other of storedPackages) {
      // If two servers publish at the same time, the later package stays.
      const isOlder = earlierNames.has(other.name) || other.modified < publishedAt;
      if (other.name !== name && isOlder) await this.#storage.remove(other.name);
    }
    const folder = join(this.#scratch, HAND_OFFS, project);
    for (const work of await readdir(folder).catch(() => [])) {
      if (work.endsWith('.work')) await rm(join(folder, work), { recursive: true, force: true });
    }
    return size;
  }

  /** Removes a package and the files of the work on it. */
  async removeHandOff(project: string, operation: string): Promise<void> {
    await this.#storage.remove(toHandOffName(project, operation));
    await this.removeHandOffWork(project, operation);
  }

  removeHandOffWork(project: string, operation: string): Promise<void> {
    return rm(join(this.#scratch, HAND_OFFS, project, `${operation}.work`), { recursive: true, force: true });
  }

  /** Returns a signed address of a package, or null if it is no longer kept. */
  async signHandOffAddress(project: string, operation: string, expires: number): Promise<string | null> {
    const bytes = await this.#storage.getSize(toHandOffName(project, operation));
    return bytes === null ? null : this.#signer.signAddress(`/hand-offs/${project}/${operation}.zip`, expires);
  }

  /** Stores a part of an asset that is being uploaded. @throws StoreReadOnlyError, FilesUnavailableError */
  putAssetPart(asset: string, offset: number, part: Uint8Array): Promise<void> {
    return this.#storage.putPart(toAssetName(asset), offset, part);
  }

  /** Makes one file of an asset whose parts have all arrived; returns how many bytes there are, or null if none are. */
  async joinAsset(asset: string, bytes: number, signal: AbortSignal): Promise<number | null> {
    await this.#storage.joinParts(toAssetName(asset), bytes, signal);
    return this.#storage.getSize(toAssetName(asset));
  }

  /** Returns a path of an asset's file on this computer. If the asset is missing, there is no file at it. */
  async findAssetFile(asset: string): Promise<string> {
    return (await this.#storage.getLocalPath(toAssetName(asset))) ?? join(this.#scratch, 'assets', asset);
  }

  removeAsset(asset: string): Promise<void> {
    return this.#storage.removeParts(toAssetName(asset));
  }

  /** Returns how many bytes of an asset have arrived, or null if there are none. */
  countAssetBytes(asset: string): Promise<number | null> {
    return this.#storage.countReceivedBytes(toAssetName(asset));
  }

  signAssetAddress(asset: string, contentType: string, expires: number): string {
    return this.#signer.signAddress(`/assets/${asset}/${getEnding(contentType) ?? 'mp4'}`, expires);
  }

  /** Returns the file of a signed address; null for any other address, an expired one, or a missing file. */
  async findSigned(address: string): Promise<ServedFile | null> {
    const [, project, version, asset, kind, handOff] = PATH.exec(this.#signer.getPath(address) ?? '') ?? [];
    if (handOff !== undefined) {
      const file = await this.#find(toFileName(HAND_OFFS, handOff));
      return file && { ...file, contentType: TYPES.zip, tag: handOff.replace('/', '-') };
    }
    const ending = version?.split('.')[1] ?? kind ?? '';
    if (!Object.hasOwn(TYPES, ending)) return null;
    const file = await this.#find(toFileName(project ?? 'assets', version ?? asset ?? ''));
    return file && { ...file, contentType: TYPES[ending as Ending], tag: version ?? asset ?? null };
  }

  /** Finds a file in the storage, else among the shipped ones. */
  async #find(name: string): Promise<Pick<ServedFile, 'bytes' | 'read'> | null> {
    const bytes = await this.#storage.getSize(name);
    if (bytes !== null) return { bytes, read: (range) => this.#storage.read(name, range) };
    const shippedName = basename(name);
    const size = await getShippedSize(shippedName);
    if (size === null) return null;
    return { bytes: size, read: (range) => Promise.resolve(createReadStream(getShippedFile(shippedName), range)) };
  }
}
