/** Probes this computer for servers with OpenAI's speech API. Runs only when a person asks for the list. */
import { z } from 'zod';

import type { SpeechServer, SpeechServerName } from '#contract/schema/speech.ts';

import { LOOPBACK, readLocalJson } from '../this-computer.ts';

export type SpeechServerPorts = Readonly<Record<SpeechServerName, number>>;

/** The ports of Kokoro-FastAPI, of openedai-speech and Speaches (both with Piper's voices), and of LocalAI. */
export const SPEECH_PORTS: SpeechServerPorts = { kokoro: 8880, piper: 8000, localai: 8080 };

const MAX_MODELS = 50;
const MAX_VOICES = 500;

const Names = z.array(z.unknown()).transform((list) =>
  list.flatMap((entry): string[] => {
    const parsed = z
      .union([z.string(), z.object({ id: z.string() }), z.object({ name: z.string() })])
      .safeParse(entry).data;
    if (parsed === undefined) return [];
    return [typeof parsed === 'string' ? parsed : 'id' in parsed ? parsed.id : parsed.name].filter(
      (name) => name.trim() !== '',
    );
  }),
);
const Models = z.object({ data: Names });
const Voices = z.union([z.object({ voices: Names }).transform(({ voices }) => voices), Names]);

/** Many programs listen on these ports, so one that lists no voices must at least list a speech model. */
const SPEECH_MODEL = /tts|speech|voice|kokoro|piper|bark|xtts/i;

async function probeServer(origin: string): Promise<Pick<SpeechServer, 'models' | 'voices' | 'needs_key'> | null> {
  const [models, voices] = await Promise.all([
    readLocalJson(`${origin}/v1/models`, Models),
    readLocalJson(`${origin}/v1/audio/voices`, Voices),
  ]);
  if (models === 'key-required' && voices === 'key-required') return { models: [], voices: [], needs_key: true };
  const voiceNames = voices === null || voices === 'key-required' ? [] : voices.slice(0, MAX_VOICES);
  const modelNames = models === null || models === 'key-required' ? [] : models.data;
  const speechModels = modelNames.filter((name) => SPEECH_MODEL.test(name));
  if (speechModels.length === 0 && voiceNames.length === 0) return null;
  return {
    models: (speechModels.length > 0 ? speechModels : modelNames).slice(0, MAX_MODELS),
    voices: voiceNames,
    needs_key: false,
  };
}

/** Returns the servers that respond now. A port without one, or with something else, is left out. */
export async function findSpeechServers(ports: SpeechServerPorts = SPEECH_PORTS): Promise<SpeechServer[]> {
  const servers = await Promise.all(
    (Object.keys(SPEECH_PORTS) as SpeechServerName[]).map(async (server): Promise<SpeechServer[]> => {
      const origin = `http://${LOOPBACK}:${ports[server]}`;
      const description = await probeServer(origin);
      return description === null ? [] : [{ server, base_url: `${origin}/v1`, ...description }];
    }),
  );
  return servers.flat();
}
