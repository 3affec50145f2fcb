/**
 * Tests webhooks beyond the rules common to all operations: deliveries, signatures, bad receivers, and refused
 * addresses and headers.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { EVENT_NAMES } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import type { WebhookDetail, WebhookSummary } from '#contract/schema/webhook.ts';
import { outbox_events, webhooks } from '#service/store/schema.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '#test/support/receiver.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { createWebhookFields } from './support/webhooks.ts';
import { CHANNEL, OTHER_CHANNEL, TEAM, World } from './support/world.ts';

/** Spec 1 §6 defines the signature as the text `sha256=` followed by the hex HMAC-SHA256 of the raw JSON body. */
function isSigned({ body, headers }: ReceivedRequest, secret: string): boolean {
  const expectedSignature = Buffer.from(`sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`);
  const signature = Buffer.from(String(headers['x-service-signature']));
  return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature);
}

interface CreatedWebhook {
  id: number;
  secret: string;
}

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    world = await World.open(database);
  });
  afterAll(async () => {
    await world.service.stop();
    receiver.close();
  });

  const create = (overrides: object) =>
    world.owner.data<CreatedWebhook>('webhooks.create', { body: createWebhookFields(overrides) });
  const getDetail = (webhook: number) => world.owner.data<WebhookDetail>('webhooks.get', { params: { webhook } });
  const getSummary = async (webhook: number) =>
    (await world.owner.data<WebhookSummary[]>('webhooks.list')).find(({ id }) => id === webhook)!;
  const readRefusal = async (overrides: object) => {
    const { status, body } = await world.owner.call('webhooks.create', { body: createWebhookFields(overrides) });
    return { status, errors: body['errors'] };
  };
  const listReceived = (path: string) => receiver.requests.filter((request) => request.path === path);
  const createIdea = (title: string) =>
    world.owner.data<{ id: number }>('ideas.create', { params: { id: CHANNEL }, body: { title } });
  const waitForDelivery = (id: number, status: string) =>
    vi.waitFor(
      async () => {
        const { deliveries } = await getDetail(id);
        expect(deliveries).toMatchObject([{ status }]);
        return deliveries[0]!;
      },
      { timeout: 60_000, interval: 50 },
    );

  test('shows delivery contents only to members who may see their channel', async () => {
    const { id } = await create({
      url: receiver.getUrl('/ok?visible'),
      events: ['idea.created', 'script.export.requested'],
    });
    await createIdea('Of the one channel');
    const other = { params: { id: OTHER_CHANNEL }, body: { title: 'Of the other channel' } };
    await world.owner.data('ideas.create', other);
    const script = await world.createScript({ body: 'Some text.' });
    await world.owner.data('scripts.export', { params: { id: script }, query: { format: 'text' } });
    await vi.waitFor(
      async () => {
        expect((await getDetail(id)).deliveries.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
      },
      { timeout: 60_000, interval: 50 },
    );
    await world.owner.data('webhooks.test', { params: { webhook: id } });
    const memberView = await world.owner
      .as(world.tokens.member)
      .data<WebhookDetail>('webhooks.get', { params: { webhook: id } });
    const visibleDeliveries = memberView.deliveries.filter(
      ({ payload, signature }) => payload !== undefined && signature !== undefined,
    );
    const hiddenDeliveries = memberView.deliveries.filter((delivery) => !visibleDeliveries.includes(delivery));
    expect(visibleDeliveries.map(({ event_type }) => event_type).sort()).toEqual(['idea.created', 'webhook.test']);
    expect(visibleDeliveries.find(({ event_type }) => event_type === 'idea.created')!.payload).toContain(
      'Of the other channel',
    );
    expect(hiddenDeliveries.map(({ event_type }) => event_type).sort()).toEqual([
      'idea.created',
      'script.export.requested',
    ]);
    for (const delivery of hiddenDeliveries) {
      for (const key of ['payload', 'signature', 'response_body', 'error']) expect(delivery).not.toHaveProperty(key);
      expect(delivery).toMatchObject({ status: 'success', attempts: 1 });
    }
    const all = (await getDetail(id)).deliveries;
    expect(all.every(({ payload, signature }) => payload !== undefined && signature !== undefined)).toBe(true);
  });

  test('delivers an event once, signed, in the documented format', async () => {
    const path = '/ok?all';
    const { id, secret } = await create({ url: receiver.getUrl(path), headers: { 'X-Team': 'Slow Lines' } });
    const otherEventWebhook = await create({ url: receiver.getUrl('/ok?deaf'), events: ['script.generated'] });
    const inactiveWebhook = await create({ url: receiver.getUrl('/ok?off') });
    await world.owner.data('webhooks.update', { params: { webhook: inactiveWebhook.id }, body: { active: false } });
    expect(await getSummary(id)).toMatchObject({ success_rate: 100, last_delivery: null, events: null, active: true });

    const { id: ideaId } = await createIdea('Größe zählt 🚂');
    const delivery = await waitForDelivery(id, 'success');
    const [request] = listReceived(path);
    expect(listReceived(path)).toHaveLength(1);
    expect(isSigned(request!, secret)).toBe(true);
    expect(isSigned({ ...request!, body: `${request!.body} ` }, secret)).toBe(false);
    expect(isSigned(request!, `${secret}x`)).toBe(false);
    const body = JSON.parse(request!.body) as { timestamp: string };
    expect(body).toEqual({
      event: 'idea.created',
      timestamp: body.timestamp,
      data: { idea_id: String(ideaId), channel_id: String(CHANNEL), title: 'Größe zählt 🚂' },
    });
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'idea.created',
      'x-service-delivery': delivery.id,
      'x-service-timestamp': body.timestamp,
      'x-team': 'Slow Lines',
    });
    expect(delivery).toMatchObject({ attempts: 1, response_code: 200, response_body: 'Thank you.', error: null });
    expect(delivery).toMatchObject({ payload: request!.body, signature: request!.headers['x-service-signature'] });
    expect(await getSummary(id)).toMatchObject({ success_rate: 100, last_delivery: { id: delivery.id } });
    expect(await getDetail(id)).toMatchObject({ headers: null, header_names: ['X-Team'], timeout: 30 });
    for (const other of [otherEventWebhook, inactiveWebhook])
      expect((await getDetail(other.id)).deliveries).toEqual([]);
    for (const webhook of [id, otherEventWebhook.id])
      await world.owner.data('webhooks.delete', { params: { webhook } });
    expect((await world.owner.call('webhooks.get', { params: { webhook: id } })).status).toBe(404);
    // The name of a deleted webhook can be used again.
    expect((await create({ name: 'Again' })).secret).not.toBe(secret);
  });

  test('does not deliver events from before the webhook existed', async () => {
    const path = '/ok?late';
    await create({ url: receiver.getUrl(path), events: ['idea.created'] });
    await world.write((tx) =>
      tx.insert(outbox_events).values({
        ...{ team_id: TEAM, event: 'idea.created', data: { title: 'Before' } },
        created_at: new Date(Date.now() - 60_000),
      }),
    );
    await createIdea('After');
    await vi.waitFor(() => expect(listReceived(path)).toHaveLength(1), { timeout: 60_000, interval: 50 });
    expect(listReceived(path)[0]!.body).toContain('After');
    const { db } = world.service.store;
    const listOpenEvents = async () =>
      (await db.select().from(outbox_events)).filter((event) => event.dispatched_at === null);
    await vi.waitFor(async () => expect(await listOpenEvents()).toEqual([]), { timeout: 60_000, interval: 50 });
    expect(listReceived(path)).toHaveLength(1);
  });

  test('retries a failed delivery, and gives up after the last attempt', async () => {
    const recovering = await create({ url: receiver.getUrl('/second-time'), events: ['idea.created'] });
    const brokenWebhook = await create({ url: receiver.getUrl('/error'), events: ['idea.created'] });
    await createIdea('Tried again');
    expect(await waitForDelivery(recovering.id, 'success')).toMatchObject({ attempts: 2, response_code: 200 });
    const [first, second] = listReceived('/second-time');
    expect(second).toMatchObject({ body: first!.body });
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery']);
    const delivery = await waitForDelivery(brokenWebhook.id, 'failed');
    expect(delivery).toMatchObject({ attempts: 3, response_code: 500, response_body: 'Out of order.' });
    expect(delivery).toMatchObject({ error: 'The server responded with 500.', next_attempt_at: null });
    expect(listReceived('/error')).toHaveLength(3);
    expect(await getSummary(brokenWebhook.id)).toMatchObject({ success_rate: 0, last_delivery: { status: 'failed' } });
    for (const { id } of [recovering, brokenWebhook])
      await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  test('a receiver that never answers does not delay others', async () => {
    const path = `/hang?${randomUUID()}`;
    const hangingWebhook = await create({ url: receiver.getUrl(path), events: ['idea.created'] });
    // Longer than the allowed maximum, so that no attempt ends during the test.
    await world.write(async (tx) => {
      await tx.update(webhooks).set({ timeout: 600 }).where(eq(webhooks.id, hangingWebhook.id));
    });
    for (let n = 0; n < 20; n++) await createIdea(`Never taken ${n}`);
    await vi.waitFor(() => expect(listReceived(path).length).toBe(2), { timeout: 60_000, interval: 20 });
    // Events go to the webhooks that exist when they are dispatched, so wait until all are.
    const countQueuedSql = 'select count(*) as n from webhook_deliveries where webhook_id = $1';
    await vi.waitFor(
      async () =>
        expect((await world.service.store.query(countQueuedSql, [hangingWebhook.id])).rows).toEqual([{ n: 20 }]),
      { timeout: 60_000, interval: 50 },
    );
    const healthyWebhook = await create({ url: receiver.getUrl('/ok?fair'), events: ['idea.created'] });
    await createIdea('Taken at once');
    await waitForDelivery(healthyWebhook.id, 'success');
    // The first two attempts are still waiting, so nothing else of the hanging receiver was sent.
    expect(listReceived(path)).toHaveLength(2);
    for (const { id } of [hangingWebhook, healthyWebhook])
      await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  describe('a test delivery', () => {
    const sendTest = async (path: string, host?: string) => {
      const { id, secret } = await create({ url: receiver.getUrl(path, host), headers: { 'X-Team': 'Slow Lines' } });
      // Shorter than the allowed minimum, to keep the test fast.
      await world.write(async (tx) => {
        await tx.update(webhooks).set({ timeout: 1 }).where(eq(webhooks.id, id));
      });
      const result = await world.owner.data('webhooks.test', { params: { webhook: id } });
      const { deliveries } = await getDetail(id);
      expect(deliveries).toMatchObject([{ event_type: 'webhook.test', response_code: result['status_code'] }]);
      expect(deliveries[0]!.status).toBe(result['success'] === true ? 'success' : 'failed');
      await world.owner.data('webhooks.delete', { params: { webhook: id } });
      return { result, secret };
    };

    test('is sent immediately and signed', async () => {
      const { result, secret } = await sendTest('/ok?test');
      expect(result).toEqual({ success: true, status_code: 200, response_body: 'Thank you.', error: null });
      const [request] = listReceived('/ok?test');
      expect(isSigned(request!, secret)).toBe(true);
      expect(JSON.parse(request!.body)).toMatchObject({ event: 'webhook.test', data: { message: expect.any(String) } });
    });

    test.each([
      [
        '/error',
        { success: false, status_code: 500, response_body: 'Out of order.', error: 'The server responded with 500.' },
      ],
      ['/hang', { success: false, status_code: null, error: 'The server didn’t respond in time.' }],
      ['/early', { success: false, status_code: null, error: 'The server closed the connection without responding.' }],
      ['/half', { success: false, status_code: null, error: 'The server closed the connection without responding.' }],
      ['/endless', { success: true, status_code: 200, response_body: 'a'.repeat(4096), error: null }],
      ['/to-private', { success: false, status_code: null, error: 'It isn’t on the public internet.' }],
      ['/to-plain', { success: false, status_code: null, error: 'Only https addresses are supported.' }],
      ['/round', { success: false, status_code: null, error: 'The server redirected too many times.' }],
    ])('reports the outcome for a receiver at %s', async (path, expected) => {
      expect((await sendTest(path)).result).toMatchObject(expected);
    });

    test('follows a redirect to another public host without the custom headers', async () => {
      const before = receiver.requests.length;
      expect((await sendTest('/to-other')).result).toMatchObject({ success: true });
      const [first, second] = receiver.requests.slice(before);
      expect(first!.headers['x-team']).toBe('Slow Lines');
      expect(second!.headers).not.toHaveProperty('x-team');
      expect(second).toMatchObject({ path: '/ok', body: first!.body });
    });

    test('is not sent once the host name resolves to a private address', async () => {
      const { id } = await create({});
      await world.write(async (tx) => {
        await tx.update(webhooks).set({ url: 'https://private.test/hook' }).where(eq(webhooks.id, id));
      });
      const result = await world.owner.data('webhooks.test', { params: { webhook: id } });
      expect(result).toMatchObject({ success: false, error: 'It isn’t on the public internet.' });
    });
  });

  test.each([
    ...['http://example.org/', 'ftp://example.org/', 'https://user:pass@example.org/', 'example.org', 'javascript:0'],
    ...[
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'https://private.test/',
      'https://nowhere.test/',
    ],
  ])('rejects the address %s', async (url) => {
    const { status, errors } = await readRefusal({ url });
    expect({ status, fields: Object.keys(errors as object) }).toEqual({ status: 422, fields: ['url'] });
    const { id } = await create({});
    expect((await world.owner.call('webhooks.update', { params: { webhook: id }, body: { url } })).status).toBe(422);
  });

  test.each([
    ['https://nowhere.test/', 'This address can’t be used. There’s no server with this name. Check the spelling.'],
    [
      'https://offline.test/',
      expect.stringMatching(/^This address can’t be checked right now\..* seems to be offline\./),
    ],
  ])('distinguishes an unknown host from an offline computer: %s', async (url, sentence) => {
    expect(await readRefusal({ url })).toMatchObject({ status: 422, errors: { url: [sentence] } });
    const { id } = await create({ url: receiver.getUrl('/ok?offline') });
    await world.write(async (tx) => {
      await tx.update(webhooks).set({ url }).where(eq(webhooks.id, id));
    });
    const result = await world.owner.data('webhooks.test', { params: { webhook: id } });
    const error = url.includes('offline') ? /seems to be offline.*try again/ : /^There’s no server with this name/;
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) as unknown });
  });

  test('rejects transport and authentication headers and duplicate names', async () => {
    for (const name of [
      'Authorization',
      'cookie',
      'HOST',
      'Content-length',
      'Proxy-Authorization',
      'X-Service-Event',
    ]) {
      const { status, errors } = await readRefusal({ headers: { [name]: 'x' } });
      expect({ status, errors }).toEqual({
        status: 422,
        errors: { [`headers.${name}`]: ['This header can’t be set.'] },
      });
    }
    for (const headers of [{ 'a b': 'x' }, { '': 'x' }, { ä: 'x' }, { 'X-A': 'x\r\nCookie: y' }, { 'X-A': 'ä' }]) {
      expect(await readRefusal({ headers })).toMatchObject({ status: 422 });
    }
    expect(await readRefusal({ headers: { 'X-A': 'x', 'x-a': 'y' } })).toMatchObject({
      errors: { 'headers.x-a': ['This header is set twice.'] },
    });
    const { count, value } = LIMITS.webhookHeaders;
    const tooMany = Object.fromEntries(Array.from({ length: count + 1 }, (_, i) => [`X-${i}`, 'x']));
    expect(await readRefusal({ headers: tooMany })).toMatchObject({
      errors: { headers: [`At most ${count} headers.`] },
    });
    expect(await readRefusal({ headers: { 'X-A': 'x'.repeat(value + 1) } })).toMatchObject({ status: 422 });
  });

  test('has a unique name in its team, and accepts every event', async () => {
    const body = createWebhookFields({ events: [...EVENT_NAMES, EVENT_NAMES[0]] });
    const createdWebhook = await world.owner.data<{ id: number; events: string[] }>('webhooks.create', { body });
    expect(createdWebhook.events).toEqual(EVENT_NAMES);
    const repeatedAnswer = await world.owner.call('webhooks.create', { body });
    expect(repeatedAnswer.body).toMatchObject({
      errors: { name: ['Your team already has a webhook with this name.'] },
    });
    const { id } = await create({ events: [] });
    expect((await getSummary(id)).events).toBeNull();
    const renamedWebhook = await world.owner.call('webhooks.update', {
      params: { webhook: id },
      body: { name: body.name },
    });
    expect(renamedWebhook.status).toBe(422);
    const withoutEvents = await world.owner.call('webhooks.update', { params: { webhook: id }, body: { events: [] } });
    expect(withoutEvents.body).toMatchObject({ errors: { events: ['Choose at least one event.'] } });
  });
});
