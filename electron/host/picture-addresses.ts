/** Asks the service for the address of a picture, as addresses expire. */
import type { ApiAnswer } from '#contract/bridge.ts';
import { isRecord } from '#contract/record.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { PictureRequest } from '#contract/schema/picture-request.ts';
import type { Accounts } from './accounts.ts';
import { readBody } from './media/media-address.ts';
import type { ApiRequest } from './request.ts';
import { readData } from './run-reading.ts';

/** Pictures of one board are requested one after the other, so one answer serves them all. */
const ANSWER_MAX_AGE_MS = 60_000;

interface Source {
  readonly request: ApiRequest;
  readonly isShared: boolean;
  readonly find: (answer: ApiAnswer) => string | null;
}

/** Returns null for the platform's pictures: no request finds them, so their addresses are noted from earlier answers. */
function getSource(picture: PictureRequest): Source | null {
  if ('run_id' in picture) {
    const { channel_id: id, run_id, index } = picture;
    return {
      isShared: false,
      request: { operation: 'thumbnails.run', params: { id, run_id } },
      find: (answer) => {
        const run = readData<{ output_urls: string[] }>(answer, OPERATIONS['thumbnails.run'].responses[200]);
        return run?.output_urls[index] ?? null;
      },
    };
  }
  if ('item_id' in picture) {
    return {
      isShared: true,
      request: { operation: 'board.get', params: { id: picture.channel_id } },
      find: (answer) => {
        const board = readData<{ items: { id: number; url: string | null }[] }>(
          answer,
          OPERATIONS['board.get'].responses[200],
        );
        return board?.items.find(({ id }) => id === picture.item_id)?.url ?? null;
      },
    };
  }
  if ('script_id' in picture) {
    return {
      isShared: false,
      request: { operation: 'scripts.get', params: { id: picture.script_id } },
      find: (answer) =>
        readData<{ thumbnail: string | null }>(answer, OPERATIONS['scripts.get'].responses[200])?.thumbnail ?? null,
    };
  }
  if ('idea_id' in picture) {
    return {
      isShared: false,
      request: { operation: 'local.ideas.get', params: { id: picture.idea_id } },
      find: (answer) =>
        readData<{ evidence: { thumbnail_url: string } | null }>(answer, OPERATIONS['local.ideas.get'].responses[200])
          ?.evidence?.thumbnail_url || null,
    };
  }
  if ('person_picture' in picture) {
    return {
      isShared: true,
      request: { operation: 'local.members.list' },
      find: (answer) => findPersonPicture(answer, picture.person_picture),
    };
  }
  return null;
}

/** Returns the address of a picture of a present or former member. */
function findPersonPicture(answer: ApiAnswer, sha256: string): string | null {
  const body = answer.kind === 'answer' ? readBody('local.members.list', answer.status, answer.body) : null;
  const people = [...(body?.data ?? []), ...(body?.former ?? [])];
  return people.find(({ picture }) => picture?.sha256 === sha256)?.picture?.url ?? null;
}

/** At most this many addresses of the platform's pictures are remembered. */
const MAX_ADDRESSES = 5000;
const PLATFORM_OPERATIONS = /^(?:intel|local\.intel|local\.competitors|local\.platform|competitors)\./;

const noteKey = (account: string, id: string): string => `${account} ${id}`;

/** Returns the address of a platform's picture that an object of an answer names, with the id it belongs to. */
function readNamedPicture(value: Readonly<Record<string, unknown>>): readonly [id: string, address: string] | null {
  const { video_id, thumbnail_url, channel_id, thumbnails } = value;
  if (typeof video_id === 'string' && typeof thumbnail_url === 'string') return [video_id, thumbnail_url];
  if (typeof channel_id !== 'string' || !isRecord(thumbnails)) return null;
  const [smallest] = Object.values(thumbnails);
  const address = isRecord(smallest) ? smallest['url'] : null;
  return typeof address === 'string' ? [channel_id, address] : null;
}

export class PictureAddresses {
  readonly #accounts: Pick<Accounts, 'send'>;
  /** Maps account and id to addresses, the oldest first. */
  readonly #noted = new Map<string, string>();
  readonly #answers = new Map<string, { readonly at: number; readonly answer: Promise<ApiAnswer> }>();

  constructor(accounts: Pick<Accounts, 'send'>) {
    this.#accounts = accounts;
  }

  /** Remembers the addresses of the platform's pictures that an answer names. */
  note(account: string, operation: string, body: unknown): void {
    if (!PLATFORM_OPERATIONS.test(operation)) return;
    const values: unknown[] = [body];
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      if (Array.isArray(value)) values.push(...(value as unknown[]));
      if (!isRecord(value)) continue;
      const picture = readNamedPicture(value);
      if (picture) this.#remember(noteKey(account, picture[0]), picture[1]);
      values.push(...Object.values(value).filter((child) => typeof child === 'object' && child !== null));
    }
  }

  #remember(key: string, address: string): void {
    this.#noted.delete(key);
    if (address !== '') this.#noted.set(key, address);
    const [oldest] = this.#noted.keys();
    if (oldest !== undefined && this.#noted.size > MAX_ADDRESSES) this.#noted.delete(oldest);
  }

  /** Returns null if the service has no such picture. */
  async getAddress(picture: PictureRequest): Promise<string | null | 'unreachable'> {
    const { account } = picture;
    const source = getSource(picture);
    if (source === null) {
      const id =
        'video_id' in picture ? picture.video_id : 'platform_channel' in picture ? picture.platform_channel : '';
      return this.#noted.get(noteKey(account, id)) ?? 'unreachable';
    }
    const { request, isShared, find } = source;
    const key = `${account} ${JSON.stringify(request)}`;
    const cachedAnswer = this.#answers.get(key);
    if (cachedAnswer && Date.now() - cachedAnswer.at < ANSWER_MAX_AGE_MS) {
      const address = find(await cachedAnswer.answer);
      // If it is missing, ask again: it may have been created since.
      if (address !== null) return address;
    }
    const answer = this.#accounts.send(account, request, { background: true });
    this.#dropOldAnswers();
    if (isShared) this.#answers.set(key, { at: Date.now(), answer });
    const response = await answer;
    return response.kind === 'answer' && response.status < 500 ? find(response) : 'unreachable';
  }

  #dropOldAnswers(): void {
    const cutoff = Date.now() - ANSWER_MAX_AGE_MS;
    for (const [key, { at }] of this.#answers) if (at < cutoff) this.#answers.delete(key);
  }
}
