/** Tests the common rules for every operation in the table, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';

import { ABILITIES, type Ability, isForViewers, listRequiredAbilities } from '#contract/abilities.ts';
import { type ErrorName, ERRORS, type ErrorSpec } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { listErrors } from '#contract/openapi.ts';
import type { OperationShape } from '#contract/operation.ts';
import { OPERATION_LIST } from '#contract/operations/index.ts';
import { dropAbsent } from '#service/http/input.ts';
import { validate } from '#service/http/validation.ts';
import { isLongRun } from '#test/support/rounds.ts';
import { DATABASES } from '#test/support/service.ts';

import { listProbes } from './support/bounds.ts';
import { type Answer, type Client, observedErrors } from './support/client.ts';
import { expectFailure } from './support/expect-failure.ts';
import { FAILURES } from './support/failures.ts';
import { toStrict } from './support/strict.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { VALID_INPUTS } from './support/valid-calls.ts';
import { quickVideos } from './support/videos.ts';
import { World } from './support/world.ts';

/** Operations that need no database once the caller is known. */
const WITHOUT_DATABASE =
  /^(team\.get|video\.capabilities|video\.(avatars|voices)\.(get|list)|local\.speech\.(own|say|servers)|local\.modelServers\.list|local\.rewrites\.text|local\.providers\.(models|try))$/;

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const getFamily = ({ path }: OperationShape): string => path.split('/')[1] ?? '';

/**
 * True for the first operation of a family with a parameter. The family reads the parameter in one place,
 * so the others are tried with fewer odd values, except in long runs.
 */
const isFirstInFamily = (operation: OperationShape, param: string): boolean =>
  isLongRun ||
  OPERATION_LIST.find((other) => getFamily(other) === getFamily(operation) && param in other.params.shape) ===
    operation;

describe.each(DATABASES)('on %s', (database) => {
  /** Rules that need at most one query are tested on the faster database only. */
  const isPrimary = database === 'postgresql';
  let world: World;
  const tokens = new Map<string, Promise<string>>();
  /** Returns the owner's token with only these abilities, created on first use. */
  const tokenWith = (abilities: readonly Ability[]): Promise<string> => {
    const key = abilities.join();
    const token = tokens.get(key) ?? world.createOwnerToken(abilities);
    tokens.set(key, token);
    return token;
  };
  beforeAll(async () => {
    world = await World.open(database, { images: quickImages, pictures: anyPicture, videoMaker: quickVideos });
    await world.owner.data('local.creditPlan.put', { body: { plan_credits: 100_000 } });
    await world.owner.data('local.thumbnailPlan.put', { body: { free_limit: 100_000 } });
  });
  afterAll(() => world.service.stop());

  describe.each(OPERATION_LIST)('$id', (operation) => {
    const { id, adminError, body: schema } = operation;
    const sendCall = async (options: Parameters<Client['call']>[2] = {}, change: object = {}) =>
      world.owner.call(id, { ...(await VALID_INPUTS[id](world)), ...change }, options);
    /** Returns a function that repeats one valid input, which refused calls leave valid. */
    const prepareCall = async () => {
      const input = await VALID_INPUTS[id](world);
      return (options: Parameters<Client['call']>[2] = {}, change: object = {}) =>
        world.owner.call(id, { ...input, ...change }, options);
    };

    test('answers according to its schema, without extra keys', async () => {
      const answer = await sendCall();
      const expected = operation.responses[answer.status as 200];
      expect(expected, `${answer.status} ${JSON.stringify(answer.body)}`).toBeDefined();
      expect(toStrict(expected!).safeParse(answer.body).error).toBeUndefined();
      for (const name of RATE_HEADERS) expect(answer.headers.has(name)).toBe(operation.rate !== 'unlimited');
    });

    if (isPrimary && !operation.anyone)
      test('requires a token of a team', async () => {
        const callAgain = await prepareCall();
        for (const token of [null, 'sk_live_unknown', `${world.service.token}x`, '']) {
          expectFailure(await callAgain({ token }), 'unauthenticated');
        }
        const basic = await callAgain({ token: null, headers: { Authorization: `Basic ${world.service.token}` } });
        expectFailure(basic, 'unauthenticated');
        expectFailure(await callAgain({ token: world.tokens.stranger }), 'no_team');
      });

    if (isPrimary)
      test('names the missing ability', async () => {
        const callAgain = await prepareCall();
        for (const missingAbility of listRequiredAbilities(operation.abilities)) {
          const others = ABILITIES.filter((ability) => !operation.orAbilities?.includes(ability));
          const token = await tokenWith(others.filter((ability) => ability !== missingAbility));
          const { status, body } = await callAgain({ token });
          expect({ status, body }).toEqual({
            status: 403,
            body: { error: `Token does not have ${missingAbility} permission` },
          });
        }
        for (const enough of [
          listRequiredAbilities(operation.abilities),
          ...(operation.orAbilities ?? []).map((ability) => [ability]),
        ]) {
          // The owner cannot leave, and has no session of somebody else to sign out.
          if (id === 'local.me.leave' || id === 'local.sessions.end') continue;
          // A token can only grant abilities it has.
          const granted = id === 'tokens.create' ? (['scripts:read'] as const) : [];
          expect((await sendCall({ token: await tokenWith([...enough, ...granted]) })).status).toBeLessThan(300);
        }
        if (operation.abilities.some((ability) => !isForViewers(ability))) {
          expectFailure(await callAgain({ token: world.tokens.viewer }), 'ability_missing');
        }
      });

    if (isPrimary && adminError !== undefined)
      test('checks the role', async () => {
        const roles = ['editor', 'viewer', 'member'] as const;
        // A viewer's token lacks writing abilities, and that is checked first.
        const writes = operation.abilities.some((ability) => !isForViewers(ability));
        const callAgain = await prepareCall();
        for (const role of roles) {
          const failure = role === 'viewer' && writes ? 'ability_missing' : adminError;
          expectFailure(await callAgain({ token: world.tokens[role] }), failure);
        }
      });

    if (isPrimary && Object.keys(operation.params.shape).length > 0)
      test('answers 404 for missing, invalid and other teams’ ids', async () => {
        const input = await VALID_INPUTS[id](world);
        const notFoundErrors = operation.errors.filter((name) => ERRORS[name].status === 404);
        for (const param of Object.keys(operation.params.shape)) {
          const notFound =
            notFoundErrors.find((name) => name === `${param.replace('_id', '')}_not_found`) ?? notFoundErrors[0];
          const family = getFamily(operation);
          const foreignIds = {
            channels: world.foreign.channel,
            ideas: world.foreign.idea,
            scripts: world.foreign.script,
          };
          const otherIds = [
            param === 'id' && foreignIds[family as 'ideas'],
            param === 'template' && world.foreign.template,
            param === 'voice' && world.foreign.voice,
            param === 'token' && world.foreign.token,
            param === 'webhook' && world.foreign.webhook,
            param === 'run_id' && world.foreign.run,
            param === 'project' && `project:v1:idea:${world.foreign.idea}`,
            param === 'project' && `project:v1:script:${world.foreign.script}`,
            param === 'project' && 'project:v1:idea:2147483648',
            param === 'notification' && world.foreign.notification,
          ];
          const invalidIds = [
            2_147_483_647,
            2_147_483_648,
            'abc',
            0,
            -1,
            '1e3',
            '01',
            '99999999999999999999',
            '%00',
            "1'",
          ];
          const values = isFirstInFamily(operation, param) ? invalidIds : invalidIds.slice(0, 3);
          for (const value of [...values, ...otherIds.filter((other) => other !== undefined && other !== false)]) {
            const params = { ...input.params, [param]: value };
            expectFailure(await world.owner.call(id, { ...input, params }), notFound!);
          }
        }
      });

    if (isPrimary && schema !== null)
      test('rejects invalid JSON, other content types and oversized bodies', async () => {
        const callAgain = await prepareCall();
        const optional = schema.safeParse({}).success;
        for (const raw of [
          ...(optional ? [] : ['']),
          '{',
          '{"a":1,}',
          'nonsense',
          new Uint8Array([0x22, 0xff, 0x22]),
        ]) {
          expectFailure(await callAgain({ raw }), 'malformed_json');
        }
        for (const raw of ['null', '[]', '"text"', '7']) expectFailure(await callAgain({ raw }), 'validation_failed');
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
          expectFailure(await callAgain({ headers: { 'Content-Type': type } }), 'unsupported_media_type');
        }
        expectFailure(await callAgain({ raw: `"${'a'.repeat(LIMITS.bodyBytes)}"` }), 'payload_too_large');
      });

    if (isPrimary && schema?.safeParse({}).success)
      test('accepts no body, an empty body and {} if every field is optional', async () => {
        const answers: Answer[] = [];
        for (const options of [{ raw: null }, { raw: '' }, { raw: '{}' }]) {
          answers.push(await world.owner.call(id, await VALID_INPUTS[id](world), options));
        }
        const summaries = answers.map(({ status, body }) => ({ status, keys: Object.keys(body) }));
        expect(summaries[0]!.status, JSON.stringify(answers[0]!.body)).toBeLessThan(300);
        expect(summaries).toEqual([summaries[0], summaries[0], summaries[0]]);
      });

    if (isPrimary && schema !== null)
      test('accepts null for every optional field', async () => {
        const input = await VALID_INPUTS[id](world);
        const fields = (input.body ?? {}) as Record<string, unknown>;
        const nulls = Object.entries(schema.shape).filter(
          ([key, field]) =>
            !(key in fields) &&
            (field as z.ZodType).safeParse(undefined).success &&
            !(field as z.ZodType).safeParse(null).success,
        );
        const body = { ...Object.fromEntries(nulls.map(([key]) => [key, null])), ...fields };
        const answer = await world.owner.call(id, { ...input, body });
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      });

    if (isPrimary && schema !== null)
      test('enforces every bound of its body', async () => {
        const input = await VALID_INPUTS[id](world);
        const allProbes = listProbes(schema, input.body as Record<string, unknown>);
        for (const { field, variant, body, isValid } of allProbes) {
          // The schema alone decides most refusals, so only bodies that it accepts are sent.
          const parsed = validate(schema, dropAbsent(schema, body));
          const answer = parsed.ok
            ? await (isValid ? sendCall({}, { body }) : world.owner.call(id, { ...input, body }))
            : null;
          const errors = parsed.ok ? ((answer?.body['errors'] ?? {}) as Record<string, string[]>) : parsed.fields;
          const fieldNames = Object.keys(errors).filter((name) => name === field || name.startsWith(`${field}.`));
          const messages = fieldNames.flatMap((name) => errors[name]!);
          const description = `${field} with ${variant}: ${answer?.status} ${JSON.stringify(errors).slice(0, 300)}`;
          expect(answer?.status, description).not.toBe(500);
          if (isValid)
            expect(
              messages.filter((word) => /At (least|most)/.test(word)),
              description,
            ).toEqual([]);
          else {
            if (answer) expectFailure(answer, 'validation_failed');
            expect(messages.length, description).toBeGreaterThan(0);
            for (const word of messages) expect(word, description).toMatch(/^[A-Z].*\.$/);
          }
        }
        const unknownFieldBody = { ...(input.body as object), surprise: 1 };
        expectFailure(await world.owner.call(id, { ...input, body: unknownFieldBody }), 'validation_failed');
      });

    if ('per_page' in operation.query.shape && 'page' in operation.query.shape)
      test('paginates within its bounds', async () => {
        for (const query of [
          { per_page: 0 },
          { per_page: 101 },
          { page: 0 },
          { page: -1 },
          { page: 'x' },
          { per_page: 1.5 },
        ]) {
          expectFailure(await sendCall({}, { query }), 'validation_failed');
        }
        const all = await sendCall({}, { query: { per_page: 100 } });
        const { total } = all.body['pagination'] as { total: number };
        expect((all.body['data'] as unknown[]).length).toBe(Math.min(100, total));
        const smallPage = await sendCall({}, { query: { per_page: 1, page: total } });
        expect(smallPage.body['pagination']).toEqual({ current_page: total, per_page: 1, total, last_page: total });
        expect(smallPage.body['data']).toHaveLength(1);
        const emptyPage = await sendCall({}, { query: { per_page: 1, page: total + 1 } });
        expect(emptyPage.body['data']).toEqual([]);
      });

    if (operation.cursor)
      test('continues where a page ended', async () => {
        const read = async (query: Record<string, unknown>, cursor?: string) => {
          const headers = cursor === undefined ? {} : { Cursor: cursor };
          const { status, body } = await world.owner.call(id, { query }, { headers });
          expect(status, JSON.stringify(body)).toBe(200);
          return body as { data: { id: unknown }[]; meta: { next_cursor: string | null } };
        };
        await VALID_INPUTS[id](world);
        await VALID_INPUTS[id](world);
        const all = (await read({ limit: LIMITS.limit.max })).data.map((row) => row.id);
        const pagedIds: unknown[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const { data, meta } = await read({ limit: 4 }, cursor);
          pagedIds.push(...data.map((row) => row.id));
          cursor = meta.next_cursor;
          if (pagedIds.length === 4) await VALID_INPUTS[id](world);
        }
        expect(pagedIds.length).toBeGreaterThan(4);
        // Rows that existed before are all listed, once each and in order.
        expect(pagedIds.filter((id) => all.includes(id))).toEqual(all);
        expect(new Set(pagedIds).size).toBe(pagedIds.length);
        for (const cursor of ['nonsense', 'W10', Buffer.from('["x"]').toString('base64url')]) {
          expectFailure(await sendCall({ headers: { Cursor: cursor } }), 'validation_failed');
        }
        for (const limit of [LIMITS.limit.min - 1, LIMITS.limit.max + 1, 'x']) {
          expectFailure(await sendCall({}, { query: { limit } }), 'validation_failed');
        }
      });

    if (operation.safety.idempotency !== 'unsupported')
      test('runs once per Idempotency-Key', async () => {
        const key = `key-${id}-${Date.now()}`;
        const headers = { 'Idempotency-Key': key };
        const input = await VALID_INPUTS[id](world);
        const repeatCall = (options: Parameters<Client['call']>[2] = {}) =>
          world.owner.call(id, input, { ...options, headers: { ...headers, ...options.headers } });
        const [first, second] = await Promise.all([repeatCall(), repeatCall()]);
        expect([first.status, second.status].every((status) => status < 300)).toBe(true);
        const replays = [first, second, await repeatCall()].filter((answer) =>
          answer.headers.has('Idempotency-Replayed'),
        );
        expect(replays).toHaveLength(2);
        const original = [first, second].find((answer) => !replays.includes(answer))!;
        for (const replay of replays) {
          expect(replay.status).toBe(original.status === 201 && operation.responses[200] ? 200 : original.status);
          expect(replay.headers.get('ETag')).toBe(original.headers.get('ETag'));
          expect(replay.body['data']).toEqual(original.body['data']);
          if (replay.body['meta']) expect(replay.body['meta']).toMatchObject({ idempotent_replay: true });
        }
        // Tests another request and another person with this key, and invalid keys.
        if (listErrors(operation).includes('idempotency_key_reused')) {
          expectFailure(await sendCall({ headers }), 'idempotency_key_reused');
        }
        const admin = await world.owner.call(id, await VALID_INPUTS[id](world), { headers, token: world.tokens.admin });
        expect(admin.headers.has('Idempotency-Replayed')).toBe(false);
        for (const wrong of ['k'.repeat(LIMITS.idempotencyKey + 1), 'with space']) {
          expectFailure(await sendCall({ headers: { 'Idempotency-Key': wrong } }), 'validation_failed');
        }
        if (operation.safety.idempotency === 'required') {
          expectFailure(await sendCall({ headers: { 'Idempotency-Key': '' } }), 'idempotency_key_required');
        }
      });

    if (isPrimary && operation.safety.idempotency !== 'unsupported')
      test('stores no failure under an Idempotency-Key', async () => {
        const headers = { 'Idempotency-Key': `again-${id}-${Date.now()}` };
        const input = await VALID_INPUTS[id](world);
        world.service.store.fault = 'read-only';
        expectFailure(await world.owner.call(id, input, { headers }), 'read_only');
        world.service.store.fault = null;
        const { status, headers: answerHeaders } = await world.owner.call(id, input, { headers });
        expect({ fine: status < 300, replayed: answerHeaders.has('Idempotency-Replayed') }).toEqual({
          fine: true,
          replayed: false,
        });
      });

    if (operation.safety.concurrency !== 'unsupported')
      test('checks the revision in If-Match', async () => {
        const { concurrency } = operation.safety;
        const callAgain = await prepareCall();
        for (const staleTag of ['"no-such-revision"', 'no-such-revision', '"one", "two"', 'W/"1"']) {
          expectFailure(await callAgain({ headers: { 'If-Match': staleTag } }), 'revision_conflict');
        }
        if (concurrency === 'required') {
          expectFailure(await callAgain({ headers: { 'If-Match': '' } }), 'precondition_required');
        }
        const input = await VALID_INPUTS[id](world);
        const etag = input.headers?.['If-Match'];
        if (etag === undefined) return;
        // The comparison is strong: even the weak form of the right ETag does not match.
        expectFailure(await world.owner.call(id, input, { headers: { 'If-Match': `W/${etag}` } }), 'revision_conflict');
        for (const matchingTag of ['*', `"another", ${etag}`]) {
          const freshInput = await VALID_INPUTS[id](world);
          const value = matchingTag === '*' ? '*' : `"another", ${freshInput.headers!['If-Match']!}`;
          expect((await world.owner.call(id, freshInput, { headers: { 'If-Match': value } })).status).toBeLessThan(300);
        }
        const answer = await world.owner.call(id, input, { headers: { 'If-Match': etag.replaceAll('"', '') } });
        expect(answer.status).toBeLessThan(300);
        // The revision has changed, so the previous one is stale.
        if (answer.headers.get('ETag') !== etag) expect((await world.owner.call(id, input)).status).toBe(409);
      });

    const failures = Object.entries(FAILURES[id] as Record<string, (w: World) => Promise<Answer>>);
    if (isPrimary || isLongRun)
      test.each(failures)('fails with %s', async (name, provoke) => {
        const answer = await provoke(world);
        expectFailure(answer, name as ErrorName);
        if (answer.status === 429) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
        const extras = (ERRORS[name as ErrorName] as ErrorSpec).extras ?? {};
        for (const [key, type] of Object.entries(extras)) {
          if (key.endsWith('?') && answer.body[key.slice(0, -1)] === undefined) continue;
          if (type === 'true') expect(answer.body[key]).toBe(true);
          else expect(typeof answer.body[key.replace('?', '')]).toBe(type === 'integer' ? 'number' : 'string');
        }
      });

    if (isPrimary)
      test('reports a broken database without details', async () => {
        const input = await VALID_INPUTS[id](world);
        await world.owner.call(id, input);
        // The caller is cached for a second; an unseen token has to be looked up.
        await world.owner.call('team.get', {}, { token: world.tokens.admin });
        world.service.store.fault = 'broken';
        try {
          const answer = await world.owner.call(id, input, { token: world.tokens.admin });
          if (!WITHOUT_DATABASE.test(id) || answer.status !== 200) expect([500, 403]).toContain(answer.status);
          const lookedUp = await world.owner.call(id, input, { token: 'sk_live_never_seen' });
          expectFailure(lookedUp, 'server_error');
          expect(JSON.stringify(lookedUp.body)).not.toMatch(/secret|broken|at /);
        } finally {
          world.service.store.fault = null;
        }
      });

    if (isPrimary && listErrors(operation).includes('read_only'))
      test('answers read_only when it writes', async () => {
        const input = await VALID_INPUTS[id](world);
        world.service.store.fault = 'read-only';
        try {
          expectFailure(await world.owner.call(id, input), 'read_only');
        } finally {
          world.service.store.fault = null;
        }
      });
  });

  test('logs neither tokens nor bodies', async () => {
    const body = { kind: 'anthropic', label: 'A', model: 'm', api_key: 'very-secret-key', active: false };
    const answer = await world.owner.call('local.providers.create', { body });
    expect(JSON.stringify(answer.body)).not.toContain('very-secret-key');
    const log = world.service.log.join('\n');
    expect(log).toContain('local/v1/model-providers');
    expect(log).not.toContain('very-secret-key');
    expect(log).not.toContain(world.service.token);
  });
});

/** Provoked for every operation by service/http/app.test.ts and rate-limits.test.ts. */
const PROVOKED_ELSEWHERE: readonly ErrorName[] = ['unavailable', 'rate_limit_exceeded'];

test('every error listed for an operation was provoked', () => {
  const unprovokedErrors = OPERATION_LIST.flatMap((operation) =>
    listErrors(operation)
      .filter((name) => !PROVOKED_ELSEWHERE.includes(name) && !observedErrors.has(`${operation.id} ${name}`))
      .map((name) => `${operation.id} ${name}`),
  );
  expect(unprovokedErrors).toEqual([]);
});
