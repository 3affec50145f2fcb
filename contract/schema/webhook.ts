/** Webhooks and their deliveries (spec 1 §2 Webhook, §4 Webhooks; spec 3 "Webhooks"). */
import { z } from 'zod';

import { EVENT_NAMES } from '../events.ts';
import { openEnum, text, Timestamp, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** `pending`: on its way, or waiting for its next attempt. `failed`: given up. The spec names `success` alone. */
export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;

const delivery = {
  /** Sent as X-Service-Delivery; the same for every attempt, so that a receiver can tell a repetition. */
  id: z.string(),
  event_type: z.string(),
  status: openEnum(DELIVERY_STATUSES),
  response_code: z.int().nullable(),
  created_at: Timestamp.optional(),
};

/** The fields beyond the spec's four are ours. */
export const WebhookLastDelivery = z.looseObject(delivery);

/** The fields beyond the spec's four are ours and may be missing at another service. */
export const WebhookDelivery = z.looseObject({
  ...delivery,
  attempts: z.int().optional(),
  /** When it is tried again; null when it is not. */
  next_attempt_at: Timestamp.nullish(),
  /** Milliseconds of the last attempt. */
  duration_ms: z.int().nullish(),
  /** Plain words why the last attempt failed. */
  error: z.string().nullish(),
  /** The beginning of what the receiver answered. */
  response_body: z.string().nullish(),
  /** The body, byte for byte as it is signed. */
  payload: z.string().optional(),
  timestamp: Timestamp.optional(),
  signature: z.string().optional(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const shown = {
  id: z.int(),
  name: z.string(),
  url: z.string(),
  /** Null or empty: all events. */
  events: z.array(openEnum(EVENT_NAMES)).nullable(),
  active: z.boolean(),
};

/** Percentage of deliveries that ended well among those that ended; 100 while none has. */
const success_rate = z.number();

export const WebhookSummary = z.looseObject({
  ...shown,
  success_rate,
  last_delivery: WebhookLastDelivery.nullable(),
});
export type WebhookSummary = z.infer<typeof WebhookSummary>;

export const WebhookChanged = z.looseObject({ ...shown, timeout: z.int() });

/** The secret is answered this once. */
export const WebhookCreated = z.looseObject({ ...WebhookChanged.shape, secret: z.string() });

export const WebhookDetail = z.looseObject({
  ...shown,
  /** Always null: values may be secrets, so they go in and never come out. */
  headers: z.null(),
  /** Names of the headers that are set (ours). */
  header_names: z.array(z.string()).optional(),
  timeout: z.int(),
  success_rate,
  /** The last 20, newest first. */
  deliveries: z.array(WebhookDelivery),
});
export type WebhookDetail = z.infer<typeof WebhookDetail>;

/** Headers of transport and authentication, and those the service sets itself (spec 3). In lower case. */
const REFUSED_HEADERS = new Set([
  ...['accept', 'accept-encoding', 'authorization', 'connection', 'content-encoding', 'content-length'],
  ...['content-type', 'cookie', 'cookie2', 'date', 'expect', 'forwarded', 'host', 'http2-settings', 'keep-alive'],
  ...['origin', 'referer', 'set-cookie', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'via'],
  ...['www-authenticate', 'x-real-ip', 'x-http-method-override'],
]);
const REFUSED_PREFIX = /^(?:proxy-|sec-|x-service-|x-forwarded-)/;

function headerFault(name: string, value: string): string | null {
  if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) return 'A header’s name is up to 100 letters, digits and hyphens.';
  const lower = name.toLowerCase();
  if (REFUSED_HEADERS.has(lower) || REFUSED_PREFIX.test(lower)) return 'This header cannot be set.';
  if (value.length > LIMITS.webhookHeaders.value) return `At most ${LIMITS.webhookHeaders.value} characters.`;
  return /^[\x20-\x7e]*$/.test(value) ? null : 'A header’s value is plain ASCII on one line.';
}

const headers = z.record(z.string(), z.string()).superRefine((given, context) => {
  const names = Object.keys(given);
  const { count } = LIMITS.webhookHeaders;
  if (names.length > count) context.addIssue({ code: 'custom', message: `At most ${count} headers.` });
  const seen = new Set<string>();
  for (const name of names) {
    const twice = seen.has(name.toLowerCase()) ? 'This header is set twice.' : null;
    const message = headerFault(name, given[name] ?? '') ?? twice;
    if (message !== null) context.addIssue({ code: 'custom', message, path: [name] });
    seen.add(name.toLowerCase());
  }
});

function isHttps(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}

const name = text({ min: 1, max: LIMITS.webhookName });
/** That its host is a public one is checked besides, whenever it is asked. */
const url = text({ min: 1, max: LIMITS.webhookUrl }).refine(isHttps, 'An address that starts with https://.');
const event = z.enum(EVENT_NAMES);
const timeout = wholeNumber(LIMITS.webhookTimeout.min, LIMITS.webhookTimeout.max);
const once = <T>(list: readonly T[]): T[] => [...new Set(list)];

export const WebhookCreate = z.strictObject({
  name,
  url,
  /** Absent, null or empty: all. */
  events: z.array(event).max(LIMITS.webhookEvents).transform(once).nullish(),
  timeout: timeout.default(LIMITS.webhookTimeout.default),
  headers: headers.nullish(),
});

export const WebhookUpdate = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  /** Replaces the list. */
  events: z.array(event).min(1, 'Choose at least one event.').max(LIMITS.webhookEvents).transform(once).optional(),
  active: z.boolean().optional(),
  timeout: timeout.optional(),
  /** Replaces all; null removes them. */
  headers: headers.nullish(),
});

export const WebhookTested = z.looseObject({
  success: z.boolean(),
  status_code: z.int().nullable(),
  response_body: z.string().nullable(),
  error: z.string().nullable(),
});
