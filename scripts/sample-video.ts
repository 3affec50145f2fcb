/**
 * Renders the sample team's video again into service/files/shipped/, with this machine's voice. Run after changing its
 * script or how slides look; the results are committed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compositor } from '#service/engines/image/compositor/compositor.ts';
import { createOsVoices } from '#service/engines/speech/os-voices.ts';
import { findFfmpeg } from '#service/engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '#service/engines/video/frames.ts';
import { measureVideo } from '#service/engines/video/measure.ts';
import { measureWaveform } from '#service/engines/video/media.ts';
import { planVideo } from '#service/engines/video/plan.ts';
import { renderVideo, renderSceneStill } from '#service/engines/video/render.ts';
import type { VideoPlan } from '#service/engines/video/video.ts';
import { getShippedFile } from '#service/files/shipped.ts';
import { SAMPLE_VIDEO_SCRIPT, SAMPLE_VIDEO_TITLE } from '#service/sample/data/video-script.ts';
import { SHIPPED_VIDEO, type ShippedVideo } from '#service/sample/video.ts';

/** Smaller than for people's videos, because the file goes into every installer. */
const ENCODER_ARGUMENTS = [
  '-c:v',
  'libx264',
  '-preset',
  'slow',
  '-crf',
  '28',
  '-g',
  '60',
  '-c:a',
  'aac',
  '-aac_coder',
  'fast',
  '-b:a',
  '80k',
];
const STILL_FILTER =
  'scale=640:360:flags=area,split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=bayer';
const OVERLAYS = [
  { index: 2, template: 'lower_third', inputs: { name: 'Mara Lindqvist', role: 'Rolling stock engineer (sample)' } },
  { index: -1, template: 'callout', inputs: { text: 'Forty berths', x: '52', y: '40' } },
] as const;

const speech = createOsVoices();
if (!speech) throw new Error('There is no voice on this machine.');
const folder = mkdtempSync(join(tmpdir(), 'cutaway-sample-video-'));
const { signal } = new AbortController();
const ffmpeg = await findFfmpeg();
const tools = {
  ffmpeg,
  speech,
  images: compositor,
  draw: drawInCurrentThread,
  cacheFolder: join(folder, 'cache'),
  signal,
};
const renderPlan = (plan: VideoPlan) =>
  renderVideo(plan, { ...tools, file: join(folder, 'large.mp4'), progress: () => undefined });

/** Removes the files of the video that was shipped before, and no others: the board's pictures are there too. */
function removeEarlierVideo(): void {
  const earlier = JSON.parse(readFileSync(getShippedFile(SHIPPED_VIDEO), 'utf8')) as ShippedVideo;
  const names = ['mp4', 'srt', 'vtt'].map((extension) => `${earlier.revision}.${extension}`);
  for (const name of [...names, ...Object.values(earlier.pictures)]) rmSync(getShippedFile(name), { force: true });
}

try {
  const basePlan = planVideo(SAMPLE_VIDEO_SCRIPT, {
    title: SAMPLE_VIDEO_TITLE,
    settings: {
      width: 1280,
      height: 720,
      design: 'screening',
      narration: true,
      speakingRate: 0.95,
      voice: null,
      captions: { enabled: true, style: 'default', notRepeated: true },
      music: { enabled: true, file: null },
    },
  });
  const { scenes } = (await renderPlan(basePlan)).timeline;
  const overlays = OVERLAYS.map(({ index, template, inputs }) => {
    const scene = scenes.at(index);
    if (!scene) throw new Error('The sample video has too few scenes.');
    return { id: crypto.randomUUID(), template, inputs, start: scene.start + 0.8, end: scene.end - 0.4 };
  });
  const plan = { ...basePlan, overlays };
  const video = await renderPlan(plan);
  const small = join(folder, 'small.mp4');
  const args = [
    '-v',
    'error',
    '-i',
    video.file,
    ...ENCODER_ARGUMENTS,
    '-movflags',
    '+faststart',
    '-fflags',
    '+bitexact',
    small,
  ];
  if (spawnSync(ffmpeg.path, args, { stdio: 'inherit' }).status !== 0)
    throw new Error('The video could not be compressed.');
  const hashName = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  removeEarlierVideo();
  const bytes = readFileSync(small);
  const revision = hashName(bytes);
  writeFileSync(getShippedFile(`${revision}.mp4`), bytes);
  writeFileSync(getShippedFile(`${revision}.srt`), video.srt);
  writeFileSync(getShippedFile(`${revision}.vtt`), video.vtt);
  const pictures: Record<string, string> = {};
  for (const { key } of plan.scenes) {
    const still = await renderSceneStill(plan, key, tools);
    const result = spawnSync(
      ffmpeg.path,
      ['-v', 'error', '-i', '-', '-vf', STILL_FILTER, '-c:v', 'png', '-f', 'image2pipe', '-'],
      { input: still },
    );
    if (result.status !== 0) throw new Error(result.stderr.toString());
    const png = result.stdout;
    pictures[key] = `${hashName(png)}.png`;
    writeFileSync(getShippedFile(pictures[key]), png);
  }
  const { seconds, timeline } = video;
  const quality = await measureVideo(small, timeline, { ffmpeg, targetSeconds: seconds, signal });
  if (quality.findings.length > 0)
    throw new Error(`The video failed the quality check: ${JSON.stringify(quality.findings)}`);
  const peaks = await measureWaveform(ffmpeg, small, { perSecond: 50, seconds, maxPeaks: 40_000 }, signal);
  const videoDetails = { title: SAMPLE_VIDEO_TITLE, revision, bytes: statSync(small).size, seconds, plan, timeline };
  writeFileSync(
    getShippedFile(SHIPPED_VIDEO),
    `${JSON.stringify({ ...videoDetails, quality, waveform: peaks, pictures })}\n`,
  );
  console.log(`${seconds.toFixed(1)} s, ${scenes.length} scenes, ${bytes.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
