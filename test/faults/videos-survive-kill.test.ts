/**
 * Kills the service with SIGKILL at random moments while a video is created, while a revision of it is applied and
 * while a version is restored: one version each, one charge, and no files in the project's folder but the versions and
 * the cache of drawn scenes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sha256 } from '#platform/sha256.ts';
import { openDatabase } from '#service/store/database.ts';
import { video_artifacts, video_edits, video_passes } from '#service/store/schema-videos.ts';
import { credit_ledger } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { createWaveFile } from '#service/engines/speech/wave.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createRandom, SEED } from '#test/support/seed.ts';
import { serveSpeech } from '#test/support/speech-endpoint.ts';

import { type KillableService, createKillableServices } from './killable-services.ts';

const random = createRandom(SEED);

/** Number of kills for each of the two jobs. */
const KILLS = getRounds(2, 20);
/** Number of kills while a version is restored. */
const RESTORE_KILLS = getRounds(3, 30);
/** Long enough that most kills hit it while running. */
const SCRIPT = `# Night trains\n\nThey are coming back.\n\n${'## Why\n\nNobody expected it.\n\n'.repeat(getRounds(1, 16))}`;

const { newFolder, start, end } = createKillableServices('--sample');

type StartedOperation = { operation: { id: string; domain_resource: { id: string } } };

/** @param service returns the service that runs at the time of a call */
function createCalls(service: () => KillableService) {
  const call = async <T>(method: string, path: string, body?: object, headers: object = {}) => {
    const { base_url, token } = service();
    const response = await fetch(`${base_url}${path.startsWith('/local/') ? '' : '/api/v1'}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': path,
        ...headers,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    return { body: (await response.json()) as T, etag: response.headers.get('ETag') ?? '' };
  };
  type State = { status: string; progress: number; error: { code: string; message: string } | null };
  const readState = async (id: string) => (await call<{ data: State }>('GET', `/operations/${id}`)).body.data;
  return { call, state: readState };
}

async function findFaults(store: Store, folder: string, project: string, credits: number): Promise<string[]> {
  const faults: string[] = [];
  const versions = await store.db.select().from(video_artifacts).where(eq(video_artifacts.project_id, project));
  const passes = await store.db.select().from(video_passes).where(eq(video_passes.project_id, project));
  if (versions.length !== 2) faults.push(`${versions.length} versions`);
  if (passes.length !== 1 || passes[0]?.status !== 'complete') faults.push('not one complete pass');
  if ((await store.db.$count(video_edits)) > 0) faults.push('edits are staged still');
  const charges = (await store.db.select().from(credit_ledger)).filter(({ subject_id }) => subject_id === project);
  const spentCredits = -charges.reduce((sum, { delta }) => sum + delta, 0);
  const chargeCount = charges.filter(({ kind }) => kind === 'charge').length;
  if (spentCredits !== credits || chargeCount !== 1) faults.push(`${spentCredits} credits in ${chargeCount} charges`);
  const expectedNames = [
    'cache',
    ...versions.flatMap(({ revision: r }) => [`${r}.mp4`, `${r}.srt`, `${r}.vtt`]),
  ].sort();
  const names = (await readdir(join(folder, 'videos', project))).sort();
  if (JSON.stringify(names) !== JSON.stringify(expectedNames)) faults.push(`files: ${names.join(' ')}`);
  const partialFiles = (await readdir(join(folder, 'videos', project, 'cache'))).filter((name) =>
    name.includes('.part'),
  );
  if (partialFiles.length > 0) faults.push(`half-made: ${partialFiles.join(' ')}`);
  for (const { revision } of versions) {
    const bytes = await readFile(join(folder, 'videos', project, `${revision}.mp4`)).catch(() => Buffer.of());
    if (sha256(bytes) !== revision) faults.push(`${revision} is not its file`);
  }
  return faults;
}

test(
  `${KILLS} kills during each of two renders leave one version of each, charged once`,
  { timeout: 1_800_000 },
  async () => {
    const folder = await newFolder();
    let service = await start(folder);
    const { call, state } = createCalls(() => service);
    let hitCount = 0;
    const killRepeatedly = async (id: string): Promise<void> => {
      let progress = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(random() * 1500);
        hitCount += (await state(id)).status === 'running' ? 1 : 0;
        await end(service.child, 'SIGKILL');
        service = await start(folder);
        const current = (await state(id)).progress;
        expect(current).toBeGreaterThanOrEqual(progress);
        progress = current;
      }
      const getStatus = () => state(id).then(({ status }) => status);
      await expect.poll(getStatus, { timeout: 600_000, interval: 200 }).not.toBe('running');
      expect(await getStatus()).toBe('completed');
    };
    const brief = { name: 'Night trains', script: SCRIPT, channel_id: 1 };
    const creation = await call<StartedOperation>('POST', '/video/projects', brief);
    const project = creation.body.operation.domain_resource.id;
    await killRepeatedly(creation.body.operation.id);
    const path = `/video/projects/${project}`;
    const { credits } = (await call<{ data: { credits: number } }>('GET', path)).body.data;
    const { etag } = await call('GET', `${path}/editable-content`);
    const stagedEdit = await call('PUT', `${path}/revision/captions`, { style: 'large' }, { 'If-Match': etag });
    const applyAnswer = await call<StartedOperation>('POST', `${path}/revision/apply`, undefined, {
      'If-Match': stagedEdit.etag,
    });
    await killRepeatedly(applyAnswer.body.operation.id);
    // Some kills must have hit running jobs, or the test proves nothing.
    console.log(`${hitCount} of ${2 * KILLS} kills hit running work`);
    expect(hitCount).toBeGreaterThan(Math.max(1, KILLS / 2));
    expect(await end(service.child, 'SIGTERM')).toBe(0);

    const store = await openDatabase({ dataDir: folder });
    expect(await findFaults(store, folder, project, credits)).toEqual([]);
    // Negative control: a wrong version is detected.
    await store.transaction((tx) => tx.update(video_artifacts).set({ revision: 'f'.repeat(64) }));
    expect((await findFaults(store, folder, project, credits)).length).toBeGreaterThan(1);
    await store.close();
  },
);

/** Lists the faults of a video whose versions should be `current`, oldest first. */
async function findRestoreFaults(store: Store, folder: string, project: string, current: readonly string[]) {
  const faults: string[] = [];
  const versions = await store.db
    .select()
    .from(video_artifacts)
    .where(eq(video_artifacts.project_id, project))
    .orderBy(video_artifacts.published_at);
  const revisions = versions.map(({ revision }) => revision);
  if (JSON.stringify(revisions) !== JSON.stringify(current)) faults.push(`versions: ${revisions.join(' ')}`);
  const passes = await store.db.select().from(video_passes).where(eq(video_passes.project_id, project));
  const numbers = passes.map(({ number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, index) => number !== index + 1)) faults.push(`passes ${numbers.join(' ')}`);
  if (passes.length !== current.length - 1 || passes.some(({ status }) => status !== 'complete'))
    faults.push('a pass is missing or not complete');
  const charges = (await store.db.select().from(credit_ledger)).filter(({ subject_id }) => subject_id === project);
  if (charges.filter(({ kind }) => kind === 'charge').length !== 1) faults.push('not charged once');
  for (const revision of new Set(revisions)) {
    const bytes = await readFile(join(folder, 'videos', project, `${revision}.mp4`)).catch(() => Buffer.of());
    if (sha256(bytes) !== revision) faults.push(`${revision} is not its file`);
  }
  return faults;
}

test(
  `a version is restored completely or not at all when the service is killed meanwhile, ${RESTORE_KILLS} times`,
  { timeout: 600_000 },
  async () => {
    const folder = await newFolder();
    let service = await start(folder);
    const { call, state } = createCalls(() => service);
    const waitForProject = async ({ body }: { body: StartedOperation }) => {
      const readStatus = () => state(body.operation.id).then((current) => current.status);
      await expect.poll(readStatus, { timeout: 300_000, interval: 200 }).toBe('completed');
      return body.operation.domain_resource.id;
    };
    const brief = { name: 'Night trains', script: 'They are back.', channel_id: 1, resolution: '720p' };
    const project = await waitForProject(await call<StartedOperation>('POST', '/video/projects', brief));
    const path = `/video/projects/${project}`;
    const getContent = () => call<{ data: { versions: { revision: string }[] } }>('GET', `${path}/editable-content`);
    const style = { style: 'large' };
    const stagedEdit = await call('PUT', `${path}/revision/captions`, style, { 'If-Match': (await getContent()).etag });
    await waitForProject(
      await call<StartedOperation>('POST', `${path}/revision/apply`, undefined, { 'If-Match': stagedEdit.etag }),
    );
    const versions = (await getContent()).body.data.versions.map(({ revision }) => revision).reverse();
    const current = [...versions];
    let unansweredCount = 0;
    for (let round = 0; round < RESTORE_KILLS; round++) {
      const revision = versions[round % 2] ?? '';
      const { etag } = await getContent();
      const headers = { 'If-Match': etag, 'Idempotency-Key': `restore-${round}` };
      const restore = () => call('POST', `/local/v1${path}/versions/${revision}/restore`, undefined, headers);
      const interruptedRestore = restore().then(
        () => 0,
        () => 1,
      );
      // The first kill comes before any answer can.
      await delay(round === 0 ? 0 : random() * 25);
      await end(service.child, 'SIGKILL');
      unansweredCount += await interruptedRestore;
      service = await start(folder);
      // Repeating the request returns the earlier answer, or performs it now.
      await restore();
      current.push(revision);
      expect((await getContent()).body.data.versions.map((version) => version.revision)).toEqual(current.toReversed());
    }
    console.log(`${unansweredCount} of ${RESTORE_KILLS} restores had no answer when the service died`);
    expect(unansweredCount).toBeGreaterThan(0);
    expect(await end(service.child, 'SIGTERM')).toBe(0);

    const store = await openDatabase({ dataDir: folder });
    expect(await findRestoreFaults(store, folder, project, current)).toEqual([]);
    // Negative control: a version that was stored twice is detected.
    expect(await findRestoreFaults(store, folder, project, current.slice(1))).not.toEqual([]);
    await store.close();
  },
);

test(
  'each sentence is requested once from a paid voice, even if the service dies meanwhile',
  { timeout: 180_000 },
  async () => {
    const voice = await serveSpeech();
    try {
      const folder = await newFolder();
      let service = await start(folder);
      const { call, state } = createCalls(() => service);
      await call('PUT', '/local/v1/speech-provider', { base_url: voice.base, model: 'speaker', voice: 'alto' });
      let isHeld = false;
      voice.answer((response, { input }) => {
        // The second sentence stays unanswered until the service is dead.
        if (voice.requests.length === 2) isHeld = true;
        else response.end(createWaveFile(new Int16Array(String(input).length * 2400).fill(900), 1));
      });
      const script = '# Night trains\n\nThey are coming back. Nobody expected it. They are full.\n';
      const brief = { name: 'Night trains', script, channel_id: 1 };
      const createVideo = async (name: string) => {
        const creation = await call<StartedOperation>(
          'POST',
          '/video/projects',
          { ...brief, name },
          { 'Idempotency-Key': name },
        );
        return creation.body.operation.id;
      };
      const waitForEnd = async (id: string) => {
        const readStatus = () => state(id).then((current) => current.status);
        await expect.poll(readStatus, { timeout: 90_000, interval: 100 }).not.toBe('running');
        return state(id);
      };
      const id = await createVideo('One');
      await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(true);
      await end(service.child, 'SIGKILL');
      service = await start(folder);
      expect(await waitForEnd(id)).toMatchObject({
        status: 'failed',
        error: { code: 'speech', message: expect.stringContaining('wasn’t repeated') as unknown },
      });
      expect(voice.requests).toHaveLength(2);
      expect(await waitForEnd(await createVideo('Two'))).toMatchObject({ status: 'completed' });
      const sentences = voice.requests.slice(2).map(({ body }) => body['input']);
      expect(sentences).toEqual(['They are coming back.', 'Nobody expected it.', 'They are full.']);
      for (const { body } of voice.requests) expect(body).toMatchObject({ model: 'speaker', voice: 'alto' });
    } finally {
      voice.close();
    }
  },
);
