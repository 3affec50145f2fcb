/**
 * Kills the service with SIGKILL at random moments while pictures are drawn: every unit of the quota is spent on a
 * picture on disk, or refunded; none stays reserved and none is spent twice.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';

import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { SERVICE_FILES_FOLDER } from '#archive/layout.ts';
import { openDatabase } from '#service/store/database.ts';
import { board_items, thumbnail_runs, thumbnail_units } from '#service/store/schema-thumbnails.ts';
import type { Store } from '#service/store/store.ts';
import { type ImagesEndpoint, startImagesEndpoint } from '#test/support/images-endpoint.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createRandom, SEED } from '#test/support/seed.ts';

import { createKillableServices } from './killable-services.ts';

const random = createRandom(SEED);

const KILLS = getRounds(4, 20);
const MODEL_KILLS = getRounds(2, 20);
/** Number of pictures requested before each kill; all of them fit into the free pool. */
const PICTURES = 2;

const { newFolder, start, end } = createKillableServices();

/** Counts units by their final state and checks that each has its picture. */
async function readUnits(store: Store, folder: string) {
  const units = await store.db.select().from(thumbnail_units);
  // The path where archives look for pictures.
  const isStored = (name: string) =>
    stat(join(folder, SERVICE_FILES_FOLDER, name.slice(0, 2), name)).then(({ size }) => size > 0);
  const faults: string[] = [];
  for (const { subject, state } of units) {
    const [kind, id = ''] = subject.split(':');
    const [run] = kind === 'run' ? await store.db.select().from(thumbnail_runs).where(eq(thumbnail_runs.id, id)) : [];
    const [item] =
      kind === 'item'
        ? await store.db
            .select()
            .from(board_items)
            .where(eq(board_items.id, Number(id)))
        : [];
    const pictures = run?.status === 'completed' ? run.outputs : item?.status === 'ready' ? [item.media ?? ''] : [];
    const hasPicture = pictures.length > 0 && (await Promise.all(pictures.map(isStored))).every(Boolean);
    if (state !== (hasPicture ? 'used' : 'released')) faults.push(`${subject} is ${state}, drawn: ${hasPicture}`);
  }
  return { units: units.length, faults };
}

test(`after ${KILLS} kills every unit is spent on a picture or refunded`, { timeout: 300_000 }, async () => {
  const folder = await newFolder();
  let service = await start(folder);
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${service.token}`, ...(body && { 'Content-Type': 'application/json' }) };
    const url = `${service.base_url}/api/v1/channels/1/thumbnails/${path}`;
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(response.status).toBeLessThan(300);
    return ((await response.json()) as { data: T }).data;
  };
  const draw = () =>
    call<{ items: { id: number }[] }>('POST', 'board/generations', { prompt: 'A night train', variations: PICTURES });
  await call('POST', 'generations', { prompt: 'Sketches of a ferry', num_variations: 8 });
  const listItems = async () => (await call<{ items: { id: number; status: string }[] }>('GET', 'board')).items;
  const listRuns = () => call<{ status: string }[]>('GET', 'generations');
  const countActive = async () =>
    [...(await listItems()), ...(await listRuns())].filter(
      ({ status }) => status === 'generating' || status === 'queued',
    ).length;
  let hitCount = 0;
  let generation: { items: { id: number }[] } = { items: [] };
  for (let kill = 0; kill < KILLS; kill++) {
    generation = await draw();
    await delay(random() * 150);
    hitCount += (await countActive()) > 0 ? 1 : 0;
    await end(service.child, 'SIGKILL');
    service = await start(folder);
  }
  // Some kills must have hit running jobs, or the test proves nothing.
  expect(hitCount).toBeGreaterThan(KILLS / 2);
  await expect.poll(countActive, { timeout: 60_000, interval: 50 }).toBe(0);
  // The compositor cannot do this: the job fails, and its unit is refunded.
  const first = generation.items[0]!;
  await call('POST', 'board/edits', { item_id: first.id, instruction: 'Replace it by an elephant' });
  await expect.poll(countActive, { timeout: 60_000, interval: 50 }).toBe(0);
  expect(await end(service.child, 'SIGTERM')).toBe(0);

  const store = await openDatabase({ dataDir: folder });
  expect(await readUnits(store, folder)).toEqual({ units: KILLS * PICTURES + 2, faults: [] });
  // Negative control: a unit spent for nothing is detected.
  await store.transaction(async (tx) => {
    await tx.update(thumbnail_units).set({ state: 'used' }).where(eq(thumbnail_units.state, 'released'));
  });
  expect((await readUnits(store, folder)).faults).toHaveLength(1);
  await store.close();
});

const endpoints: ImagesEndpoint[] = [];
afterEach(() => endpoints.splice(0).forEach((endpoint) => endpoint.close()));

test(
  `${MODEL_KILLS} kills repeat no model request, and every unit is spent or refunded`,
  { timeout: 300_000 },
  async () => {
    const folder = await newFolder();
    const endpoint = await startImagesEndpoint({ delayMs: 60 });
    endpoints.push(endpoint);
    let service = await start(folder);
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { Authorization: `Bearer ${service.token}`, ...(body && { 'Content-Type': 'application/json' }) };
      const url = `${service.base_url}${path}`;
      const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      expect(response.status).toBeLessThan(300);
      return ((await response.json()) as { data: T }).data;
    };
    const boardPath = '/api/v1/channels/1/thumbnails/board';
    const listItems = async () => (await call<{ items: BoardItem[] }>('GET', boardPath)).items;
    const countGenerating = async () => (await listItems()).filter(({ status }) => status === 'generating').length;
    await call('PUT', '/local/v1/image-provider', { base_url: endpoint.base, model: 'painter', size: '1536x1024' });
    for (let kill = 0; kill < MODEL_KILLS; kill++) {
      const before = endpoint.requests.length;
      await call('POST', `${boardPath}/generations`, { prompt: `Kill number ${kill}.`, variations: PICTURES });
      await expect.poll(() => endpoint.requests.length, { timeout: 60_000, interval: 2 }).toBeGreaterThan(before);
      // Covers the time from sending the request to writing its picture.
      await delay(random() * 400);
      await end(service.child, 'SIGKILL');
      service = await start(folder);
      await expect.poll(countGenerating, { timeout: 60_000, interval: 20 }).toBe(0);
    }
    const finalItems = await listItems();
    const requestsPerKill = new Map<string, number>();
    for (const { fields } of endpoint.requests) {
      const killName = /Kill number \d+\./.exec(fields['prompt'] ?? '')?.[0] ?? '';
      requestsPerKill.set(killName, (requestsPerKill.get(killName) ?? 0) + 1);
    }
    // There are fewer if the process died after announcing the request and before sending it.
    expect([...requestsPerKill.values()].filter((times) => times > PICTURES)).toEqual([]);
    // A picture whose answer was lost with the process reports this; a kill affects at most one.
    const failedItems = finalItems.filter(({ status }) => status === 'failed');
    for (const { note } of failedItems) expect(note).toMatch(/wasn’t repeated\. The credit was returned\.$/);
    expect(failedItems.length).toBeLessThanOrEqual(MODEL_KILLS);
    expect(finalItems.filter(({ status }) => status === 'ready').length).toBe(
      MODEL_KILLS * PICTURES - failedItems.length,
    );
    expect(await end(service.child, 'SIGTERM')).toBe(0);
    const store = await openDatabase({ dataDir: folder });
    expect(await readUnits(store, folder)).toEqual({ units: MODEL_KILLS * PICTURES, faults: [] });
    await store.close();
  },
);
