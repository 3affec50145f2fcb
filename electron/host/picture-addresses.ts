/** Asks the service for the address of a picture, as addresses expire. */
import type { ApiAnswer } from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { PictureRequest } from '#contract/schema/picture-request.ts';
import type { Accounts } from './accounts.ts';
import type { ApiRequest } from './request.ts';
import { success } from './run-reading.ts';

/** Pictures of one board or one search are requested one after the other, so one answer serves them all. */
const SAME_ANSWER_MS = 60_000;

interface Source {
  readonly request: ApiRequest;
  readonly many: boolean;
  readonly find: (answer: ApiAnswer) => string | null;
}

function sourceOf(picture: PictureRequest): Source {
  if ('run_id' in picture) {
    const { channel_id: id, run_id, index } = picture;
    return {
      many: false,
      request: { operation: 'thumbnails.run', params: { id, run_id } },
      find: (answer) => {
        const run = success<{ output_urls: string[] }>(answer, OPERATIONS['thumbnails.run'].responses[200]);
        return run?.output_urls[index] ?? null;
      },
    };
  }
  if ('item_id' in picture) {
    return {
      many: true,
      request: { operation: 'board.get', params: { id: picture.channel_id } },
      find: (answer) => {
        const board = success<{ items: { id: number; url: string | null }[] }>(
          answer,
          OPERATIONS['board.get'].responses[200],
        );
        return board?.items.find(({ id }) => id === picture.item_id)?.url ?? null;
      },
    };
  }
  if ('script_id' in picture) {
    return {
      many: false,
      request: { operation: 'scripts.get', params: { id: picture.script_id } },
      find: (answer) =>
        success<{ thumbnail: string | null }>(answer, OPERATIONS['scripts.get'].responses[200])?.thumbnail ?? null,
    };
  }
  if ('idea_id' in picture) {
    return {
      many: false,
      request: { operation: 'local.ideas.get', params: { id: picture.idea_id } },
      find: (answer) =>
        success<{ evidence: { thumbnail_url: string } | null }>(answer, OPERATIONS['local.ideas.get'].responses[200])
          ?.evidence?.thumbnail_url || null,
    };
  }
  const { video_id, query, limit } = picture;
  return {
    many: true,
    request: { operation: 'intel.searchVideos', body: { query, limit } },
    find: (answer) => {
      const found = success<{ videos: { video_id: string; thumbnail_url: string }[] }>(
        answer,
        OPERATIONS['intel.searchVideos'].responses[200],
      );
      return found?.videos.find((video) => video.video_id === video_id)?.thumbnail_url || null;
    },
  };
}

export class PictureAddresses {
  readonly #accounts: Pick<Accounts, 'send'>;
  readonly #answers = new Map<string, { readonly at: number; readonly answer: Promise<ApiAnswer> }>();

  constructor(accounts: Pick<Accounts, 'send'>) {
    this.#accounts = accounts;
  }

  /** Returns null if the service has no such picture. */
  async of(picture: PictureRequest): Promise<string | null | 'unreachable'> {
    const { account } = picture;
    const { request, many, find } = sourceOf(picture);
    const key = `${account} ${JSON.stringify(request)}`;
    const known = this.#answers.get(key);
    if (known && Date.now() - known.at < SAME_ANSWER_MS) {
      const address = find(await known.answer);
      // If it is missing, ask again: it may have been created since.
      if (address !== null) return address;
    }
    const answer = this.#accounts.send(account, request, { background: true });
    this.#forget();
    if (many) this.#answers.set(key, { at: Date.now(), answer });
    const response = await answer;
    return response.kind === 'answer' && response.status < 500 ? find(response) : 'unreachable';
  }

  #forget(): void {
    const old = Date.now() - SAME_ANSWER_MS;
    for (const [key, { at }] of this.#answers) if (at < old) this.#answers.delete(key);
  }
}
