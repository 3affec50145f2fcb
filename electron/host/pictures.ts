/**
 * Reads pictures of a service for the page, which names the picture and never an address. Downloaded pictures are
 * stored in a folder of the host and work offline; the window itself stores a board's pictures.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { CallOutput } from '#contract/bridge.ts';
import type { PictureRequest } from '#contract/schema/picture-request.ts';
import { writeDurable } from '#platform/durable-file.ts';
import { sha256 } from '#platform/sha256.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Accounts } from './accounts.ts';
import { PictureAddresses } from './picture-addresses.ts';

const log = logger('pictures');

const MAX_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

type Answer = CallOutput<'pictures.read'>;

const createFailure = (message: string): Answer => ({ ok: false, message });

/** Detects the type by the first bytes, as servers may claim a wrong one. */
function detectType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null;
}

/**
 * Allows the account's own service and any https address: a service must not make the app call other machines on this
 * network.
 */
export function mayFetch(address: string, baseUrl: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || (baseUrl !== null && origin === new URL(baseUrl).origin);
}

async function download(address: string): Promise<Uint8Array | null> {
  // Sends no token: the addresses are signed.
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the file name in the cache, or null for a picture that is not cached. */
function getCacheFile(picture: PictureRequest): string | null {
  if ('run_id' in picture) return `${picture.run_id}-${picture.index}`;
  if ('idea_id' in picture) return `idea-${picture.idea_id}`;
  if ('script_id' in picture) return `script-${picture.script_id}`;
  if ('person_picture' in picture) return `person-${picture.person_picture}`;
  if ('platform_channel' in picture) return `channel-${picture.platform_channel}`;
  return 'video_id' in picture ? `video-${picture.video_id}` : null;
}

/** Fields of the pictures that never change: a finished run, the source of an idea, and what its hash identifies. */
const UNCHANGING_FIELDS = ['run_id', 'idea_id', 'person_picture'];

/** Identifies the picture behind an address: the signature changes every day, the path does not. */
function createCacheKey(address: string): string {
  const { origin, pathname } = new URL(address);
  return sha256(`${origin}${pathname}`);
}

export class Pictures {
  readonly #folder: string;
  readonly #accounts: Pick<Accounts, 'send' | 'getBaseUrl'>;
  readonly #addresses: PictureAddresses;

  constructor(folder: string, accounts: Pick<Accounts, 'send' | 'getBaseUrl'>) {
    this.#folder = folder;
    this.#accounts = accounts;
    this.#addresses = new PictureAddresses(accounts);
  }

  /** Remembers the addresses of the pictures that an answer of the service names. */
  noteAddresses(account: string, operation: string, body: unknown): void {
    this.#addresses.note(account, operation, body);
  }

  async read(picture: PictureRequest): Promise<Answer> {
    const { account } = picture;
    const file = getCacheFile(picture);
    const path = file === null ? null : join(this.#folder, account, file);
    const cachedBytes = path === null ? null : await readFile(path).catch(() => null); // not stored yet
    if (cachedBytes && UNCHANGING_FIELDS.some((field) => field in picture)) return this.#answer(cachedBytes);
    const address = await this.#addresses.getAddress(picture);
    if (address === 'unreachable')
      return cachedBytes ? this.#answer(cachedBytes) : createFailure('The picture couldn’t be loaded.');
    if (address === null) return createFailure('The service doesn’t have this picture.');
    if (!mayFetch(address, await this.#accounts.getBaseUrl(account))) {
      return createFailure('The service named an address that Cutaway doesn’t load.');
    }
    const key = createCacheKey(address);
    if (cachedBytes && (await readFile(`${path}.of`, 'utf8').catch(() => '')) === key) return this.#answer(cachedBytes);
    const bytes = await download(address).catch((error: unknown) => {
      log.warn('picture not downloaded', describeError(error));
      return null;
    });
    if (!bytes) return cachedBytes ? this.#answer(cachedBytes) : createFailure('The picture couldn’t be loaded.');
    const answer = this.#answer(bytes);
    // Show the picture even if it cannot be stored, for example on a full disk.
    if (answer.ok && path !== null) await this.#store(path, bytes, key).catch(log.failure('picture not stored'));
    return answer;
  }

  /** Writes `.of` last, as it confirms which picture the file contains. */
  async #store(path: string, bytes: Uint8Array, key: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurable(path, bytes);
    await writeDurable(`${path}.of`, key);
  }

  #answer(bytes: Uint8Array): Answer {
    const mime = detectType(bytes);
    if (mime === null) return createFailure('What the service sent isn’t a picture.');
    return { ok: true, mime, base64: Buffer.from(bytes).toString('base64') };
  }
}
