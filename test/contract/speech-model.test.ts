/**
 * Tests a connected voice beyond the rules common to all operations: who speaks, and where its key is sent. test/faults
 * covers its requests.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { INSTALLED_DATABASES } from '#test/support/service.ts';
import { serveSpeech, type SpeechEndpoint } from '#test/support/speech-endpoint.ts';

import { World } from './support/world.ts';

const KEY = 'sk-of-the-voice';
const SCRIPT = '# Night trains\n\nThey are coming back. Nobody expected that.\n';

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let endpoint: SpeechEndpoint;
  let world: World;
  beforeAll(async () => {
    endpoint = await serveSpeech();
    world = await World.open(database, {
      speechServers: { kokoro: Number(new URL(endpoint.base).port), piper: 9, localai: 9 },
    });
    await connectVoice();
  });
  afterAll(async () => {
    await world.service.stop();
    endpoint.close();
  });

  const connectVoice = (overrides: object = {}) =>
    world.owner.data('local.speech.put', {
      body: { base_url: endpoint.base, model: 'speaker', voice: 'alto', api_key: KEY, ...overrides },
    });
  const getCapabilities = () => world.owner.data<{ voices: object[]; narration: string }>('video.capabilities');

  test('replaces the system voices as narrator', async () => {
    expect(await getCapabilities()).toMatchObject({
      voices: [],
      narration: expect.stringMatching(/^speaker \(alto\) at .* costs/) as unknown,
    });
    const body = { name: 'Trains', script: SCRIPT, voice_id: 'en' };
    expect((await world.owner.call('video.create', { body })).body['errors']).toHaveProperty('voice_id');
  });

  test('is named to everybody in the team, because its provider may charge', async () => {
    const localService = await world.owner.as(world.tokens.viewer).data<{ voice: string }>('local.studio');
    expect(localService.voice).toMatch(/^speaker \(alto\) at /);
  });

  test('the connection test lists models and generates no speech', async () => {
    const testConnection = () => world.owner.data<{ ok: boolean; message: string }>('local.speech.test');
    const before = endpoint.requests.length;
    expect(await testConnection()).toEqual({ ok: true, message: 'Connected. The model “speaker” is ready.' });
    await connectVoice({ model: 'absent' });
    expect(await testConnection()).toMatchObject({
      ok: false,
      message: expect.stringContaining('speaker, other') as unknown,
    });
    await connectVoice({ base_url: 'http://127.0.0.1:9/v1' });
    expect(await testConnection()).toEqual({ ok: false, message: 'The server couldn’t be reached.' });
    expect(endpoint.requests).toHaveLength(before);
    await connectVoice();
  });

  test('finds a server of this computer, with its voices, when somebody looks', async () => {
    const before = endpoint.requests.length;
    expect(await world.owner.data('local.speech.servers')).toEqual([
      {
        server: 'kokoro',
        base_url: endpoint.base,
        needs_key: false,
        models: ['speaker', 'other'],
        voices: ['alto', 'tenor'],
      },
    ]);
    expect(endpoint.requests).toHaveLength(before);
  });

  test('reads aloud with the computer’s own voice, never with the connected one, which may cost money', async () => {
    const before = endpoint.requests.length;
    const { label } = await world.owner.data<{ label: string | null }>('local.speech.own');
    const body = { text: 'Nobody expected that.', rate: 1.3 };
    const speech = await world.owner.data<{ wave: string | null; reason: string | null }>('local.speech.say', { body });
    expect(endpoint.requests).toHaveLength(before);
    if (label === null) expect(speech).toEqual({ wave: null, reason: 'This computer has no voice.' });
    else expect(Buffer.from(speech.wave ?? '', 'base64').toString('latin1', 0, 4)).toBe('RIFF');
  });

  test('never returns the key, and drops it when the address changes', async () => {
    expect(await world.owner.data('local.speech.get')).toEqual({
      base_url: endpoint.base,
      model: 'speaker',
      voice: 'alto',
      key_storage: expect.any(String) as unknown,
    });
    const otherEndpoint = { base_url: `${endpoint.base}/other`, model: 'speaker', voice: 'alto' };
    expect(await world.owner.data('local.speech.put', { body: otherEndpoint })).toMatchObject({ key_storage: 'none' });
    const insecure = { ...otherEndpoint, base_url: 'http://voice.example/v1', api_key: KEY };
    const { status, body } = await world.owner.call('local.speech.put', { body: insecure });
    expect({ status, errors: body['errors'] }).toEqual({
      status: 422,
      errors: { base_url: ['Keys are only sent over https.'] },
    });
    await world.owner.data('local.speech.delete');
    expect((await world.owner.call('local.speech.get')).body['data']).toBeNull();
    expect((await getCapabilities()).narration).not.toContain('alto');
  });
});
