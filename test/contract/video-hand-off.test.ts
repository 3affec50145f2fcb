/** Tests packages for editing programs over HTTP, with small but real videos. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { createToneEngine } from '#test/support/tone.ts';
import { readSound, probeStreams } from '#test/support/video.ts';

import { World } from './support/world.ts';

const SCRIPT =
  '# Night trains\n\nThey are back.\n\n## Why & how\n\nNobody expected that, and yet they are full.\n\n## Where\n\nIn Vienna.\n';

/** Renders real videos at a small size. */
class SmallVideos extends QuickVideos {
  async #loadTools() {
    return { ffmpeg: await findFfmpeg(), speech: createToneEngine(0.6), images: compositor, draw: drawInCurrentThread };
  }

  #shrink(plan: VideoPlan): VideoPlan {
    return { ...plan, settings: { ...plan.settings, width: 320, height: 180 } };
  }

  override async render(plan: VideoPlan, request: RenderRequest): Promise<RenderedVideo> {
    const { file, cacheFolder, signal, before } = request;
    const options = { file, cacheFolder, signal, before, progress: () => undefined };
    return renderVideo(this.#shrink(plan), { ...(await this.#loadTools()), ...options });
  }

  override async handOff(plan: VideoPlan, request: HandOffRequest): Promise<HandOffParts> {
    await super.handOff(plan, request);
    return handOffParts(this.#shrink(plan), {
      ...(await this.#loadTools()),
      ...request,
      progress: (progress) => request.progress(progress),
    });
  }
}

const maker = new SmallVideos();
let world: World;
let project: string;
let revision: string;

async function startHandOff(markers: object[] = [], headers: Record<string, string> = {}): Promise<ServiceOperation> {
  const answer = await world.owner.call('local.videos.handOff', {
    params: { project, revision },
    body: { markers },
    headers,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body['operation'] as ServiceOperation;
}

/** Lists the packages of the project, finished or in its work folder. */
async function listPackages(): Promise<string[]> {
  const packages = await world.service.files.list(`videos/.hand-offs/${project}/`);
  const work = await readdir(join(world.service.workFolder, '.hand-offs', project)).catch(() => []);
  return [...new Set([...packages.map(({ name }) => basename(name)), ...work])];
}

/** Unpacks a ZIP into a folder; returns the names of its entries. */
async function unpack(bytes: Buffer, folder: string): Promise<string[]> {
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
  const creation = answer['operation'] as ServiceOperation;
  project = creation.domain_resource!.id;
  expect(await world.waitForOperation(creation.id)).toMatchObject({ status: 'completed' });
  const video = await world.owner.data<VideoProject>('video.get', { params: { project } });
  revision = video.current_artifact!.revision;
});
afterAll(() => world.service.stop());

test('a package contains a clip per block, the sound, the captions, and cut lists that name its files', async () => {
  const before = await world.getCredits();
  const operation = await startHandOff([{ start: 0.5, name: 'Look', note: '', kind: 'comment' }]);
  expect(operation).toMatchObject({ type: 'video_hand_off', status: 'running', result: null });
  expect(operation.domain_resource).toMatchObject({ type: 'video_project', id: project });
  const finishedOperation = await world.waitForOperation(operation.id);
  expect(finishedOperation).toMatchObject({
    status: 'completed',
    progress: 100,
    result: { project_id: project, revision },
  });
  expect(await world.getCredits()).toEqual(before);

  const response = await fetch(finishedOperation.result!.url!);
  expect(response.headers.get('Content-Type')).toBe('application/zip');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(finishedOperation.result!.bytes);
  const folder = join(world.service.dataDir, 'unpacked');
  const names = await unpack(bytes, folder);
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
  const countFrames = (path: string) => Number(probeStreams(path).streams[0]!.nb_read_frames);
  const frames = media.map((name) => countFrames(join(folder, name)));
  const total = countFrames(file);
  expect(frames.reduce((sum, count) => sum + count, 0)).toBe(total);
  for (const name of ['narration.wav', 'music.wav']) {
    expect(readSound(join(folder, name), 48_000).length, name).toBe(total * 2000);
  }
  const readText = (name: string) => readFile(join(folder, name), 'utf8');
  expect(await readText('captions.srt')).toBe(await (await fetch(download.srt_url)).text());
  expect(await readText('captions.vtt')).toBe(await (await fetch(download.vtt_url)).text());

  const sounds = ['narration.wav', 'music.wav'];
  const listNames = async (list: string, pattern: RegExp) =>
    [...(await readText(list)).matchAll(pattern)].map(([, name = '']) => decodeURIComponent(name));
  expect(await listNames('cut.fcpxml', /src="\.\/([^"]+)"/g)).toEqual([...media, ...sounds]);
  expect(await listNames('cut.xml', /<pathurl>([^<]+)</g)).toEqual([...media, ...sounds]);
  expect(await listNames('cut.otio', /"target_url": "([^"]+)"/g)).toEqual([...media, ...sounds]);
  expect((await readText('cut.edl')).match(/(?<=FROM CLIP NAME: ).*$/gm)).toEqual(
    media.map((name) => name.replace('media/', '')),
  );
  const ranges = [
    ...(await readText('cut.xml')).matchAll(/<in>(\d+)<\/in><out>(\d+)<\/out><file id="[^"]+"><name>media/g),
  ];
  expect(ranges.map(([, from, to]) => [Number(from), Number(to)])).toEqual(frames.map((count) => [0, count]));
}, 200_000);

test('one key starts one hand-off, and the next hand-off replaces its package', async () => {
  const key = { 'Idempotency-Key': 'one-hand-off' };
  const [first, repeated] = [await startHandOff([], key), await startHandOff([], key)];
  expect(repeated.id).toBe(first.id);
  const finishedOperation = await world.waitForOperation(first.id);
  expect(await listPackages()).toEqual([`${first.id}.zip`]);
  const nextHandOff = await startHandOff();
  expect(await world.waitForOperation(nextHandOff.id)).toMatchObject({ status: 'completed' });
  expect(await listPackages()).toEqual([`${nextHandOff.id}.zip`]);
  expect((await world.getOperation(first.id)).result).toMatchObject({ url: null });
  expect((await fetch(finishedOperation.result!.url!)).status).toBe(404);
  const { versions } = await world.owner.data<{ versions: unknown[] }>('video.editableContent', {
    params: { project },
  });
  expect(versions).toHaveLength(1);
});

test('a cancelled hand-off and a failed one leave no file', async () => {
  const before = await listPackages();
  let release = (): void => undefined;
  maker.gate = new Promise((resolve) => (release = resolve));
  const operation = await startHandOff();
  await expect.poll(async () => (await world.getOperation(operation.id)).step).toBe('Drawing scenes without captions');
  const cancel = () =>
    world.owner.data<ServiceOperation>('local.videos.cancelHandOff', { params: { project, operation: operation.id } });
  expect(await cancel()).toMatchObject({
    status: 'cancelled',
    retry: { supported: true, action: 'hand_off_again' },
  });
  release();
  maker.gate = Promise.resolve();
  await expect.poll(listPackages).toEqual(before);
  expect(await cancel()).toMatchObject({ status: 'cancelled' });

  maker.fault = new VideoEngineError('not_kept', 'Some of it is no longer kept.');
  expect(await world.waitForOperation((await startHandOff()).id)).toMatchObject({
    status: 'failed',
    error: { code: 'not_kept', message: 'Some of it is no longer kept.', retryable: false },
  });
  expect(await listPackages()).toEqual(before);
  const video = await world.owner.data<VideoProject>('video.get', { params: { project } });
  expect(video).toMatchObject({ status: 'complete', current_artifact: { revision } });
});

test('a hand-off that fails after too many crashes leaves no file', async () => {
  const before = await listPackages();
  let release = (): void => undefined;
  maker.gate = new Promise((resolve) => (release = resolve));
  maker.fault = new VideoEngineError('not_kept', 'Some of it is no longer kept.');
  const [first, second] = [await startHandOff(), await startHandOff()];
  // As after a crash: the second has half a package and no attempts left.
  const folder = join(world.service.workFolder, '.hand-offs', project, `${second.id}.work`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.zip'), 'half');
  const belongsToSecond = sql`${jobs.payload} ->> 'run_id' = ${second.id}`;
  await world.service.store.transaction((tx) => tx.update(jobs).set({ attempts: 30 }).where(belongsToSecond));
  release();
  maker.gate = Promise.resolve();
  expect(await world.waitForOperation(first.id)).toMatchObject({ status: 'failed', error: { code: 'not_kept' } });
  expect(await world.waitForOperation(second.id)).toMatchObject({
    status: 'failed',
    error: { message: 'The service couldn’t finish this.' },
    retry: { supported: true, action: 'hand_off_again' },
  });
  expect(await listPackages()).toEqual(before);
});

test('a package is deleted after a day, and its operation has no URL any more', async () => {
  const { store } = world.service;
  const finishedOperation = await world.waitForOperation((await startHandOff()).id);
  expect(await listPackages()).toEqual([`${finishedOperation.id}.zip`]);
  const sweep = and(eq(jobs.kind, HAND_OFF_SWEEP_JOB), sql`${jobs.payload} ->> 'operation' = ${finishedOperation.id}`);
  const [sweepJob] = await store.db.select().from(jobs).where(sweep);
  expect(sweepJob!.run_at.getTime() - Date.parse(finishedOperation.timestamps.finished_at!)).toBe(24 * 3_600_000);

  // The queue uses the database's clock, which cannot be set, so the job is moved a day back.
  const run_at = sql`${jobs.run_at} - interval '24 hours'`;
  await store.transaction((tx) => tx.update(jobs).set({ run_at }).where(sweep));
  await expect.poll(() => store.db.$count(jobs, and(sweep, isNotNull(jobs.finished_at)))).toBe(1);
  expect(await listPackages()).toEqual([]);
  expect(await world.getOperation(finishedOperation.id)).toMatchObject({
    status: 'completed',
    result: { ...finishedOperation.result, url: null },
  });
  expect((await fetch(finishedOperation.result!.url!)).status).toBe(404);
});
