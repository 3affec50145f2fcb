/**
 * Tests webhooks beyond the rules common to all operations: deliveries, signatures, what receivers may do, and where
 * nothing is sent.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { EVENT_NAMES } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import type { WebhookDetail, WebhookSummary } from '#contract/schema/webhook.ts';
import { outbox_events, webhooks } from '#service/store/schema.ts';
import { type Received, type Receiver, startReceiver } from '#test/support/receiver.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { newWebhook } from './support/webhooks.ts';
import { CHANNEL, OTHER_CHANNEL, TEAM, World } from './support/world.ts';

/** Spec 1 §6 defines the signature as the text `sha256=` followed by the hex HMAC-SHA256 of the raw JSON body. */
function isSigned({ body, headers }: Received, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`);
  const signature = Buffer.from(String(headers['x-service-signature']));
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

interface Made {
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

  const create = (more: object) => world.owner.data<Made>('webhooks.create', { body: newWebhook(more) });
  const detail = (webhook: number) => world.owner.data<WebhookDetail>('webhooks.get', { params: { webhook } });
  const summary = async (webhook: number) =>
    (await world.owner.data<WebhookSummary[]>('webhooks.list')).find(({ id }) => id === webhook)!;
  const refuse = async (more: object) => {
    const { status, body } = await world.owner.call('webhooks.create', { body: newWebhook(more) });
    return { status, errors: body['errors'] };
  };
  const at = (path: string) => receiver.received.filter((one) => one.path === path);
  const idea = (title: string) =>
    world.owner.data<{ id: number }>('ideas.create', { params: { id: CHANNEL }, body: { title } });
  const ended = (id: number, status: string) =>
    vi.waitFor(
      async () => {
        const { deliveries } = await detail(id);
        expect(deliveries).toMatchObject([{ status }]);
        return deliveries[0]!;
      },
      { timeout: 60_000, interval: 50 },
    );

  test('shows delivery contents only to members who may see their channel', async () => {
    const { id } = await create({
      url: receiver.url('/ok?visible'),
      events: ['idea.created', 'script.export.requested'],
    });
    await idea('Of the one channel');
    const other = { params: { id: OTHER_CHANNEL }, body: { title: 'Of the other channel' } };
    await world.owner.data('ideas.create', other);
    const script = await world.script({ body: 'Some text.' });
    await world.owner.data('scripts.export', { params: { id: script }, query: { format: 'text' } });
    await vi.waitFor(
      async () => {
        expect((await detail(id)).deliveries.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
      },
      { timeout: 60_000, interval: 50 },
    );
    await world.owner.data('webhooks.test', { params: { webhook: id } });
    const seen = await world.owner
      .as(world.tokens.member)
      .data<WebhookDetail>('webhooks.get', { params: { webhook: id } });
    const open = seen.deliveries.filter(({ payload, signature }) => payload !== undefined && signature !== undefined);
    const closed = seen.deliveries.filter((delivery) => !open.includes(delivery));
    expect(open.map(({ event_type }) => event_type).sort()).toEqual(['idea.created', 'webhook.test']);
    expect(open.find(({ event_type }) => event_type === 'idea.created')!.payload).toContain('Of the other channel');
    expect(closed.map(({ event_type }) => event_type).sort()).toEqual(['idea.created', 'script.export.requested']);
    for (const delivery of closed) {
      for (const key of ['payload', 'signature', 'response_body', 'error']) expect(delivery).not.toHaveProperty(key);
      expect(delivery).toMatchObject({ status: 'success', attempts: 1 });
    }
    const all = (await detail(id)).deliveries;
    expect(all.every(({ payload, signature }) => payload !== undefined && signature !== undefined)).toBe(true);
  });

  test('delivers an event once, signed, in the documented form', async () => {
    const path = '/ok?all';
    const { id, secret } = await create({ url: receiver.url(path), headers: { 'X-Team': 'Slow Lines' } });
    const deaf = await create({ url: receiver.url('/ok?deaf'), events: ['script.generated'] });
    const off = await create({ url: receiver.url('/ok?off') });
    await world.owner.data('webhooks.update', { params: { webhook: off.id }, body: { active: false } });
    expect(await summary(id)).toMatchObject({ success_rate: 100, last_delivery: null, events: null, active: true });

    const { id: ideaId } = await idea('Größe zählt 🚂');
    const delivery = await ended(id, 'success');
    const [arrived] = at(path);
    expect(at(path)).toHaveLength(1);
    expect(isSigned(arrived!, secret)).toBe(true);
    expect(isSigned({ ...arrived!, body: `${arrived!.body} ` }, secret)).toBe(false);
    expect(isSigned(arrived!, `${secret}x`)).toBe(false);
    const body = JSON.parse(arrived!.body) as { timestamp: string };
    expect(body).toEqual({
      event: 'idea.created',
      timestamp: body.timestamp,
      data: { idea_id: String(ideaId), channel_id: String(CHANNEL), title: 'Größe zählt 🚂' },
    });
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
    expect(arrived!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'idea.created',
      'x-service-delivery': delivery.id,
      'x-service-timestamp': body.timestamp,
      'x-team': 'Slow Lines',
    });
    expect(delivery).toMatchObject({ attempts: 1, response_code: 200, response_body: 'Thank you.', error: null });
    expect(delivery).toMatchObject({ payload: arrived!.body, signature: arrived!.headers['x-service-signature'] });
    expect(await summary(id)).toMatchObject({ success_rate: 100, last_delivery: { id: delivery.id } });
    expect(await detail(id)).toMatchObject({ headers: null, header_names: ['X-Team'], timeout: 30 });
    for (const other of [deaf, off]) expect((await detail(other.id)).deliveries).toEqual([]);
    for (const made of [id, deaf.id]) await world.owner.data('webhooks.delete', { params: { webhook: made } });
    expect((await world.owner.call('webhooks.get', { params: { webhook: id } })).status).toBe(404);
    // The name of a deleted webhook can be used again.
    expect((await create({ name: 'Again' })).secret).not.toBe(secret);
  });

  test('does not deliver what happened before the webhook existed', async () => {
    const path = '/ok?late';
    await create({ url: receiver.url(path), events: ['idea.created'] });
    await world.write((tx) =>
      tx.insert(outbox_events).values({
        ...{ team_id: TEAM, event: 'idea.created', data: { title: 'Before' } },
        created_at: new Date(Date.now() - 60_000),
      }),
    );
    await idea('After');
    await vi.waitFor(() => expect(at(path)).toHaveLength(1), { timeout: 60_000, interval: 50 });
    expect(at(path)[0]!.body).toContain('After');
    const { db } = world.service.store;
    const open = async () => (await db.select().from(outbox_events)).filter((one) => one.dispatched_at === null);
    await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000, interval: 50 });
    expect(at(path)).toHaveLength(1);
  });

  test('retries a failed delivery, and gives up after the last attempt', async () => {
    const later = await create({ url: receiver.url('/second-time'), events: ['idea.created'] });
    const broken = await create({ url: receiver.url('/error'), events: ['idea.created'] });
    await idea('Tried again');
    expect(await ended(later.id, 'success')).toMatchObject({ attempts: 2, response_code: 200 });
    const [first, second] = at('/second-time');
    expect(second).toMatchObject({ body: first!.body });
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery']);
    const delivery = await ended(broken.id, 'failed');
    expect(delivery).toMatchObject({ attempts: 3, response_code: 500, response_body: 'Out of order.' });
    expect(delivery).toMatchObject({ error: 'The server responded with 500.', next_attempt_at: null });
    expect(at('/error')).toHaveLength(3);
    expect(await summary(broken.id)).toMatchObject({ success_rate: 0, last_delivery: { status: 'failed' } });
    for (const { id } of [later, broken]) await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  test('a receiver that never answers holds up no other', async () => {
    const path = `/hang?${randomUUID()}`;
    const hanging = await create({ url: receiver.url(path), events: ['idea.created'] });
    // Longer than the allowed maximum, so that no attempt ends during the test.
    await world.write(async (tx) => {
      await tx.update(webhooks).set({ timeout: 600 }).where(eq(webhooks.id, hanging.id));
    });
    for (let n = 0; n < 20; n++) await idea(`Never taken ${n}`);
    await vi.waitFor(() => expect(at(path).length).toBe(2), { timeout: 60_000, interval: 20 });
    // An event goes to the webhooks there are when it is taken up, so all of these must have been.
    const queued = 'select count(*) as n from webhook_deliveries where webhook_id = $1';
    await vi.waitFor(
      async () => expect((await world.service.store.query(queued, [hanging.id])).rows).toEqual([{ n: 20 }]),
      { timeout: 60_000, interval: 50 },
    );
    const healthy = await create({ url: receiver.url('/ok?fair'), events: ['idea.created'] });
    await idea('Taken at once');
    await ended(healthy.id, 'success');
    // The first two attempts are still waiting, so nothing else of the hanging receiver was sent.
    expect(at(path)).toHaveLength(2);
    for (const { id } of [hanging, healthy]) await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  describe('a test delivery', () => {
    const outcome = async (path: string, host?: string) => {
      const { id, secret } = await create({ url: receiver.url(path, host), headers: { 'X-Team': 'Slow Lines' } });
      // Shorter than the allowed minimum, to keep the test fast.
      await world.write(async (tx) => {
        await tx.update(webhooks).set({ timeout: 1 }).where(eq(webhooks.id, id));
      });
      const result = await world.owner.data('webhooks.test', { params: { webhook: id } });
      const { deliveries } = await detail(id);
      expect(deliveries).toMatchObject([{ event_type: 'webhook.test', response_code: result['status_code'] }]);
      expect(deliveries[0]!.status).toBe(result['success'] === true ? 'success' : 'failed');
      await world.owner.data('webhooks.delete', { params: { webhook: id } });
      return { result, secret };
    };

    test('is sent immediately and signed', async () => {
      const { result, secret } = await outcome('/ok?test');
      expect(result).toEqual({ success: true, status_code: 200, response_body: 'Thank you.', error: null });
      const [arrived] = at('/ok?test');
      expect(isSigned(arrived!, secret)).toBe(true);
      expect(JSON.parse(arrived!.body)).toMatchObject({ event: 'webhook.test', data: { message: expect.any(String) } });
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
      expect((await outcome(path)).result).toMatchObject(expected);
    });

    test('follows a redirect to another public host without the custom headers', async () => {
      const before = receiver.received.length;
      expect((await outcome('/to-other')).result).toMatchObject({ success: true });
      const [first, second] = receiver.received.slice(before);
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
    const { status, errors } = await refuse({ url });
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
    expect(await refuse({ url })).toMatchObject({ status: 422, errors: { url: [sentence] } });
    const { id } = await create({ url: receiver.url('/ok?offline') });
    await world.write(async (tx) => {
      await tx.update(webhooks).set({ url }).where(eq(webhooks.id, id));
    });
    const tested = await world.owner.data('webhooks.test', { params: { webhook: id } });
    const error = url.includes('offline') ? /seems to be offline.*try again/ : /^There’s no server with this name/;
    expect(tested).toMatchObject({ success: false, error: expect.stringMatching(error) as unknown });
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
      const { status, errors } = await refuse({ headers: { [name]: 'x' } });
      expect({ status, errors }).toEqual({
        status: 422,
        errors: { [`headers.${name}`]: ['This header can’t be set.'] },
      });
    }
    for (const headers of [{ 'a b': 'x' }, { '': 'x' }, { ä: 'x' }, { 'X-A': 'x\r\nCookie: y' }, { 'X-A': 'ä' }]) {
      expect(await refuse({ headers })).toMatchObject({ status: 422 });
    }
    expect(await refuse({ headers: { 'X-A': 'x', 'x-a': 'y' } })).toMatchObject({
      errors: { 'headers.x-a': ['This header is set twice.'] },
    });
    const { count, value } = LIMITS.webhookHeaders;
    const many = Object.fromEntries(Array.from({ length: count + 1 }, (_, i) => [`X-${i}`, 'x']));
    expect(await refuse({ headers: many })).toMatchObject({ errors: { headers: [`At most ${count} headers.`] } });
    expect(await refuse({ headers: { 'X-A': 'x'.repeat(value + 1) } })).toMatchObject({ status: 422 });
  });

  test('has a unique name in its team, and accepts every event', async () => {
    const body = newWebhook({ events: [...EVENT_NAMES, EVENT_NAMES[0]] });
    const made = await world.owner.data<{ id: number; events: string[] }>('webhooks.create', { body });
    expect(made.events).toEqual(EVENT_NAMES);
    const again = await world.owner.call('webhooks.create', { body });
    expect(again.body).toMatchObject({ errors: { name: ['Your team already has a webhook with this name.'] } });
    const { id } = await create({ events: [] });
    expect((await summary(id)).events).toBeNull();
    const renamed = await world.owner.call('webhooks.update', { params: { webhook: id }, body: { name: body.name } });
    expect(renamed.status).toBe(422);
    const none = await world.owner.call('webhooks.update', { params: { webhook: id }, body: { events: [] } });
    expect(none.body).toMatchObject({ errors: { events: ['Choose at least one event.'] } });
  });
});
