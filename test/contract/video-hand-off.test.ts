/** Tests packages for editing programs over HTTP, made of small but real videos. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { VideoDownload, VideoProject } from '#contract/schema/video.ts';
import { HAND_OFF_SWEEP_JOB } from '#service/domain/videos/hand-off-job.ts';
import type { HandOffRequest, RenderRequest } from '#service/domain/videos/services.ts';
import { compositor } from '#service/engines/image/compositor/compositor.ts';
import { findFfmpeg } from '#service/engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '#service/engines/video/frames.ts';
import { type HandOffParts, handOffParts } from '#service/engines/video/hand-off.ts';
import { renderVideo } from '#service/engines/video/render.ts';
import { type RenderedVideo, type VideoPlan, VideoEngineError } from '#service/engines/video/video.ts';
import { jobs } from '#service/store/schema.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { toneEngine } from '#test/support/tone.ts';
import { readSound, probeStreams } from '#test/support/video.ts';

import { World } from './support/world.ts';

const SCRIPT =
  '# Night trains\n\nThey are back.\n\n## Why & how\n\nNobody expected that, and yet they are full.\n\n## Where\n\nIn Vienna.\n';

/** Makes real videos, too small for people. */
class SmallVideos extends QuickVideos {
  async #tools() {
    return { ffmpeg: await findFfmpeg(), speech: toneEngine(0.6), images: compositor, draw: drawInCurrentThread };
  }

  #small(plan: VideoPlan): VideoPlan {
    return { ...plan, settings: { ...plan.settings, width: 320, height: 180 } };
  }

  override async render(plan: VideoPlan, asked: RenderRequest): Promise<RenderedVideo> {
    const { file, cacheFolder, signal, before } = asked;
    const own = { file, cacheFolder, signal, before, progress: () => undefined };
    return renderVideo(this.#small(plan), { ...(await this.#tools()), ...own });
  }

  override async handOff(plan: VideoPlan, asked: HandOffRequest): Promise<HandOffParts> {
    await super.handOff(plan, asked);
    return handOffParts(this.#small(plan), {
      ...(await this.#tools()),
      ...asked,
      progress: (one) => asked.progress(one),
    });
  }
}

const maker = new SmallVideos();
let world: World;
let project: string;
let revision: string;

const operation = (id: string) => world.owner.data<ServiceOperation>('operations.get', { params: { operation: id } });
async function ended(id: string): Promise<ServiceOperation> {
  // Also waits before the first test, where nothing can be polled.
  return vi.waitFor(
    async () => {
      const now = await operation(id);
      if (now.status === 'running') throw new Error(`It is still running: ${now.step ?? 'queued'}.`);
      return now;
    },
    { interval: 50, timeout: 120_000 },
  );
}

async function start(markers: object[] = [], headers: Record<string, string> = {}): Promise<ServiceOperation> {
  const answer = await world.owner.call('local.videos.handOff', {
    params: { project, revision },
    body: { markers },
    headers,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body['operation'] as ServiceOperation;
}

/** Lists the packages of the project, and what is being made of them. */
async function kept(): Promise<string[]> {
  const packages = await world.service.files.list(`videos/.hand-offs/${project}/`);
  const work = await readdir(join(world.service.workFolder, '.hand-offs', project)).catch(() => []);
  return [...new Set([...packages.map(({ name }) => basename(name)), ...work])];
}

/** Unpacks a ZIP into a folder; returns its names. */
async function unpacked(bytes: Buffer, folder: string): Promise<string[]> {
  const zip = await fromBufferPromise(bytes);
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    await mkdir(dirname(join(folder, entry.fileName)), { recursive: true });
    await writeFile(join(folder, entry.fileName), Buffer.concat(chunks));
  }
  return names;
}

beforeAll(async () => {
  world = await World.open('pglite', { videoMaker: maker });
  const body = { name: 'Night trains', script: SCRIPT, frames_per_second: 24 };
  const { body: answer } = await world.owner.call('video.create', { body });
  const made = answer['operation'] as ServiceOperation;
  project = made.domain_resource!.id;
  expect(await ended(made.id)).toMatchObject({ status: 'completed' });
  const video = await world.owner.data<VideoProject>('video.get', { params: { project } });
  revision = video.current_artifact!.revision;
});
afterAll(() => world.service.stop());

test('a package holds a clip per block, the sound, the captions and cut lists that name its files', async () => {
  const before = (await world.owner.call('credits.get')).body['credits'];
  const started = await start([{ start: 0.5, name: 'Look', note: '', kind: 'comment' }]);
  expect(started).toMatchObject({ type: 'video_hand_off', status: 'running', result: null });
  expect(started.domain_resource).toMatchObject({ type: 'video_project', id: project });
  const done = await ended(started.id);
  expect(done).toMatchObject({ status: 'completed', progress: 100, result: { project_id: project, revision } });
  expect((await world.owner.call('credits.get')).body['credits']).toEqual(before);

  const response = await fetch(done.result!.url!);
  expect(response.headers.get('Content-Type')).toBe('application/zip');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(done.result!.bytes);
  const folder = join(world.service.dataDir, 'unpacked');
  const names = await unpacked(bytes, folder);
  const media = names.filter((name) => name.startsWith('media/'));
  expect(media[0]).toBe('media/01 Night trains.mp4');
  expect(media.length).toBeGreaterThanOrEqual(3);
  expect(names.filter((name) => !media.includes(name)).sort()).toEqual([
    'captions.srt',
    'captions.vtt',
    'cut.edl',
    'cut.fcpxml',
    'cut.otio',
    'cut.xml',
    'music.wav',
    'narration.wav',
  ]);

  const download = await world.owner.data<VideoDownload>('video.download', { params: { project } });
  const file = join(folder, 'video.mp4');
  await writeFile(file, Buffer.from(await (await fetch(download.download_url)).arrayBuffer()));
  const toFrames = (path: string) => Number(probeStreams(path).streams[0]!.nb_read_frames);
  const frames = media.map((name) => toFrames(join(folder, name)));
  const total = toFrames(file);
  expect(frames.reduce((sum, count) => sum + count, 0)).toBe(total);
  for (const name of ['narration.wav', 'music.wav']) {
    expect(readSound(join(folder, name), 48_000).length, name).toBe(total * 2000);
  }
  const textIn = (name: string) => readFile(join(folder, name), 'utf8');
  expect(await textIn('captions.srt')).toBe(await (await fetch(download.srt_url)).text());
  expect(await textIn('captions.vtt')).toBe(await (await fetch(download.vtt_url)).text());

  const sounds = ['narration.wav', 'music.wav'];
  const named = async (list: string, pattern: RegExp) =>
    [...(await textIn(list)).matchAll(pattern)].map(([, name = '']) => decodeURIComponent(name));
  expect(await named('cut.fcpxml', /src="\.\/([^"]+)"/g)).toEqual([...media, ...sounds]);
  expect(await named('cut.xml', /<pathurl>([^<]+)</g)).toEqual([...media, ...sounds]);
  expect(await named('cut.otio', /"target_url": "([^"]+)"/g)).toEqual([...media, ...sounds]);
  expect((await textIn('cut.edl')).match(/(?<=FROM CLIP NAME: ).*$/gm)).toEqual(
    media.map((name) => name.replace('media/', '')),
  );
  const ranges = [
    ...(await textIn('cut.xml')).matchAll(/<in>(\d+)<\/in><out>(\d+)<\/out><file id="[^"]+"><name>media/g),
  ];
  expect(ranges.map(([, from, to]) => [Number(from), Number(to)])).toEqual(frames.map((count) => [0, count]));
}, 200_000);

test('the same key starts one hand-off, and the next one replaces its package', async () => {
  const key = { 'Idempotency-Key': 'one-hand-off' };
  const [first, again] = [await start([], key), await start([], key)];
  expect(again.id).toBe(first.id);
  const done = await ended(first.id);
  expect(await kept()).toEqual([`${first.id}.zip`]);
  const next = await start();
  expect(await ended(next.id)).toMatchObject({ status: 'completed' });
  expect(await kept()).toEqual([`${next.id}.zip`]);
  expect((await operation(first.id)).result).toMatchObject({ url: null });
  expect((await fetch(done.result!.url!)).status).toBe(404);
  const { versions } = await world.owner.data<{ versions: unknown[] }>('video.editableContent', {
    params: { project },
  });
  expect(versions).toHaveLength(1);
});

test('a cancelled hand-off and a failed one leave no file', async () => {
  const before = await kept();
  let go = (): void => undefined;
  maker.gate = new Promise((resolve) => (go = resolve));
  const started = await start();
  await expect.poll(async () => (await operation(started.id)).step).toBe('Drawing scenes without captions');
  const cancel = () =>
    world.owner.data<ServiceOperation>('local.videos.cancelHandOff', { params: { project, operation: started.id } });
  expect(await cancel()).toMatchObject({
    status: 'cancelled',
    retry: { supported: true, action: 'hand_off_again' },
  });
  go();
  maker.gate = Promise.resolve();
  await expect.poll(kept).toEqual(before);
  expect(await cancel()).toMatchObject({ status: 'cancelled' });

  maker.fault = new VideoEngineError('not_kept', 'Some of it is no longer kept.');
  expect(await ended((await start()).id)).toMatchObject({
    status: 'failed',
    error: { code: 'not_kept', message: 'Some of it is no longer kept.', retryable: false },
  });
  expect(await kept()).toEqual(before);
  const video = await world.owner.data<VideoProject>('video.get', { params: { project } });
  expect(video).toMatchObject({ status: 'complete', current_artifact: { revision } });
});

test('a hand-off that is given up after too many crashes leaves no file either', async () => {
  const before = await kept();
  let go = (): void => undefined;
  maker.gate = new Promise((resolve) => (go = resolve));
  maker.fault = new VideoEngineError('not_kept', 'Some of it is no longer kept.');
  const [first, second] = [await start(), await start()];
  // The second waits for the first, as after a crash.
  const folder = join(world.service.workFolder, '.hand-offs', project, `${second.id}.work`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.zip'), 'half');
  const isOfSecond = sql`${jobs.payload} ->> 'run_id' = ${second.id}`;
  await world.service.store.transaction((tx) => tx.update(jobs).set({ attempts: 30 }).where(isOfSecond));
  go();
  maker.gate = Promise.resolve();
  expect(await ended(first.id)).toMatchObject({ status: 'failed', error: { code: 'not_kept' } });
  expect(await ended(second.id)).toMatchObject({
    status: 'failed',
    error: { message: 'The service couldn’t finish this.' },
    retry: { supported: true, action: 'hand_off_again' },
  });
  expect(await kept()).toEqual(before);
});

test('a package is deleted a day after it was made, and its operation has no address any more', async () => {
  const { store } = world.service;
  const done = await ended((await start()).id);
  expect(await kept()).toEqual([`${done.id}.zip`]);
  const sweep = and(eq(jobs.kind, HAND_OFF_SWEEP_JOB), sql`${jobs.payload} ->> 'operation' = ${done.id}`);
  const [planned] = await store.db.select().from(jobs).where(sweep);
  expect(planned!.run_at.getTime() - Date.parse(done.timestamps.finished_at!)).toBe(24 * 3_600_000);

  // The queue goes by the database's clock, which cannot be set, so the job is moved a day back instead.
  const run_at = sql`${jobs.run_at} - interval '24 hours'`;
  await store.transaction((tx) => tx.update(jobs).set({ run_at }).where(sweep));
  await expect.poll(() => store.db.$count(jobs, and(sweep, isNotNull(jobs.finished_at)))).toBe(1);
  expect(await kept()).toEqual([]);
  expect(await operation(done.id)).toMatchObject({ status: 'completed', result: { ...done.result, url: null } });
  expect((await fetch(done.result!.url!)).status).toBe(404);
});
