/** Mixes tones with the real ffmpeg and measures their loudness with its meter. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SAMPLE_RATE } from '../video.ts';
import { type Ffmpeg, findFfmpeg } from './find.ts';
import { encodeSound, parseLoudness } from './sound.ts';

let folder: string;
let program: Ffmpeg;
let runs: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-sound-'));
  const real = await findFfmpeg();
  runs = join(folder, 'runs');
  const path = join(folder, 'ffmpeg');
  await writeFile(path, `#!/bin/sh\necho run >> '${runs}'\nexec '${real.path}' "$@"\n`);
  await chmod(path, 0o755);
  program = { ...real, path };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Mixes six seconds of a tone and returns its gain, its loudness and how often ffmpeg ran. */
async function mix(amplitude: number, lastGain: number | null) {
  const samples = Int16Array.from({ length: 6 * SAMPLE_RATE }, (_, at) => amplitude * Math.sin(at / 20));
  const narration = async function* () {
    yield new Uint8Array(samples.buffer);
  };
  await writeFile(runs, '');
  const file = join(folder, 'mix.m4a');
  const request = { narration, music: null, level: 1, speech: true, seconds: 6 };
  const gain = await encodeSound(program, request, { file, signal: new AbortController().signal, lastGain });
  const runCount = (await readFile(runs, 'utf8')).split('run').length - 1;
  const meter = ['-hide_banner', '-i', file, '-af', 'ebur128=framelog=verbose', '-f', 'null', '-'];
  const { stderr } = spawnSync(program.path, meter, { encoding: 'utf8' });
  return {
    gain,
    runCount,
    loudness: stderr
      .split('\n')
      .map(parseLoudness)
      .findLast((value) => value !== null)!,
  };
}

test('a mix starts with the gain of the last mix, and is measured again if that no longer fits', async () => {
  const first = await mix(3000, null);
  expect(Math.abs(first.loudness + 14)).toBeLessThan(0.5);
  const again = await mix(3000, first.gain);
  expect(again).toEqual({ ...first, runCount: 1 });
  const quieter = await mix(800, first.gain);
  expect(Math.abs(quieter.loudness + 14)).toBeLessThan(0.5);
  expect(quieter.runCount).toBeGreaterThan(1);
  expect((await mix(0, first.gain)).gain).toBeNull();
  const unusable = await mix(3000, 1e9);
  expect(unusable).toEqual(first);
});
