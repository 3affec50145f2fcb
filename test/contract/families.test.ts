/** Tests each family beyond the rules common to all operations, on both databases. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { TOKEN_ABILITIES } from '#contract/abilities.ts';
import { DEFAULT_SCRIPT_WORDS, LIMITS, getScriptCredits } from '#contract/limits.ts';
import { DAY_MS } from '#contract/values.ts';
import { credit_periods, outbox_events, scripts } from '#service/store/schema.ts';
import { DATABASES } from '#test/support/service.ts';

import { type Client, MISSING_ID } from './support/client.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

const OUTLINE = '## One (200 words)\n\n- A point\n\n## Two (200 words)\n\n- Another point\n';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database);
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const setPlan = (body: object) => owner.data('local.creditPlan.put', { body });
  const runToEnd = async (
    id: 'scripts.generateOutline' | 'scripts.generateScript' | 'scripts.humanize',
    script: number,
  ) => {
    const { run_id } = await owner.data<{ run_id: string }>(id, { params: { id: script } });
    return world.waitForRun(script, run_id);
  };
  const getContent = (id: number) => owner.data('scripts.content', { params: { id } });
  const getEvents = async (event: string) =>
    (await world.service.store.db.select().from(outbox_events).where(eq(outbox_events.event, event))).map(
      ({ data }) => data,
    );

  describe('tokens', () => {
    test('are listed without their secret, only for their creator, and revoked at once', async () => {
      const body = { name: 'Mine', abilities: ['scripts:read', 'scripts:read', 'channels:read'] };
      const { token } = await owner.data<{ token: { id: number; token: string; abilities: string[] } }>(
        'tokens.create',
        { body },
      );
      expect(token.token).toMatch(/^sk_live_[\w-]{43}$/);
      expect(token.abilities).toEqual(['scripts:read', 'channels:read']);
      const listTokens = async (client = owner) =>
        (await client.data<{ tokens: { id: number; last_used_at: string | null }[] }>('tokens.list')).tokens;
      const findToken = () => listTokens().then((tokens) => tokens.find(({ id }) => id === token.id));
      expect(await findToken()).toEqual({ id: token.id, name: 'Mine', abilities: token.abilities, last_used_at: null });
      const tokenClient = owner.as(token.token);
      expect((await tokenClient.call('channels.list')).status).toBe(200);
      expect(Date.parse((await findToken())!.last_used_at!)).toBeGreaterThan(Date.now() - 60_000);
      expect(await listTokens(owner.as(world.tokens.admin))).not.toContainEqual(
        expect.objectContaining({ id: token.id }),
      );
      expect((await owner.as(world.tokens.admin).call('tokens.delete', { params: { token: token.id } })).status).toBe(
        404,
      );
      const deletion = await owner.call('tokens.delete', { params: { token: token.id } });
      expect({ status: deletion.status, body: deletion.body }).toEqual({
        status: 200,
        body: { message: 'Token deleted' },
      });
      expect((await tokenClient.call('channels.list')).status).toBe(401);
    });

    test('have unique names per person', async () => {
      const body = { name: 'Twice', abilities: [...TOKEN_ABILITIES] };
      expect((await owner.call('tokens.create', { body })).status).toBe(201);
      const repeatedAnswer = await owner.call('tokens.create', { body });
      expect(repeatedAnswer.body).toMatchObject({ errors: { name: ['You already have a token with this name.'] } });
      expect((await owner.as(world.tokens.admin).call('tokens.create', { body })).status).toBe(201);
    });
  });

  describe('channels', () => {
    const findChannels = async (search: string, client = owner) =>
      (await client.data<{ id: number }[]>('channels.list', { query: { search, per_page: 100 } })).map(({ id }) => id);

    test('are found by title or handle in any case, with wildcards taken literally', async () => {
      expect(await findChannels('slow LINES')).toEqual([CHANNEL]);
      expect(await findChannels('QUIETWORKSHOP')).toEqual([OTHER_CHANNEL]);
      expect(await findChannels('workshop (sam')).toEqual([OTHER_CHANNEL]);
      for (const wildcard of ['%', '_', 'sl_w', '\\']) expect(await findChannels(wildcard)).toEqual([]);
      expect(await findChannels("' or 1=1 --")).toEqual([]);
    });

    test('are listed for a member only when assigned', async () => {
      const member = owner.as(world.tokens.member);
      expect((await member.data<{ id: number }[]>('channels.list')).map(({ id }) => id)).toEqual([OTHER_CHANNEL]);
      expect((await member.call('channels.get', { params: { id: OTHER_CHANNEL } })).status).toBe(200);
    });

    test('create no templates when templates are listed', async () => {
      const listTemplates = () => owner.data<{ templates: unknown[] }>('templates.list', { params: { id: CHANNEL } });
      const before = await listTemplates();
      expect(await listTemplates()).toEqual(before);
      expect(before.templates).toHaveLength(6);
    });

    test('keep settings that an update does not name', async () => {
      const body = { title: 'Temporary', audience: 'Everybody', language: 'de' };
      const { id } = await owner.data<{ id: number }>('local.channels.create', { body });
      const update = (change: object) => owner.data('local.channels.update', { params: { id }, body: change });
      expect(await update({ recording: false, handle: 'temp' })).toMatchObject({
        yt_handle: 'temp',
        settings: { ...body, recording: false },
      });
      expect(await update({ audience: null })).toMatchObject({
        settings: { title: 'Temporary', language: 'de', recording: false },
      });
      const script = { title: 'Ein Skript', topic: 'Ein langes Thema', length: 400 };
      const { script_id } = await owner.data<{ script_id: number }>('scripts.create', { params: { id }, body: script });
      expect(await owner.data('scripts.get', { params: { id: script_id } })).toMatchObject({
        language: 'de',
        format: null,
        voice: null,
      });
    });
  });

  describe('ideas', () => {
    const listIdeas = async (query: object) =>
      owner.data<{ id: number; title: string; status: string; script_id: number | null }[]>('ideas.list', {
        params: { id: CHANNEL },
        query: { per_page: 100, ...query },
      });

    test('are listed newest first, and filtered by status, source and words', async () => {
      const all = await listIdeas({});
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
      const considering = await listIdeas({ status: 'considering' });
      expect(considering.length).toBeGreaterThan(3);
      expect(await listIdeas({ status: 'banger' })).toEqual(considering);
      for (const { script_id } of await listIdeas({ status: 'scripted' })) expect(script_id).not.toBeNull();
      expect((await listIdeas({ source_type: 'outlier' })).length).toBeGreaterThan(2);
      expect((await listIdeas({ search: 'RECEIPTS' })).map(({ title }) => title)).toEqual([
        'Never fly for a year: the receipts',
      ]);
      expect((await listIdeas({ search: 'dare instead of' })).length).toBe(1);
      expect(await listIdeas({ search: '%' })).toEqual([]);
    });

    test('start as new and user-added, and send an event', async () => {
      const body = { title: ' Ünïcode 🚂 ', topic: '', suggested_length: LIMITS.words.max, notes: null };
      const idea = await owner.data('ideas.create', { params: { id: CHANNEL }, body });
      expect(idea).toMatchObject({
        title: 'Ünïcode 🚂',
        topic: null,
        notes: null,
        status: 'new',
        source_type: 'user_added',
        script_id: null,
      });
      expect(await getEvents('idea.created')).toContainEqual({
        idea_id: String(idea['id']),
        channel_id: '1',
        title: 'Ünïcode 🚂',
      });
      const invalidBody = { title: 'x', suggested_template_id: MISSING_ID };
      const refusal = await owner.call('ideas.create', { params: { id: CHANNEL }, body: invalidBody });
      expect(refusal.body).toMatchObject({ errors: { suggested_template_id: ['This template doesn’t exist.'] } });
    });

    test('become a single script when 20 writes arrive at once', async () => {
      const id = await world.createIdea({ suggested_template_id: 3 });
      const before = await world.getCredits();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => owner.call('ideas.write', { params: { id } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
      expect(new Set(answers.map(({ body }) => (body['data'] as { script_id: number }).script_id)).size).toBe(1);
      const repeatedBody = answers.find(({ status }) => status === 200)!.body;
      expect(Object.keys(repeatedBody['data'] as object).sort()).toEqual(['script_id', 'script_number', 'status']);
      expect(repeatedBody['message']).toBe('The idea already has a script.');
      const { script_id } = repeatedBody['data'] as { script_id: number };
      expect(await owner.data('scripts.get', { params: { id: script_id } })).toMatchObject({
        length: DEFAULT_SCRIPT_WORDS,
        format: 'News',
      });
      expect(await world.getCredits()).toEqual(before);
    });
  });

  describe('scripts', () => {
    test('get numbers without gaps or duplicates when created concurrently', async () => {
      const { id } = await owner.data<{ id: number }>('local.channels.create', { body: { title: 'Numbers' } });
      const body = { title: 'Many', topic: 'Long enough for a topic', length: 400 };
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, i) =>
          owner.call('scripts.create', {
            params: { id },
            body: i % 3 === 0 ? { ...body, template_id: 999_999 } : body,
          }),
        ),
      );
      const numbers = answers
        .filter(({ status }) => status === 201)
        .map(({ body: { data } }) => (data as { script_number: number }).script_number);
      expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    test('pass from outline to export, with each step charged and announced once', async () => {
      await setPlan({ plan_credits: 300 });
      const id = await world.createScript({ length: 400 });
      const before = await world.getCredits();
      const generate: typeof runToEnd = (kind, script) => world.withModel(() => runToEnd(kind, script));
      expect(await generate('scripts.generateOutline', id)).toMatchObject({
        status: 'completed',
        content_type: 'outline',
        script: null,
      });
      expect((await world.getCredits()).credits_remaining).toBe(before.credits_remaining);
      const first = await generate('scripts.generateScript', id);
      expect(first).toMatchObject({ status: 'completed', content_type: 'script', outline: null });
      const after = await world.getCredits();
      expect(after.credits_remaining).toBe(before.credits_remaining - getScriptCredits(400));
      expect(after.credits_used_this_period).toBe(before.credits_used_this_period + getScriptCredits(400));
      expect(await getContent(id)).toMatchObject({ script: first['script'], outline_version: 1, content_version: 1 });
      await generate('scripts.generateScript', id);
      await generate('scripts.humanize', id);
      expect(await world.getCredits()).toEqual(after);
      expect(await getContent(id)).toMatchObject({ content_version: 3 });
      const [row] = await world.service.store.db.select().from(scripts).where(eq(scripts.id, id));
      expect(row).toMatchObject({ regenerations_used: 2, production_status: 'scripting' });
      const selectOwn = (events: unknown[]) =>
        events.filter((data) => (data as { script_id: string }).script_id === String(id));
      expect(selectOwn(await getEvents('script.outline.generated'))).toHaveLength(1);
      expect(selectOwn(await getEvents('script.generated'))).toHaveLength(2);
      const exported = await owner.data<{ content: string }>('scripts.export', {
        params: { id },
        query: { format: 'markdown' },
      });
      expect(exported.content).toBe((await getContent(id))['script']);
      expect(selectOwn(await getEvents('script.export.requested'))).toMatchObject([{ format: 'markdown' }]);
    });

    test('cost nothing when the offline composer writes them, and may be charged once a model does', async () => {
      await setPlan({ plan_credits: 0 });
      const id = await world.createScript({ outline: OUTLINE, length: 400 });
      const before = await world.getCredits();
      for (let i = 0; i < 2; i++)
        expect(await runToEnd('scripts.generateScript', id)).toMatchObject({ status: 'completed' });
      expect(await world.getCredits()).toEqual(before);
      await setPlan({ plan_credits: 300 });
      const creditsBefore = await world.getCredits();
      await world.withModel(() => runToEnd('scripts.generateScript', id));
      expect((await world.getCredits()).credits_remaining).toBe(
        creditsBefore.credits_remaining - getScriptCredits(400),
      );
    });

    test('cost and store nothing when their run is cancelled', async () => {
      const id = await world.createScript({ outline: OUTLINE, length: 20_000 });
      const before = await world.getCredits();
      const { run_id } = await owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } });
      const answer = await owner.call('local.runs.cancel', { params: { run_id } });
      const run = await world.waitForRun(id, run_id);
      if (answer.status === 200) {
        expect(run).toMatchObject({ status: 'canceled', script: null });
        expect(await world.getCredits()).toEqual(before);
        expect(await getContent(id)).toMatchObject({ script: '', content_version: 0 });
      } else expect(run['status']).toBe('completed');
    });

    test('have a single run when several starts arrive at once', async () => {
      const id = await world.createScript({ outline: OUTLINE, length: 20_000 });
      const answers = await Promise.all([1, 2, 3].map(() => owner.call('scripts.generateScript', { params: { id } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
      const [run] = answers
        .filter(({ status }) => status === 202)
        .map(({ body }) => (body['data'] as { run_id: string }).run_id);
      for (const { status, body } of answers) if (status === 409) expect(body['run_id']).toBe(run);
      await world.waitForRun(id, run!);
    });

    test('fail with a readable error and no charge when the model is unreachable', async () => {
      const provider = {
        kind: 'openai-compatible',
        label: 'Away',
        base_url: 'http://127.0.0.1:9/v1',
        model: 'm',
        api_key: 'k',
      };
      const { id: provider_id } = await owner.data<{ id: number }>('local.providers.create', { body: provider });
      expect(await owner.data('local.studio')).toMatchObject({ text_engine: { is_language_model: true } });
      expect(await owner.data('local.providers.test', { params: { id: provider_id } })).toMatchObject({ ok: false });
      const id = await world.createScript({ outline: OUTLINE });
      const before = await world.getCredits();
      const { run_id } = await owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } });
      expect(await world.waitForRun(id, run_id)).toMatchObject({ status: 'failed', script: null });
      expect(await owner.data('local.runs.get', { params: { run_id } })).toMatchObject({
        status: 'failed',
        is_language_model: true,
        credits: 0,
        error: expect.stringMatching(/^[A-Z].*\.$/s) as string,
      });
      expect(await world.getCredits()).toEqual(before);
      await owner.data('local.providers.delete', { params: { id: provider_id } });
      expect(await owner.data('local.studio')).toMatchObject({ text_engine: { is_language_model: false } });
    });

    test('begin as a title for their owner, and generate once they have a topic and a length', async () => {
      const request = { params: { id: CHANNEL }, body: { title: 'Only a title', template_id: null, voice_id: null } };
      const { script_id: id } = await owner.data<{ script_id: number }>('local.scripts.create', request);
      expect(await owner.data('scripts.get', { params: { id } })).toMatchObject({
        title: 'Only a title',
        topic: '',
        length: 0,
        template_id: null,
        voice: null,
        format: null,
      });
      const refusal = await owner.call('scripts.generateOutline', { params: { id } });
      expect(refusal).toMatchObject({ status: 422, body: { missing: 'topic, length' } });
      const body = { topic: 'How many people sleep in a night train', length: 600, language: 'de', format: 'News' };
      expect(await owner.data('local.scripts.update', { params: { id }, body })).toMatchObject({
        ...body,
        title: 'Only a title',
      });
      expect(await runToEnd('scripts.generateOutline', id)).toMatchObject({ status: 'completed' });
    });

    test('take the channel’s template and voice only where none was chosen', async () => {
      const templates = await owner.data<{ templates: { id: number }[] }>('templates.list', {
        params: { id: CHANNEL },
      });
      const template = templates.templates[0]?.id ?? 0;
      const setDefaults = (body: object) => owner.data('local.channels.update', { params: { id: CHANNEL }, body });
      await setDefaults({ default_template_id: template });
      const createScript = async (overrides: object) => {
        const body = { title: 'Chosen', topic: 'Long enough for a topic', length: 400, ...overrides };
        const createdScript = await owner.data<{ script_id: number }>('scripts.create', {
          params: { id: CHANNEL },
          body,
        });
        return owner.data<{ template_id: number | null }>('scripts.get', { params: { id: createdScript.script_id } });
      };
      expect((await createScript({})).template_id).toBe(template);
      expect((await createScript({ template_id: null })).template_id).toBeNull();
      await setDefaults({ default_template_id: null });
    });

    test('are deleted by their owner for good', async () => {
      const id = await world.createScript({ body: 'Text.' });
      await owner.data('local.scripts.delete', { params: { id } });
      expect((await owner.call('scripts.get', { params: { id } })).status).toBe(404);
    });

    test('store a person’s text over its base version, idempotently', async () => {
      const id = await world.createScript();
      const put = (body: object) => owner.call('local.content.put', { params: { id }, body });
      const draft = { script: '  Mine.\r\n\n', content_version: 0 };
      for (let i = 0; i < 2; i++)
        expect((await put(draft)).body).toMatchObject({ data: { script: draft.script, content_version: 1 } });
      const conflict = await put({ script: 'Other.', content_version: 0 });
      expect(conflict).toMatchObject({ status: 409, body: { outline_version: 0, content_version: 1 } });
      expect((await put({ script: 'Other.' })).body).toMatchObject({
        errors: { content_version: ['Required with script.'] },
      });
      expect(await getContent(id)).toMatchObject({ script: draft.script, outline: '' });
    });
  });

  describe('credits', () => {
    test('follow the plan and never go below zero', async () => {
      await setPlan({ plan_credits: 500 });
      const before = await world.getCredits();
      await setPlan({ plan_credits: 600 });
      expect(await world.getCredits()).toMatchObject({
        plan_credits: 600,
        credits_remaining: before.credits_remaining + 100,
      });
      await setPlan({ plan_credits: 0 });
      expect((await world.getCredits()).credits_remaining).toBeGreaterThanOrEqual(0);
      await setPlan({ plan_credits: 300 });
    });

    test('are granted once when a new period starts', async () => {
      await world.write(async (tx) => {
        const [period] = await tx.select().from(credit_periods).where(eq(credit_periods.team_id, 1));
        const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
        const change = { starts_at: daysAgo(100), ends_at: daysAgo(70), next_refresh_at: daysAgo(70) };
        await tx.update(credit_periods).set(change).where(eq(credit_periods.id, period!.id));
      });
      const all = await Promise.all([1, 2, 3, 4].map(() => world.getCredits()));
      for (const credits of all) expect(credits).toMatchObject({ current_credits: 300, credits_remaining: 300 });
      expect(Date.parse(all[0]!.credits_expire_at)).toBeGreaterThan(Date.now());
      expect(Date.parse(all[0]!.credits_expire_at)).toBeLessThan(Date.now() + 32 * DAY_MS);
    });
  });

  test('model providers report where their keys are stored, never the keys', async () => {
    const body = { kind: 'anthropic', label: 'A', model: 'm', active: true, api_key: 'very-secret' };
    const provider = await owner.data<{ id: number }>('local.providers.create', { body });
    expect(provider).toMatchObject({ key_storage: 'keychain', active: true });
    const second = await owner.data<{ id: number }>('local.providers.create', {
      body: { ...body, label: 'B', api_key: null },
    });
    const providers = await owner.data<{ id: number; active: boolean; key_storage: string }[]>('local.providers.list');
    expect(providers.find(({ id }) => id === provider.id)).toMatchObject({ active: false });
    expect(providers.find(({ id }) => id === second.id)).toMatchObject({ active: true, key_storage: 'none' });
    expect(JSON.stringify(providers)).not.toContain('very-secret');
    const params = { id: provider.id };
    expect(await owner.data('local.providers.update', { params, body: { label: 'C' } })).toMatchObject({
      key_storage: 'keychain',
    });
    expect(await owner.data('local.providers.update', { params, body: { api_key: null } })).toMatchObject({
      key_storage: 'none',
    });
    for (const { id } of providers) await owner.data('local.providers.delete', { params: { id } });
  });
});
