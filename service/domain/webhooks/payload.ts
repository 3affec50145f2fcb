/** Builds the bodies of deliveries: the API's JSON, or a message for a chat service. */
import { eq } from 'drizzle-orm';

import { type EventData, type EventName, EVENTS } from '#contract/events.ts';
import { pluralize } from '#contract/fields.ts';
import { STAGE_NAMES } from '#contract/schema/project.ts';
import { getChatService } from '#contract/webhook-form.ts';

import { ideas, type JsonObject, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

export interface WebhookEvent {
  readonly team_id: number;
  readonly event_id: string | null;
  readonly event_type: string;
  readonly happened_at: Date;
  readonly data: JsonObject;
}

/** Leaves room for the rest of the message, since Discord's limit is 2,000 characters. */
const MAX_PART_LENGTH = 1500;
/** Cuts by code points, so that no character is split. */
const truncate = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_PART_LENGTH ? `${characters.slice(0, MAX_PART_LENGTH).join('')}…` : text;
};

const getStageName = (stage: string): string => STAGE_NAMES[stage as keyof typeof STAGE_NAMES] ?? stage;

type Sentences = { readonly [N in EventName]: (data: EventData<N>, db: Db) => string | Promise<string> };

async function readScriptTitle(db: Db, id: string): Promise<string> {
  const [row] = await db
    .select({ title: scripts.title })
    .from(scripts)
    .where(eq(scripts.id, Number(id)));
  return row?.title ?? `Script ${id}`;
}

async function readIdeaTitle(db: Db, id: number): Promise<string> {
  const [row] = await db.select({ title: ideas.title }).from(ideas).where(eq(ideas.id, id));
  return row?.title ?? `Idea ${id}`;
}

const SENTENCES: Sentences = {
  'idea.created': ({ title }) => `New idea: ${title}`,
  'script.outline.generated': async ({ script_id, outline_word_count }, db) =>
    `Outline generated: ${await readScriptTitle(db, script_id)} (${pluralize(outline_word_count, 'word', 'words')})`,
  'script.generated': async ({ script_id, script_word_count }, db) =>
    `Draft generated: ${await readScriptTitle(db, script_id)} (${pluralize(script_word_count, 'word', 'words')})`,
  'script.export.requested': async ({ script_id, format }, db) =>
    `Script exported as ${format}: ${await readScriptTitle(db, script_id)}`,
  'thumbnail.generated': async ({ idea_id, output_urls }, db) =>
    `${pluralize(output_urls.length, 'thumbnail', 'thumbnails')} generated: ${await readIdeaTitle(db, idea_id)}`,
  'webhook.test': ({ message }) => message,
  'project.moved': ({ title, from, to }) => `${title} moved from ${getStageName(from)} to ${getStageName(to)}`,
  'project.commented': ({ title, author, comment }) => `${author} commented on ${title}: ${comment}`,
  'task.assigned': ({ title, task, assignee }) => `${assignee ?? 'Someone'} has a task in ${title}: ${task}`,
  'task.completed': ({ title, task }) => `Task done in ${title}: ${task}`,
  'video.published': ({ title }) => `New version of the video ${title}`,
};

async function toSentence<N extends EventName>(db: Db, event: N, data: unknown): Promise<string> {
  return truncate(await SENTENCES[event](EVENTS[event].parse(data) as EventData<N>, db));
}

/** Slack reads these three characters as markup (docs.slack.dev, "Formatting message text"). */
const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Builds `{event, timestamp, data}` (spec 1 §6). */
export function toApiPayload({ event_type: event, happened_at, data }: WebhookEvent): string {
  return JSON.stringify({ event, timestamp: happened_at.toISOString(), data });
}

/** Returns a sentence for a chat service, and the API's JSON for any other receiver. */
export async function buildPayload(db: Db, url: string, event: WebhookEvent): Promise<string> {
  const chat = getChatService(url);
  if (chat === null) return toApiPayload(event);
  const text = await toSentence(db, event.event_type as EventName, event.data);
  if (chat === 'slack') return JSON.stringify({ text: escapeForSlack(text) });
  // A title that mentions @everyone must not notify everyone.
  return JSON.stringify({ content: text, allowed_mentions: { parse: [] } });
}
