import type { z } from 'zod';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { VideoCreate, VideoQuote } from '#contract/schema/video.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const EMPTY_FORM = {
  name: '',
  script: '',
  /** The script that the text comes from; comments go to its project. */
  script_id: null as number | null,
  captions_enabled: true,
  caption_style: 'default',
  captions_over_text: false,
  music_enabled: true,
  /** Id of a sound of the team's media; '' for the built-in music. */
  music_asset: '',
  music_name: '',
  music_level: 1 as number | null,
  narration_enabled: true,
  voice_id: '',
  voice_speaking_rate: 1 as number | null,
  /** Empty until a size is chosen. */
  resolution: '',
  design: 'screening',
  aspect_ratio: '16:9',
  frames_per_second: 30,
};
type VideoFields = typeof EMPTY_FORM;
type Body = z.input<typeof VideoCreate>;

function getBody(
  {
    voice_id,
    voice_speaking_rate,
    script_id,
    resolution,
    music_asset,
    music_name: _name,
    music_level,
    aspect_ratio,
    frames_per_second,
    captions_over_text,
    ...fields
  }: VideoFields,
  channel: number | null,
): object {
  return {
    ...fields,
    ...(music_asset === '' || !fields.music_enabled ? {} : { library_asset_public_ids: [music_asset] }),
    ...(music_level === null || music_level === 1 || !fields.music_enabled ? {} : { music_level }),
    ...(resolution === '' ? {} : { resolution }),
    ...(captions_over_text && fields.captions_enabled ? { captions_over_text } : {}),
    // A service with only the default shape and rate may not know these names.
    ...(aspect_ratio === EMPTY_FORM.aspect_ratio ? {} : { aspect_ratio }),
    ...(frames_per_second === EMPTY_FORM.frames_per_second ? {} : { frames_per_second }),
    ...(voice_id === '' ? {} : { voice_id }),
    ...(voice_speaking_rate === null ? {} : { voice_speaking_rate }),
    ...(script_id === null ? {} : { project_id: `project:v1:script:${script_id}` }),
    ...(channel === null ? {} : { channel_id: channel }),
  };
}

type VideoForm = SavedForm<VideoFields, Body, ServiceOperation>;

interface NewVideoOptions {
  readonly account: string;
  readonly channel: number | null;
  /** Id of the script that the video is made from; 0 if the text is written in the form. */
  readonly script: number;
}

/** Creates the form of a new video. It is saved while typing and sent once. */
export function createVideoForm(app: AppState, { account, channel, script }: NewVideoOptions): VideoForm {
  // A request repeated after an unclear outcome uses the same key, so the service gives the same answer.
  let key = crypto.randomUUID();
  let sentJson = '';
  return new SavedForm<VideoFields, Body, ServiceOperation>({
    forms: app.forms,
    account,
    name: `video-of-${Math.abs(script)}`,
    empty: EMPTY_FORM,
    schema: async () => {
      const [{ z }, schemas] = await Promise.all([import('zod'), import('#contract/schema/video.ts')]);
      return z.preprocess((fields) => getBody(fields as VideoFields, channel), schemas.VideoCreate) as z.ZodType<Body>;
    },
    send: async (body) => {
      const bodyJson = JSON.stringify(body);
      if (sentJson !== '' && sentJson !== bodyJson) key = crypto.randomUUID();
      sentJson = bodyJson;
      const result = await app.api.call(account, 'video.create', { body, idempotencyKey: key });
      return result.ok ? { ok: true, created: result.body.operation } : result;
    },
  });
}

type QuoteState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'quote'; readonly quote: VideoQuote }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** The price of a video, fetched again shortly after each change. */
export class LiveQuote {
  readonly #app: AppState;
  readonly #options: NewVideoOptions;
  #state = $state.raw<QuoteState>({ kind: 'none' });
  #latestRequest = 0;

  constructor(app: AppState, options: NewVideoOptions) {
    this.#app = app;
    this.#options = options;
  }

  get state(): QuoteState {
    return this.#state;
  }

  /** Returns a function that cancels the request. */
  request(fields: VideoFields): () => void {
    const requestNumber = ++this.#latestRequest;
    if (!/[\p{L}\p{N}]/u.test(fields.script)) {
      this.#state = { kind: 'none' };
      return () => undefined;
    }
    this.#state = { kind: 'loading' };
    const timer = setTimeout(() => void this.#fetch(fields, requestNumber), 350);
    return () => clearTimeout(timer);
  }

  async #fetch(fields: VideoFields, requestNumber: number): Promise<void> {
    const { account, channel } = this.#options;
    const body = getBody({ ...fields, name: fields.name.trim() || 'Video' }, channel) as Body;
    const result = await this.#app.api.call(account, 'video.quote', { body });
    if (requestNumber !== this.#latestRequest) return;
    this.#state = result.ok ? { kind: 'quote', quote: result.body.data } : { kind: 'failed', failure: result.failure };
  }
}
