/** Makes ideas, or another topic of one; what is made and that it is done go in one transaction. */
import { and, desc, eq, isNull } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import type { IdeaMaterial, IdeasBrief, SuggestedIdea } from '../../engines/text/text-engine.ts';
import type { Job, JobHandler } from '../../jobs/job.ts';
import { channels, ideas } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { emit } from '../events.ts';
import type { TextEngines } from '../scripts/text-engines.ts';

export const IDEAS_JOB = 'ideas';
/** As many titles are shown to the engine as not to be repeated. */
const KNOWN = 100;

type Source = 'ai_generated' | 'from_video' | 'from_channel';

export type IdeasPayload =
  | {
      readonly kind: 'generate';
      readonly channel_id: number;
      readonly count: number;
      readonly source: Source;
      readonly material: readonly IdeaMaterial[];
      /** Where it came from, in plain words. */
      readonly note: string | null;
    }
  | { readonly kind: 'change-topic'; readonly idea_id: number; readonly channel_id: number; readonly topic: string };

/** The port through which ideas get worked on. */
export interface IdeasQueue {
  /** @throws when the queue takes nothing */
  enqueue(payload: IdeasPayload): Promise<void>;
}

type ChannelRow = typeof channels.$inferSelect;

interface Begun {
  readonly channel: ChannelRow;
  readonly known: readonly string[];
}

async function begin(tx: Db, channelId: number): Promise<Begun | null> {
  const [channel] = await tx
    .select()
    .from(channels)
    .where(and(eq(channels.id, channelId), isNull(channels.archived_at)));
  if (!channel) return null;
  const rows = await tx
    .select({ title: ideas.title })
    .from(ideas)
    .where(eq(ideas.channel_id, channelId))
    .orderBy(desc(ideas.id))
    .limit(KNOWN);
  return { channel, known: rows.map(({ title }) => title) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const cut = (value: string, most: number): string | null => value.trim().slice(0, most) || null;

function briefOf({ channel, known }: Begun, payload: IdeasPayload): IdeasBrief {
  const { settings, details } = channel;
  return {
    count: payload.kind === 'generate' ? payload.count : 1,
    channel: [details?.title ?? text(settings['title']), details?.description ?? ''].join('\n'),
    audience: text(settings['audience']),
    language: text(settings['language']),
    known,
    material: payload.kind === 'generate' ? payload.material : [],
    topic: payload.kind === 'generate' ? '' : payload.topic,
  };
}

function columnsOf({ title, topic, angle, thumbnail_concept }: SuggestedIdea) {
  return {
    title: title.trim().slice(0, LIMITS.title),
    topic: cut(topic, LIMITS.ideaTopic),
    angle: cut(angle, LIMITS.angle),
    thumbnail_concept: cut(thumbnail_concept, LIMITS.thumbnailConcept),
  };
}

async function keep(tx: Db, { channel }: Begun, payload: IdeasPayload, made: readonly SuggestedIdea[], by: string) {
  const { id: channel_id, team_id } = channel;
  if (payload.kind === 'change-topic') {
    const [first] = made;
    if (!first) return;
    const { title, angle, thumbnail_concept } = columnsOf(first);
    const change = { title, angle, thumbnail_concept, topic: payload.topic };
    await tx.update(ideas).set(change).where(eq(ideas.id, payload.idea_id));
    return;
  }
  const notes = [payload.note, by].filter((line) => line !== null).join('\n');
  for (const idea of made) {
    const columns = columnsOf(idea);
    if (columns.title === '') continue;
    const [row] = await tx
      .insert(ideas)
      .values({ team_id, channel_id, ...columns, source_type: payload.source, notes: notes.slice(0, LIMITS.notes) })
      .returning();
    if (!row) throw new Error('The idea was not returned.');
    const data = { idea_id: String(row.id), channel_id: String(channel_id), title: row.title };
    await emit(tx, team_id, 'idea.created', data);
  }
}

async function work(job: Job<IdeasPayload>, engines: TextEngines): Promise<void> {
  const { payload } = job;
  const begun = await job.transaction((tx) => begin(tx, payload.channel_id));
  if (!begun) return;
  const engine = await engines.current(begun.channel.team_id);
  const control = { signal: job.signal, onProgress: () => undefined };
  const brief = briefOf(begun, payload);
  const made = (await engine.ideas(brief, control)).slice(0, brief.count);
  await job.finish((tx) => keep(tx, begun, payload, made, `Made by: ${engine.label}`));
}

export function ideasJob(engines: TextEngines, onFailure: (error: Error) => void): JobHandler<IdeasPayload> {
  return {
    run: (job) => work(job, engines),
    ended: (_job, _tx, end) => {
      if (end.kind === 'failed') onFailure(end.error);
      return Promise.resolve();
    },
  };
}
