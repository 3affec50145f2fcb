/** Tests how requests of any client are parsed: booleans, lists, long headers, and refusals with a time to retry. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { OPERATION_LIST } from '#contract/operations/index.ts';
import { sendRequest } from '#test/support/https.ts';

import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.open('pglite');
});
afterAll(() => world.service.stop());

const getPath = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.service.baseUrl}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${world.service.token}`, ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const booleans = OPERATION_LIST.flatMap(({ id, query, surface, path, method }) =>
  surface === 'api' && method === 'GET' && !path.includes('{')
    ? Object.entries(query.shape).flatMap(([name, field]) =>
        (field as { meta(): { type?: string } | undefined }).meta()?.type === 'boolean' ? [{ id, name, path }] : [],
      )
    : [],
);

describe('a boolean in a query string', () => {
  test('occurs in several operations', () => {
    expect(booleans.length).toBeGreaterThan(2);
  });

  test.each(booleans)('is read in any case: $name of $id', async ({ path, name }) => {
    for (const value of ['true', 'True', 'TRUE', '1', 'false', 'False', 'FALSE', '0']) {
      expect((await getPath(`${path}?${name}=${value}`)).status, value).toBe(200);
    }
    const { status, body } = await getPath(`${path}?${name}=yes`);
    expect({ status, errors: body['errors'] }).toEqual({ status: 422, errors: { [name]: ['Use true or false.'] } });
  });

  test('has the same meaning in any case', async () => {
    const script = await world.createScript({ body: '# Head\n\nText.' });
    const exportText = async (value: string) =>
      (
        (await getPath(`/scripts/${script}/export?format=text&include_headings=${value}`)).body['data'] as {
          content: string;
        }
      ).content;
    expect(await exportText('False')).toBe(await exportText('false'));
    expect(await exportText('True')).toBe(await exportText('1'));
  });
});

describe('a list in a query string', () => {
  const listChannels = async (query: string) => {
    const { status, body } = await getPath(`/projects?${query}`);
    expect(status).toBe(200);
    return new Set((body['data'] as { channel_id: number }[]).map(({ channel_id }) => channel_id));
  };

  test('is accepted with and without brackets', async () => {
    await world.createIdea({ channel_id: OTHER_CHANNEL });
    for (const name of ['channel_ids', 'channel_ids[]']) {
      expect(await listChannels(`${name}=${OTHER_CHANNEL}`)).toEqual(new Set([OTHER_CHANNEL]));
      expect(await listChannels(`${name}=${CHANNEL}&${name}=${OTHER_CHANNEL}`)).toEqual(
        new Set([CHANNEL, OTHER_CHANNEL]),
      );
    }
    expect((await getPath('/projects?channel_ids=first')).status).toBe(422);
  });

  test('is accepted separated by commas and repeated if it holds words', async () => {
    for (const query of ['expand=channel,counts', 'expand[]=channel&expand[]=counts', 'expand=channel&expand=counts']) {
      const { body } = await getPath(`/projects?limit=1&${query}`);
      expect(body['data']).toMatchObject([
        { channel: expect.any(Object) as object, counts: expect.any(Object) as object },
      ]);
    }
    expect((await getPath('/projects?expand[]=nonsense')).body['errors']).toHaveProperty(['expand.0']);
  });

  test('is rejected where one value is expected', async () => {
    expect((await getPath('/channels?per_page=5&per_page=6')).body['errors']).toHaveProperty('per_page');
  });
});

test('an invalid cursor is reported under the name of its header', async () => {
  expect((await getPath('/projects', { Cursor: 'nonsense' })).body['errors']).toHaveProperty('Cursor');
});

test('poll without a run_id, or with an empty one, answers 400', async () => {
  const script = await world.createScript();
  for (const query of ['', '?run_id=']) {
    const { status, body } = await getPath(`/scripts/${script}/generate/poll${query}`);
    expect({ status, body }).toEqual({ status: 400, body: { error: 'Missing run_id' } });
  }
});

test('an error message uses the singular for one entry', async () => {
  const { body } = await world.owner.call('intel.lookUpChannels', { body: { identifiers: [] } });
  expect(body['errors']).toEqual({ identifiers: ['At least 1 entry.'] });
});

describe('errors of the HTTP server itself', () => {
  test('headers that are too long are answered with JSON', async () => {
    const { status, headers, text } = await sendRequest(`${world.service.baseUrl}/api/v1/team`, {
      headers: { 'X-Long': 'a'.repeat(40_000) },
    });
    expect({ status, type: headers['content-type'], body: JSON.parse(text) as unknown }).toMatchObject({
      status: 431,
      type: 'application/json',
      body: { error: 'headers_too_large', code: 'headers_too_large' },
    });
  });
});

test('an exhausted quota may be tried again next month, an exhausted pack the next day', async () => {
  const setPlan = (body: object) => world.owner.data('local.thumbnailPlan.put', { body });
  const generate = () =>
    world.owner.call('board.generate', { params: { id: CHANNEL }, body: { prompt: 'A bridge at night' } });
  /** Returns when to try again, to ten minutes, since the answer takes a while. */
  const getNextTry = ({ headers }: { readonly headers: Headers }): string => {
    const minutes = 10 * 60_000;
    const time = Date.now() + Number(headers.get('Retry-After')) * 1000;
    return new Date(Math.floor(time / minutes) * minutes).toISOString();
  };
  await setPlan({ free_limit: 0, addon_limit: 1, pack_limit: null });
  expect(getNextTry(await generate())).toMatch(/-01T00:00:00\.000Z$/);
  await setPlan({ free_limit: 0, addon_limit: null, pack_limit: 1 });
  const pack = await generate();
  expect(getNextTry(pack)).toMatch(/T00:00:00\.000Z$/);
  expect(Number(pack.headers.get('Retry-After'))).toBeLessThanOrEqual(24 * 60 * 60);
  expect(pack.body['message']).toContain('Packs never reset');
});
