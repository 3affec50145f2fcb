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
import { DAY_MS } from '#contract/values.ts';
import { idempotency_keys, voices } from '#service/store/schema.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { createTemplateFields } from './support/valid-calls.ts';
import { createProfile } from './support/voices.ts';
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
  const validateNew = (profile: VoiceProfile, name = 'New voice') => validate({ intent: 'create', name, profile });
  const validateChange = (voice_id: string, profile: VoiceProfile, name = 'New voice') =>
    validate({ intent: 'update', voice_id, name, profile });
  const commit = (body: object, headers = {}) => owner.call('voices.commit', { params, body, headers });
  const createVoice = async (profile = createProfile()) => {
    const { receipt } = await validateNew(profile);
    return (await commit({ receipt, profile })).body['data'] as unknown as VoiceRecord;
  };
  const countVoices = () => world.service.store.db.$count(voices);

  describe('the list of voices', () => {
    interface VoiceListAnswer {
      data: { default_voice_id: number; voices: Record<string, unknown>[] };
      meta: { default_voice_id: string; truncated: boolean };
    }
    const listVoices = async (client = owner, query = {}) =>
      (await client.call('voices.list', { params, query })).body as unknown as VoiceListAnswer;

    test('contains both forms of each voice', async () => {
      const { data, meta } = await listVoices();
      expect(data.voices.length).toBeGreaterThan(1);
      const defaultVoice = data.voices.find(({ id }) => id === data.default_voice_id)!;
      expect(defaultVoice).toMatchObject({
        id: defaultVoice['script_voice_id'],
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
      const { data } = await listVoices(owner.as(await world.createOwnerToken(['channels:read'])));
      for (const entry of data.voices)
        expect(Object.keys(entry).sort()).toEqual(['id', 'instructions', 'name', 'voice']);
    });

    test('is an array of records with voices:read alone, and both forms with both abilities', async () => {
      const forVoices = await owner.as(await world.createOwnerToken(['voices:read'])).call('voices.list', { params });
      const { data, meta } = forVoices.body as unknown as { data: VoiceRecord[]; meta: VoiceListAnswer['meta'] };
      expect(data[0]).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        script_voice_id: expect.any(Number) as number,
        writable: false,
        profile: expect.any(Object) as unknown,
      });
      expect(data.map(({ id }) => id)).toContain(meta.default_voice_id);
      const bothForms = await listVoices(owner.as(await world.createOwnerToken(['channels:read', 'voices:read'])));
      expect(bothForms.data.voices.map(({ voice_id }) => voice_id)).toEqual(data.map(({ id }) => id));
      expect(readVoices(forVoices.body as unknown as VoiceList).voices.map(({ id }) => id)).toEqual(
        bothForms.data.voices.map(({ id }) => id),
      );
    });

    test('can be limited to one voice by its script_voice_id', async () => {
      const { data } = await listVoices();
      const last = data.voices.at(-1)!;
      const limitedList = await listVoices(owner, { script_voice_id: last['id'] });
      expect(limitedList.data.voices).toEqual([last]);
      expect((await listVoices(owner, { script_voice_id: world.foreign.voice })).data.voices).toEqual([]);
    });
  });

  describe('a voice profile', () => {
    test('is validated without side effects, committed once, and usable for scripts', async () => {
      const before = await countVoices();
      const profile = createProfile();
      const validation = await validateNew(profile);
      expect(validation).toMatchObject({
        diff: ['voice.created'],
        warnings: [],
        expected_revision: null,
        schema_version: 2,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      expect(validation.receipt.length).toBeGreaterThanOrEqual(LIMITS.voiceReceipt.min);
      expect(validation.receipt.length).toBeLessThanOrEqual(LIMITS.voiceReceipt.max);
      expect(Date.parse(validation.expires_at)).toBeGreaterThan(Date.now());
      expect(await countVoices()).toBe(before);

      const answer = await commit({ receipt: validation.receipt, profile });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('ETag')).toBe('"1"');
      const record = answer.body['data'] as unknown as VoiceRecord;
      expect(record).toMatchObject({
        id: validation.voice_id,
        name: 'New voice',
        checksum: validation.checksum,
        revision: '1',
        profile: validation.normalized,
      });
      expect(answer.body['meta']).toEqual({ idempotent_replay: false });
      for (const voice of [record.id, record.script_voice_id]) {
        const answer = await owner.call('voices.get', { params: { id: CHANNEL, voice } });
        expect({ data: answer.body['data'], etag: answer.headers.get('ETag') }).toEqual({ data: record, etag: '"1"' });
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
      const plainValidation = await validateNew(createProfile({ thinking_style: 'é' }));
      const unnormalizedProfile = createProfile({ thinking_style: '  e\u0301 \r\n' });
      unnormalizedProfile.writing_style_analysis.phrase_kit.avoid.push('game changer', '   ');
      const sameAnswer = await validateNew(unnormalizedProfile);
      expect(sameAnswer.checksum).toBe(plainValidation.checksum);
      expect(sameAnswer.normalized).toEqual(plainValidation.normalized);
      expect((await validateNew(sameAnswer.normalized)).normalized).toEqual(sameAnswer.normalized);
      // Either of the two may be committed.
      expect((await commit({ receipt: sameAnswer.receipt, profile: unnormalizedProfile })).status).toBe(201);
      expect((await commit({ receipt: plainValidation.receipt, profile: plainValidation.normalized })).status).toBe(
        201,
      );
    });

    test('reports changes, and never overwrites somebody else’s change', async () => {
      const first = await createVoice();
      const profile = structuredClone(first.profile) as VoiceProfile;
      profile.writing_style_analysis.phrase_kit.avoid.push('at the end of the day');
      profile.writing_style_analysis.speaker_archetype.axes.temperament = 'lively';
      const a = await validateChange(first.id, profile, 'Renamed');
      expect(a.diff).toEqual([
        'voice.renamed',
        'profile.speaker_archetype.axes.temperament.changed',
        'profile.phrase_kit.avoid.changed',
      ]);
      expect(a).toMatchObject({ voice_id: first.id, expected_revision: '1' });
      const b = await validateChange(first.id, createProfile());
      const changeAnswer = await commit({ receipt: a.receipt, profile }, { 'If-Match': '"1"' });
      expect(changeAnswer.status).toBe(200);
      expect(changeAnswer.body['data']).toMatchObject({ id: first.id, name: 'Renamed', revision: '2' });
      // The receipt is for revision 1, which is no longer current.
      const staleAnswer = await commit({ receipt: b.receipt, profile: b.normalized });
      expect(staleAnswer).toMatchObject({ status: 409, body: { code: 'revision_conflict', current_revision: '2' } });
      expect((await validateChange(first.id, profile, 'Renamed')).diff).toEqual([]);
    });

    test('that is new refuses If-Match', async () => {
      const profile = createProfile();
      const { receipt } = await validateNew(profile);
      expect((await commit({ receipt, profile }, { 'If-Match': '"1"' })).body).toMatchObject({
        code: 'revision_conflict',
      });
      expect((await commit({ receipt, profile })).status).toBe(201);
    });

    test('is created once when ten commits arrive with one key', async () => {
      const profile = createProfile();
      const { receipt } = await validateNew(profile);
      const before = await countVoices();
      const headers = { 'Idempotency-Key': 'ten-at-once' };
      const answers = await Promise.all(Array.from({ length: 10 }, () => commit({ receipt, profile }, headers)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
      expect(await countVoices()).toBe(before + 1);
    });

    test('is checked for missing and unknown keys', async () => {
      const expectErrors = async (profile: unknown, ...fields: string[]) => {
        const body = { intent: 'create', name: 'Strict', profile };
        const { status, body: answer } = await owner.call('voices.validate', { params, body });
        expect({ status, fields: Object.keys((answer['errors'] ?? {}) as object) }).toEqual({ status: 422, fields });
      };
      const path = 'profile.writing_style_analysis';
      await expectErrors(createProfile({ surprise: 'x' }), `${path}.surprise`);
      await expectErrors(createProfile({ phrase_kit: { uses: [], avoid: [] } }), `${path}.phrase_kit.replacements`);
      await expectErrors(
        createProfile({ do_dont: { do: [], dont: [], never_does: [], maybe: [] } }),
        `${path}.do_dont.maybe`,
      );
      await expectErrors(createProfile({ thinking_style: null }), `${path}.thinking_style`);
      await expectErrors(createProfile({ style_examples: 'one' }), `${path}.style_examples`);
      await expectErrors({ ...createProfile(), version: 2 }, 'profile.version');
      await expectErrors({}, path);
      const tooMany = Array.from({ length: LIMITS.voiceEntries + 1 }, (_, i) => `Entry ${i}`);
      await expectErrors(createProfile({ style_examples: tooMany }), `${path}.style_examples`);
      const update = { intent: 'update', name: 'x', profile: createProfile() };
      const missingId = await owner.call('voices.validate', { params, body: update });
      expect(missingId.body).toMatchObject({ errors: { voice_id: ['Required when intent is update.'] } });
    });

    test('is accepted with warnings if entries are weak', async () => {
      const profile = createProfile({
        example_paragraph: '',
        phrase_kit: {
          uses: ['It is a game changer for all'],
          avoid: ['game changer', 'awesome'],
          replacements: ['good -> awesome', 'nonsense', { from: 'purchase', to: 'buy' }],
        },
      });
      const { warnings, receipt } = await validateNew(profile);
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
      const body = createTemplateFields();
      const createTemplate = () => owner.call('templates.create', { params, body, headers });
      expect((await createTemplate()).headers.has('Idempotency-Replayed')).toBe(false);
      expect((await createTemplate()).headers.get('Idempotency-Replayed')).toBe('true');
      const expiredAt = new Date(Date.now() - (LIMITS.idempotencyDays + 1) * DAY_MS);
      await world.write((tx) =>
        tx.update(idempotency_keys).set({ created_at: expiredAt }).where(eq(idempotency_keys.key, 'of-old')),
      );
      expect((await createTemplate()).headers.has('Idempotency-Replayed')).toBe(false);
    });
  });

  describe('a template', () => {
    const listTemplates = async (include_archived: boolean) =>
      (await owner.data<{ templates: { id: number }[] }>('templates.list', { params, query: { include_archived } }))
        .templates;

    test('can be created, changed, archived and restored, each with If-Match', async () => {
      const body = { ...createTemplateFields(), description: 'Mine', category: 'news' };
      const first = await owner.data<TemplateDetail>('templates.create', { params, body });
      expect(first).toMatchObject({ ...body, is_active: true, is_system: false, revision: '1', archived_at: null });
      const target = { id: CHANNEL, template: first.id };
      const writeTemplate = (
        id: 'templates.update' | 'templates.archive' | 'templates.restore',
        revision: string,
        validateChange = {},
      ) => owner.data<TemplateDetail>(id, { params: target, body: validateChange, headers: { 'If-Match': revision } });
      expect(await writeTemplate('templates.update', '1', { description: null })).toMatchObject({
        name: body.name,
        prompt: body.prompt,
        category: 'news',
        description: '',
        revision: '2',
      });
      await owner.data('local.channels.update', { params, body: { default_template_id: first.id } });
      const archivedTemplate = await writeTemplate('templates.archive', '2');
      expect(archivedTemplate).toMatchObject({
        is_active: false,
        revision: '3',
        archived_at: expect.any(String) as string,
      });
      expect((await listTemplates(false)).some(({ id }) => id === first.id)).toBe(false);
      expect(await listTemplates(true)).toContainEqual(expect.objectContaining({ id: first.id, is_active: false }));
      expect(await owner.data('templates.list', { params })).toMatchObject({ default_template_id: null });
      const script = { title: 'x', topic: 'Long enough for a topic', length: 400, template_id: first.id };
      expect((await owner.call('scripts.create', { params, body: script })).status).toBe(422);
      expect(await writeTemplate('templates.archive', '3')).toMatchObject({ revision: '3' });
      expect(await writeTemplate('templates.restore', '3')).toMatchObject({
        is_active: true,
        revision: '4',
        archived_at: null,
      });
      expect((await owner.call('scripts.create', { params, body: script })).status).toBe(201);
      await owner.data('local.channels.update', { params, body: { default_template_id: 2 } });
    });

    test('is not found in another channel', async () => {
      const { id } = await owner.data<TemplateDetail>('templates.create', { params, body: createTemplateFields() });
      const otherChannel = { id: OTHER_CHANNEL, template: id };
      expect((await owner.call('templates.get', { params: otherChannel })).status).toBe(404);
    });

    test('that is built in can be read', async () => {
      const answer = await owner.data<TemplateDetail>('templates.get', { params: { id: CHANNEL, template: 1 } });
      expect(answer).toMatchObject({ is_system: true, prompt: expect.stringContaining('. ') as string });
    });
  });
});
