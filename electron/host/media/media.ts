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

import { parseByteRange } from '#platform/byte-range.ts';
import type { CallOutput, CallParsed } from '#contract/bridge.ts';
import type { OperationId } from '#contract/operations/index.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Accounts } from '../accounts.ts';
import type { Emit } from '../events.ts';
import type { HostPorts, SaveFileRequest } from '../ports.ts';
import { mayFetch } from '../pictures.ts';
import { KeptVideos } from './kept-videos.ts';
import { getAddress, readBody, readMediaPath, type CallOperation, type MediaTarget } from './media-address.ts';

const log = logger('media');

/** Only these types are forwarded, whatever the server claims. */
const ALLOWED_TYPES =
  /^(?:video\/(?:mp4|webm)|audio\/[\w.+-]+|image\/(?:png|jpeg|webp)|text\/vtt|application\/zip)(?:;|$)/;
/** Replaces the server's headers for attached files, so that nothing in them is shown or run. */
const ONLY_DOWNLOADED = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'private, no-store',
} as const;
const FORWARDED_HEADERS = ['content-type', 'content-length', 'content-range', 'accept-ranges'] as const;
/** A signed address is requested again after this long. */
const ADDRESS_MAX_AGE_MS = 60_000;
const HEAD_TIMEOUT_MS = 30_000;
/** Pictures of one video that are requested together share one answer. */
const ANSWER_MAX_AGE_MS = 2000;
const PROGRESS_MS = 150;

export interface MediaRequest {
  /** The path of the URL, still encoded. */
  readonly pathname: string;
  readonly method: string;
  readonly range: string | null;
}

interface Download {
  readonly name: string;
  readonly filters: SaveFileRequest['filters'];
  /** The message if the download failed. */
  readonly failure: string;
}

interface MediaOptions {
  readonly folder: string;
  readonly accounts: Pick<Accounts, 'send' | 'getBaseUrl'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly emit: Emit;
}

/**
 * Returns whether the host answers a path of the page's origin: videos and pictures of accounts, pictures of scripts,
 * fonts.
 */
export const isServedByHost = (pathname: string): boolean => /^\/(?:media|pictures|fonts)\//.test(pathname);

const emptyResponse = (status: number): Response => new Response(null, { status });

export class Media {
  readonly #options: MediaOptions;
  readonly #videos: KeptVideos;
  readonly #stopController = new AbortController();
  readonly #addresses = new Map<string, { address: string; at: number }>();
  readonly #answers = new Map<string, { at: number; answer: Promise<unknown> }>();

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#videos = new KeptVideos(options.folder);
  }

  async answer({ pathname, method, range }: MediaRequest): Promise<Response> {
    const target = readMediaPath(decodePath(pathname));
    if (!target) return emptyResponse(404);
    const storedFile =
      target.kind === 'video' && target.part !== null ? await this.#videos.findFile(target.part) : null;
    if (storedFile) return respondFromFile(storedFile, method, range);
    const response = await this.#forward(target, method, range);
    if (response.ok && method === 'GET' && target.kind === 'video') void this.#keep(target);
    return response;
  }

  async keep({ account, project, revision }: CallParsed<'video.keep'>): Promise<CallOutput<'video.keep'>> {
    const path = await this.#keep({ account, kind: 'video', resource: project, part: revision });
    if (path !== null) return { ok: true };
    return { ok: false, message: 'The video didn’t download completely. Try again.' };
  }

  /** Asks the person where to save a version and writes it there. */
  async save({ name, ...video }: CallParsed<'video.save'>): Promise<CallOutput<'video.save'>> {
    const { saveFile } = this.#options.ports;
    if (!saveFile) return { outcome: 'unsupported' };
    const path = await this.#keep({
      account: video.account,
      kind: 'video',
      resource: video.project,
      part: video.revision,
    });
    if (path === null) return { outcome: 'failed', message: 'The video didn’t download completely. Try again.' };
    try {
      const filters = [{ name: 'Video', extensions: [name.endsWith('.webm') ? 'webm' : 'mp4'] }];
      const answer = await saveFile({ suggestedName: name, filters, content: { file: path } });
      return answer.saved ? { outcome: 'saved', name: answer.name } : { outcome: 'cancelled' };
    } catch (error) {
      return { outcome: 'failed', message: toFailureMessage(error) };
    }
  }

  /** Downloads a package for editing programs, asks the person where to save it and puts it there. */
  saveHandOff({ account, operation, name }: CallParsed<'handOff.save'>): Promise<CallOutput<'handOff.save'>> {
    const target: MediaTarget = { account, kind: 'handoff', resource: operation, part: null };
    const filters = [{ name: 'ZIP', extensions: ['zip'] }];
    return this.#download(target, { name, filters, failure: 'The package didn’t download completely. Try again.' });
  }

  /** Downloads a file that is attached to a project, asks the person where to save it and puts it there. */
  saveAttachment(input: CallParsed<'attachment.save'>): Promise<CallOutput<'attachment.save'>> {
    const { account, project, attachment, name } = input;
    const target: MediaTarget = { account, kind: 'attachment', resource: project, part: attachment };
    return this.#download(target, { name, filters: [], failure: 'The file didn’t download completely. Try again.' });
  }

  async #download(target: MediaTarget, { name, filters, failure }: Download): Promise<CallOutput<'handOff.save'>> {
    const { saveFile } = this.#options.ports;
    if (!saveFile) return { outcome: 'unsupported' };
    const part = join(this.#options.folder, `${randomUUID()}.part`);
    try {
      const response = await this.#fetch(target, 'GET', null, this.#stopController.signal);
      if (response?.status !== 200 || !response.body) return { outcome: 'failed', message: failure };
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await pipeline(response.body, createWriteStream(part, { mode: 0o600 }), { signal: this.#stopController.signal });
    } catch (error) {
      log.warn('file not downloaded', { kind: target.kind, ...describeError(error) });
      await rm(part, { force: true });
      return { outcome: 'failed', message: failure };
    }
    try {
      const answer = await saveFile({ suggestedName: name, filters, content: { file: part } });
      return answer.saved ? { outcome: 'saved', name: answer.name } : { outcome: 'cancelled' };
    } catch (error) {
      return { outcome: 'failed', message: toFailureMessage(error) };
    } finally {
      await rm(part, { force: true });
    }
  }

  stop(): Promise<void> {
    this.#stopController.abort();
    return this.#videos.stop();
  }

  #keep(target: MediaTarget): Promise<string | null> {
    const revision = target.part ?? '';
    let lastReport = 0;
    return this.#videos.keep(revision, {
      fetch: async (signal) => {
        const response = await this.#fetch(target, 'GET', null, signal);
        if (response?.status !== 200 || !response.body) return null;
        const total = Number(response.headers.get('content-length'));
        return { body: response.body, total: total > 0 ? total : null };
      },
      progress: (done, total) => {
        const now = Date.now();
        if (now - lastReport < PROGRESS_MS && done !== total) return;
        lastReport = now;
        this.#options.emit('video.keeping', { revision, done, total });
      },
    });
  }

  async #forward(target: MediaTarget, method: string, range: string | null): Promise<Response> {
    const response = await this.#fetch(target, method, range).catch((error: unknown) => {
      log.warn('media not fetched', describeError(error));
      return null;
    });
    if (!response) return emptyResponse(404);
    const type = response.headers.get('content-type') ?? '';
    const isAttachment = target.kind === 'attachment';
    if (!response.ok || !(isAttachment || ALLOWED_TYPES.test(type))) {
      await response.body?.cancel();
      return emptyResponse(response.status === 416 ? 416 : 502);
    }
    const headers = new Headers({ 'Cache-Control': 'private, no-cache' });
    for (const name of FORWARDED_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (isAttachment) for (const [name, value] of Object.entries(ONLY_DOWNLOADED)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  }

  async #fetch(
    target: MediaTarget,
    method: string,
    range: string | null,
    signal?: AbortSignal,
  ): Promise<Response | null> {
    const address = await this.#findAddress(target);
    if (address === null || !mayFetch(address, await this.#options.accounts.getBaseUrl(target.account))) return null;
    const headTimeout = new AbortController();
    const timer = setTimeout(() => headTimeout.abort(), HEAD_TIMEOUT_MS);
    try {
      // Sends no token, as the addresses are signed, and asks for uncompressed bytes, which a Range counts.
      const headers = { 'Accept-Encoding': 'identity', ...(range === null ? {} : { Range: range }) };
      const signals = signal ? AbortSignal.any([headTimeout.signal, signal]) : headTimeout.signal;
      const response = await fetch(address, { method, headers, redirect: 'error', signal: signals });
      // The address has expired or the file has moved: the next request asks for a new one.
      if (!response.ok && response.status !== 416) this.#addresses.delete(getKey(target));
      return response;
    } finally {
      clearTimeout(timer);
    }
  }

  async #findAddress(target: MediaTarget): Promise<string | null> {
    // A picture may change under the same name; a version never does.
    const key = getKey(target);
    const cachedAddress = this.#addresses.get(key);
    if (target.kind === 'video' && cachedAddress && Date.now() - cachedAddress.at < ADDRESS_MAX_AGE_MS)
      return cachedAddress.address;
    const address = await getAddress(target, this.#createCaller(target.account));
    if (address !== null) this.#addresses.set(key, { address, at: Date.now() });
    return address;
  }

  #createCaller(account: string): CallOperation {
    return async <Id extends OperationId>(operation: Id, input: Parameters<CallOperation>[1]) => {
      const key = JSON.stringify([account, operation, input]);
      const now = Date.now();
      for (const [oldKey, { at }] of this.#answers) if (now - at > ANSWER_MAX_AGE_MS) this.#answers.delete(oldKey);
      const cachedAnswer = this.#answers.get(key);
      if (cachedAnswer) return cachedAnswer.answer as ReturnType<typeof read>;
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

/** Returns the shell's plain message for a file that could not be saved. */
const toFailureMessage = (error: unknown): string =>
  error instanceof Error ? error.message : 'The file couldn’t be saved.';

const getKey = ({ account, kind, resource, part }: MediaTarget): string =>
  `${account}/${kind}/${resource}/${part ?? ''}`;

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}

/** Bytes 5 to 8 identify MP4; any other stored video is WebM. */
async function getType(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { start: 4, end: 7 })) {
    return String(chunk) === 'ftyp' ? 'video/mp4' : 'video/webm';
  }
  return 'video/mp4';
}

async function respondFromFile(
  { path, bytes }: { path: string; bytes: number },
  method: string,
  rangeHeader: string | null,
): Promise<Response> {
  const range = parseByteRange(rangeHeader, bytes);
  const headers: Record<string, string> = {
    'Content-Type': await getType(path),
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
