/** Webhooks and their deliveries (spec 1 §2 Webhook, §4 Webhooks; spec 3 "Webhooks"). */
import { z } from 'zod';

import { EVENT_NAMES } from '../events.ts';
import { openEnum, text, Timestamp, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/**
 * `pending` is in delivery or waiting for the next attempt. `failed` has no more attempts. The spec names only
 * `success`.
 */
export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;

const delivery = {
  /** Sent as X-Service-Delivery; the same for every attempt, so that a receiver can detect repetitions. */
  id: z.string(),
  event_type: z.string(),
  status: openEnum(DELIVERY_STATUSES),
  response_code: z.int().nullable(),
  created_at: Timestamp.optional(),
};

/** The spec has only four of these fields. */
export const WebhookLastDelivery = z.looseObject(delivery);

/**
 * The spec has only four of these fields; the others may be missing at another service. `payload`, `signature`,
 * `response_body` and `error` are left out for a member who may not see the delivery's channel, and `signature` without
 * webhooks:write.
 */
export const WebhookDelivery = z.looseObject({
  ...delivery,
  attempts: z.int().optional(),
  /** Null if no attempt follows. */
  next_attempt_at: Timestamp.nullish(),
  /** Times the last attempt in milliseconds. */
  duration_ms: z.int().nullish(),
  error: z.string().nullish(),
  response_body: z.string().nullish(),
  /** The body byte for byte as signed. */
  payload: z.string().optional(),
  timestamp: Timestamp.optional(),
  signature: z.string().optional(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Delivers a callback that a request named, without a signature (spec 3 "Thumbnail callbacks"). */
export const CallbackDelivery = WebhookDelivery.omit({ signature: true });
export type CallbackDelivery = z.infer<typeof CallbackDelivery>;

const publicFields = {
  id: z.int(),
  name: z.string(),
  url: z.string(),
  /** Null or empty means all events of the API; those of our own are always named. */
  events: z.array(openEnum(EVENT_NAMES)).nullable(),
  active: z.boolean(),
};

/** The percentage of finished deliveries that succeeded; 100 before any has finished. */
const success_rate = z.number();

export const WebhookSummary = z.looseObject({
  ...publicFields,
  success_rate,
  last_delivery: WebhookLastDelivery.nullable(),
});
export type WebhookSummary = z.infer<typeof WebhookSummary>;

export const WebhookChanged = z.looseObject({ ...publicFields, timeout: z.int() });

export const WebhookCreated = z.looseObject({ ...WebhookChanged.shape, secret: z.string() });

export const WebhookDetail = z.looseObject({
  ...publicFields,
  /** Always null: values may be secrets, so they can be set but are never returned. */
  headers: z.null(),
  /** The headers that are set (not in the spec). */
  header_names: z.array(z.string()).optional(),
  timeout: z.int(),
  success_rate,
  /** The last 20 deliveries, newest first. */
  deliveries: z.array(WebhookDelivery),
});
export type WebhookDetail = z.infer<typeof WebhookDetail>;

/** Headers of transport and authentication, or set by the service itself (spec 3); in lower case. */
const REFUSED_HEADERS = new Set([
  ...['accept', 'accept-encoding', 'authorization', 'connection', 'content-encoding', 'content-length'],
  ...['content-type', 'cookie', 'cookie2', 'date', 'expect', 'forwarded', 'host', 'http2-settings', 'keep-alive'],
  ...['origin', 'referer', 'set-cookie', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent', 'via'],
  ...['www-authenticate', 'x-real-ip', 'x-http-method-override'],
]);
const REFUSED_PREFIX = /^(?:proxy-|sec-|x-service-|x-forwarded-)/;

function findHeaderFault(name: string, value: string): string | null {
  if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) return 'A header name can have up to 100 letters, digits and hyphens.';
  const lowerCaseName = name.toLowerCase();
  if (REFUSED_HEADERS.has(lowerCaseName) || REFUSED_PREFIX.test(lowerCaseName)) return 'This header can’t be set.';
  if (value.length > LIMITS.webhookHeaders.value) return `At most ${LIMITS.webhookHeaders.value} characters.`;
  return /^[\x20-\x7e]*$/.test(value) ? null : 'A header value must be plain ASCII on one line.';
}

const headers = z.record(z.string(), z.string()).superRefine((values, context) => {
  const names = Object.keys(values);
  const { count } = LIMITS.webhookHeaders;
  if (names.length > count) context.addIssue({ code: 'custom', message: `At most ${count} headers.` });
  const seenNames = new Set<string>();
  for (const name of names) {
    const duplicateMessage = seenNames.has(name.toLowerCase()) ? 'This header is set twice.' : null;
    const message = findHeaderFault(name, values[name] ?? '') ?? duplicateMessage;
    if (message !== null) context.addIssue({ code: 'custom', message, path: [name] });
    seenNames.add(name.toLowerCase());
  }
});

function isHttps(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}

const name = text({ min: 1, max: LIMITS.webhookName });
/** Each request also checks that the host is public. */
const url = text({ min: 1, max: LIMITS.webhookUrl }).refine(isHttps, 'Enter an address that starts with https://.');
const event = z.enum(EVENT_NAMES);
const timeout = wholeNumber(LIMITS.webhookTimeout.min, LIMITS.webhookTimeout.max);
const dropDuplicates = <T>(list: readonly T[]): T[] => [...new Set(list)];

export const WebhookCreate = z.strictObject({
  name,
  url,
  /** Absent, null or empty means all of the API. */
  events: z.array(event).max(LIMITS.webhookEvents).transform(dropDuplicates).nullish(),
  timeout: timeout.default(LIMITS.webhookTimeout.default),
  headers: headers.nullish(),
});

export const WebhookUpdate = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  events: z
    .array(event)
    .min(1, 'Choose at least one event.')
    .max(LIMITS.webhookEvents)
    .transform(dropDuplicates)
    .optional(),
  active: z.boolean().optional(),
  timeout: timeout.optional(),
  /** Replaces all headers; null removes them. */
  headers: headers.nullish(),
});

export const WebhookTested = z.looseObject({
  success: z.boolean(),
  status_code: z.int().nullable(),
  response_body: z.string().nullable(),
  error: z.string().nullable(),
});
