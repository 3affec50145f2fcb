/** Calls of webhooks: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import type { Answer, Input } from './client.ts';
import type { World } from './world.ts';

const MISSING = 2_000_000_000;

export const newWebhook = (more: object = {}) => ({ name: randomUUID(), url: 'https://example.org/hook', ...more });

/** Creates a webhook whose receiver never answers. */
async function webhook({ owner }: World): Promise<Input> {
  const { id } = await owner.data<{ id: number }>('webhooks.create', { body: newWebhook() });
  return { params: { webhook: id } };
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
} as const;
