/**
 * Kills the service with SIGKILL at random moments while a video is created, while a revision of it is applied and while a
 * version is restored: one version each, one charge, and no files in the project's folder but the versions and the cache
 * of drawn scenes.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';

import { openDatabase } from '#service/store/database.ts';
import { video_artifacts, video_edits, video_passes } from '#service/store/schema-videos.ts';
import { credit_ledger } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { waveFile } from '#service/engines/speech/wave.ts';
import { rounds } from '#test/support/rounds.ts';
import { randomFrom, SEED } from '#test/support/seed.ts';
import { type Program, SERVICE, startProgram } from '#test/support/program.ts';
import { serveSpeech } from '#test/support/speech-endpoint.ts';

const random = randomFrom(SEED);

/** The number of kills for each of the two jobs. */
const KILLS = rounds(2, 20);
/** Counts the kills while a version is restored. */
const RESTORED = rounds(3, 30);
/** Long enough that most kills hit it while running. */
const SCRIPT = `# Night trains\n\nThey are coming back.\n\n${'## Why\n\nNobody expected it.\n\n'.repeat(rounds(1, 16))}`;

const folders: string[] = [];
const children: Program[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

function end(child: Program, signal: NodeJS.Signals): Promise<number | null> {
  child.process.kill(signal);
  return child.ended;
}

async function start(folder: string) {
  const child = startProgram([...SERVICE, '--data', folder, '--sample', '--rate-limits', 'off']);
  children.push(child);
  const line = await child.ready;
  if (!line) throw new Error(child.stderr());
  return { child, base_url: String(line['base_url']), token: String(line['token']) };
}

type Service = Awaited<ReturnType<typeof start>>;
type Started = { operation: { id: string; domain_resource: { id: string } } };

/** @param service returns the service that runs at the time of a call */
function callsTo(service: () => Service) {
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
  const state = async (id: string) => (await call<{ data: State }>('GET', `/operations/${id}`)).body.data;
  return { call, state };
}

async function faults(store: Store, folder: string, project: string, credits: number): Promise<string[]> {
  const found: string[] = [];
  const versions = await store.db.select().from(video_artifacts).where(eq(video_artifacts.project_id, project));
  const passes = await store.db.select().from(video_passes).where(eq(video_passes.project_id, project));
  if (versions.length !== 2) found.push(`${versions.length} versions`);
  if (passes.length !== 1 || passes[0]?.status !== 'complete') found.push('not one complete pass');
  if ((await store.db.$count(video_edits)) > 0) found.push('edits are staged still');
  const charges = (await store.db.select().from(credit_ledger)).filter(({ subject_id }) => subject_id === project);
  const spent = -charges.reduce((sum, { delta }) => sum + delta, 0);
  const charged = charges.filter(({ kind }) => kind === 'charge').length;
  if (spent !== credits || charged !== 1) found.push(`${spent} credits in ${charged} charges`);
  const expected = ['cache', ...versions.flatMap(({ revision: r }) => [`${r}.mp4`, `${r}.srt`, `${r}.vtt`])].sort();
  const there = (await readdir(join(folder, 'videos', project))).sort();
  if (JSON.stringify(there) !== JSON.stringify(expected)) found.push(`files: ${there.join(' ')}`);
  const halves = (await readdir(join(folder, 'videos', project, 'cache'))).filter((name) => name.includes('.part'));
  if (halves.length > 0) found.push(`half-made: ${halves.join(' ')}`);
  for (const { revision } of versions) {
    const bytes = await readFile(join(folder, 'videos', project, `${revision}.mp4`)).catch(() => Buffer.of());
    if (createHash('sha256').update(bytes).digest('hex') !== revision) found.push(`${revision} is not its file`);
  }
  return found;
}

test(
  `${KILLS} kills during each of two renders leave one version of each, charged once`,
  { timeout: 1_800_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-video-kill-'));
    folders.push(folder);
    let service = await start(folder);
    const { call, state } = callsTo(() => service);
    let met = 0;
    const killed = async (id: string): Promise<void> => {
      let progress = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(random() * 1500);
        met += (await state(id)).status === 'running' ? 1 : 0;
        await end(service.child, 'SIGKILL');
        service = await start(folder);
        const now = (await state(id)).progress;
        expect(now).toBeGreaterThanOrEqual(progress);
        progress = now;
      }
      const done = () => state(id).then(({ status }) => status);
      await expect.poll(done, { timeout: 600_000, interval: 200 }).not.toBe('running');
      expect(await done()).toBe('completed');
    };
    const ask = { name: 'Night trains', script: SCRIPT, channel_id: 1 };
    const made = await call<Started>('POST', '/video/projects', ask);
    const project = made.body.operation.domain_resource.id;
    await killed(made.body.operation.id);
    const path = `/video/projects/${project}`;
    const { credits } = (await call<{ data: { credits: number } }>('GET', path)).body.data;
    const { etag } = await call('GET', `${path}/editable-content`);
    const staged = await call('PUT', `${path}/revision/captions`, { style: 'large' }, { 'If-Match': etag });
    const applied = await call<Started>('POST', `${path}/revision/apply`, undefined, { 'If-Match': staged.etag });
    await killed(applied.body.operation.id);
    // The kills must have hit running jobs, or the test proves nothing.
    console.log(`${met} of ${2 * KILLS} deaths met work under way`);
    expect(met).toBeGreaterThan(Math.max(1, KILLS / 2));
    expect(await end(service.child, 'SIGTERM')).toBe(0);

    const store = await openDatabase({ dataDir: folder });
    expect(await faults(store, folder, project, credits)).toEqual([]);
    // Negative control: a wrong version is detected.
    await store.transaction((tx) => tx.update(video_artifacts).set({ revision: 'f'.repeat(64) }));
    expect((await faults(store, folder, project, credits)).length).toBeGreaterThan(1);
    await store.close();
  },
);

/** Returns what is wrong with a video whose versions should be `current`, oldest first. */
async function restoreFaults(store: Store, folder: string, project: string, current: readonly string[]) {
  const found: string[] = [];
  const versions = await store.db
    .select()
    .from(video_artifacts)
    .where(eq(video_artifacts.project_id, project))
    .orderBy(video_artifacts.published_at);
  const revisions = versions.map(({ revision }) => revision);
  if (JSON.stringify(revisions) !== JSON.stringify(current)) found.push(`versions: ${revisions.join(' ')}`);
  const passes = await store.db.select().from(video_passes).where(eq(video_passes.project_id, project));
  const numbers = passes.map(({ number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, index) => number !== index + 1)) found.push(`passes ${numbers.join(' ')}`);
  if (passes.length !== current.length - 1 || passes.some(({ status }) => status !== 'complete'))
    found.push('a pass is missing or not complete');
  const charges = (await store.db.select().from(credit_ledger)).filter(({ subject_id }) => subject_id === project);
  if (charges.filter(({ kind }) => kind === 'charge').length !== 1) found.push('not charged once');
  for (const revision of new Set(revisions)) {
    const bytes = await readFile(join(folder, 'videos', project, `${revision}.mp4`)).catch(() => Buffer.of());
    if (createHash('sha256').update(bytes).digest('hex') !== revision) found.push(`${revision} is not its file`);
  }
  return found;
}

test(
  `a version is restored whole or not at all when the service is killed meanwhile, ${RESTORED} times`,
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-restore-kill-'));
    folders.push(folder);
    let service = await start(folder);
    const { call, state } = callsTo(() => service);
    const done = async ({ body }: { body: Started }) => {
      const status = () => state(body.operation.id).then((now) => now.status);
      await expect.poll(status, { timeout: 300_000, interval: 200 }).toBe('completed');
      return body.operation.domain_resource.id;
    };
    const ask = { name: 'Night trains', script: 'They are back.', channel_id: 1, resolution: '720p' };
    const project = await done(await call<Started>('POST', '/video/projects', ask));
    const path = `/video/projects/${project}`;
    const content = () => call<{ data: { versions: { revision: string }[] } }>('GET', `${path}/editable-content`);
    const style = { style: 'large' };
    const staged = await call('PUT', `${path}/revision/captions`, style, { 'If-Match': (await content()).etag });
    await done(await call<Started>('POST', `${path}/revision/apply`, undefined, { 'If-Match': staged.etag }));
    const versions = (await content()).body.data.versions.map(({ revision }) => revision).reverse();
    const current = [...versions];
    let unsure = 0;
    for (let round = 0; round < RESTORED; round++) {
      const revision = versions[round % 2] ?? '';
      const { etag } = await content();
      const headers = { 'If-Match': etag, 'Idempotency-Key': `restore-${round}` };
      const restore = () => call('POST', `/local/v1${path}/versions/${revision}/restore`, undefined, headers);
      const answered = restore().then(
        () => 0,
        () => 1,
      );
      // The first kill comes before any answer can.
      await delay(round === 0 ? 0 : random() * 25);
      await end(service.child, 'SIGKILL');
      unsure += await answered;
      service = await start(folder);
      // The same request again is answered as before, or carried out now.
      await restore();
      current.push(revision);
      expect((await content()).body.data.versions.map((one) => one.revision)).toEqual(current.toReversed());
    }
    console.log(`${unsure} of ${RESTORED} restorations had no answer when the service died`);
    expect(unsure).toBeGreaterThan(0);
    expect(await end(service.child, 'SIGTERM')).toBe(0);

    const store = await openDatabase({ dataDir: folder });
    expect(await restoreFaults(store, folder, project, current)).toEqual([]);
    // Negative control: a version that was stored twice is detected.
    expect(await restoreFaults(store, folder, project, current.slice(1))).not.toEqual([]);
    await store.close();
  },
);

test(
  'a paid voice is asked for each sentence once, even if the service dies meanwhile',
  { timeout: 180_000 },
  async () => {
    const voice = await serveSpeech();
    try {
      const folder = await mkdtemp(join(tmpdir(), 'cutaway-voice-kill-'));
      folders.push(folder);
      let service = await start(folder);
      const { call, state } = callsTo(() => service);
      await call('PUT', '/local/v1/speech-provider', { base_url: voice.base, model: 'speaker', voice: 'alto' });
      let held = false;
      voice.answer((response, { input }) => {
        // The second sentence stays unanswered until the service is dead.
        if (voice.requests.length === 2) held = true;
        else response.end(waveFile(new Int16Array(String(input).length * 2400).fill(900), 1));
      });
      const script = '# Night trains\n\nThey are coming back. Nobody expected it. They are full.\n';
      const ask = { name: 'Night trains', script, channel_id: 1 };
      const make = async (name: string) => {
        const made = await call<Started>('POST', '/video/projects', { ...ask, name }, { 'Idempotency-Key': name });
        return made.body.operation.id;
      };
      const ended = async (id: string) => {
        const status = () => state(id).then((now) => now.status);
        await expect.poll(status, { timeout: 90_000, interval: 100 }).not.toBe('running');
        return state(id);
      };
      const id = await make('One');
      await expect.poll(() => held, { timeout: 60_000 }).toBe(true);
      await end(service.child, 'SIGKILL');
      service = await start(folder);
      expect(await ended(id)).toMatchObject({
        status: 'failed',
        error: { code: 'speech', message: expect.stringContaining('wasn’t repeated') as unknown },
      });
      expect(voice.requests).toHaveLength(2);
      expect(await ended(await make('Two'))).toMatchObject({ status: 'completed' });
      const said = voice.requests.slice(2).map(({ body }) => body['input']);
      expect(said).toEqual(['They are coming back.', 'Nobody expected it.', 'They are full.']);
      for (const { body } of voice.requests) expect(body).toMatchObject({ model: 'speaker', voice: 'alto' });
    } finally {
      voice.close();
    }
  },
);
