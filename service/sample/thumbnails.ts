/** Adds the sample team's finished thumbnail runs; they reserve no units, so the whole quota is left. */
import { and, eq } from 'drizzle-orm';

import type { RunWork } from '../domain/thumbnails/work.ts';
import { FINAL_SIZE } from '../domain/thumbnails/work.ts';
import { thumbnail_runs } from '../store/schema-thumbnails.ts';
import { type channels, ideas, type JsonObject } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { SAMPLE_BOARD_PICTURES } from './data/board-pictures.ts';
import { getDayAt } from './projects.ts';

type Channel = Pick<typeof channels.$inferSelect, 'id' | 'team_id'>;
type Run = Pick<typeof thumbnail_runs.$inferInsert, 'source_type' | 'note'> & {
  readonly prompt: string;
  readonly references: readonly string[];
  readonly outputs: readonly string[];
  /** The day of the run, counted from today. */
  readonly day: number;
};

const { valley, crossing, dawn } = SAMPLE_BOARD_PICTURES;

const RUNS: readonly Run[] = [
  {
    source_type: 'api_generate',
    note: 'Sample pictures.',
    prompt: 'A red night train on a viaduct, a full moon over the hills.',
    references: [],
    outputs: [crossing, valley],
    day: -2,
  },
  {
    source_type: 'idea_improve',
    note: 'Sample picture: “Make it early morning”.',
    prompt: 'Make it early morning',
    references: [crossing],
    outputs: [dawn],
    day: -1,
  },
];

/** Adds the runs for the idea that became the script. */
export async function addSampleThumbnails(tx: Db, channel: Channel, scriptId: number, now: Date): Promise<void> {
  const { id: channel_id, team_id } = channel;
  const isScriptIdea = and(eq(ideas.channel_id, channel_id), eq(ideas.script_id, scriptId));
  const [idea] = await tx.select({ id: ideas.id }).from(ideas).where(isScriptIdea);
  if (!idea) throw new Error('The sample script has no idea.');
  for (const [seed, { source_type, note, prompt, references, outputs, day }] of RUNS.entries()) {
    const work: RunWork = {
      ...FINAL_SIZE,
      prompt,
      headline: null,
      seed,
      count: outputs.length,
      references: [...references],
      style: null,
    };
    const created_at = getDayAt(now, day);
    await tx.insert(thumbnail_runs).values({
      team_id,
      channel_id,
      idea_id: idea.id,
      source_type,
      status: 'completed',
      work: work as unknown as JsonObject,
      outputs: [...outputs],
      note,
      created_at,
      updated_at: created_at,
    });
  }
}
