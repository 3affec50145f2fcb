/** Ids in data are strings where the spec says so (spec 1 §6). */
import { z } from 'zod';

const API_EVENTS = {
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

const ofProject = { project_id: z.string(), channel_id: z.string(), title: z.string() };
const ofTask = { ...ofProject, task: z.string(), assignee: z.string().nullable() };

/** Events that are not in the spec. A webhook for all events gets none of these; it must list each by name. */
const OWN_EVENTS = {
  'project.moved': z.strictObject({ ...ofProject, from: z.string(), to: z.string() }),
  'project.commented': z.strictObject({ ...ofProject, author: z.string(), comment: z.string() }),
  'task.assigned': z.strictObject(ofTask),
  'task.completed': z.strictObject(ofTask),
  'video.published': z.strictObject({
    video_id: z.string(),
    channel_id: z.string(),
    title: z.string(),
    revision: z.string(),
  }),
} as const;

export const EVENTS = { ...API_EVENTS, ...OWN_EVENTS } as const;

export type EventName = keyof typeof EVENTS;
type ApiEventName = keyof typeof API_EVENTS;
type OwnEventName = keyof typeof OWN_EVENTS;
export const API_EVENT_NAMES = Object.keys(API_EVENTS) as [ApiEventName, ...ApiEventName[]];
export const OWN_EVENT_NAMES = Object.keys(OWN_EVENTS) as [OwnEventName, ...OwnEventName[]];
export const EVENT_NAMES = [...API_EVENT_NAMES, ...OWN_EVENT_NAMES] as [EventName, ...EventName[]];
export type EventData<N extends EventName> = z.infer<(typeof EVENTS)[N]>;

/** Follows spec 1 §6. */
export const DELIVERY_HEADERS = {
  event: 'X-Service-Event',
  delivery: 'X-Service-Delivery',
  timestamp: 'X-Service-Timestamp',
  signature: 'X-Service-Signature',
} as const;
