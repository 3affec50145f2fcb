/** Voices behind an OpenAI-compatible `audio/speech` endpoint. */
import { type SpeechEngine, SpeechEngineError } from './speech-engine.ts';
import { samplesOf } from './wave.ts';

export interface VoiceEndpoint {
  /** Ends before `/audio/speech`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** Where none is asked for. */
  readonly voice: string;
}

const TIMEOUT_MS = 60_000;
/** Ten minutes of speech; a sentence takes seconds. */
const MOST_BYTES = 60 * 1024 * 1024;

async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new SpeechEngineError('The voice answered with more sound than a sentence has.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function openaiVoice({ baseUrl, apiKey, model, voice: usual }: VoiceEndpoint): SpeechEngine {
  return {
    label: `${model} at ${new URL(baseUrl).host}`,
    isVoice: true,
    // The API lists none.
    voices: () => Promise.resolve([]),
    speak: async ({ sentence, rate, voice }, signal) => {
      const headers = {
        'content-type': 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      };
      const body = { model, voice: voice ?? usual, input: sentence, speed: rate, response_format: 'wav' };
      const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      try {
        // A redirect could carry the key to another host, so none is followed.
        const options = {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal: either,
          redirect: 'manual',
        } as const;
        const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/audio/speech`, options);
        if (!response.ok) {
          await response.body?.cancel();
          throw new SpeechEngineError(
            `The voice’s service answered ${response.status}. Check its address, key and model.`,
          );
        }
        return samplesOf(await bytesOf(response));
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof SpeechEngineError) throw cause;
        throw new SpeechEngineError('The voice’s service could not be reached.', { cause });
      }
    },
  };
}
