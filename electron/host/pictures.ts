/**
 * Pictures that a service made, for the page: it names the run and which of its pictures, or an item of a board, and
 * never an address. A run's pictures are kept in a folder of the host's, because they never change; a board's are kept
 * by the window, under what they are called.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import { writeDurable } from '#platform/durable-file.ts';
import type { Accounts } from './accounts.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** How long the addresses of a board are taken for good: its pictures are asked for one after the other. */
const BOARD_FRESH_MS = 60_000;

type Asked = CallParsed<'pictures.read'>;
type OfRun = Extract<Asked, { run_id: string }>;
type OfBoard = Extract<Asked, { item_id: number }>;
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
function mayFetch(address: string, baseUrl: string | null): boolean {
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
  readonly #boards = new Map<string, { readonly at: number; readonly addresses: Promise<Map<number, string>> }>();

  constructor(folder: string, accounts: Pick<Accounts, 'send' | 'baseUrl'>) {
    this.#folder = folder;
    this.#accounts = accounts;
  }

  async read(asked: Asked): Promise<Answer> {
    return 'item_id' in asked ? this.#ofBoard(asked) : this.#ofRun(asked);
  }

  async #ofBoard(asked: OfBoard): Promise<Answer> {
    let address = (await this.#board(asked, BOARD_FRESH_MS)).get(asked.item_id);
    // It may have become ready just now.
    address ??= (await this.#board(asked, 0)).get(asked.item_id);
    const found = await this.#fetch(asked.account, address ?? null);
    return 'message' in found ? failed(found.message) : this.#answer(found.bytes);
  }

  /** Addresses of a board's pictures by item; none where the service does not answer. */
  #board({ account, channel_id }: OfBoard, fresh: number): Promise<Map<number, string>> {
    const key = `${account}/${channel_id}`;
    const known = this.#boards.get(key);
    if (known && Date.now() - known.at < fresh) return known.addresses;
    const addresses = this.#readBoard(account, channel_id).catch(() => new Map<number, string>());
    this.#boards.set(key, { at: Date.now(), addresses });
    return addresses;
  }

  async #readBoard(account: string, id: number): Promise<Map<number, string>> {
    const answer = await this.#accounts.send(account, { operation: 'board.get', params: { id } }, { background: true });
    if (answer.kind !== 'answer' || answer.status !== 200) return new Map();
    const parsed = OPERATIONS['board.get'].responses[200].safeParse(answer.body);
    const items = parsed.success ? parsed.data.data.items : [];
    return new Map(items.flatMap(({ id: item, url }) => (url === null ? [] : [[item, url] as const])));
  }

  async #fetch(account: string, address: string | null): Promise<{ bytes: Uint8Array } | { message: string }> {
    if (address === null) return { message: 'The service does not have this picture.' };
    if (!mayFetch(address, await this.#accounts.baseUrl(account))) {
      return { message: 'The service names an address the studio does not read.' };
    }
    const bytes = await download(address).catch(() => null);
    return bytes ? { bytes } : { message: 'The picture could not be fetched.' };
  }

  async #ofRun(asked: OfRun): Promise<Answer> {
    const folder = join(this.#folder, asked.account);
    const path = join(folder, `${asked.run_id}-${asked.index}`);
    const kept = await readFile(path).catch(() => null);
    if (kept) return this.#answer(kept);
    const found = await this.#fetch(asked.account, await this.#address(asked));
    if ('message' in found) return failed(found.message);
    const { bytes } = found;
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

  async #address({ account, channel_id, run_id, index }: OfRun): Promise<string | null> {
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
