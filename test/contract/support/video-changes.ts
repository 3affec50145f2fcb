/** Calls of the operations that restore versions of videos and remove media. */

import { eq, ne } from 'drizzle-orm';

import { sha256 } from '#platform/sha256.ts';
import { operations, video_artifacts, video_edits, video_projects } from '#service/store/schema-videos.ts';
import type { Db } from '#service/store/store.ts';

import { MISSING_UUID } from './client.ts';
import { addAsset } from './assets.ts';
import { MATCH, createVideo, quickVideos, type VideoOptions } from './videos.ts';
import { CHANNEL, TEAM, type World } from './world.ts';

/** Creates a video with two versions; returns the revision of the first, which is not the current one. */
async function addTwoVersions(world: World, options?: VideoOptions): Promise<{ project: string; revision: string }> {
  const id = await createVideo(world, options);
  const revision = await world.write(async (tx) => {
    const [first] = await tx.select().from(video_artifacts).where(eq(video_artifacts.project_id, id));
    const { id: _id, published_at: _at, ...copy } = first!;
    const later = { published_at: options?.published_at ?? new Date() };
    const [second] = await tx
      .insert(video_artifacts)
      .values({ ...copy, ...later, revision: sha256(`${id} 2`) })
      .returning();
    await tx.update(video_projects).set({ artifact_id: second!.id }).where(eq(video_projects.id, id));
    return first!.revision;
  });
  return { project: id, revision };
}

/** Creates a running hand-off; returns its params and a call that cancels it. */
async function addHandOff(world: World, token = world.owner.token) {
  const id = await createVideo(world);
  const operation = await world.write(async (tx) => {
    const values = { team_id: TEAM, channel_id: CHANNEL, type: 'video_hand_off' as const, resource_id: id };
    const [row] = await tx.insert(operations).values(values).returning();
    return row!.id;
  });
  const cancel = (change: object = {}) =>
    world.owner.as(token).call('local.videos.cancelHandOff', { params: { project: id, operation, ...change } });
  return { params: { project: id, operation }, cancel };
}

const MARKER = { start: 1.5, name: 'Callout', note: 'Look here', kind: 'overlay' } as const;
const createHandOffInput = async (world: World) => ({
  params: await addTwoVersions(world),
  body: { markers: [MARKER] },
});

async function callHandOff(world: World, change: object = {}, token?: string) {
  const { params, body } = await createHandOffInput(world);
  const caller = token === undefined ? world.owner : world.owner.as(token);
  return caller.call('local.videos.handOff', { params: { ...params, ...change }, body });
}

async function withoutVideoMaker<T>(call: () => Promise<T>): Promise<T> {
  quickVideos.reason = 'There is no ffmpeg on this machine.';
  try {
    return await call();
  } finally {
    quickVideos.reason = null;
  }
}

const addFailedAsset = (world: World) => addAsset(world, { state: 'failed', error: 'It broke.' });

export const VALID_VIDEO_CHANGE_INPUTS = {
  'local.videos.restore': async (world: World) => ({ params: await addTwoVersions(world), headers: MATCH }),
  'local.videos.handOff': createHandOffInput,
  'local.videos.cancelHandOff': async (world: World) => ({ params: (await addHandOff(world)).params }),
  'local.mediaAssets.remove': async (world: World) => ({ params: { media_asset: await addFailedAsset(world) } }),
} as const;

async function callRestore(world: World, change: object = {}, options?: VideoOptions, token?: string) {
  const params = { ...(await addTwoVersions(world, options)), ...change };
  const caller = token === undefined ? world.owner : world.owner.as(token);
  return caller.call('local.videos.restore', { params, headers: MATCH });
}

export const VIDEO_CHANGE_FAILURES = {
  'local.videos.restore': {
    video_project_forbidden: (world: World) => callRestore(world, {}, {}, world.tokens.member),
    video_project_not_found: (world: World) => callRestore(world, { project: MISSING_UUID }),
    video_version_not_found: (world: World) => callRestore(world, { revision: 'a'.repeat(64) }),
    video_file_missing: (world: World) => callRestore(world, {}, { file: false }),
    video_not_editable: (world: World) => callRestore(world, {}, { staged: true }),
  },
  'local.videos.handOff': {
    video_project_forbidden: (world: World) => callHandOff(world, {}, world.tokens.member),
    video_project_not_found: (world: World) => callHandOff(world, { project: MISSING_UUID }),
    video_version_not_found: (world: World) => callHandOff(world, { revision: 'a'.repeat(64) }),
    video_provisioning_required: (world: World) => withoutVideoMaker(() => callHandOff(world)),
  },
  'local.videos.cancelHandOff': {
    video_project_forbidden: async (world: World) => (await addHandOff(world, world.tokens.member)).cancel(),
    video_project_not_found: async (world: World) => (await addHandOff(world)).cancel({ project: MISSING_UUID }),
    operation_not_found: async (world: World) => (await addHandOff(world)).cancel({ operation: MISSING_UUID }),
  },
  'local.mediaAssets.remove': {
    media_asset_not_found: (world: World) =>
      world.owner.call('local.mediaAssets.remove', { params: { media_asset: MISSING_UUID } }),
    media_not_removable: async (world: World) =>
      world.owner.call('local.mediaAssets.remove', { params: { media_asset: await addAsset(world) } }),
  },
} as const;

export async function endVideos(tx: Db): Promise<void> {
  await tx.update(operations).set({ status: 'cancelled' }).where(eq(operations.status, 'running'));
  await tx.update(video_projects).set({ status: 'cancelled' }).where(eq(video_projects.status, 'generating'));
  await tx.update(video_edits).set({ status: 'ready' }).where(ne(video_edits.status, 'ready'));
}
