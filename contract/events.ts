/** Ids in data are strings where the spec says so (spec 1 §6). */
import { z } from 'zod';

export const EVENTS = {
  'idea.created': z.strictObject({ idea_id: z.string(), channel_id: z.string(), title: z.string() }),
  'script.outline.generated': z.strictObject({
    script_id: z.string(),
    channel_id: z.string(),
    outline_word_count: z.int(),
  }),
  'script.generated': z.strictObject({ script_id: z.string(), channel_id: z.string(), script_word_count: z.int() }),
  'script.export.requested': z.strictObject({ script_id: z.string(), format: z.string(), export_id: z.string() }),
  'thumbnail.generated': z.strictObject({
    run_id: z.string(),
    channel_id: z.int(),
    idea_id: z.int(),
    output_urls: z.array(z.string()),
  }),
  'webhook.test': z.strictObject({ message: z.string() }),
} as const;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]];
export type EventData<N extends EventName> = z.infer<(typeof EVENTS)[N]>;

/** Follows spec 1 §6. */
export const DELIVERY_HEADERS = {
  event: 'X-Service-Event',
  delivery: 'X-Service-Delivery',
  timestamp: 'X-Service-Timestamp',
  signature: 'X-Service-Signature',
} as const;
