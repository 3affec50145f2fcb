/** Makes pictures through an OpenAI-compatible images API; contract/schema/image-provider.ts describes its calls. */
import { z } from 'zod';

import { GuardedFetch } from '../../../net/guarded-fetch.ts';
import { FetchRefusedError } from '../../../net/fetch-refusal.ts';
import { createPictureFetcher } from '../../../net/picture-fetcher.ts';
import {
  type ImageBrief,
  type ImageControl,
  type ImageEdit,
  type ImageEngine,
  ImageEngineError,
  type GeneratedImage,
  PictureRefusedError,
} from '../image-engine.ts';
import { testModelList } from '../../model-list.ts';
import { normalizePicture } from '../picture-file.ts';
import { toRefusalMessage } from './answers.ts';
import { prepareEdit, extractPicture } from './edit-canvas.ts';
import { buildEditPrompt, buildGenerationPrompt } from './prompts.ts';

export interface ImageModelConnection {
  readonly baseUrl: string;
  readonly model: string;
  /** `WIDTHxHEIGHT` or `auto`. */
  readonly size: string;
  readonly apiKey: string | null;
}

export interface ImageModelOptions {
  /** Fetches from the address that the owner chose, which may be on this machine. */
  readonly modelFetch?: GuardedFetch;
  /** Fetches from the addresses at which the model serves its pictures. */
  readonly outbound?: GuardedFetch;
  /** Timeout of one picture, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Timeout of a request; models are slow. */
const TIMEOUT_MS = 180_000;
/** Allows for a picture of 20 MB in base64 and a margin. */
const MAX_RESPONSE_BYTES = 28 * 1024 * 1024;

const Answer = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
});

type Form = Readonly<Record<string, string | readonly Blob[]>>;

const createNoPictureError = (reason: string, cause?: unknown) =>
  new ImageEngineError(`The image model returned no picture. ${reason}`, { cause });

const toPngBlob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

function toFormData(fields: Form): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    // Some servers accept several pictures under one name only if the name ends in [].
    else for (const blob of value) form.append(value.length > 1 ? `${name}[]` : name, blob, `${name}.png`);
  }
  return form;
}

class ImagesApi {
  readonly #connection: ImageModelConnection;
  readonly #base: string;
  readonly #modelFetch: GuardedFetch;
  readonly #outbound: GuardedFetch;
  readonly #timeoutMs: number;

  constructor(connection: ImageModelConnection, { modelFetch, outbound, timeoutMs = TIMEOUT_MS }: ImageModelOptions) {
    this.#connection = connection;
    this.#base = connection.baseUrl.replace(/\/+$/, '');
    this.#modelFetch = modelFetch ?? new GuardedFetch({ schemes: ['https:', 'http:'], isAllowed: () => true });
    this.#outbound = outbound ?? new GuardedFetch();
    this.#timeoutMs = timeoutMs;
  }

  get #authorization(): Record<string, string> {
    const { apiKey } = this.#connection;
    return apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
  }

  /** Returns a PNG file. @throws ImageEngineError */
  async draw(prompt: string, files: Form, control: ImageControl): Promise<Uint8Array> {
    const { model, size } = this.#connection;
    const fields = { model, prompt, ...(size !== 'auto' && { size }) };
    try {
      if (Object.keys(files).length === 0) {
        const body = JSON.stringify({ ...fields, n: 1 });
        return await this.#requestPicture('generations', body, 'application/json', control);
      }
      const form = new Response(toFormData({ ...fields, n: '1', ...files }));
      const body = new Uint8Array(await form.arrayBuffer());
      return await this.#requestPicture('edits', body, form.headers.get('Content-Type') ?? '', control);
    } catch (error) {
      control.signal.throwIfAborted();
      if (error instanceof FetchRefusedError) throw createNoPictureError(error.message, error);
      if (error instanceof PictureRefusedError) throw createNoPictureError('Its response isn’t a picture.', error);
      throw error;
    }
  }

  async #requestPicture(
    path: string,
    body: string | Uint8Array,
    type: string,
    control: ImageControl,
  ): Promise<Uint8Array> {
    const { signal, paidRequest } = control;
    const answer = (await paidRequest?.before()) ?? (await this.#send(path, body, type, control));
    const [image] = parseAnswer(answer).data;
    if (image?.b64_json) {
      const file = Buffer.from(image.b64_json.replace(/^data:[^,]{0,100},/, ''), 'base64');
      return (await normalizePicture(file)).bytes;
    }
    if (!image?.url) throw createNoPictureError('Its content rules may be the reason.');
    return (await normalizePicture(await this.#fetchPicture(image.url, signal))).bytes;
  }

  /** Sends the paid request; its answer is written to disk before anything else uses it. */
  async #send(
    path: string,
    body: string | Uint8Array,
    type: string,
    { signal, paidRequest }: ImageControl,
  ): Promise<string> {
    const { status, headers, text } = await this.#modelFetch.post(
      `${this.#base}/images/${path}`,
      {
        body,
        headers: { Accept: 'application/json', 'Content-Type': type, ...this.#authorization },
        timeoutMs: this.#timeoutMs,
        maxKeptBytes: MAX_RESPONSE_BYTES,
        maxRedirects: 0,
      },
      signal,
    );
    if (status !== 200) throw createNoPictureError(toRefusalMessage(status, headers, text, this.#connection.apiKey));
    await paidRequest?.keep(text);
    return text;
  }

  /** The owner chose the API's own origin; any other address must be public. */
  #fetchPicture(url: string, signal: AbortSignal): Promise<Uint8Array> {
    const isOwnOrigin = URL.canParse(url) && new URL(url).origin === new URL(this.#base).origin;
    return createPictureFetcher(isOwnOrigin ? this.#modelFetch : this.#outbound).fetch(url, signal);
  }
}

function parseAnswer(text: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch (error) {
    throw createNoPictureError(
      'Its response couldn’t be read. Check that the base URL points to an images API.',
      error,
    );
  }
}

async function generate(api: ImagesApi, brief: ImageBrief, control: ImageControl): Promise<Uint8Array> {
  const { references } = brief;
  const files = references.length === 0 ? {} : { image: references.map(toPngBlob) };
  return api.draw(buildGenerationPrompt(brief), files, control);
}

async function edit(api: ImagesApi, size: string, request: ImageEdit, control: ImageControl): Promise<Uint8Array> {
  const canvas = await prepareEdit(request, size);
  const files = { image: [toPngBlob(canvas.image)], ...(canvas.mask && { mask: [toPngBlob(canvas.mask)] }) };
  return extractPicture(canvas, await api.draw(buildEditPrompt(request), files, control));
}

/** Wraps the model as an engine. The caller crops pictures to size and restores what lies outside a region. */
export function createImageModelEngine(connection: ImageModelConnection, options: ImageModelOptions = {}): ImageEngine {
  const api = new ImagesApi(connection, options);
  const toImage = (bytes: Uint8Array): GeneratedImage => ({
    bytes,
    note: `Drawn by the image model “${connection.model}”.`,
  });
  return {
    label: connection.model,
    isImageModel: true,
    generate: async (brief, control) => toImage(await generate(api, brief, control)),
    edit: async (request, control) => toImage(await edit(api, connection.size, request, control)),
  };
}

/** Tests the connection. Never throws, draws nothing and spends nothing. */
export function testImageModel(connection: ImageModelConnection): Promise<{ ok: boolean; message: string }> {
  const describeRefusal = (status: number): string => toRefusalMessage(status, {}, '', connection.apiKey);
  return testModelList(connection, { first: 'the first picture', refusalMessage: describeRefusal });
}
