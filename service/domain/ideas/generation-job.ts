/** Generates ideas or changes an idea's topic; writes the result and the end of the operation in one transaction. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { toText } from '#contract/to-text.ts';

import { toComparableTitle } from '../../engines/text/comparable-title.ts';
import {
  EngineError,
  type IdeaMaterial,
  type IdeasBrief,
  type SuggestedIdea,
  type TextEngine,
} from '../../engines/text/text-engine.ts';
import type { PaidRequests } from '../../files/paid-requests.ts';
import type { Job, JobHandler } from '../../jobs/job.ts';
import { project_notifications } from '../../store/schema-projects.ts';
import { operations } from '../../store/schema-videos.ts';
import { channels, ideas, type JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { emit } from '../events.ts';
import type { TextEngines } from '../scripts/text-engines.ts';

export const IDEAS_JOB = 'ideas';
/** How many of the newest titles must not be repeated. */
const MAX_KNOWN_TITLES = 5000;
/** How often the model is asked until there are enough ideas; every round is paid. */
const MAX_ROUNDS = 3;

type Source = 'ai_generated' | 'from_video' | 'from_channel';

export type IdeasPayload =
  | {
      readonly kind: 'generate';
      readonly channel_id: number;
      readonly count: number;
      readonly source: Source;
      readonly material: readonly IdeaMaterial[];
      /** The material of the ideas in plain words. */
      readonly note: string | null;
    }
  | { readonly kind: 'change-topic'; readonly idea_id: number; readonly channel_id: number; readonly topic: string };

export interface IdeasQueue {
  /**
   * @param id identifies the job and the operation that reports its end
   * @throws if the queue rejects the job
   */
  enqueue(payload: IdeasPayload, id: string): Promise<void>;
}

type ChannelRow = typeof channels.$inferSelect;

interface JobInput {
  readonly channel: ChannelRow;
  readonly existingTitles: readonly string[];
}

async function loadInput(tx: Db, channelId: number): Promise<JobInput | null> {
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
    .limit(MAX_KNOWN_TITLES);
  return { channel, existingTitles: rows.map(({ title }) => title) };
}

const truncate = (value: string, maxLength: number): string | null => value.trim().slice(0, maxLength) || null;

function toBrief({ channel, existingTitles }: JobInput, payload: IdeasPayload): IdeasBrief {
  const { settings, details } = channel;
  return {
    count: payload.kind === 'generate' ? payload.count : 1,
    channel: [details?.title ?? toText(settings['title']), details?.description ?? ''].join('\n'),
    audience: toText(settings['audience']),
    language: toText(settings['language']),
    existingTitles,
    material: payload.kind === 'generate' ? payload.material : [],
    topic: payload.kind === 'generate' ? '' : payload.topic,
  };
}

function toColumns({ title, topic, angle, thumbnail_concept }: SuggestedIdea) {
  return {
    title: title.trim().slice(0, LIMITS.title),
    topic: truncate(topic, LIMITS.ideaTopic),
    angle: truncate(angle, LIMITS.angle),
    thumbnail_concept: truncate(thumbnail_concept, LIMITS.thumbnailConcept),
  };
}

/** Writes the ideas and returns their ids. */
async function saveIdeas(
  tx: Db,
  { channel }: JobInput,
  payload: IdeasPayload,
  { newIdeas, attribution }: { readonly newIdeas: readonly SuggestedIdea[]; readonly attribution: string },
): Promise<number[]> {
  const { id: channel_id, team_id, default_template_id } = channel;
  if (payload.kind === 'change-topic') {
    const [first] = newIdeas;
    if (!first) return [];
    const { title, angle, thumbnail_concept } = toColumns(first);
    const change = { title, angle, thumbnail_concept, topic: payload.topic };
    await tx.update(ideas).set(change).where(eq(ideas.id, payload.idea_id));
    return [payload.idea_id];
  }
  const ids: number[] = [];
  for (const idea of newIdeas) {
    const notes = [payload.note, idea.evidence, attribution].filter(Boolean).join('\n').slice(0, LIMITS.notes);
    const columns = { ...toColumns(idea), suggested_template_id: default_template_id, notes };
    const [row] = await tx
      .insert(ideas)
      .values({ team_id, channel_id, ...columns, source_type: payload.source })
      .returning();
    if (!row) throw new Error('The idea was not returned.');
    ids.push(row.id);
    await emit(tx, team_id, 'idea.created', {
      idea_id: String(row.id),
      channel_id: String(channel_id),
      title: row.title,
    });
  }
  return ids;
}

interface Suggestions extends Pick<TextEngine, 'label' | 'isLanguageModel'> {
  readonly ideas: SuggestedIdea[];
  /** Why a later round failed; earlier rounds are paid, so their ideas are kept. */
  readonly broken: string | null;
}

type Ask = (round: number, brief: IdeasBrief) => Promise<SuggestedIdea[]>;

/** Asks until there are enough ideas, without titles too similar to existing ones. */
async function suggestIdeas(
  { label, isLanguageModel }: TextEngine,
  { signal }: Job<IdeasPayload>,
  brief: IdeasBrief,
  ask: Ask,
): Promise<Suggestions> {
  const suggestions: SuggestedIdea[] = [];
  const engineInfo = { ideas: suggestions, label, isLanguageModel };
  const usedTitles = new Set(brief.existingTitles.map(toComparableTitle));
  for (let round = 0; round < MAX_ROUNDS && suggestions.length < brief.count; round++) {
    const existingTitles = [...suggestions.map(({ title }) => title).reverse(), ...brief.existingTitles];
    try {
      const answer = await ask(round, { ...brief, existingTitles, count: brief.count - suggestions.length });
      const newIdeas = answer.filter(({ title }) => {
        const key = toComparableTitle(title);
        if (key === '' || usedTitles.has(key)) return false;
        usedTitles.add(key);
        return true;
      });
      suggestions.push(...newIdeas.slice(0, brief.count - suggestions.length));
      // The offline composer repeats its answer, so asking again is pointless.
      if (newIdeas.length === 0 || !isLanguageModel) break;
    } catch (error) {
      if (!(error instanceof EngineError) || suggestions.length === 0 || signal.aborted) throw error;
      return { ...engineInfo, broken: error.message };
    }
  }
  return { ...engineInfo, broken: null };
}

function explainShortfall({ label, isLanguageModel, broken }: Suggestions, madeCount: number, count: number): string {
  const summary =
    madeCount === 0 ? 'No new ideas could be generated.' : `Only ${madeCount} of ${count} ideas could be generated.`;
  if (broken !== null) return `${summary} ${broken}`;
  return isLanguageModel
    ? `${summary} ${label} had no more ideas that the channel doesn’t already have. Generate from a video or another channel.`
    : `${summary} The offline composer has used all its patterns with every available subject. Connect a text model, add competitors, or generate from a video.`;
}

/** Asks for each round once, even if the job runs again. */
async function generateIdeas(
  job: Job<IdeasPayload>,
  { engines, answers }: IdeasJobOptions,
  input: JobInput,
): Promise<Suggestions> {
  const engine = await engines.getCurrent(input.channel.team_id);
  const control = { signal: job.signal, onProgress: () => undefined };
  return suggestIdeas(engine, job, toBrief(input, job.payload), (round, brief) =>
    answers.askOnce(job.id, `round-${round}`, () => engine.ideas(brief, control)),
  );
}

export interface IdeasJobOptions {
  readonly engines: TextEngines;
  readonly answers: PaidRequests;
}

async function runJob(job: Job<IdeasPayload>, options: IdeasJobOptions): Promise<void> {
  const { payload } = job;
  const input = await job.transaction((tx) => loadInput(tx, payload.channel_id));
  if (!input) {
    await job.finish((tx) => endOperation(tx, job.id, { error: 'The channel no longer exists.' }));
    return;
  }
  const suggestions = await options.answers.askOnce(job.id, 'ideas', () => generateIdeas(job, options, input));
  const count = payload.kind === 'generate' ? payload.count : 1;
  await job.finish(async (tx) => {
    const idea_ids = await saveIdeas(tx, input, payload, {
      newIdeas: suggestions.ideas,
      attribution: `Made by: ${suggestions.label}`,
    });
    const shortfall = idea_ids.length < count ? explainShortfall(suggestions, idea_ids.length, count) : null;
    const result = { channel_id: payload.channel_id, idea_ids };
    await endOperation(tx, job.id, idea_ids.length === 0 ? { error: shortfall ?? '' } : { result, warning: shortfall });
  });
  await options.answers.settle(job.id);
}

type End = { readonly error: string } | { readonly result: JsonObject; readonly warning: string | null };

/** Stores the result of the operation, and notifies the requester if ideas are missing. */
async function endOperation(tx: Db, id: string, end: End): Promise<void> {
  const hasFailed = 'error' in end;
  const message = hasFailed ? end.error : end.warning;
  const [operation] = await tx
    .update(operations)
    .set({
      finished_at: sql`now()`,
      ...(hasFailed
        ? { status: 'failed', error: end.error, error_code: 'ideas_not_made', retryable: true }
        : { status: 'completed', progress: 100, result: end.result, warnings: message === null ? [] : [message] }),
    })
    .where(and(eq(operations.id, id), eq(operations.status, 'running')))
    .returning();
  if (!operation || message === null || operation.created_by === null) return;
  await tx.insert(project_notifications).values({
    team_id: operation.team_id,
    user_id: operation.created_by,
    type: 'ideas_not_made',
    message,
  });
}

/** Explains why there are no ideas, and quotes any that were generated but could not be stored. */
async function explainFailure({ id }: Job<IdeasPayload>, { answers }: IdeasJobOptions, error: Error): Promise<string> {
  if (error instanceof EngineError) return error.message;
  const storedAnswer = await answers.findAnswer(id, 'ideas');
  if (storedAnswer === null) return 'The ideas couldn’t be generated. Nothing was changed. Try again.';
  const { ideas: generated } = JSON.parse(storedAnswer) as Suggestions;
  const titles = generated.map(({ title }) => `“${title.trim()}”`).join(', ');
  return `The ideas were generated, but couldn’t be saved. Add the ones you want by hand: ${titles}`;
}

export function createIdeasJob(options: IdeasJobOptions): JobHandler<IdeasPayload> {
  return {
    run: (job) => runJob(job, options),
    recordEnd: async (job, tx, end) => {
      const error = end.kind === 'failed' ? await explainFailure(job, options, end.error) : 'Cancelled.';
      await endOperation(tx, job.id, { error });
    },
  };
}
