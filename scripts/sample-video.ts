/**
 * Renders the sample team's video again, with this machine's voice: service/files/shipped/. Run after changing its
 * script or how slides look; the results are committed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compositor } from '#service/engines/image/compositor/compositor.ts';
import { osVoices } from '#service/engines/speech/os-voices.ts';
import { findFfmpeg } from '#service/engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '#service/engines/video/frames.ts';
import { measureVideo } from '#service/engines/video/measure.ts';
import { waveform } from '#service/engines/video/media.ts';
import { planVideo } from '#service/engines/video/plan.ts';
import { renderVideo, sceneStill } from '#service/engines/video/render.ts';
import type { VideoPlan } from '#service/engines/video/video.ts';
import { shippedFile } from '#service/files/shipped.ts';
import { SAMPLE_VIDEO_SCRIPT, SAMPLE_VIDEO_TITLE } from '#service/sample/data/video-script.ts';
import { SHIPPED_VIDEO } from '#service/sample/video.ts';

/** Encodes smaller than for people's videos, because the file goes into every installer. */
const SMALL = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '28', '-g', '60', '-c:a', 'aac', '-b:a', '72k'];
const PICTURE = 'scale=640:360:flags=area,split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=bayer';
const OVERLAYS = [
  { at: 3, template: 'lower_third', inputs: { name: 'Mara Lindqvist', role: 'Rolling stock engineer (sample)' } },
  { at: -1, template: 'callout', inputs: { text: 'Forty berths', x: '52', y: '40' } },
] as const;

const speech = osVoices();
if (!speech) throw new Error('There is no voice on this machine.');
const folder = mkdtempSync(join(tmpdir(), 'cutaway-sample-video-'));
const { signal } = new AbortController();
const ffmpeg = await findFfmpeg();
const studio = {
  ffmpeg,
  speech,
  images: compositor,
  draw: drawInCurrentThread,
  cacheFolder: join(folder, 'cache'),
  signal,
};
const make = (plan: VideoPlan) =>
  renderVideo(plan, { ...studio, file: join(folder, 'large.mp4'), progress: () => undefined });

try {
  const bare = planVideo(SAMPLE_VIDEO_SCRIPT, {
    title: SAMPLE_VIDEO_TITLE,
    settings: {
      width: 1280,
      height: 720,
      design: 'screening',
      narration: true,
      speakingRate: 0.95,
      voice: null,
      captions: { enabled: true, style: 'default' },
      music: { enabled: true, file: null },
    },
  });
  const { scenes } = (await make(bare)).timeline;
  const overlays = OVERLAYS.map(({ at, template, inputs }) => {
    const scene = scenes.at(at);
    if (!scene) throw new Error('The sample video has too few scenes.');
    return { id: crypto.randomUUID(), template, inputs, start: scene.start + 0.8, end: scene.end - 0.4 };
  });
  const plan = { ...bare, overlays };
  const made = await make(plan);
  const small = join(folder, 'small.mp4');
  const args = ['-v', 'error', '-i', made.file, ...SMALL, '-movflags', '+faststart', '-fflags', '+bitexact', small];
  if (spawnSync(ffmpeg.path, args, { stdio: 'inherit' }).status !== 0) throw new Error('It could not be made smaller.');
  const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const target = shippedFile('');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const film = readFileSync(small);
  const revision = nameOf(film);
  writeFileSync(shippedFile(`${revision}.mp4`), film);
  writeFileSync(shippedFile(`${revision}.srt`), made.srt);
  writeFileSync(shippedFile(`${revision}.vtt`), made.vtt);
  const pictures: Record<string, string> = {};
  for (const { key } of plan.scenes) {
    const still = await sceneStill(plan, key, studio);
    const drawn = spawnSync(
      ffmpeg.path,
      ['-v', 'error', '-i', '-', '-vf', PICTURE, '-c:v', 'png', '-f', 'image2pipe', '-'],
      { input: still },
    );
    if (drawn.status !== 0) throw new Error(drawn.stderr.toString());
    const png = drawn.stdout;
    pictures[key] = `${nameOf(png)}.png`;
    writeFileSync(shippedFile(pictures[key]), png);
  }
  const { seconds, timeline } = made;
  const quality = await measureVideo(small, timeline, { ffmpeg, targetSeconds: seconds, signal });
  if (quality.findings.length > 0) throw new Error(`It has faults: ${JSON.stringify(quality.findings)}`);
  const peaks = await waveform(ffmpeg, small, { perSecond: 50, seconds, maxPeaks: 40_000 }, signal);
  const facts = { title: SAMPLE_VIDEO_TITLE, revision, bytes: statSync(small).size, seconds, plan, timeline };
  writeFileSync(shippedFile(SHIPPED_VIDEO), `${JSON.stringify({ ...facts, quality, waveform: peaks, pictures })}\n`);
  console.log(`${seconds.toFixed(1)} s, ${scenes.length} scenes, ${film.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
