/**
 * Serves an account's videos and pictures to the page under its own origin: the page names a file, the host finds its
 * signed address and forwards the bytes. The window sees neither a token nor a foreign address. Watched videos are
 * stored.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { byteRange } from '#platform/byte-range.ts';
import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import type { OperationId } from '#contract/operations/index.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Accounts } from '../accounts.ts';
import type { Emit } from '../events.ts';
import type { HostPorts, SaveFileRequest } from '../ports.ts';
import { mayFetch } from '../pictures.ts';
import { KeptVideos } from './kept-videos.ts';
import { addressOf, readBody, readMediaPath, type Ask, type Wanted } from './media-address.ts';

const log = logger('media');

/** Only these types are forwarded, whatever the server claims. */
const TYPES = /^(?:video\/(?:mp4|webm)|audio\/[\w.+-]+|image\/(?:png|jpeg|webp)|text\/vtt|application\/zip)(?:;|$)/;
/** Replaces what the server says of a file that people attached, so that nothing in it is shown or run. */
const ONLY_DOWNLOADED = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'private, no-store',
} as const;
const PASSED_ON = ['content-type', 'content-length', 'content-range', 'accept-ranges'] as const;
/** A signed address is requested again after this long. */
const ADDRESS_MS = 60_000;
const HEAD_TIMEOUT_MS = 30_000;
/** Pictures of one video that are requested together share one answer. */
const ANSWER_MS = 2000;
const TELL_EVERY_MS = 150;

export interface MediaRequest {
  /** Is the path of the URL, still encoded. */
  readonly pathname: string;
  readonly method: string;
  readonly range: string | null;
}

interface Download {
  readonly name: string;
  readonly filters: SaveFileRequest['filters'];
  /** Is what the person reads if it did not arrive. */
  readonly failed: string;
}

interface MediaOptions {
  readonly folder: string;
  readonly accounts: Pick<Accounts, 'send' | 'baseUrl'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly emit: Emit;
}

/** Returns whether the host answers a path of the page's origin: videos and pictures of accounts, pictures of scripts, fonts. */
export const servedByHost = (pathname: string): boolean => /^\/(?:media|pictures|fonts)\//.test(pathname);

const refused = (status: number): Response => new Response(null, { status });

export class Media {
  readonly #options: MediaOptions;
  readonly #kept: KeptVideos;
  readonly #stopping = new AbortController();
  readonly #addresses = new Map<string, { address: string; at: number }>();
  readonly #answers = new Map<string, { at: number; answer: Promise<unknown> }>();

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#kept = new KeptVideos(options.folder);
  }

  async answer({ pathname, method, range }: MediaRequest): Promise<Response> {
    const wanted = readMediaPath(decoded(pathname));
    if (!wanted) return refused(404);
    const kept = wanted.kind === 'video' && wanted.part !== null ? await this.#kept.file(wanted.part) : null;
    if (kept) return fromFile(kept, method, range);
    const answer = await this.#passOn(wanted, method, range);
    if (answer.ok && method === 'GET' && wanted.kind === 'video') void this.#keep(wanted);
    return answer;
  }

  async keep({ account, project, revision }: CallParsed<'video.keep'>): Promise<CallOutput<'video.keep'>> {
    const path = await this.#keep({ account, kind: 'video', of: project, part: revision });
    if (path !== null) return { ok: true };
    return { ok: false, message: 'The video didn’t download completely. Try again.' };
  }

  /** Asks the person where to save a version and writes it there. */
  async save({ name, ...which }: CallParsed<'video.save'>): Promise<CallOutput<'video.save'>> {
    const { saveFile } = this.#options.ports;
    if (!saveFile) return { outcome: 'unsupported' };
    const path = await this.#keep({ account: which.account, kind: 'video', of: which.project, part: which.revision });
    if (path === null) return { outcome: 'failed', message: 'The video didn’t download completely. Try again.' };
    try {
      const filters = [{ name: 'Video', extensions: [name.endsWith('.webm') ? 'webm' : 'mp4'] }];
      const answer = await saveFile({ suggestedName: name, filters, content: { file: path } });
      return answer.saved ? { outcome: 'saved', name: answer.name } : { outcome: 'cancelled' };
    } catch (error) {
      return { outcome: 'failed', message: savingFault(error) };
    }
  }

  /** Downloads a package for editing programs, asks the person where to save it and puts it there. */
  saveHandOff({ account, operation, name }: CallParsed<'handOff.save'>): Promise<CallOutput<'handOff.save'>> {
    const wanted: Wanted = { account, kind: 'handoff', of: operation, part: null };
    const filters = [{ name: 'ZIP', extensions: ['zip'] }];
    return this.#download(wanted, { name, filters, failed: 'The package didn’t download completely. Try again.' });
  }

  /** Downloads a file that is attached to a project, asks the person where to save it and puts it there. */
  saveAttachment(input: CallParsed<'attachment.save'>): Promise<CallOutput<'attachment.save'>> {
    const { account, project, attachment, name } = input;
    const wanted: Wanted = { account, kind: 'attachment', of: project, part: attachment };
    return this.#download(wanted, { name, filters: [], failed: 'The file didn’t download completely. Try again.' });
  }

  async #download(wanted: Wanted, { name, filters, failed }: Download): Promise<CallOutput<'handOff.save'>> {
    const { saveFile } = this.#options.ports;
    if (!saveFile) return { outcome: 'unsupported' };
    const part = join(this.#options.folder, `${randomUUID()}.part`);
    try {
      const response = await this.#fetch(wanted, 'GET', null, this.#stopping.signal);
      if (response?.status !== 200 || !response.body) return { outcome: 'failed', message: failed };
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await pipeline(response.body, createWriteStream(part, { mode: 0o600 }), { signal: this.#stopping.signal });
    } catch (error) {
      log.warn('file not downloaded', { kind: wanted.kind, ...describeError(error) });
      await rm(part, { force: true });
      return { outcome: 'failed', message: failed };
    }
    try {
      const answer = await saveFile({ suggestedName: name, filters, content: { file: part } });
      return answer.saved ? { outcome: 'saved', name: answer.name } : { outcome: 'cancelled' };
    } catch (error) {
      return { outcome: 'failed', message: savingFault(error) };
    } finally {
      await rm(part, { force: true });
    }
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    return this.#kept.stop();
  }

  #keep(wanted: Wanted): Promise<string | null> {
    const revision = wanted.part ?? '';
    let lastReport = 0;
    return this.#kept.keep(revision, {
      fetch: async (signal) => {
        const response = await this.#fetch(wanted, 'GET', null, signal);
        if (response?.status !== 200 || !response.body) return null;
        const total = Number(response.headers.get('content-length'));
        return { body: response.body, total: total > 0 ? total : null };
      },
      progress: (done, total) => {
        const now = Date.now();
        if (now - lastReport < TELL_EVERY_MS && done !== total) return;
        lastReport = now;
        this.#options.emit('video.keeping', { revision, done, total });
      },
    });
  }

  async #passOn(wanted: Wanted, method: string, range: string | null): Promise<Response> {
    const response = await this.#fetch(wanted, method, range).catch((error: unknown) => {
      log.warn('media not fetched', describeError(error));
      return null;
    });
    if (!response) return refused(404);
    const type = response.headers.get('content-type') ?? '';
    const isUnknown = wanted.kind === 'attachment';
    if (!response.ok || !(isUnknown || TYPES.test(type))) {
      await response.body?.cancel();
      return refused(response.status === 416 ? 416 : 502);
    }
    const headers = new Headers({ 'Cache-Control': 'private, no-cache' });
    for (const name of PASSED_ON) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (isUnknown) for (const [name, value] of Object.entries(ONLY_DOWNLOADED)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  }

  async #fetch(wanted: Wanted, method: string, range: string | null, signal?: AbortSignal): Promise<Response | null> {
    const address = await this.#address(wanted);
    if (address === null || !mayFetch(address, await this.#options.accounts.baseUrl(wanted.account))) return null;
    const head = new AbortController();
    const late = setTimeout(() => head.abort(), HEAD_TIMEOUT_MS);
    try {
      // Sends no token, as the addresses are signed, and asks for uncompressed bytes, which a Range counts.
      const headers = { 'Accept-Encoding': 'identity', ...(range === null ? {} : { Range: range }) };
      const signals = signal ? AbortSignal.any([head.signal, signal]) : head.signal;
      const response = await fetch(address, { method, headers, redirect: 'error', signal: signals });
      // The address has expired or the file has moved: the next request asks for a new one.
      if (!response.ok && response.status !== 416) this.#addresses.delete(keyOf(wanted));
      return response;
    } finally {
      clearTimeout(late);
    }
  }

  async #address(wanted: Wanted): Promise<string | null> {
    // A picture may change under the same name; a version never does.
    const key = keyOf(wanted);
    const known = this.#addresses.get(key);
    if (wanted.kind === 'video' && known && Date.now() - known.at < ADDRESS_MS) return known.address;
    const address = await addressOf(wanted, this.#ask(wanted.account));
    if (address !== null) this.#addresses.set(key, { address, at: Date.now() });
    return address;
  }

  #ask(account: string): Ask {
    return async <Id extends OperationId>(operation: Id, input: Parameters<Ask>[1]) => {
      const key = JSON.stringify([account, operation, input]);
      const now = Date.now();
      for (const [old, { at }] of this.#answers) if (now - at > ANSWER_MS) this.#answers.delete(old);
      const known = this.#answers.get(key);
      if (known) return known.answer as ReturnType<typeof read>;
      const read = async () => {
        const answer = await this.#options.accounts.send(account, { operation, ...input }, { background: true });
        return answer.kind === 'answer' ? readBody(operation, answer.status, answer.body) : null;
      };
      const answer = read();
      this.#answers.set(key, { at: now, answer });
      return answer;
    };
  }
}

/** Returns what the shell says in plain words of a file that could not be saved. */
const savingFault = (error: unknown): string =>
  error instanceof Error ? error.message : 'The file couldn’t be saved.';

const keyOf = ({ account, kind, of, part }: Wanted): string => `${account}/${kind}/${of}/${part ?? ''}`;

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}

/** Bytes 5 to 8 identify MP4; any other stored video is WebM. */
async function typeOf(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { start: 4, end: 7 })) {
    return String(chunk) === 'ftyp' ? 'video/mp4' : 'video/webm';
  }
  return 'video/mp4';
}

async function fromFile(
  { path, bytes }: { path: string; bytes: number },
  method: string,
  rangeHeader: string | null,
): Promise<Response> {
  const range = byteRange(rangeHeader, bytes);
  const headers: Record<string, string> = {
    'Content-Type': await typeOf(path),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  };
  if (range === 'outside') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  headers['Content-Length'] = String(end - start + 1);
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${bytes}`;
  const body =
    method === 'HEAD' ? null : (Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>);
  return new Response(body, { status: range ? 206 : 200, headers });
}
