/** Finds and tries text models before they are connected (not in the spec). */
import { z } from 'zod';

import { Id, openEnum, optionalText, text, WebAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { MODEL_PROVIDER_KINDS } from './local.ts';

export const MODEL_SERVERS = ['ollama', 'lmstudio', 'llamacpp', 'jan'] as const;
export type ModelServerName = (typeof MODEL_SERVERS)[number];

/** A model of a server on this computer; null means that the server doesn't say. */
export const FoundModel = z.looseObject({
  /** The name that requests use. */
  name: z.string(),
  /** The number of bytes of its file. */
  bytes: z.int().nullable(),
  /** The number of parameters as the server writes it, such as "8.0B". */
  parameters: z.string().nullable(),
  /** The number of tokens that fit into one request: as loaded, else at most. */
  context: z.int().nullable(),
  /** True if the server only passes requests on to another company’s computers. */
  elsewhere: z.boolean(),
});
export type FoundModel = z.infer<typeof FoundModel>;

export const ModelServer = z.looseObject({
  server: openEnum(MODEL_SERVERS),
  base_url: z.string(),
  /** True if it lists its models only with a key. */
  needs_key: z.boolean(),
  models: z.array(FoundModel),
});
export type ModelServer = z.infer<typeof ModelServer>;

const connection = {
  kind: z.enum(MODEL_PROVIDER_KINDS),
  base_url: WebAddress(LIMITS.provider.address).nullish(),
  /** Write-only: used for this request and not stored. */
  api_key: optionalText({ max: 1000 }),
  /** Uses the stored key of this provider if none is given; only for the address it was stored for. */
  provider_id: Id.nullish(),
};

export const ModelListRequest = z.strictObject(connection);

export const ModelList = z.looseObject({
  ok: z.boolean(),
  /** The reason why there is no list and what to do, in plain words; empty if there is one. */
  message: z.string(),
  /** The kind of the failure, such as `refused-key`. */
  code: z.string().nullable(),
  models: z.array(z.string()),
});

export const ModelTestRequest = z.strictObject({
  ...connection,
  model: text({ min: 1, max: LIMITS.provider.model }),
  embedding_model: optionalText({ max: LIMITS.provider.model }),
});

export const ModelTestResult = z.looseObject({
  ok: z.boolean(),
  /** The server's answer, in plain words. */
  message: z.string(),
  /** The kind of the failure, such as `refused-key`. */
  code: z.string().nullable(),
});
