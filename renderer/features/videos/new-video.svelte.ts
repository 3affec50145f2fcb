import type { z } from 'zod';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { VideoCreate, VideoQuote } from '#contract/schema/video.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

const EMPTY = {
  name: '',
  script: '',
  /** The script its words were taken from; comments stand with that one's project. */
  script_id: null as number | null,
  captions_enabled: true,
  caption_style: 'default',
  music_enabled: true,
  narration_enabled: true,
  voice_id: '',
  voice_speaking_rate: 1 as number | null,
  resolution: '720p',
  design: 'screening',
};
type VideoFields = typeof EMPTY;
type Body = z.input<typeof VideoCreate>;

/** What of the fields is sent. */
function bodyOf({ voice_id, voice_speaking_rate, script_id, ...fields }: VideoFields, channel: number | null): object {
  return {
    ...fields,
    ...(voice_id === '' ? {} : { voice_id }),
    ...(voice_speaking_rate === null ? {} : { voice_speaking_rate }),
    ...(script_id === null ? {} : { project_id: `project:v1:script:${script_id}` }),
    ...(channel === null ? {} : { channel_id: channel }),
  };
}

type VideoForm = KeptForm<VideoFields, Body, ServiceOperation>;

interface NewVideoOptions {
  readonly account: string;
  readonly channel: number | null;
  /** The script it is made from, 0 for a text that is written for it. */
  readonly script: number;
}

/** The form of a new video; kept while it is typed, sent once. */
export function newVideo(studio: Studio, { account, channel, script }: NewVideoOptions): VideoForm {
  // What is unclear is asked again under the same key, and answered as it was.
  let key = crypto.randomUUID();
  let sent = '';
  return new KeptForm<VideoFields, Body, ServiceOperation>({
    forms: studio.forms,
    account,
    name: `video-of-${Math.abs(script)}`,
    empty: EMPTY,
    schema: async () => {
      const [{ z }, schemas] = await Promise.all([import('zod'), import('#contract/schema/video.ts')]);
      return z.preprocess((fields) => bodyOf(fields as VideoFields, channel), schemas.VideoCreate) as z.ZodType<Body>;
    },
    send: async (body) => {
      const now = JSON.stringify(body);
      if (sent !== '' && sent !== now) key = crypto.randomUUID();
      sent = now;
      const result = await studio.api.call(account, 'video.create', { body, idempotencyKey: key });
      return result.ok ? { ok: true, made: result.body.operation } : result;
    },
  });
}

type Quoted =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'quote'; readonly quote: VideoQuote }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** What it would cost, asked anew in a quiet moment after each change. */
export class QuoteOf {
  readonly #studio: Studio;
  readonly #options: NewVideoOptions;
  #quoted = $state.raw<Quoted>({ kind: 'none' });
  #round = 0;

  constructor(studio: Studio, options: NewVideoOptions) {
    this.#studio = studio;
    this.#options = options;
  }

  get quoted(): Quoted {
    return this.#quoted;
  }

  /** The returned function takes the question back. */
  ask(fields: VideoFields): () => void {
    const round = ++this.#round;
    if (!/[\p{L}\p{N}]/u.test(fields.script)) {
      this.#quoted = { kind: 'none' };
      return () => undefined;
    }
    this.#quoted = { kind: 'asking' };
    const timer = setTimeout(() => void this.#look(fields, round), 350);
    return () => clearTimeout(timer);
  }

  async #look(fields: VideoFields, round: number): Promise<void> {
    const { account, channel } = this.#options;
    const body = bodyOf({ ...fields, name: fields.name.trim() || 'Video' }, channel) as Body;
    const result = await this.#studio.api.call(account, 'video.quote', { body });
    if (round !== this.#round) return;
    this.#quoted = result.ok ? { kind: 'quote', quote: result.body.data } : { kind: 'failed', failure: result.failure };
  }
}
