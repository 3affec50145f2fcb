/** Tests voice profiles and templates beyond the rules common to all operations, on both databases. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { TemplateDetail } from '#contract/schema/template.ts';
import {
  readVoices,
  type VoiceList,
  type VoiceProfile,
  type VoiceRecord,
  type VoiceValidated,
} from '#contract/schema/voice.ts';
import { idempotency_keys, voices } from '#service/store/schema.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { newTemplate } from './support/valid-calls.ts';
import { newProfile } from './support/voices.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

const params = { id: CHANNEL };

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database);
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const validate = (body: object) => owner.data<VoiceValidated>('voices.validate', { params, body });
  const create = (profile: VoiceProfile, name = 'New voice') => validate({ intent: 'create', name, profile });
  const change = (voice_id: string, profile: VoiceProfile, name = 'New voice') =>
    validate({ intent: 'update', voice_id, name, profile });
  const commit = (body: object, headers = {}) => owner.call('voices.commit', { params, body, headers });
  const made = async (profile = newProfile()) => {
    const { receipt } = await create(profile);
    return (await commit({ receipt, profile })).body['data'] as unknown as VoiceRecord;
  };
  const rows = () => world.service.store.db.$count(voices);

  describe('the list of voices', () => {
    interface Listed {
      data: { default_voice_id: number; voices: Record<string, unknown>[] };
      meta: { default_voice_id: string; truncated: boolean };
    }
    const list = async (client = owner, query = {}) =>
      (await client.call('voices.list', { params, query })).body as unknown as Listed;

    test('contains both forms of each voice', async () => {
      const { data, meta } = await list();
      expect(data.voices.length).toBeGreaterThan(1);
      const usual = data.voices.find(({ id }) => id === data.default_voice_id)!;
      expect(usual).toMatchObject({
        id: usual['script_voice_id'],
        voice_id: meta.default_voice_id,
        instructions: expect.any(String) as string,
        voice: 'calm-explainer',
        framework_version: 2,
        schema_version: 2,
        revision: '1',
        writable: true,
        profile: { writing_style_analysis: { phrase_kit: { avoid: expect.any(Array) as unknown } } },
      });
      expect(meta.truncated).toBe(false);
    });

    test('has only the simple form with channels:read alone', async () => {
      const { data } = await list(owner.as(await world.with(['channels:read'])));
      for (const entry of data.voices)
        expect(Object.keys(entry).sort()).toEqual(['id', 'instructions', 'name', 'voice']);
    });

    test('is an array of records with voices:read alone, and both forms with both abilities', async () => {
      const forVoices = await owner.as(await world.with(['voices:read'])).call('voices.list', { params });
      const { data, meta } = forVoices.body as unknown as { data: VoiceRecord[]; meta: Listed['meta'] };
      expect(data[0]).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        script_voice_id: expect.any(Number) as number,
        writable: false,
        profile: expect.any(Object) as unknown,
      });
      expect(data.map(({ id }) => id)).toContain(meta.default_voice_id);
      const both = await list(owner.as(await world.with(['channels:read', 'voices:read'])));
      expect(both.data.voices.map(({ voice_id }) => voice_id)).toEqual(data.map(({ id }) => id));
      expect(readVoices(forVoices.body as unknown as VoiceList).voices.map(({ id }) => id)).toEqual(
        both.data.voices.map(({ id }) => id),
      );
    });

    test('can be limited to one voice by its script_voice_id', async () => {
      const { data } = await list();
      const last = data.voices.at(-1)!;
      const one = await list(owner, { script_voice_id: last['id'] });
      expect(one.data.voices).toEqual([last]);
      expect((await list(owner, { script_voice_id: world.foreign.voice })).data.voices).toEqual([]);
    });
  });

  describe('a voice profile', () => {
    test('is validated without side effects, committed once, and usable for scripts', async () => {
      const before = await rows();
      const profile = newProfile();
      const checked = await create(profile);
      expect(checked).toMatchObject({
        diff: ['voice.created'],
        warnings: [],
        expected_revision: null,
        schema_version: 2,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      expect(checked.receipt.length).toBeGreaterThanOrEqual(LIMITS.voiceReceipt.min);
      expect(checked.receipt.length).toBeLessThanOrEqual(LIMITS.voiceReceipt.max);
      expect(Date.parse(checked.expires_at)).toBeGreaterThan(Date.now());
      expect(await rows()).toBe(before);

      const answer = await commit({ receipt: checked.receipt, profile });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('ETag')).toBe('"1"');
      const record = answer.body['data'] as unknown as VoiceRecord;
      expect(record).toMatchObject({
        id: checked.voice_id,
        name: 'New voice',
        checksum: checked.checksum,
        revision: '1',
        profile: checked.normalized,
      });
      expect(answer.body['meta']).toEqual({ idempotent_replay: false });
      for (const voice of [record.id, record.script_voice_id]) {
        const got = await owner.call('voices.get', { params: { id: CHANNEL, voice } });
        expect({ data: got.body['data'], etag: got.headers.get('ETag') }).toEqual({ data: record, etag: '"1"' });
      }
      const script = {
        title: 'Spoken',
        topic: 'Long enough for a topic',
        length: 400,
        voice_id: record.script_voice_id,
      };
      const { script_id } = await owner.data<{ script_id: number }>('scripts.create', { params, body: script });
      expect(await owner.data('scripts.get', { params: { id: script_id } })).toMatchObject({ voice: 'New voice' });
    });

    test('is normalised, so equal content has equal checksums', async () => {
      const plain = await create(newProfile({ thinking_style: 'é' }));
      const odd = newProfile({ thinking_style: '  e\u0301 \r\n' });
      odd.writing_style_analysis.phrase_kit.avoid.push('game changer', '   ');
      const same = await create(odd);
      expect(same.checksum).toBe(plain.checksum);
      expect(same.normalized).toEqual(plain.normalized);
      expect((await create(same.normalized)).normalized).toEqual(same.normalized);
      // Either of the two may be committed.
      expect((await commit({ receipt: same.receipt, profile: odd })).status).toBe(201);
      expect((await commit({ receipt: plain.receipt, profile: plain.normalized })).status).toBe(201);
    });

    test('reports changes, and never overwrites somebody else’s change', async () => {
      const first = await made();
      const profile = structuredClone(first.profile) as VoiceProfile;
      profile.writing_style_analysis.phrase_kit.avoid.push('at the end of the day');
      profile.writing_style_analysis.speaker_archetype.axes.temperament = 'lively';
      const a = await change(first.id, profile, 'Renamed');
      expect(a.diff).toEqual([
        'voice.renamed',
        'profile.speaker_archetype.axes.temperament.changed',
        'profile.phrase_kit.avoid.changed',
      ]);
      expect(a).toMatchObject({ voice_id: first.id, expected_revision: '1' });
      const b = await change(first.id, newProfile());
      const changed = await commit({ receipt: a.receipt, profile }, { 'If-Match': '"1"' });
      expect(changed.status).toBe(200);
      expect(changed.body['data']).toMatchObject({ id: first.id, name: 'Renamed', revision: '2' });
      // It was validated against revision 1, which is no longer current.
      const stale = await commit({ receipt: b.receipt, profile: b.normalized });
      expect(stale).toMatchObject({ status: 409, body: { code: 'revision_conflict', current_revision: '2' } });
      expect((await change(first.id, profile, 'Renamed')).diff).toEqual([]);
    });

    test('that is new matches no revision', async () => {
      const profile = newProfile();
      const { receipt } = await create(profile);
      expect((await commit({ receipt, profile }, { 'If-Match': '"1"' })).body).toMatchObject({
        code: 'revision_conflict',
      });
      expect((await commit({ receipt, profile })).status).toBe(201);
    });

    test('is created once when ten commits arrive with one key', async () => {
      const profile = newProfile();
      const { receipt } = await create(profile);
      const before = await rows();
      const headers = { 'Idempotency-Key': 'ten-at-once' };
      const answers = await Promise.all(Array.from({ length: 10 }, () => commit({ receipt, profile }, headers)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
      expect(await rows()).toBe(before + 1);
    });

    test('is checked for missing and unknown keys', async () => {
      const refused = async (profile: unknown, ...fields: string[]) => {
        const body = { intent: 'create', name: 'Strict', profile };
        const { status, body: answer } = await owner.call('voices.validate', { params, body });
        expect({ status, fields: Object.keys((answer['errors'] ?? {}) as object) }).toEqual({ status: 422, fields });
      };
      const path = 'profile.writing_style_analysis';
      await refused(newProfile({ surprise: 'x' }), `${path}.surprise`);
      await refused(newProfile({ phrase_kit: { uses: [], avoid: [] } }), `${path}.phrase_kit.replacements`);
      await refused(newProfile({ do_dont: { do: [], dont: [], never_does: [], maybe: [] } }), `${path}.do_dont.maybe`);
      await refused(newProfile({ thinking_style: null }), `${path}.thinking_style`);
      await refused(newProfile({ style_examples: 'one' }), `${path}.style_examples`);
      await refused({ ...newProfile(), version: 2 }, 'profile.version');
      await refused({}, path);
      const long = Array.from({ length: LIMITS.voiceEntries + 1 }, (_, i) => `Entry ${i}`);
      await refused(newProfile({ style_examples: long }), `${path}.style_examples`);
      const update = { intent: 'update', name: 'x', profile: newProfile() };
      const unnamed = await owner.call('voices.validate', { params, body: update });
      expect(unnamed.body).toMatchObject({ errors: { voice_id: ['Required when intent is update.'] } });
    });

    test('with weaknesses is accepted with warnings', async () => {
      const profile = newProfile({
        example_paragraph: '',
        phrase_kit: {
          uses: ['It is a game changer for all'],
          avoid: ['game changer', 'awesome'],
          replacements: ['good -> awesome', 'nonsense', { from: 'purchase', to: 'buy' }],
        },
      });
      const { warnings, receipt } = await create(profile);
      expect(warnings.map(({ code, path }) => [code, path])).toEqual([
        ['empty', 'example_paragraph'],
        ['used_and_avoided', 'phrase_kit.uses'],
        ['replaced_by_avoided', 'phrase_kit.replacements'],
        ['unreadable_replacement', 'phrase_kit.replacements'],
      ]);
      expect((await commit({ receipt, profile })).status).toBe(201);
    });
  });

  describe('an idempotency key', () => {
    test('expires', async () => {
      const headers = { 'Idempotency-Key': 'of-old' };
      const body = newTemplate();
      const one = () => owner.call('templates.create', { params, body, headers });
      expect((await one()).headers.has('Idempotency-Replayed')).toBe(false);
      expect((await one()).headers.get('Idempotency-Replayed')).toBe('true');
      const old = new Date(Date.now() - (LIMITS.idempotencyDays + 1) * 86_400_000);
      await world.write((tx) =>
        tx.update(idempotency_keys).set({ created_at: old }).where(eq(idempotency_keys.key, 'of-old')),
      );
      expect((await one()).headers.has('Idempotency-Replayed')).toBe(false);
    });
  });

  describe('a template', () => {
    const all = async (include_archived: boolean) =>
      (await owner.data<{ templates: { id: number }[] }>('templates.list', { params, query: { include_archived } }))
        .templates;

    test('can be created, changed, archived and restored, each with If-Match', async () => {
      const body = { ...newTemplate(), description: 'Mine', category: 'news' };
      const first = await owner.data<TemplateDetail>('templates.create', { params, body });
      expect(first).toMatchObject({ ...body, is_active: true, is_system: false, revision: '1', archived_at: null });
      const one = { id: CHANNEL, template: first.id };
      const step = (
        id: 'templates.update' | 'templates.archive' | 'templates.restore',
        revision: string,
        change = {},
      ) => owner.data<TemplateDetail>(id, { params: one, body: change, headers: { 'If-Match': revision } });
      expect(await step('templates.update', '1', { description: null })).toMatchObject({
        name: body.name,
        prompt: body.prompt,
        category: 'news',
        description: '',
        revision: '2',
      });
      await owner.data('local.channels.update', { params, body: { default_template_id: first.id } });
      const archived = await step('templates.archive', '2');
      expect(archived).toMatchObject({ is_active: false, revision: '3', archived_at: expect.any(String) as string });
      expect((await all(false)).some(({ id }) => id === first.id)).toBe(false);
      expect(await all(true)).toContainEqual(expect.objectContaining({ id: first.id, is_active: false }));
      expect(await owner.data('templates.list', { params })).toMatchObject({ default_template_id: null });
      const script = { title: 'x', topic: 'Long enough for a topic', length: 400, template_id: first.id };
      expect((await owner.call('scripts.create', { params, body: script })).status).toBe(422);
      expect(await step('templates.archive', '3')).toMatchObject({ revision: '3' });
      expect(await step('templates.restore', '3')).toMatchObject({ is_active: true, revision: '4', archived_at: null });
      expect((await owner.call('scripts.create', { params, body: script })).status).toBe(201);
      await owner.data('local.channels.update', { params, body: { default_template_id: 2 } });
    });

    test('of another channel is not found', async () => {
      const { id } = await owner.data<TemplateDetail>('templates.create', { params, body: newTemplate() });
      const elsewhere = { id: OTHER_CHANNEL, template: id };
      expect((await owner.call('templates.get', { params: elsewhere })).status).toBe(404);
    });

    test('that is built in can be read', async () => {
      const got = await owner.data<TemplateDetail>('templates.get', { params: { id: CHANNEL, template: 1 } });
      expect(got).toMatchObject({ is_system: true, prompt: expect.stringContaining('. ') as string });
    });
  });
});
