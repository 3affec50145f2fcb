/** Speaks through an OpenAI-compatible `audio/speech` endpoint; contract/schema/speech.ts describes its calls. */
import { logCall } from '../log-call.ts';
import { testModelList } from '../model-list.ts';
import type { PaidRequest } from '../paid-request.ts';
import { type SpeechRequest, type SpeechEngine, SpeechEngineError } from './speech-engine.ts';
import { decodeSamples } from './wave.ts';

export interface VoiceEndpoint {
  /** Ends before `/audio/speech`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** The endpoint's name for the voice. */
  readonly voice: string;
}

const TIMEOUT_MS = 60_000;
/** Enough for ten minutes of speech; a sentence takes seconds. */
const MAX_BYTES = 60 * 1024 * 1024;
const IN_SETTINGS = 'under Settings, Speech.';

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new SpeechEngineError('The voice returned far more audio than one sentence needs.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Explains a status other than 200. The provider's own words are left out: they could contain the key. */
function toRefusalMessage(status: number): string {
  if (status === 401 || status === 403) return `The provider refused the key. Check it ${IN_SETTINGS}`;
  if (status === 402)
    return 'Your account with the provider has no credit left. Top it up there, or connect another provider.';
  if (status === 404) return `The provider doesn’t know this model or address. Check both ${IN_SETTINGS}`;
  if (status === 429)
    return 'The provider is receiving too many requests, or your account has no credit left. Wait a minute and try again.';
  if (status >= 500) return 'The provider is having problems right now. Try again in a few minutes.';
  return `The provider responded with ${status}. Check the model and the voice ${IN_SETTINGS}`;
}

async function requestSpeech(
  { baseUrl, apiKey, model, voice }: VoiceEndpoint,
  { sentence, rate }: SpeechRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  const body = JSON.stringify({ model, voice, input: sentence, speed: rate, response_format: 'wav' });
  const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    // Follow no redirect: it could carry the key to another host.
    const options = { method: 'POST', headers, body, signal: requestSignal, redirect: 'manual' } as const;
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/audio/speech`, options);
    if (!response.ok) {
      await response.body?.cancel();
      throw new SpeechEngineError(`The voice returned no audio. ${toRefusalMessage(response.status)}`);
    }
    return await readBytes(response);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof SpeechEngineError) throw cause;
    throw new SpeechEngineError('The voice’s provider couldn’t be reached.', { cause });
  }
}

async function readStoredAnswer(paidRequest: PaidRequest | undefined): Promise<string | null> {
  try {
    return (await paidRequest?.before()) ?? null;
  } catch (cause) {
    throw new SpeechEngineError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export const formatVoiceLabel = ({ baseUrl, model, voice }: Omit<VoiceEndpoint, 'apiKey'>): string =>
  `${model} (${voice}) at ${new URL(baseUrl).host}`;

export function createOpenaiVoice(endpoint: VoiceEndpoint): SpeechEngine {
  return {
    label: formatVoiceLabel(endpoint),
    isVoice: true,
    // The API lists no voices, so use the connected one, whatever was chosen before.
    listVoices: () => Promise.resolve([]),
    speak: async (request, signal, paidRequest) => {
      const storedAnswer = await readStoredAnswer(paidRequest);
      if (storedAnswer !== null) return decodeSamples(Buffer.from(storedAnswer, 'base64'));
      const file = await logCall({ kind: 'speech', model: endpoint.model }, () =>
        requestSpeech(endpoint, request, signal),
      );
      // Write it to disk before using it: it has been paid for.
      await paidRequest?.keep(file.toString('base64'));
      return decodeSamples(file);
    },
  };
}

/** Tests the connection. Never throws, speaks nothing and spends nothing. */
export function testVoice(endpoint: VoiceEndpoint): Promise<{ ok: boolean; message: string }> {
  return testModelList(endpoint, { first: 'the first sentence', refusalMessage: toRefusalMessage });
}
