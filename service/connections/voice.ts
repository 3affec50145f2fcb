/** Narrates videos with the connected voice, else the machine's own, else silence of the right length. */
import { eq } from 'drizzle-orm';

import type { SpeechProvider } from '#contract/schema/speech.ts';

import type { Call, Handlers } from '../domain/call.ts';
import { createOsVoices } from '../engines/speech/os-voices.ts';
import { createWaveFile } from '../engines/speech/wave.ts';
import { createOpenaiVoice, testVoice, formatVoiceLabel } from '../engines/speech/openai-voice.ts';
import { type SpeechEngine, SpeechEngineError } from '../engines/speech/speech-engine.ts';
import type { SpeechServerPorts } from '../engines/speech/speech-servers.ts';
import { speech_providers } from '../store/schema-connections.ts';
import type { Store } from '../store/store.ts';
import type { ProviderKeys } from './keys.ts';

type Row = typeof speech_providers.$inferSelect;

export class ConnectedSpeechEngines {
  readonly #store: Store;
  /** The keys, by team id; a team has one voice. */
  readonly #keys: ProviderKeys;

  constructor(store: Store, keys: ProviderKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  /**
   * Returns null if the team has not connected a voice.
   * @throws SpeechEngineError if the keychain does not return its key
   */
  async getConnected(teamId: number): Promise<SpeechEngine | null> {
    const row = await this.#readRow(teamId);
    if (!row) return null;
    return createOpenaiVoice(await this.#readEndpoint(row));
  }

  /** Returns the label of the connected voice without contacting it, or null if there is none. */
  async readLabel(teamId: number): Promise<string | null> {
    const row = await this.#readRow(teamId);
    return row && formatVoiceLabel({ ...row, baseUrl: row.base_url });
  }

  async readView(teamId: number): Promise<SpeechProvider | null> {
    const row = await this.#readRow(teamId);
    if (!row) return null;
    const { base_url, model, voice, key_ref } = row;
    return { base_url, model, voice, key_storage: this.#keys.getStorage(teamId, key_ref) };
  }

  async put({ principal: { teamId }, body, fail }: Call<'local.speech.put'>): Promise<void> {
    const { base_url, model, voice } = body;
    const key_ref = await this.#keys.update(teamId, await this.#readRow(teamId), body, (field, reason) =>
      fail('validation_failed', { fields: { [field]: [reason] } }),
    );
    const values = { base_url, model, voice, key_ref };
    await this.#store.transaction(async (tx) => {
      await tx
        .insert(speech_providers)
        .values({ team_id: teamId, ...values })
        .onConflictDoUpdate({ target: speech_providers.team_id, set: values });
    });
  }

  async remove(teamId: number): Promise<void> {
    const [row] = await this.#store.transaction((tx) =>
      tx.delete(speech_providers).where(eq(speech_providers.team_id, teamId)).returning(),
    );
    if (row) await this.#keys.remove(teamId, row.key_ref);
  }

  /** Never throws. */
  async test(teamId: number): Promise<{ ok: boolean; message: string }> {
    const row = await this.#readRow(teamId);
    if (!row) return { ok: false, message: 'No voice is connected.' };
    try {
      return await testVoice(await this.#readEndpoint(row));
    } catch (error) {
      if (error instanceof SpeechEngineError) return { ok: false, message: error.message };
      throw error;
    }
  }

  async #readEndpoint({ team_id, base_url: baseUrl, model, voice, key_ref }: Row) {
    return { baseUrl, model, voice, apiKey: await this.#keys.read(team_id, key_ref) };
  }

  async #readRow(teamId: number): Promise<Row | null> {
    const [row] = await this.#store.db.select().from(speech_providers).where(eq(speech_providers.team_id, teamId));
    return row ?? null;
  }
}

type SpeechHandlers = Pick<
  Handlers,
  | 'local.speech.get'
  | 'local.speech.put'
  | 'local.speech.delete'
  | 'local.speech.test'
  | 'local.speech.own'
  | 'local.speech.servers'
  | 'local.speech.say'
>;

/** How long the machine's voice may take for a sentence. */
const SAY_TIMEOUT_MS = 30_000;

/** Speaks with the machine's own voice, never with a connected one, which may cost money. */
async function sayOwn({ text, rate, language, voice }: Call<'local.speech.say'>['body']) {
  const engine = createOsVoices();
  if (!engine) return { wave: null, reason: 'This computer has no voice.' };
  try {
    const request = { sentence: text, rate, language, voice: voice ?? null };
    const samples = await engine.speak(request, AbortSignal.timeout(SAY_TIMEOUT_MS));
    return { wave: samples.length === 0 ? '' : createWaveFile(samples, 1).toString('base64'), reason: null };
  } catch (error) {
    if (error instanceof SpeechEngineError) return { wave: null, reason: error.message };
    if (error instanceof DOMException) return { wave: null, reason: 'The voice took too long.' };
    throw error;
  }
}

interface SpeechServices {
  readonly speech: ConnectedSpeechEngines;
  readonly speechServers: SpeechServerPorts | undefined;
}

export function createSpeechProviderHandlers({ speech, speechServers }: SpeechServices): SpeechHandlers {
  return {
    'local.speech.get': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await speech.readView(principal.teamId) } };
    },
    'local.speech.put': async (call) => {
      await speech.put(call);
      const data = await speech.readView(call.principal.teamId);
      if (!data) throw new Error('The voice was removed in the same moment.');
      return { status: 200, body: { success: true, data } };
    },
    'local.speech.delete': async ({ principal }) => {
      await speech.remove(principal.teamId);
      return { status: 200, body: { success: true, message: 'Voice disconnected' } };
    },
    'local.speech.test': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await speech.test(principal.teamId) } };
    },
    'local.speech.own': () =>
      Promise.resolve({ status: 200, body: { success: true, data: { label: createOsVoices()?.label ?? null } } }),
    'local.speech.servers': async () => {
      const { findSpeechServers } = await import('../engines/speech/speech-servers.ts');
      return { status: 200, body: { success: true, data: await findSpeechServers(speechServers) } };
    },
    'local.speech.say': async ({ body }) => ({ status: 200, body: { success: true, data: await sayOwn(body) } }),
  };
}
