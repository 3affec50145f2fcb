/** Operations that decide who is notified of events, and say how the deliveries went (spec 1 §4 Webhooks, §6). */
import { z } from 'zod';

import { data, messageAnswer } from '../envelope.ts';
import { PathId, Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LOOK_UP_FIRST, defineOperation, APP_ONLY, READ, REPEATABLE } from '../operation.ts';
import {
  WebhookChanged,
  WebhookCreate,
  WebhookCreated,
  WebhookDetail,
  WebhookLastDelivery,
  WebhookSummary,
  WebhookTested,
  WebhookUpdate,
} from '../schema/webhook.ts';
import { empty } from './shared.ts';

const webhookParams = z.object({ webhook: PathId });
const apiDefaults = {
  family: 'webhooks',
  surface: 'api',
  source: '1 §4 Webhooks',
  rate: 'general',
  query: empty,
  body: null,
} as const;

export const webhookOperations = [
  defineOperation({
    ...apiDefaults,
    id: 'webhooks.list',
    method: 'GET',
    path: '/webhooks',
    summary: 'The webhooks of the team.',
    abilities: ['webhooks:read'],
    params: empty,
    responses: { 200: data(z.array(WebhookSummary)) },
    errors: ['ability_missing'],
    safety: READ,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'webhooks.create',
    method: 'POST',
    path: '/webhooks',
    summary: 'A new webhook; its secret is returned only this once.',
    abilities: ['webhooks:write'],
    adminError: 'webhook_create_admin_only',
    params: empty,
    body: WebhookCreate,
    responses: { 201: data(WebhookCreated) },
    errors: ['ability_missing', 'webhook_create_admin_only'],
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'webhooks.get',
    method: 'GET',
    path: '/webhooks/{webhook}',
    summary: 'One webhook with its last 20 deliveries.',
    abilities: ['webhooks:read'],
    params: webhookParams,
    responses: { 200: data(WebhookDetail) },
    errors: ['ability_missing', 'webhook_not_found'],
    safety: READ,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'webhooks.update',
    method: 'PUT',
    path: '/webhooks/{webhook}',
    summary: 'Changes the given fields.',
    abilities: ['webhooks:write'],
    adminError: 'webhook_update_admin_only',
    params: webhookParams,
    body: WebhookUpdate,
    responses: { 200: data(WebhookChanged) },
    errors: ['ability_missing', 'webhook_update_admin_only', 'webhook_not_found'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'webhooks.delete',
    method: 'DELETE',
    path: '/webhooks/{webhook}',
    summary: 'Removes a webhook; its pending deliveries are not sent.',
    abilities: ['webhooks:write'],
    adminError: 'webhook_delete_admin_only',
    params: webhookParams,
    responses: { 200: messageAnswer },
    errors: ['ability_missing', 'webhook_delete_admin_only', 'webhook_not_found', 'read_only'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'webhooks.test',
    method: 'POST',
    path: '/webhooks/{webhook}/test',
    summary: 'Sends one webhook.test delivery now, even if the webhook is inactive, and returns the result.',
    abilities: ['webhooks:write'],
    params: webhookParams,
    responses: { 200: data(WebhookTested) },
    errors: ['ability_missing', 'webhook_not_found', 'read_only'],
    // Another test does no harm; the person decides whether to send one.
    safety: LOOK_UP_FIRST,
    answerSeconds: LIMITS.webhookTimeout.max + 10,
  }),
] as const;

export const localWebhookOperations = [
  defineOperation({
    ...APP_ONLY,
    family: 'local.webhooks',
    id: 'local.webhooks.resend',
    method: 'POST',
    path: '/webhooks/{webhook}/deliveries/{delivery}/resend',
    summary: 'Sends a finished delivery again, with the same id and body; one that is being sent stays as it is.',
    abilities: ['workspace:manage', 'webhooks:write'],
    params: z.object({ webhook: PathId, delivery: Uuid }),
    query: empty,
    body: null,
    responses: { 200: data(WebhookLastDelivery) },
    errors: ['ability_missing', 'webhook_not_found', 'delivery_not_found', 'webhook_inactive', 'read_only'],
    safety: REPEATABLE,
  }),
] as const;
