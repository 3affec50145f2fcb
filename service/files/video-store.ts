/**
 * Stores videos and media assets in `videos/` of the data folder: a folder per project with its versions, named after
 * their SHA-256, and a cache of drawn scenes; a file per asset. Archives contain everything but the cache and the
 * packages for editing programs, which are kept for a day.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { syncFolder, writeDurable } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';

import { AddressSigner } from './address-signer.ts';
import { isLeftPart } from './part-name.ts';
import { shippedFile } from './shipped.ts';

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

const endingOf = (contentType: string): Ending | null =>
  (Object.keys(TYPES) as Ending[]).find((ending) => TYPES[ending] === contentType) ?? null;

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (file) => (file.isFile() ? file.size : null),
    () => null,
  );

export interface ServedFile {
  readonly path: string;
  readonly bytes: number;
  readonly contentType: string;
  /** Changes with the content; null if the content could change without it. */
  readonly tag: string | null;
}

export interface VersionFiles {
  readonly srt: string;
  readonly vtt: string;
  readonly contentType: string;
}

export class VideoStore {
  readonly #folder: string;
  readonly #signer: AddressSigner;

  private constructor(folder: string, signer: AddressSigner) {
    this.#folder = folder;
    this.#signer = signer;
  }

  static async open(dataDir: string, baseUrl: () => string): Promise<VideoStore> {
    return new VideoStore(join(dataDir, 'videos'), await AddressSigner.open(dataDir, baseUrl));
  }

  async #made(...parts: readonly string[]): Promise<string> {
    const folder = join(this.#folder, ...parts);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Returns the folder of a project's drawn scenes; creates it if it is missing. */
  cacheOf(project: string): Promise<string> {
    return this.#made(project, 'cache');
  }

  /** Returns where a version is written before it has a name. */
  async draftOf(project: string, operation: string): Promise<string> {
    return join(await this.#made(project), `.${operation}.draft`);
  }

  /** Names a finished file after its SHA-256 and stores the captions next to it. Repeating it changes nothing. */
  async publish(project: string, draft: string, { srt, vtt, contentType }: VersionFiles): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(draft), hash);
    const revision = hash.digest('hex');
    const folder = await this.#made(project);
    await writeDurable(join(folder, `${revision}.srt`), srt, { mode: 0o600 });
    await writeDurable(join(folder, `${revision}.vtt`), vtt, { mode: 0o600 });
    await renameWithRetry(draft, join(folder, `${revision}.${endingOf(contentType) ?? 'mp4'}`));
    await syncFolder(folder);
    return revision;
  }

  /** Removes what an interrupted job left: unpublished versions, drafts and half-drawn scenes. */
  async sweep(project: string, published: ReadonlySet<string>): Promise<void> {
    const folder = join(this.#folder, project);
    const cache = join(folder, 'cache');
    for (const name of await readdir(cache).catch(() => [])) {
      if (isLeftPart(name)) await rm(join(cache, name), { force: true });
    }
    for (const name of await readdir(folder).catch(() => [])) {
      const revision = VERSION.exec(name)?.[1];
      const left = revision === undefined ? name.startsWith('.') : !published.has(revision);
      if (left) await rm(join(folder, name), { force: true, recursive: true });
    }
  }

  /** Removes cached scenes that the current version does not use. */
  async tidy(project: string, kept: readonly string[]): Promise<void> {
    const cache = join(this.#folder, project, 'cache');
    const wanted = new Set(kept);
    for (const name of await readdir(cache).catch(() => [])) {
      if (!wanted.has(name) && !name.includes('.part')) await rm(join(cache, name), { force: true });
    }
  }

  /** Finds a version's file in the project's folder, else among the shipped files. */
  async #placeOf(project: string, name: string): Promise<{ path: string; bytes: number } | null> {
    for (const path of [join(this.#folder, project, name), shippedFile(name)]) {
      const bytes = await sizeOf(path);
      if (bytes !== null) return { path, bytes };
    }
    return null;
  }

  async version(project: string, revision: string, contentType: string): Promise<string | null> {
    return (await this.#placeOf(project, `${revision}.${endingOf(contentType) ?? 'mp4'}`))?.path ?? null;
  }

  versionAddress(project: string, revision: string, contentType: string, expires: number): string {
    return this.#signer.address(`/videos/${project}/${revision}.${endingOf(contentType) ?? 'mp4'}`, expires);
  }

  /** Returns an empty folder for the work on a package. */
  async handOffFolder(project: string, operation: string): Promise<string> {
    const parts = [HAND_OFFS, project, `${operation}.work`];
    await rm(join(this.#folder, ...parts), { recursive: true, force: true });
    return this.#made(...parts);
  }

  /** Publishes a package, and removes the others of its project. Returns its bytes. */
  async publishHandOff(project: string, operation: string, draft: string): Promise<number> {
    const folder = await this.#made(HAND_OFFS, project);
    const name = `${operation}.zip`;
    await renameWithRetry(draft, join(folder, name));
    await syncFolder(folder);
    for (const other of await readdir(folder)) {
      if (other !== name) await rm(join(folder, other), { recursive: true, force: true });
    }
    return (await stat(join(folder, name))).size;
  }

  /** Removes a package and what the work on it left. */
  async removeHandOff(project: string, operation: string): Promise<void> {
    for (const ending of ['zip', 'work']) {
      await rm(join(this.#folder, HAND_OFFS, project, `${operation}.${ending}`), { recursive: true, force: true });
    }
  }

  /** Returns a signed address of a package, or null if it is no longer kept. */
  async handOffAddress(project: string, operation: string, expires: number): Promise<string | null> {
    const name = `${project}/${operation}.zip`;
    const bytes = await sizeOf(join(this.#folder, HAND_OFFS, name));
    return bytes === null ? null : this.#signer.address(`/hand-offs/${name}`, expires);
  }

  async assetFile(asset: string): Promise<string> {
    return join(await this.#made('assets'), asset);
  }

  async removeAsset(asset: string): Promise<void> {
    await rm(join(this.#folder, 'assets', asset), { force: true });
  }

  /** Returns how many bytes of an asset have arrived, or null if there are none. */
  async assetBytes(asset: string): Promise<number | null> {
    return sizeOf(join(this.#folder, 'assets', asset));
  }

  assetAddress(asset: string, contentType: string, expires: number): string {
    return this.#signer.address(`/assets/${asset}/${endingOf(contentType) ?? 'mp4'}`, expires);
  }

  /** Returns the file of a signed address; null for any other address, an expired one, or a missing file. */
  async served(address: string): Promise<ServedFile | null> {
    const [, project, version, asset, kind, handOff] = PATH.exec(this.#signer.pathOf(address) ?? '') ?? [];
    if (handOff !== undefined) {
      const path = join(this.#folder, HAND_OFFS, handOff);
      const bytes = await sizeOf(path);
      return bytes === null ? null : { path, bytes, contentType: TYPES.zip, tag: handOff.replace('/', '-') };
    }
    const ending = version?.split('.')[1] ?? kind ?? '';
    if (!Object.hasOwn(TYPES, ending)) return null;
    const found = await this.#placeOf(project ?? 'assets', version ?? asset ?? '');
    return found && { ...found, contentType: TYPES[ending as Ending], tag: version ?? asset ?? null };
  }
}
