/**
 * Pictures that a service made, for the page: it names the run and which of its pictures, and never an address. What was
 * fetched once is kept in a folder of the host's, because a run's pictures never change; they are there offline, too.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import { writeDurable } from '#platform/durable-file.ts';
import type { Accounts } from './accounts.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

type Asked = CallParsed<'pictures.read'>;
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

export class Pictures {
  readonly #folder: string;
  readonly #accounts: Pick<Accounts, 'send' | 'baseUrl'>;

  constructor(folder: string, accounts: Pick<Accounts, 'send' | 'baseUrl'>) {
    this.#folder = folder;
    this.#accounts = accounts;
  }

  async read(asked: Asked): Promise<Answer> {
    const folder = join(this.#folder, asked.account);
    const path = join(folder, `${asked.run_id}-${asked.index}`);
    const kept = await readFile(path).catch(() => null);
    if (kept) return this.#answer(kept);
    const address = await this.#address(asked);
    if (address === null) return failed('The service does not have this picture.');
    if (!mayFetch(address, await this.#accounts.baseUrl(asked.account))) {
      return failed('The service names an address the studio does not read.');
    }
    const bytes = await download(address).catch(() => null);
    if (!bytes) return failed('The picture could not be fetched.');
    const answer = this.#answer(bytes);
    if (answer.ok) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A full disk keeps nobody from seeing it.
      await writeDurable(path, bytes).catch(() => undefined);
    }
    return answer;
  }

  #answer(bytes: Uint8Array): Answer {
    const mime = typeOf(bytes);
    if (mime === null) return failed('What the service sent is no picture.');
    return { ok: true, mime, base64: Buffer.from(bytes).toString('base64') };
  }

  async #address({ account, channel_id, run_id, index }: Asked): Promise<string | null> {
    const answer = await this.#accounts.send(
      account,
      { operation: 'thumbnails.run', params: { id: channel_id, run_id } },
      { background: true },
    );
    if (answer.kind !== 'answer' || answer.status !== 200) return null;
    const parsed = OPERATIONS['thumbnails.run'].responses[200].safeParse(answer.body);
    return parsed.success ? (parsed.data.data.output_urls[index] ?? null) : null;
  }
}
