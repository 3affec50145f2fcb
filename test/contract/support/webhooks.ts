/** Calls of webhooks: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import type { WebhookDetail } from '#contract/schema/webhook.ts';

import { type Answer, type Input, MISSING_ID } from './client.ts';
import type { World } from './world.ts';

export const createWebhookFields = (overrides: object = {}) => ({
  name: randomUUID(),
  url: 'https://example.org/hook',
  ...overrides,
});

/** Creates a webhook whose receiver never answers. */
async function createWebhook({ owner }: World): Promise<Input> {
  const { id } = await owner.data<{ id: number }>('webhooks.create', { body: createWebhookFields() });
  return { params: { webhook: id } };
}

/** Creates a webhook with a failed test delivery. */
async function createDelivery(world: World): Promise<Input> {
  const { params = {} } = await createWebhook(world);
  await world.owner.data('webhooks.test', { params });
  const { deliveries } = await world.owner.data<WebhookDetail>('webhooks.get', { params });
  return { params: { ...params, delivery: deliveries[0]!.id } };
}

export const VALID_WEBHOOK_INPUTS = {
  'webhooks.list': async (world: World) => {
    await createWebhook(world);
    return {};
  },
  'webhooks.create': () => Promise.resolve({ body: createWebhookFields({ events: ['idea.created'], timeout: 10 }) }),
  'webhooks.get': createWebhook,
  'webhooks.update': async (world: World) => ({ ...(await createWebhook(world)), body: { active: false } }),
  'webhooks.delete': createWebhook,
  'webhooks.test': createWebhook,
  'local.webhooks.resend': createDelivery,
} as const;

type WebhookOperation = 'webhooks.get' | 'webhooks.update' | 'webhooks.delete' | 'webhooks.test';

const createWebhookFailures = (id: WebhookOperation) => ({
  webhook_not_found: ({ owner }: World): Promise<Answer> =>
    owner.call(id, { params: { webhook: MISSING_ID }, body: { active: true } }),
});

export const WEBHOOK_FAILURES = {
  'webhooks.list': {},
  'webhooks.create': {},
  'webhooks.get': createWebhookFailures('webhooks.get'),
  'webhooks.update': createWebhookFailures('webhooks.update'),
  'webhooks.delete': createWebhookFailures('webhooks.delete'),
  'webhooks.test': createWebhookFailures('webhooks.test'),
  'local.webhooks.resend': {
    webhook_not_found: ({ owner }: World): Promise<Answer> =>
      owner.call('local.webhooks.resend', { params: { webhook: MISSING_ID, delivery: randomUUID() } }),
    delivery_not_found: async (world: World): Promise<Answer> => {
      const { params } = await createWebhook(world);
      return world.owner.call('local.webhooks.resend', { params: { ...params, delivery: randomUUID() } });
    },
    webhook_inactive: async (world: World): Promise<Answer> => {
      const { params = {} } = await createDelivery(world);
      await world.owner.data('webhooks.update', { params, body: { active: false } });
      return world.owner.call('local.webhooks.resend', { params });
    },
  },
} as const;
