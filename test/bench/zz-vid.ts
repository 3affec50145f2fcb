import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { compositor } from '/work/main/service/engines/image/compositor/compositor.ts';
import { silence } from '/work/main/service/engines/speech/silence.ts';
import { findFfmpeg } from '/work/main/service/engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '/work/main/service/engines/video/frames.ts';
import { planVideo } from '/work/main/service/engines/video/plan.ts';
import { renderVideo } from '/work/main/service/engines/video/render.ts';
import { NIGHT_TRAINS_SCRIPT } from '/work/main/service/sample/data/night-trains.ts';
import { VIDEO_SETTINGS } from '/work/main/test/support/video-settings.ts';
const settings = { ...VIDEO_SETTINGS, width: 1920, height: 1080 };
const script = NIGHT_TRAINS_SCRIPT.split(/(\s+)/).slice(0, 380).join('');
const folder = await mkdtemp('/tmp/vid-');
const ffmpeg = await findFfmpeg();
const cpu = () => { const [a] = [readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')]; return { self: (Number(a![11]) + Number(a![12])) * 10, children: (Number(a![13]) + Number(a![14])) * 10 }; };
const render = async (text: string, name: string, cache: string) => {
  const plan = planVideo(text, { title: 'Night trains', settings });
  const b = cpu(); const start = performance.now();
  const video = await renderVideo(plan, { ffmpeg, speech: silence, images: compositor, draw: drawInCurrentThread, signal: new AbortController().signal, cacheFolder: join(folder, cache), file: join(folder, name), progress: () => undefined });
  const a = cpu();
  console.log(name, 'ms', Math.round(performance.now() - start), 'self', a.self - b.self, 'children', a.children - b.children, 'drawn', video.drawn, 'of', video.drawn + video.reused, 'seconds', video.seconds);
  return video;
};
for (let i = 0; i < 1; i++) {
  const v = await render(script, `full${i}.mp4`, `c${i}`);
  const b = cpu(); const s = performance.now();
  spawnSync(ffmpeg.path, ['-loglevel', 'error', '-y', '-i', v.file, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-g', '60', '-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart', join(folder, 'plain.mp4')]);
  const a = cpu(); console.log('plain ms', Math.round(performance.now() - s), 'children', a.children - b.children);
  for (let k = 0; k < 3; k++) await render(script.replace('Not late, not delayed: cancelled, for good, more than thirty years ago.', ['Cancelled, for good, thirty years ago.','Cancelled, for good, forty years ago.','Not late, not delayed: cancelled, for good, more than fifty years ago.'][k]!), `edit${i}-${k}.mp4`, `c${i}`);
}
await rm(folder, { recursive: true });
