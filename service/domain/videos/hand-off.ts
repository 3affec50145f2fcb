/** Starts and cancels hand-offs of versions to editing programs. They cost no credits. */
import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { VideoHandOff } from '#contract/schema/video.ts';
import { logger } from '#log/logger.ts';

import { operations } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Call, Handlers } from '../call.ts';
import { type OperationRow, toServiceOperation } from '../operations/handlers.ts';
import { readPublishedVersion, reachVideo } from './reach.ts';
import { requireVideoMaker, startOperation } from './requests.ts';
import type { VideoServices } from './services.ts';

const log = logger('videos');

/** The job's parameters, stored with the operation. */
export interface HandOffRequest extends VideoHandOff {
  readonly artifact_id: string;
}

async function startHandOff(services: VideoServices, call: Call<'local.videos.handOff'>): Promise<OperationRow> {
  await requireVideoMaker(services, call);
  return services.store.transaction(async (tx) => {
    const video = await reachVideo(tx, call, call.params.project);
    const artifact = await readPublishedVersion(tx, video, call.params.revision);
    if (!artifact) throw call.fail('video_version_not_found');
    const request: HandOffRequest = { artifact_id: artifact.id, markers: call.body.markers };
    return startOperation(tx, services, {
      id: randomUUID(),
      team_id: video.team_id,
      channel_id: video.channel_id,
      created_by: call.principal.userId,
      type: 'video_hand_off',
      resource_id: video.id,
      request: request as unknown as JsonObject,
    });
  });
}

async function cancelHandOff({ store, videos, videoRuns }: VideoServices, call: Call<'local.videos.cancelHandOff'>) {
  const isThisOperation = and(
    eq(operations.id, call.params.operation),
    eq(operations.resource_id, call.params.project),
    eq(operations.type, 'video_hand_off'),
  );
  const { row, wasCancelled } = await store.transaction(async (tx) => {
    await reachVideo(tx, call, call.params.project);
    const updatedRows = await tx
      .update(operations)
      .set({ status: 'cancelled', error: 'Cancelled.', error_code: 'cancelled', finished_at: sql`now()` })
      .where(and(isThisOperation, eq(operations.status, 'running')))
      .returning({ id: operations.id });
    if (updatedRows.length > 0) await videoRuns.cancel(call.params.operation);
    const [operation] = await tx.select().from(operations).where(isThisOperation);
    if (!operation) throw call.fail('operation_not_found');
    return { row: operation, wasCancelled: updatedRows.length > 0 };
  });
  // A running job removes its own files, but one of a killed process cannot.
  if (wasCancelled) await videos.removeHandOff(row.resource_id, row.id).catch(log.failure('package not removed'));
  return toServiceOperation(row, null);
}

type HandOffHandlers = Pick<Handlers, 'local.videos.handOff' | 'local.videos.cancelHandOff'>;

export const createHandOffHandlers = (services: VideoServices): HandOffHandlers => ({
  'local.videos.handOff': async (call) => ({
    status: 202,
    body: {
      operation: toServiceOperation(await startHandOff(services, call), null),
      meta: { idempotent_replay: false },
    },
  }),
  'local.videos.cancelHandOff': async (call) => ({
    status: 200,
    body: { success: true, data: await cancelHandOff(services, call) },
  }),
});
