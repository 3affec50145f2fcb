import { EVENT_NAMES } from '#contract/events.ts';
import type { WebhookDetail } from '#contract/schema/webhook.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

export interface WebhookFields extends Record<string, unknown> {
  readonly name: string;
  readonly url: string;
  /** Null: all. */
  readonly events: readonly string[] | null;
  readonly timeout: number | null;
  /** `Name: value` by line; empty leaves what is set. */
  readonly headers: string;
}

/** `secret` of a new one. */
export interface SavedWebhook {
  readonly id: number;
  readonly name: string;
  readonly secret: string | null;
}

type Body = Record<string, unknown>;
export type WebhookForm = KeptForm<WebhookFields, Body, SavedWebhook>;

const EMPTY: WebhookFields = { name: '', url: '', events: null, timeout: 30, headers: '' };

export const eventsOf = (events: readonly string[] | null): readonly string[] | null =>
  events && events.length > 0 ? events : null;

/** `X-Team: Slow Lines` by line. */
function headersOf(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

function bodyOf(fields: WebhookFields, known: WebhookDetail | null): Body {
  const { name, url, timeout, events } = fields;
  const headers = headersOf(fields.headers);
  const shared = { name, url, timeout: timeout ?? undefined, ...(headers !== undefined && { headers }) };
  if (known === null) return { ...shared, events };
  // "All" is what it had, or every one by name: a change cannot take a list away.
  const all = eventsOf(known.events) === null ? undefined : [...EVENT_NAMES];
  const chosen = events === null ? all : [...events];
  return { ...shared, ...(chosen !== undefined && { events: chosen }) };
}

async function schemaOf(known: WebhookDetail | null) {
  const [{ WebhookCreate, WebhookUpdate }, { z }] = await Promise.all([
    import('#contract/schema/webhook.ts'),
    import('zod'),
  ]);
  const body = (fields: unknown): Body => bodyOf(fields as WebhookFields, known);
  return z
    .unknown()
    .transform(body)
    .pipe(known === null ? WebhookCreate : WebhookUpdate);
}

/** @param known null makes a new one. */
export function webhookForm({ api, forms }: Studio, account: string, known: WebhookDetail | null): WebhookForm {
  return new KeptForm<WebhookFields, Body, SavedWebhook>({
    forms,
    account,
    name: `webhook-${known?.id ?? 'new'}`,
    empty:
      known === null
        ? EMPTY
        : {
            ...EMPTY,
            name: known.name,
            url: known.url,
            events: eventsOf(known.events),
            timeout: known.timeout,
          },
    schema: async () => (await schemaOf(known)) as never,
    send: async (body) => {
      if (known === null) {
        const result = await api.call(account, 'webhooks.create', { body: body as never });
        if (!result.ok) return result;
        const { id, name, secret } = result.body.data;
        return { ok: true, made: { id, name, secret } };
      }
      const result = await api.call(account, 'webhooks.update', { params: { webhook: known.id }, body: body as never });
      if (!result.ok) return result;
      return { ok: true, made: { id: known.id, name: result.body.data.name, secret: null } };
    },
  });
}
