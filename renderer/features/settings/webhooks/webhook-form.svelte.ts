import { API_EVENT_NAMES } from '#contract/events.ts';
import type { WebhookCreate, WebhookDetail, WebhookUpdate } from '#contract/schema/webhook.ts';
import type { z } from 'zod';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export interface WebhookFields extends Record<string, unknown> {
  readonly name: string;
  readonly url: string;
  /** Null means all events of the API. */
  readonly events: readonly string[] | null;
  readonly timeout: number | null;
  /** One `Name: value` per line; empty keeps the current headers. */
  readonly headers: string;
}

/** `secret` is only set for a new webhook. */
export interface SavedWebhook {
  readonly id: number;
  readonly name: string;
  readonly secret: string | null;
}

type CreateBody = z.output<typeof WebhookCreate>;
type UpdateBody = z.output<typeof WebhookUpdate>;
export type WebhookForm =
  SavedForm<WebhookFields, CreateBody, SavedWebhook> | SavedForm<WebhookFields, UpdateBody, SavedWebhook>;

const EMPTY_FORM: WebhookFields = { name: '', url: '', events: null, timeout: 30, headers: '' };

export const toEvents = (events: readonly string[] | null): readonly string[] | null =>
  events && events.length > 0 ? events : null;

/** Parses headers such as `X-Team: Slow Lines`, one per line. */
function parseHeaders(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

function buildCommonBody({ name, url, timeout, headers: lines }: WebhookFields) {
  const headers = parseHeaders(lines);
  return { name, url, timeout: timeout ?? undefined, ...(headers !== undefined && { headers }) };
}

/** An update cannot remove the list of events, so “All” sends all names of the API, unless nothing changed. */
function getChangedEvents({ events }: WebhookFields, current: WebhookDetail): readonly string[] | undefined {
  if (events !== null) return events;
  return toEvents(current.events) === null ? undefined : API_EVENT_NAMES;
}

/** Builds a schema that turns the form's fields into a request body and checks it with the contract. */
async function buildSchema<Body extends z.ZodType>(toBody: (fields: WebhookFields) => unknown, schema: Body) {
  const { z } = await import('zod');
  return z
    .unknown()
    .transform((fields) => toBody(fields as WebhookFields))
    .pipe(schema as z.ZodType<z.output<Body>, unknown>);
}

export function createWebhookForm({ api, forms }: AppState, account: string): WebhookForm {
  return new SavedForm<WebhookFields, CreateBody, SavedWebhook>({
    forms,
    account,
    name: 'webhook-new',
    empty: EMPTY_FORM,
    schema: async () => {
      const { WebhookCreate } = await import('#contract/schema/webhook.ts');
      return buildSchema((fields) => ({ ...buildCommonBody(fields), events: fields.events }), WebhookCreate);
    },
    send: async (body) => {
      const result = await api.call(account, 'webhooks.create', { body });
      if (!result.ok) return result;
      const { id, name, secret } = result.body.data;
      return { ok: true, created: { id, name, secret } };
    },
  });
}

export function createWebhookChangeForm(
  { api, forms }: AppState,
  account: string,
  current: WebhookDetail,
): WebhookForm {
  const { id, name, url, events, timeout } = current;
  return new SavedForm<WebhookFields, UpdateBody, SavedWebhook>({
    forms,
    account,
    name: `webhook-${id}`,
    empty: { ...EMPTY_FORM, name, url, events: toEvents(events), timeout },
    schema: async () => {
      const { WebhookUpdate } = await import('#contract/schema/webhook.ts');
      return buildSchema((fields) => {
        const changedEvents = getChangedEvents(fields, current);
        return { ...buildCommonBody(fields), ...(changedEvents !== undefined && { events: changedEvents }) };
      }, WebhookUpdate);
    },
    send: async (body) => {
      const result = await api.call(account, 'webhooks.update', { params: { webhook: id }, body });
      if (!result.ok) return result;
      return { ok: true, created: { id, name: result.body.data.name, secret: null } };
    },
  });
}
