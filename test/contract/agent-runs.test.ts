/** Tests agent runs beyond the rules common to all operations, on both databases. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { AGENT_MODEL_ALIASES, AGENT_MODELS } from '#contract/agent-models.ts';
import { DEEP_RESEARCH_CREDITS, OWN_KEY_CREDITS, getScriptCredits } from '#contract/limits.ts';
import type { AgentRun, AgentRunQuote, Evidence } from '#contract/schema/agent-run.ts';
import type { ScriptContent } from '#contract/schema/script.ts';
import type { Page, PageReader } from '#service/domain/agent-runs/sources.ts';
import { agent_runs } from '#service/store/schema-agent-runs.ts';
import { outbox_events, scripts } from '#service/store/schema.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

import { addAgentRun } from './support/agent-runs.ts';
import type { Client } from './support/client.ts';
import { serveModel } from '#test/support/model.ts';
import { servePdf, httpsPageReader } from './support/pdf-page.ts';
import { World } from './support/world.ts';

const LENGTH = 900;
const TOPIC = 'The night train from Paris to Vienna and why it came back';
const FACT =
  'The night train between Paris and Vienna was started again on 13 December 2021 after a break of many years.';
const DEEPER = 'The sleeping cars of the night train were built in Graz in 1994 and were rebuilt before the restart.';
const TEXT = 'The conductor Maria Gruber said that the night train to Vienna was sold out for 41 nights in a row.';

/** The pages of a fake web. */
const PAGES: Readonly<Record<string, Omit<Page, 'url'>>> = {
  'https://trains.example/night': {
    title: 'Night trains are back',
    text: `${FACT}\nIt runs three times a week in both directions through the whole of the winter.`,
    links: [
      { url: 'https://trains.example/sleeping-cars', text: 'The sleeping cars of the night train' },
      { url: 'https://trains.example/imprint', text: 'Imprint' },
    ],
  },
  'https://trains.example/sleeping-cars': { title: 'Sleeping cars', text: DEEPER, links: [] },
};

/** Reads the fake web above and the pages of receiver.test; `gate` delays every page. */
class TestWeb implements PageReader {
  readonly addresses: string[] = [];
  gate: Promise<void> = Promise.resolve();

  async read(address: string, signal: AbortSignal) {
    this.addresses.push(address);
    const aborted = new Promise<void>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    await Promise.race([this.gate, aborted]);
    if (address.startsWith('https://receiver.test:')) return httpsPageReader.read(address, signal);
    const page = PAGES[address];
    return page
      ? { ok: true as const, page: { url: address, ...page } }
      : { ok: false as const, reason: 'The server responded with 404.' };
  }
}

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const web = new TestWeb();
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { reader: web });
    owner = world.owner;
    await owner.data('local.creditPlan.put', { body: { plan_credits: 10_000 } });
  });
  afterAll(() => world.service.stop());

  const script = (body: object = {}) =>
    world.createScript({ topic: TOPIC, title: 'Back by night', length: LENGTH, ...body });
  const get = (id: number, run_id: number) => owner.data<AgentRun>('agentRuns.get', { params: { id, run_id } });
  const waitForRun = (id: number, run_id: number) => waitForEnd(() => get(id, run_id));
  const start = async (id: number, body: object = {}) => {
    const answer = await owner.call('agentRuns.start', { params: { id }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return Number(answer.body['run_id']);
  };
  const run = async (id: number, body: object = {}) => waitForRun(id, await start(id, body));
  const getEvidence = (id: number) => owner.data<Evidence[]>('local.evidence.list', { params: { id } });
  const getContent = (id: number) => owner.data<ScriptContent>('scripts.content', { params: { id } });
  const quote = (id: number, query: object) =>
    owner.data<AgentRunQuote>('local.agentRuns.quote', { params: { id }, query: { ...query } });

  test('researches, outlines and writes, and stores the source and quote of each used fact', async () => {
    const before = await world.getBalance();
    const id = await script({ research_urls: ['https://trains.example/night'], research_texts: [TEXT] });
    const answer = await owner.call('agentRuns.start', { params: { id }, body: {} });
    const run_id = Number(answer.body['run_id']);
    const poll_url = `${world.service.baseUrl}/api/v1/scripts/${id}/agent/runs/${run_id}`;
    expect(answer.body).toEqual({
      run_id,
      status: 'queued',
      research: 'auto',
      visual_cues: 'off',
      model: 'studio-auto',
      resolved_model: 'composer',
      poll_url,
      cancel_url: `${poll_url}/cancel`,
      message: expect.any(String) as unknown,
    });
    const finishedRun = await waitForRun(id, run_id);
    expect(finishedRun).toEqual({
      run_id,
      status: 'completed',
      current_step: 'done',
      current_step_label: 'Done',
      elapsed_seconds: expect.any(Number) as unknown,
      executor: 'Offline composer (no language model)',
      auth_path: 'factory',
      script_url: `${world.service.baseUrl}/api/v1/scripts/${id}`,
      usage: null,
    });
    const storedContent = await getContent(id);
    expect({ outline: storedContent.outline_version, script: storedContent.content_version }).toEqual({
      outline: 1,
      script: 1,
    });
    expect(storedContent.script).toContain('13 December 2021');
    const sources = await getEvidence(id);
    expect(sources).toContainEqual(
      expect.objectContaining({
        run_id,
        quote: FACT,
        source_kind: 'page',
        source_title: 'Night trains are back',
        source_url: 'https://trains.example/night',
      }),
    );
    expect(sources).toContainEqual(
      expect.objectContaining({ quote: TEXT, source_kind: 'text', source_title: 'Pasted text 1', source_url: null }),
    );
    expect(await world.getBalance()).toBe(before);
    const events = await world.service.store.db.select().from(outbox_events);
    for (const name of ['script.outline.generated', 'script.generated']) {
      expect(events.filter(({ event, data }) => event === name && data['script_id'] === String(id))).toHaveLength(1);
    }
  });

  test('reads a PDF and cites it as the source', async () => {
    const pdf = await servePdf(FACT, 'Timetables of 2021');
    try {
      const id = await script({ research_urls: [pdf.url] });
      expect(await run(id)).toMatchObject({ status: 'completed', current_step_label: 'Done' });
      expect((await getContent(id)).script).toContain('13 December 2021');
      const source = { source_kind: 'page', source_title: 'Timetables of 2021', source_url: pdf.url };
      expect(await getEvidence(id)).toContainEqual(expect.objectContaining({ quote: FACT, ...source }));
    } finally {
      pdf.close();
    }
  });

  test('reads and uses no sources if research is off', async () => {
    const id = await script({ research_urls: ['https://trains.example/night'], research_texts: [TEXT] });
    const addressCount = web.addresses.length;
    expect((await run(id, { research: 'off' })).status).toBe('completed');
    expect(web.addresses).toHaveLength(addressCount);
    expect((await getContent(id)).script).not.toContain('41 nights');
    expect(await getEvidence(id)).toEqual([]);
  });

  test('writes visual cues only on request', async () => {
    const id = await script({ research_texts: [TEXT] });
    await run(id, { visual_cues: 'off' });
    expect((await getContent(id)).script).not.toContain('[Cue:');
    await run(id, { visual_cues: 'on' });
    expect((await getContent(id)).script).toContain('[Cue:');
  });

  test('completes with issues when a source cannot be read', async () => {
    const id = await script({ research_urls: ['https://gone.example/page'] });
    const finishedRun = await run(id, { research: 'on' });
    expect(finishedRun).toMatchObject({ status: 'completed_with_issues', current_step: 'done' });
    expect(finishedRun.current_step_label).toContain(
      'https://gone.example/page couldn’t be read: The server responded with 404.',
    );
    const [listedRun] = await owner.data<{ issues: string[]; credits: number }[]>('local.agentRuns.list');
    expect(listedRun).toMatchObject({ issues: [expect.stringContaining('gone.example')], credits: 0 });
    const runWithoutSources = await run(await script(), { research: 'on' });
    expect(runWithoutSources.status).toBe('completed_with_issues');
    expect((await run(await script(), { research: 'auto' })).status).toBe('completed');
  });

  test('deep research follows relevant links, costs extra once, and is reused', async () => {
    const id = await script({ research_urls: ['https://trains.example/night'] });
    const deepResearch = { research: 'deep_research' };
    expect(await quote(id, deepResearch)).toMatchObject({
      credits: DEEP_RESEARCH_CREDITS,
      research_reused: false,
      sources: 1,
    });
    const before = await world.getBalance();
    expect((await run(id, deepResearch)).status).toBe('completed');
    expect(await world.getBalance()).toBe(before - DEEP_RESEARCH_CREDITS);
    expect(web.addresses).toContain('https://trains.example/sleeping-cars');
    expect(web.addresses).not.toContain('https://trains.example/imprint');
    const sources = (await getEvidence(id)).map(({ source_url }) => source_url);
    expect(sources).toContain('https://trains.example/sleeping-cars');
    const addressCount = web.addresses.length;
    expect(await quote(id, deepResearch)).toMatchObject({ credits: 0, research_reused: true });
    await run(id, deepResearch);
    expect(web.addresses).toHaveLength(addressCount);
    expect(await world.getBalance()).toBe(before - DEEP_RESEARCH_CREDITS);
  });

  test('deep research reads results of a connected search engine and cites them', async () => {
    const queries: string[] = [];
    const searxng = createServer((request, response) => {
      queries.push(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '');
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ results: [{ url: 'https://trains.example/sleeping-cars', title: 'Cars' }] }));
    });
    await new Promise<void>((resolve) => searxng.listen(0, '127.0.0.1', resolve));
    const base_url = `http://127.0.0.1:${(searxng.address() as AddressInfo).port}`;
    const deepResearch = { research: 'deep_research' };
    // The script has neither pages nor texts of its own.
    const id = await script();
    try {
      expect(await quote(id, deepResearch)).toMatchObject({ search_engine: null });
      await owner.data('local.search.put', { body: { kind: 'searxng', base_url } });
      expect(await owner.data('local.search.test')).toMatchObject({ ok: true });
      queries.length = 0;
      const before = await world.getBalance();
      expect(await quote(id, deepResearch)).toMatchObject({ search_engine: 'SearXNG', research_reused: false });
      expect(await quote(id, { research: 'on' })).toMatchObject({ search_engine: null });
      expect((await run(id, deepResearch)).status).toBe('completed');
      expect(queries).toEqual(['Back by night', TOPIC]);
      expect(await world.getBalance()).toBe(before - DEEP_RESEARCH_CREDITS);
      const sources = await getEvidence(id);
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) {
        expect(source).toMatchObject({ source_url: 'https://trains.example/sleeping-cars', source_kind: 'page' });
      }
      expect(await quote(id, deepResearch)).toMatchObject({ research_reused: true });
      // A new title makes it a new research question.
      await world.write((tx) => tx.update(scripts).set({ title: 'Another title' }).where(eq(scripts.id, id)));
      expect(await quote(id, deepResearch)).toMatchObject({ research_reused: false });
      searxng.closeAllConnections();
      searxng.close();
      const offlineRun = await run(id, deepResearch);
      expect(offlineRun).toMatchObject({ status: 'completed_with_issues' });
      expect(offlineRun.current_step_label).toContain('Couldn’t search the web: The server couldn’t be reached.');
    } finally {
      await owner.data('local.search.delete');
      searxng.close();
    }
    expect((await owner.call('local.search.get')).body).toEqual({ success: true, data: null });
  });

  test('deep research also searches a connected platform, and reports why it found nothing', async () => {
    const deepResearch = { research: 'deep_research' };
    const id = await script();
    // The address of its data API is not reachable from here.
    await owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'a-key' } });
    try {
      expect(await quote(id, deepResearch)).toMatchObject({ search_engine: 'YouTube' });
      const before = await world.getBalance();
      const finishedRun = await run(id, deepResearch);
      expect(finishedRun.status).toBe('completed_with_issues');
      expect(finishedRun.current_step_label).toContain('Couldn’t search YouTube: YouTube isn’t available right now.');
      // The run found nothing to read, so nothing is charged.
      expect(await world.getBalance()).toBe(before);
    } finally {
      await owner.data('local.platform.delete');
    }
  });

  test('connecting a search engine validates its fields and never returns the key', async () => {
    const put = (body: object) => owner.call('local.search.put', { body: body as never });
    const fields = async (body: object) => Object.keys((await put(body)).body['errors'] as object);
    expect(await owner.data('local.search.test')).toMatchObject({ ok: false });
    expect(await fields({ kind: 'searxng' })).toEqual(['base_url']);
    expect(await fields({ kind: 'searxng', base_url: 'http://127.0.0.1:1/?q=' })).toEqual(['base_url']);
    expect(await fields({ kind: 'searxng', base_url: 'http://127.0.0.1:1', api_key: 'k' })).toEqual(['api_key']);
    expect(await fields({ kind: 'brave' })).toEqual(['api_key']);
    expect(await fields({ kind: 'brave', base_url: 'http://search.example', api_key: 'k' })).toEqual(['base_url']);
    expect(await fields({ kind: 'else', base_url: 'ftp://x' })).toEqual(expect.arrayContaining(['kind', 'base_url']));
    expect((await owner.call('local.search.get')).body).toEqual({ success: true, data: null });

    const savedProvider = await put({ kind: 'brave', api_key: 'a-secret-of-search' });
    expect(savedProvider.body['data']).toEqual({
      kind: 'brave',
      base_url: 'https://api.search.brave.com',
      key_storage: expect.stringMatching(/keychain|session/) as unknown,
    });
    // The key stays with this address and is not used for another one.
    expect((await put({ kind: 'brave' })).status).toBe(200);
    expect(await fields({ kind: 'brave', base_url: 'https://elsewhere.example' })).toEqual(['api_key']);
    expect((await put({ kind: 'searxng', base_url: 'http://127.0.0.1:9' })).body['data']).toMatchObject({
      key_storage: 'none',
    });
    expect(await fields({ kind: 'brave' })).toEqual(['api_key']);
    expect(world.service.log.join('\n')).not.toContain('a-secret-of-search');
    expect((await owner.call('local.search.delete')).status).toBe(200);
    expect((await owner.call('local.search.delete')).status).toBe(200);
  });

  test('deep research that finds no page is not charged', async () => {
    const before = await world.getBalance();
    const finishedRun = await run(await script({ research_texts: [TEXT] }), { research: 'deep_research' });
    expect(finishedRun.status).toBe('completed_with_issues');
    expect(await world.getBalance()).toBe(before);
  });

  test('a cancelled run stops, refunds everything and stays cancelled', async () => {
    const id = await script({ research_urls: ['https://trains.example/night'] });
    let release = (): void => undefined;
    web.gate = new Promise((resolve) => (release = resolve));
    try {
      const before = await world.getBalance();
      const run_id = await start(id, { research: 'deep_research' });
      await expect.poll(async () => (await get(id, run_id)).status).toBe('running');
      expect(await get(id, run_id)).toMatchObject({
        current_step: 'deep_research',
        current_step_label: 'Reading trains.example',
        auth_path: 'factory',
        script_url: null,
      });
      expect(await world.getBalance()).toBe(before - DEEP_RESEARCH_CREDITS);
      // Meanwhile neither the canvas nor a second run may write.
      for (const other of ['scripts.generateOutline', 'agentRuns.start'] as const) {
        const refusal = await owner.call(other, { params: { id }, body: {} });
        expect(refusal).toMatchObject({ status: 409, body: { error: 'run_already_active', run_id: String(run_id) } });
      }
      const answer = await owner.call('agentRuns.cancel', { params: { id, run_id } });
      expect(answer.body).toMatchObject({ cancelled: true, run_id, status: 'cancelled', refunded: true });
      expect(await world.getBalance()).toBe(before);
      release();
      expect(await waitForRun(id, run_id)).toMatchObject({
        status: 'cancelled',
        error: 'The run was cancelled.',
        script_url: null,
      });
      expect((await getContent(id)).content_version).toBe(0);
    } finally {
      release();
      web.gate = Promise.resolve();
    }
  });

  test('a queued run shows no progress fields, a pending one does', async () => {
    const id = await script();
    const queuedRun = await get(id, await addAgentRun(world, id));
    expect(queuedRun).toMatchObject({
      status: 'queued',
      current_step: null,
      current_step_label: null,
      elapsed_seconds: null,
    });
    expect(queuedRun).not.toHaveProperty('executor');
    expect(queuedRun).not.toHaveProperty('auth_path');
    const other = await script();
    const pendingStep = { status: 'pending', executor: 'Offline composer', started_at: new Date() } as const;
    const expected = { status: 'pending', executor: 'Offline composer', auth_path: 'factory', current_step: null };
    expect(await get(other, await addAgentRun(world, other, pendingStep))).toMatchObject(expected);
  });

  test('a connected model receives the sources, and its statements are matched to them', async () => {
    const model = await serveModel();
    try {
      const body = { kind: 'openai-compatible', label: 'Here', base_url: model.url, model: 'm', api_key: 'key' };
      const provider = await owner.data<{ id: number }>('local.providers.create', { body });
      const id = await script({ research_urls: ['https://trains.example/night'] });
      const before = await world.getBalance();
      const finishedRun = await run(id, { model: 'studio-model' });
      // The text is far too short, which the run reports.
      expect(finishedRun).toMatchObject({ status: 'completed_with_issues', auth_path: 'factory' });
      expect(finishedRun.usage).toMatchObject({ prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 });
      expect(await world.getBalance()).toBe(before - getScriptCredits(LENGTH));
      expect(model.prompts).toHaveLength(3);
      expect(model.prompts[2]).toContain('Rewrite this section');
      for (const prompt of model.prompts.slice(0, 2)) {
        expect(prompt).toContain('Source: Night trains are back, https://trains.example/night');
        expect(prompt).toContain(FACT);
      }
      expect(await getEvidence(id)).toEqual([
        expect.objectContaining({
          sentence: 'On 13 December 2021 the night train from Paris to Vienna was started again.',
          quote: FACT,
        }),
      ]);
      await owner.data('local.providers.delete', { params: { id: provider.id } });
    } finally {
      model.close();
    }
  });

  test('maps older model names to current ones and refuses unknown ones', async () => {
    const id = await script();
    const ask = (model: string) => owner.call('agentRuns.start', { params: { id }, body: { model } });
    for (const [older, current] of Object.entries(AGENT_MODEL_ALIASES)) {
      const { status, body } = await ask(older);
      expect({ status, model: body['model'] }).toEqual({ status: 422, model: current });
    }
    expect(await ask('no-such-model')).toMatchObject({
      status: 422,
      body: { errors: { model: expect.any(Array) as unknown } },
    });
    const groups = ['included', 'anthropic', 'google'].map(
      (name) => AGENT_MODELS.filter(({ group }) => group === name).length,
    );
    expect(groups).toEqual([4, 4, 3]);
  });

  test('costs a flat fee with an own key, and nothing when the model fails', async () => {
    const id = await script();
    const ownKey = { model: 'gemini-2.5-flash' };
    const body = { kind: 'google', label: 'Mine', base_url: 'http://127.0.0.1:9/v1', model: 'other', active: false };
    const provider = await owner.data<{ id: number }>('local.providers.create', { body });
    const keylessAnswer = await owner.call('agentRuns.start', { params: { id }, body: ownKey });
    expect(keylessAnswer.body).toMatchObject({
      required_provider: 'google',
      reason_code: 'key_missing',
      resolved_model: 'gemini-2.5-flash',
    });
    await owner.data('local.providers.update', { params: { id: provider.id }, body: { api_key: 'secret-of-mine' } });
    expect(await quote(id, ownKey)).toMatchObject({ credits: OWN_KEY_CREDITS });
    const before = await world.getBalance();
    const failedRun = await run(id, ownKey);
    expect(failedRun).toMatchObject({
      status: 'failed',
      auth_path: 'byok',
      error: expect.stringContaining('reached') as unknown,
    });
    expect(JSON.stringify(failedRun)).not.toContain('secret-of-mine');
    expect(await world.getBalance()).toBe(before);
    const failedRuns = and(eq(agent_runs.script_id, id), eq(agent_runs.status, 'failed'));
    expect(await world.service.store.db.$count(agent_runs, failedRuns)).toBe(1);
  });
});
