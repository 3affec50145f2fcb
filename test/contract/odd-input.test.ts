/** Tests odd input on both databases: names that every object has, extreme years, cursors and headers. */
import { randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type OperationId, OPERATION_LIST } from '#contract/operations/index.ts';
import type { Production, Project, ProjectTask } from '#contract/schema/project.ts';
import { media_assets, video_projects } from '#service/store/schema-videos.ts';
import { boards } from '#service/store/schema-thumbnails.ts';
import { channels, idempotency_keys, ideas, scripts, templates, voices, webhooks } from '#service/store/schema.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client, Input } from './support/client.ts';
import { addProject } from './support/projects.ts';
import { createProfile } from './support/voices.ts';
import { quickVideos } from './support/videos.ts';
import { VALID_INPUTS } from './support/valid-calls.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

/** Tables whose rows a caller names. */
const LOCKED_TABLES = [
  channels,
  ideas,
  scripts,
  templates,
  voices,
  boards,
  video_projects,
  media_assets,
  webhooks,
] as const;

/** Property names that every object has. */
const INHERITED_NAMES = ['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty', 'isPrototypeOf'];

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: quickVideos });
    owner = world.owner;
  });
  afterAll(async () => {
    expect(world.service.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    await world.service.stop();
  });

  const BODY_OPERATIONS = OPERATION_LIST.filter(({ body }) => body !== null).map(({ id }) => id);

  test.each(BODY_OPERATIONS)('%s has no field by a name that every object has', async (id) => {
    const { body: validBody = {}, ...input } = await VALID_INPUTS[id](world);
    for (const name of INHERITED_NAMES) {
      for (const value of ['null', '{"a": null}']) {
        const fields = JSON.stringify(validBody).slice(1);
        const raw = `{${JSON.stringify(name)}: ${value}${fields === '}' ? '' : ','}${fields}`;
        const { status, body } = await owner.call(id, input, { raw });
        expect(status, `${raw}: ${JSON.stringify(body)}`).toBeLessThan(500);
      }
    }
  });

  test.each(['videoRevision.overlays.add', 'videoRevision.publishedOverlays.update'] as const)(
    '%s refuses an input by the name “__proto__”',
    async (id) => {
      const { body = {}, ...input } = await VALID_INPUTS[id](world);
      const raw = JSON.stringify(body).replace('"inputs":{', '"inputs":{"__proto__":{"a":null},');
      expect(raw).toContain('__proto__');
      const answer = await owner.call(id, input, { raw });
      expect(answer).toMatchObject({ status: 422, body: { errors: { 'inputs.__proto__': ['Unknown field.'] } } });
    },
  );

  test('a body nested deeper than the call stack is refused', async () => {
    const raw = `{"title": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await owner.call('ideas.create', { params: { id: CHANNEL } }, { raw })).status).toBe(422);
  });

  test.each([...INHERITED_NAMES, 'no-such-cue'])('a video has no caption “%s”', async (cue_id) => {
    const input = await VALID_INPUTS['videoRevision.captions'](world);
    const { status, body } = await owner.call('videoRevision.captions', {
      ...input,
      body: { caption: { cue_id, text: 'Other words' } },
    });
    expect({ status, errors: body['errors'] }).toEqual({
      status: 422,
      errors: { 'caption.cue_id': ['This video doesn’t have this caption.'] },
    });
  });

  describe('times', () => {
    const updatePlan = async (project: string, body: object) => {
      const { revision } = await owner.data<Project>('projects.get', { params: { project } });
      return owner.call('projects.production.update', { params: { project }, headers: { 'If-Match': revision }, body });
    };

    test.each([
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '0099-12-31T23:59:59Z',
      '1899-12-31T23:59:59.999Z',
      '1900-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
    ])('of the year %s are refused with the bound', async (time) => {
      const { id } = await addProject(world);
      for (const [field, body] of [
        ['publish_at', { publish_at: time }],
        ['checklist.0.due_at', { checklist: [{ title: 'One', due_at: time }] }],
      ] as const) {
        const { status, body: answer } = await updatePlan(id, body);
        expect({ status, errors: answer['errors'] }).toEqual({
          status: 422,
          errors: { [field]: ['Enter a time from the year 1900 to 9999, in UTC.'] },
        });
      }
    });

    test.each(['1900-01-01T00:00:00Z', '1969-07-20T20:17:40.123Z', '9999-12-31T23:59:59.999Z'])(
      '%s is stored exactly',
      async (time) => {
        const { id } = await addProject(world);
        const due_at = new Date(time).toISOString();
        expect((await updatePlan(id, { publish_at: time, checklist: [{ title: 'One', due_at: time }] })).status).toBe(
          200,
        );
        const { upload, checklist } = await owner.data<Production>('projects.production.get', {
          params: { project: id },
        });
        expect([upload.publish_at, checklist[0]!.due_at]).toEqual([due_at, due_at]);
      },
    );

    test('page a list of tasks completely, whatever their year', async () => {
      const { id } = await addProject(world);
      const times = ['9999-12-31T23:59:59.999Z', '1900-01-01T00:00:00.000Z', '2026-02-28T12:00:00.000Z', null];
      const checklist = times.map((due_at, n) => ({ title: `Task ${n}`, assignee_id: 1, due_at }));
      expect((await updatePlan(id, { checklist })).status).toBe(200);
      const tasks: ProjectTask[] = [];
      let headers: Record<string, string> = {};
      for (;;) {
        const { body } = await owner.call('tasks.list', { query: { limit: 1 }, headers });
        tasks.push(...(body['data'] as ProjectTask[]));
        const { next_cursor } = body['meta'] as { next_cursor: string | null };
        if (next_cursor === null) break;
        headers = { Cursor: next_cursor };
      }
      const ownTasks = tasks.filter(({ project_id }) => project_id === id);
      expect(ownTasks.map(({ due_at }) => due_at)).toEqual([times[1], times[2], times[0], null]);
    });
  });

  test.each([
    ['projects.list', ['0000-01-01T00:00:00Z', 'idea', 1]],
    ['projects.list', ['0001-01-01T00:00:00Z', 'idea', 1]],
    ['projects.list', ['2026-01-01T00:00:00Z', 'idea', 2 ** 31]],
    ['projects.list', ['2026-01-01T00:00:00Z', 'idea', -1]],
    ['projects.list', ['2026-01-01T00:00:00Z', 'toString', 1]],
    ['tasks.list', ['0000-01-01T00:00:00Z', 1]],
    ['tasks.list', [null, 2 ** 31]],
    ['tasks.list', [null, 9_007_199_254_740_991]],
    ['projectNotifications.list', ['0000-01-01T00:00:00Z', randomUUID()]],
    ['projectNotifications.list', ['2026-01-01T00:00:00Z', 'no-id']],
  ] as const)('a cursor of %s that was tampered with is refused: %j', async (id, key) => {
    const Cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const { status, body } = await owner.call(id, { headers: { Cursor } });
    expect({ status, errors: body['errors'] }).toEqual({ status: 422, errors: { Cursor: [expect.any(String)] } });
  });

  test.each(['a\u0000b', '\ud800', 'key \udc00'])(
    'a voice entry’s key %j is refused when it is validated',
    async (key) => {
      const profile = createProfile();
      const body = { intent: 'create', name: 'A voice', profile: withEntry(profile, { [key]: 'words' }) };
      const { status, body: answer } = await owner.call('voices.validate', { params: { id: CHANNEL }, body });
      expect(status, JSON.stringify(answer)).toBe(422);
    },
  );

  describe('headers', () => {
    const sendIdea = async (
      headers: Record<string, string>,
      raw: string | Uint8Array<ArrayBuffer> = '{"title": "Sent"}',
    ) => (await owner.call('ideas.create', { params: { id: CHANNEL } }, { raw, headers })).status;

    test.each([
      'application/json;',
      'application/json; odata=verbose',
      'Application/JSON ; charset=UTF-8',
      'application/json;charset="utf-8";profile=x',
      'application/json; profile="a;charset=latin1"',
    ])('%s is JSON', async (type) => expect(await sendIdea({ 'Content-Type': type })).toBe(201));

    test.each(['application/json; charset=latin1', 'application/jsonp', 'text/json', 'application/json2;', ';'])(
      '%s is not',
      async (type) => expect(await sendIdea({ 'Content-Type': type })).toBe(415),
    );

    test('a compressed body is refused', async () => {
      for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'unknown']) {
        expect(await sendIdea({ 'Content-Type': 'application/json', 'Content-Encoding': encoding }), encoding).toBe(
          415,
        );
      }
      expect(await sendIdea({ 'Content-Type': 'application/json', 'Content-Encoding': 'identity' })).toBe(201);
    });
  });

  test('a list with numbered brackets filters', async () => {
    await world.createIdea({ channel_id: OTHER_CHANNEL });
    for (const query of ['channel_ids[0]=2', 'channel_ids[1]=2', 'channel_ids%5B0%5D=2']) {
      const { token, baseUrl } = world.service;
      const response = await fetch(`${baseUrl}/api/v1/projects?${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { data } = (await response.json()) as { data: Project[] };
      expect(new Set(data.map(({ channel_id }) => channel_id)), query).toEqual(new Set([OTHER_CHANNEL]));
    }
  });

  test.each(['channel_ids[a]', 'channel_ids[__proto__]', 'channel_ids[-1]', 'channel_ids[0][0]', 'search[like]'])(
    '“%s” is refused, not ignored',
    async (name) => {
      const { status, body } = await owner.call('projects.list', { query: { [name]: OTHER_CHANNEL } });
      expect({ status, errors: body['errors'] }).toEqual({
        status: 422,
        errors: { [name]: ['Send a list as name[]=1&name[]=2, and a single value as name=1.'] },
      });
    },
  );

  const WRITE_OPERATIONS = OPERATION_LIST.filter(
    ({ path, method, surface }) => surface === 'api' && method !== 'GET' && path.includes('{'),
  );

  if (database === 'postgresql')
    test('a write to another team’s rows does not wait for locks', async () => {
      const foreignClient = owner.as(world.foreign.secret);
      const inputs: { id: OperationId; input: Input }[] = [];
      for (const { id } of WRITE_OPERATIONS) inputs.push({ id, input: await VALID_INPUTS[id](world) });
      const statuses = await world.write(async (tx) => {
        for (const table of LOCKED_TABLES) await tx.execute(sql`select 1 from ${table} for update`);
        // The transaction ends only after all answers, so a request that waited for it would never end.
        return Promise.all(
          inputs.map(async ({ id, input }) => `${id}: ${(await foreignClient.call(id, input)).status}`),
        );
      });
      expect(statuses.filter((line) => !/: (404|422)$/.test(line))).toEqual([]);
    });

  if (database === 'postgresql')
    test('a write with a key does not wait for the deletion of old keys', async () => {
      const row = { team_id: 1, user_id: 1, operation: 'old', request_hash: '', created_at: new Date(0) };
      const countOldKeys = () => world.service.store.db.$count(idempotency_keys, eq(idempotency_keys.operation, 'old'));
      await world.write((tx) => tx.insert(idempotency_keys).values(['one', 'two'].map((key) => ({ ...row, key }))));
      const createProject = async () => {
        const { headers, ...input } = await VALID_INPUTS['projects.create'](world);
        const keyedHeaders = { ...headers, 'Idempotency-Key': randomUUID() };
        return (await owner.call('projects.create', { ...input, headers: keyedHeaders })).status;
      };
      await world.write(async (tx) => {
        await tx.delete(idempotency_keys).where(eq(idempotency_keys.key, 'one'));
        expect(await createProject()).toBe(201);
      });
      expect(await countOldKeys()).toBe(0);
    });

  test.each([
    '2026-02-30T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '+012026-01-01T00:00:00Z',
    'Thu, 01 Jan 2026 00:00:00 GMT',
  ])('“%s” is not a valid time', async (publish_at) => {
    const { id, revision } = await addProject(world);
    const input = { params: { project: id }, headers: { 'If-Match': revision }, body: { publish_at } };
    expect((await owner.call('projects.production.update', input)).body['errors']).toEqual({
      publish_at: ['Enter a time with its time zone, like 2026-03-04T17:00:00+01:00.'],
    });
  });

  test.each(INHERITED_NAMES)('“%s” is no overlay, field, header or expansion', async (name) => {
    const overlay = await VALID_INPUTS['videoRevision.overlays.add'](world);
    const summarizeErrors = async (id: OperationId, input: Input) => {
      const { status, body } = await owner.call(id, input);
      return `${status} ${Object.keys((body['errors'] ?? {}) as object).join()}`;
    };
    const body = overlay.body as object;
    expect(await summarizeErrors('videoRevision.overlays.add', { ...overlay, body: { ...body, template: name } })).toBe(
      '422 template',
    );
    const slide = await VALID_INPUTS['videoRevision.slideText'](world);
    const field_edits = [{ key: name, value: 'x' }];
    expect(
      await summarizeErrors('videoRevision.slideText', { ...slide, body: { ...(slide.body as object), field_edits } }),
    ).toBe('422 field_edits.0.key');
    expect(await summarizeErrors('projects.list', { query: { expand: name } })).toBe('422 expand.0');
    expect(await summarizeErrors('projects.list', { query: { [name]: '1' } })).toBe('200 ');
  });
});

/** Returns the profile with one more entry in its first list. */
function withEntry(profile: object, entry: object): object {
  let isAdded = false;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      if (isAdded) return value;
      isAdded = true;
      return [...(value as unknown[]), entry];
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(profile) as object;
}
