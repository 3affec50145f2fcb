/**
 * Pictures that a service names, for the page: it says what they are of, and never an address. What was fetched once is
 * kept in a folder of the host's and is there offline, too; a board's pictures are kept by the window.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { CallOutput } from '#contract/bridge.ts';
import type { PictureAsked } from '#contract/schema/picture-asked.ts';
import { writeDurable } from '#platform/durable-file.ts';
import type { Accounts } from './accounts.ts';
import { PictureAddresses } from './picture-addresses.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

type Answer = CallOutput<'pictures.read'>;

const failed = (message: string): Answer => ({ ok: false, message });

/** By the first bytes: what a server calls a file is its own business. */
function typeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null;
}

/** The account's own service, or anything over https: a service must not send the studio to other machines here. */
export function mayFetch(address: string, baseUrl: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || (baseUrl !== null && origin === new URL(baseUrl).origin);
}

async function download(address: string): Promise<Uint8Array | null> {
  // No token goes along: the addresses are signed.
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

/** Null: it is not kept here. */
function fileOf(asked: PictureAsked): string | null {
  if ('run_id' in asked) return `${asked.run_id}-${asked.index}`;
  if ('script_id' in asked) return `script-${asked.script_id}`;
  return 'video_id' in asked ? `video-${asked.video_id}` : null;
}

/** Which picture an address stands for: a signature changes every day, what it signs does not. */
function contentOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return createHash('sha256').update(`${origin}${pathname}`).digest('hex');
}

export class Pictures {
  readonly #folder: string;
  readonly #accounts: Pick<Accounts, 'send' | 'baseUrl'>;
  readonly #addresses: PictureAddresses;

  constructor(folder: string, accounts: Pick<Accounts, 'send' | 'baseUrl'>) {
    this.#folder = folder;
    this.#accounts = accounts;
    this.#addresses = new PictureAddresses(accounts);
  }

  async read(asked: PictureAsked): Promise<Answer> {
    const { account } = asked;
    const file = fileOf(asked);
    const path = file === null ? null : join(this.#folder, account, file);
    const kept = path === null ? null : await readFile(path).catch(() => null);
    // A run's pictures never change.
    if (kept && 'run_id' in asked) return this.#answer(kept);
    const address = await this.#addresses.of(asked);
    if (address === 'unreachable') return kept ? this.#answer(kept) : failed('The picture could not be fetched.');
    if (address === null) return failed('The service does not have this picture.');
    if (!mayFetch(address, await this.#accounts.baseUrl(account))) {
      return failed('The service names an address the studio does not read.');
    }
    const content = contentOf(address);
    if (kept && (await readFile(`${path}.of`, 'utf8').catch(() => '')) === content) return this.#answer(kept);
    const bytes = await download(address).catch(() => null);
    if (!bytes) return kept ? this.#answer(kept) : failed('The picture could not be fetched.');
    const answer = this.#answer(bytes);
    // A full disk keeps nobody from seeing it.
    if (answer.ok && path !== null) await this.#keep(path, bytes, content).catch(() => undefined);
    return answer;
  }

  /** What it is of comes last: it says that the file is that one. */
  async #keep(path: string, bytes: Uint8Array, content: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurable(path, bytes);
    await writeDurable(`${path}.of`, content);
  }

  #answer(bytes: Uint8Array): Answer {
    const mime = typeOf(bytes);
    if (mime === null) return failed('What the service sent is no picture.');
    return { ok: true, mime, base64: Buffer.from(bytes).toString('base64') };
  }
}
