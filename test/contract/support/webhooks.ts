/** Calls of webhooks: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import type { WebhookDetail } from '#contract/schema/webhook.ts';

import type { Answer, Input } from './client.ts';
import type { World } from './world.ts';

const MISSING = 2_000_000_000;

export const newWebhook = (more: object = {}) => ({ name: randomUUID(), url: 'https://example.org/hook', ...more });

/** Creates a webhook whose receiver never answers. */
async function webhook({ owner }: World): Promise<Input> {
  const { id } = await owner.data<{ id: number }>('webhooks.create', { body: newWebhook() });
  return { params: { webhook: id } };
}

/** Creates a webhook whose test was not delivered. */
async function delivery(world: World): Promise<Input> {
  const { params = {} } = await webhook(world);
  await world.owner.data('webhooks.test', { params });
  const { deliveries } = await world.owner.data<WebhookDetail>('webhooks.get', { params });
  return { params: { ...params, delivery: deliveries[0]!.id } };
}

export const WEBHOOK_VALID = {
  'webhooks.list': async (world: World) => {
    await webhook(world);
    return {};
  },
  'webhooks.create': () => Promise.resolve({ body: newWebhook({ events: ['idea.created'], timeout: 10 }) }),
  'webhooks.get': webhook,
  'webhooks.update': async (world: World) => ({ ...(await webhook(world)), body: { active: false } }),
  'webhooks.delete': webhook,
  'webhooks.test': webhook,
  'local.webhooks.resend': delivery,
} as const;

type OfWebhook = 'webhooks.get' | 'webhooks.update' | 'webhooks.delete' | 'webhooks.test';

const aboutWebhook = (id: OfWebhook) => ({
  webhook_not_found: ({ owner }: World): Promise<Answer> =>
    owner.call(id, { params: { webhook: MISSING }, body: { active: true } }),
});

export const WEBHOOK_FAILURES = {
  'webhooks.list': {},
  'webhooks.create': {},
  'webhooks.get': aboutWebhook('webhooks.get'),
  'webhooks.update': aboutWebhook('webhooks.update'),
  'webhooks.delete': aboutWebhook('webhooks.delete'),
  'webhooks.test': aboutWebhook('webhooks.test'),
  'local.webhooks.resend': {
    webhook_not_found: ({ owner }: World): Promise<Answer> =>
      owner.call('local.webhooks.resend', { params: { webhook: MISSING, delivery: randomUUID() } }),
    delivery_not_found: async (world: World): Promise<Answer> => {
      const { params } = await webhook(world);
      return world.owner.call('local.webhooks.resend', { params: { ...params, delivery: randomUUID() } });
    },
    webhook_inactive: async (world: World): Promise<Answer> => {
      const { params = {} } = await delivery(world);
      await world.owner.data('webhooks.update', { params, body: { active: false } });
      return world.owner.call('local.webhooks.resend', { params });
    },
  },
} as const;
