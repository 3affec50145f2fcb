/** Tests a model that is paid per picture, with jobs that restart after a crash. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type ImagesEndpoint, startImagesEndpoint } from '#test/support/images-endpoint.ts';

import { createImageModelEngine } from '../engines/image/model/images-api.ts';
import { silence } from '../engines/speech/silence.ts';
import { findFfmpeg } from '../engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '../engines/video/frames.ts';
import { planVideo } from '../engines/video/plan.ts';
import { renderSceneStill } from '../engines/video/render.ts';
import type { VideoSettings } from '../engines/video/video.ts';
import { FolderAnswers } from '../files/folder-answers.ts';
import { toPaidRequest, PaidRequests } from '../files/paid-requests.ts';

let endpoint: ImagesEndpoint;
let folder = '';
beforeEach(async () => {
  endpoint = await startImagesEndpoint();
  folder = await mkdtemp(join(tmpdir(), 'cutaway-paid-'));
});
afterEach(async () => {
  endpoint.close();
  await rm(folder, { recursive: true, force: true });
});

const createPainter = () =>
  createImageModelEngine({ baseUrl: endpoint.base, model: 'painter', size: '64x36', apiKey: null });

const brief = { width: 64, height: 36, seed: 1, headline: null, references: [], style: null };
async function draw(prompt: string, part = 0): Promise<Uint8Array> {
  const paidRequest = toPaidRequest(new PaidRequests(await FolderAnswers.open(folder)), 'a-work', part);
  return (await createPainter().generate({ ...brief, prompt }, { signal: AbortSignal.timeout(9000), paidRequest }))
    .bytes;
}

test('reuses an answer received before and does not ask again', async () => {
  const first = await draw('A ferry');
  expect(await draw('A ferry')).toEqual(first);
  expect(endpoint.requests).toHaveLength(1);
  await draw('A ferry', 1);
  expect(endpoint.requests).toHaveLength(2);
});

test('downloads a paid picture from its URL again without asking for a new one', async () => {
  const first = await draw('ADDRESS it');
  expect(await draw('ADDRESS it')).toEqual(first);
  expect(endpoint.requests.map(({ path }) => path)).toEqual([
    '/v1/images/generations',
    '/v1/drawn.png',
    '/v1/drawn.png',
  ]);
});

test('reports a request without a known answer instead of repeating it', async () => {
  await expect(draw('BREAK off')).rejects.toThrow('closed the connection');
  await expect(draw('BREAK off')).rejects.toThrow('so the request wasn’t repeated.');
  expect(endpoint.requests).toHaveLength(1);
});

const settings: VideoSettings = {
  width: 1280,
  height: 720,
  design: 'screening',
  narration: false,
  speakingRate: 1,
  voice: null,
  captions: { enabled: false, style: 'default' },
  music: { enabled: false, file: null },
};

const SCRIPT = 'It begins.\n\n[Cue: a night train]\n\nIt is sold out.';

/** Draws the first scene with a picture; another `cache` stands for one that was lost. */
async function drawStill(script: string, cache: string, workId = 'a-video'): Promise<Uint8Array> {
  const plan = planVideo(script, { title: 'Night trains', settings });
  const answers = new PaidRequests(await FolderAnswers.open(folder));
  return renderSceneStill(plan, plan.scenes.find(({ kind }) => kind === 'picture')!.key, {
    ffmpeg: await findFfmpeg(),
    speech: silence,
    images: createPainter(),
    draw: drawInCurrentThread,
    getPaidRequest: (picture) => toPaidRequest(answers, workId, picture),
    cacheFolder: join(folder, cache),
    signal: AbortSignal.timeout(20_000),
  });
}

test('a repeated render reuses the paid picture when its cache is lost', async () => {
  const first = await drawStill(SCRIPT, 'cache');
  expect(await drawStill(SCRIPT, 'another')).toEqual(first);
  expect(endpoint.requests).toHaveLength(1);
});

test('a video and a preview that need the same picture at once ask for it once', async () => {
  const [fromVideo, fromPreview] = await Promise.all([
    drawStill(SCRIPT, 'cache'),
    drawStill(SCRIPT, 'cache', 'a-preview'),
  ]);
  expect(fromVideo).toEqual(fromPreview);
  expect(endpoint.requests).toHaveLength(1);
});

test('a repeated render reports a request without a known answer instead of repeating it', async () => {
  const script = 'It begins.\n\n[Cue: BREAK off]\n\nIt is sold out.';
  await expect(drawStill(script, 'cache')).rejects.toThrow('closed the connection');
  await expect(drawStill(script, 'cache')).rejects.toThrow('so the request wasn’t repeated.');
  expect(endpoint.requests).toHaveLength(1);
});
