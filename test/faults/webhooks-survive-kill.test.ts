/**
 * Kills the service with SIGKILL while events are emitted and delivered: every event is delivered under a single id.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { getRounds } from '#test/support/rounds.ts';
import { type ReadyLine, type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';

const ROUNDS = getRounds(3, 20);
const CONCURRENT_EVENTS = 12;

let folder = '';
let child: ServiceProcess | null = null;
let receiver: Receiver | null = null;
afterEach(async () => {
  if (child?.process.exitCode === null) await child.end('SIGKILL');
  receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<{ child: ServiceProcess; line: ReadyLine }> {
  child = startServiceProcess([folder], 'test/support/children/service-with-receivers.ts');
  const line = await child.ready;
  if (!line) throw new Error(child.getStderr());
  return { child, line };
}

async function call(line: ReadyLine, path: string, body?: object) {
  const response = await fetch(`${line.base_url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${line.token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { data: { id: number; title: string }[]; pagination: { last_page: number } };
}

/** Returns the titles of all stored ideas, also those whose answer was lost. */
async function listIdeas(line: ReadyLine): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, pagination } = await call(line, `/channels/1/ideas?search=Killed&per_page=100&page=${page}`);
    titles.push(...data.map(({ title }) => title));
    last = pagination.last_page;
  }
  return titles;
}

interface DeliveredBody {
  readonly data: { readonly title: string };
}

function readDeliveries(): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { body, headers } of receiver?.requests ?? []) {
    const { title } = (JSON.parse(body) as DeliveredBody).data;
    ids.set(title, (ids.get(title) ?? new Set()).add(String(headers['x-service-delivery'])));
  }
  return ids;
}

test(`delivers every event despite ${ROUNDS} kills`, { timeout: 300_000 }, async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-hooks-'));
  receiver = await startReceiver();
  let runningService = await start();
  await call(runningService.line, '/webhooks', { name: 'All', url: receiver.getUrl('/ok'), events: ['idea.created'] });

  const acknowledgedTitles: string[] = [];
  let undeliveredCount = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const writes = Array.from({ length: CONCURRENT_EVENTS }, async (_, i) => {
      const title = `Killed ${round}-${i}`;
      await call(runningService.line, '/channels/1/ideas', { title });
      acknowledgedTitles.push(title);
    });
    // Covers the time from the middle of the writes to the middle of the deliveries.
    const firstWrite = Promise.any(writes);
    await firstWrite;
    await delay(round * 500);
    await runningService.child.end('SIGKILL');
    await Promise.allSettled(writes);
    undeliveredCount += acknowledgedTitles.filter((title) => !readDeliveries().has(title)).length;
    runningService = await start();
  }
  // Some kills must have hit pending events, or the test proves nothing.
  expect(undeliveredCount).toBeGreaterThan(0);

  const storedTitles = await listIdeas(runningService.line);
  expect(storedTitles).toEqual(expect.arrayContaining(acknowledgedTitles));
  await vi.waitFor(() => expect([...readDeliveries().keys()].sort()).toEqual([...storedTitles].sort()), {
    timeout: 60_000,
  });
  // A receiver may get an event again under the same id, but never one that did not happen.
  for (const ids of readDeliveries().values()) expect(ids.size).toBe(1);
  expect(await runningService.child.end()).toBe(0);
});
