/**
 * Kills the service with SIGKILL while it makes a package for editing programs: nobody can download half a package, the
 * operation ends after the next start, a package can be requested again, and nothing is charged.
 */
import { readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createRandom, SEED } from '#test/support/seed.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

import { type KillableService, createKillableServices } from './killable-services.ts';

const random = createRandom(SEED);

/** Number of packages, each of which is interrupted once. */
const KILLS = getRounds(2, 24);
const SCRIPT = `# Night trains\n\nThey are back.${'\n\n## Why\n\nNobody expected it.'.repeat(getRounds(1, 6))}`;
const HALF_PACKAGE = 'package.zip';

const { newFolder, start, end } = createKillableServices('--sample');

type StartedOperation = { operation: ServiceOperation };

/** @param service returns the service that runs at the time of a call */
function createCalls(service: () => KillableService) {
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
  const getOperation = async (id: string) =>
    (await call<{ data: ServiceOperation }>('GET', `/api/v1/operations/${id}`)).data;
  const waitForOperation = (id: string) => waitForEnd(() => getOperation(id));
  return { call, getOperation, waitForOperation };
}

/** Returns why a package is incomplete; null if it is complete. */
async function findFault(bytes: Buffer): Promise<string | null> {
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
    const missingNames = [...list, 'music.wav'].filter((name) => !names.includes(name));
    if (missingNames.length > 0) return `without ${missingNames.join(' ')}`;
    return names.some((name) => name.startsWith('media/')) ? null : 'without clips';
  } catch (error) {
    return String(error);
  }
}

test(
  `${KILLS} kills while packages are made leave only whole packages, and cost nothing`,
  { timeout: 1_800_000 },
  async () => {
    const folder = await newFolder();
    let service = await start(folder);
    const { call, getOperation, waitForOperation } = createCalls(() => service);
    const brief = { name: 'Night trains', script: SCRIPT, channel_id: 1, resolution: '720p' };
    const creation = await call<StartedOperation>('POST', '/api/v1/video/projects', brief);
    const video = await waitForOperation(creation.operation.id);
    expect(video).toMatchObject({ status: 'completed' });
    const project = creation.operation.domain_resource?.id ?? '';
    const revision = video.result?.revision ?? '';
    const getCredits = () => call<{ credits: object }>('GET', '/api/v1/team/credits').then((answer) => answer.credits);
    const creditsBefore = await getCredits();
    const packages = join(folder, 'videos', '.hand-offs', project);
    const listFiles = (place: string): Promise<string[]> => readdir(place).catch(() => []);
    const handOff = async (key: string): Promise<ServiceOperation> => {
      // Cached scenes would leave hardly anything to interrupt.
      await rm(join(folder, 'videos', project, 'cache'), { recursive: true });
      const path = `/local/v1/video/projects/${project}/versions/${revision}/hand-off`;
      return (await call<StartedOperation>('POST', path, { markers: [] }, key)).operation;
    };
    const before = performance.now();
    await waitForOperation((await handOff('whole')).id);
    const duration = performance.now() - before;

    let hitCount = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { id } = await handOff(`package-${kill}`);
      const listWork = () => listFiles(join(packages, `${id}.work`));
      const polling = { timeout: 60_000, interval: 1 };
      // Packing is too short to be hit by chance, so the first kill waits for it, and the second for the start of the
      // work; the others are spread over its duration.
      if (kill === 0) await expect.poll(listWork, polling).toContain(HALF_PACKAGE);
      else if (kill === 1) await expect.poll(listWork, polling).not.toEqual([]);
      else await delay(((kill - 2 + random()) / (KILLS - 2)) * duration);
      await end(service.child, 'SIGKILL');
      const names = await listFiles(packages);
      hitCount += names.includes(`${id}.zip`) ? 0 : 1;
      for (const name of names.filter((name) => name.endsWith('.zip'))) {
        expect(await findFault(await readFile(join(packages, name))), name).toBeNull();
      }
      service = await start(folder);
      const current = await getOperation(id);
      expect(current.status === 'completed' || current.result === null).toBe(true);
      const finishedOperation = await waitForOperation(id);
      expect(finishedOperation).toMatchObject({ status: 'completed', error: null });
      const bytes = Buffer.from(await (await fetch(finishedOperation.result?.url ?? '')).arrayBuffer());
      expect(bytes).toHaveLength(finishedOperation.result?.bytes ?? -1);
      expect(await findFault(bytes)).toBeNull();
      expect(await listFiles(packages)).toEqual([`${id}.zip`]);
      expect(await getCredits()).toEqual(creditsBefore);
    }
    console.log(`${hitCount} of ${KILLS} kills hit a running package, which takes ${Math.round(duration)} ms`);
    expect(hitCount).toBeGreaterThan(KILLS / 2);

    // Negative control: half a package is detected.
    const [packageName = ''] = await listFiles(packages);
    const bytes = await readFile(join(packages, packageName));
    await truncate(join(packages, packageName), bytes.length / 2);
    expect(await findFault(await readFile(join(packages, packageName)))).not.toBeNull();
  },
);
