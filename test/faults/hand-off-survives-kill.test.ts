/**
 * Kills the service with SIGKILL while it makes a package for editing programs: nobody can download half a package, the
 * operation ends after the next start, a package can be asked for again, and nothing is charged.
 */
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { rounds } from '#test/support/rounds.ts';
import { randomFrom, SEED } from '#test/support/seed.ts';
import { type Program, SERVICE, startProgram } from '#test/support/program.ts';

const random = randomFrom(SEED);

/** Counts the packages, each of which is interrupted once. */
const KILLS = rounds(2, 24);
const SCRIPT = `# Night trains\n\nThey are back.${'\n\n## Why\n\nNobody expected it.'.repeat(rounds(1, 6))}`;
const HALF_PACKAGE = 'package.zip';

let folder: string;
const children: Program[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  await removeFolder(folder);
});

function end(child: Program, signal: NodeJS.Signals): Promise<number | null> {
  child.process.kill(signal);
  return child.ended;
}

async function start() {
  const child = startProgram([...SERVICE, '--data', folder, '--sample', '--rate-limits', 'off']);
  children.push(child);
  const line = await child.ready;
  if (!line) throw new Error(child.stderr());
  return { child, base_url: String(line['base_url']), token: String(line['token']) };
}

type Service = Awaited<ReturnType<typeof start>>;
type Started = { operation: ServiceOperation };

/** @param service returns the service that runs at the time of a call */
function callsTo(service: () => Service) {
  const call = async <T>(method: string, path: string, body?: object, key = path): Promise<T> => {
    const { base_url, token } = service();
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': key,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    return (await response.json()) as T;
  };
  const operation = async (id: string) =>
    (await call<{ data: ServiceOperation }>('GET', `/api/v1/operations/${id}`)).data;
  const ended = async (id: string): Promise<ServiceOperation> => {
    const status = () => operation(id).then((now) => now.status);
    await expect.poll(status, { timeout: 120_000, interval: 50 }).not.toBe('running');
    return operation(id);
  };
  return { call, operation, ended };
}

/** Returns why this is no whole package; null if it is one. */
async function fault(bytes: Buffer): Promise<string | null> {
  try {
    const zip = await fromBufferPromise(bytes);
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      let size = 0;
      for await (const chunk of await zip.openReadStreamPromise(entry)) size += (chunk as Buffer).length;
      if (size === 0 || size !== entry.uncompressedSize) return `${entry.fileName} has ${size} bytes`;
    }
    const list = ['cut.fcpxml', 'cut.xml', 'cut.otio', 'cut.edl', 'captions.srt', 'captions.vtt', 'narration.wav'];
    const missing = [...list, 'music.wav'].filter((name) => !names.includes(name));
    if (missing.length > 0) return `without ${missing.join(' ')}`;
    return names.some((name) => name.startsWith('media/')) ? null : 'without clips';
  } catch (error) {
    return String(error);
  }
}

test(
  `${KILLS} kills while packages are made leave only whole packages, and cost nothing`,
  { timeout: 1_800_000 },
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-hand-off-kill-'));
    let service = await start();
    const { call, operation, ended } = callsTo(() => service);
    const ask = { name: 'Night trains', script: SCRIPT, channel_id: 1, resolution: '720p' };
    const made = await call<Started>('POST', '/api/v1/video/projects', ask);
    const video = await ended(made.operation.id);
    expect(video).toMatchObject({ status: 'completed' });
    const project = made.operation.domain_resource?.id ?? '';
    const revision = video.result?.revision ?? '';
    const credits = () => call<{ credits: object }>('GET', '/api/v1/team/credits').then((answer) => answer.credits);
    const spent = await credits();
    const packages = join(folder, 'videos', '.hand-offs', project);
    const filesOf = (place: string): Promise<string[]> => readdir(place).catch(() => []);
    const handOff = async (key: string): Promise<ServiceOperation> => {
      // Scenes that are drawn already would leave hardly anything to interrupt.
      await rm(join(folder, 'videos', project, 'cache'), { recursive: true });
      const path = `/local/v1/video/projects/${project}/versions/${revision}/hand-off`;
      return (await call<Started>('POST', path, { markers: [] }, key)).operation;
    };
    const before = performance.now();
    await ended((await handOff('whole')).id);
    const took = performance.now() - before;

    let met = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { id } = await handOff(`package-${kill}`);
      const work = () => filesOf(join(packages, `${id}.work`));
      const patience = { timeout: 60_000, interval: 1 };
      // Packing is too short to be met by chance, so the first kill waits for it, and the second for the start of the
      // work; the others are spread over all of it.
      if (kill === 0) await expect.poll(work, patience).toContain(HALF_PACKAGE);
      else if (kill === 1) await expect.poll(work, patience).not.toEqual([]);
      else await delay(((kill - 2 + random()) / (KILLS - 2)) * took);
      await end(service.child, 'SIGKILL');
      const left = await filesOf(packages);
      met += left.includes(`${id}.zip`) ? 0 : 1;
      for (const name of left.filter((one) => one.endsWith('.zip'))) {
        expect(await fault(await readFile(join(packages, name))), name).toBeNull();
      }
      service = await start();
      const now = await operation(id);
      expect(now.status === 'completed' || now.result === null).toBe(true);
      const done = await ended(id);
      expect(done).toMatchObject({ status: 'completed', error: null });
      const bytes = Buffer.from(await (await fetch(done.result?.url ?? '')).arrayBuffer());
      expect(bytes).toHaveLength(done.result?.bytes ?? -1);
      expect(await fault(bytes)).toBeNull();
      expect(await filesOf(packages)).toEqual([`${id}.zip`]);
      expect(await credits()).toEqual(spent);
    }
    console.log(`${met} of ${KILLS} kills met a package under way, which takes ${Math.round(took)} ms`);
    expect(met).toBeGreaterThan(KILLS / 2);

    // Negative control: half a package is detected.
    const [last = ''] = await filesOf(packages);
    const bytes = await readFile(join(packages, last));
    await truncate(join(packages, last), bytes.length / 2);
    expect(await fault(await readFile(join(packages, last)))).not.toBeNull();
  },
);
