/** Tests that a token can be entered in the window and cannot be found there afterwards. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Page } from '@playwright/test';

import { openPlace, openScript, openSettings } from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

/** Text found, by its place. */
type TextByPlace = Map<string, string>;

interface Remote {
  readonly baseUrl: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts a second service, as another team would run it. */
async function startRemote(): Promise<Remote> {
  const folder = mkdtempSync(join(tmpdir(), 'cutaway-remote-'));
  const child = spawn(process.execPath, ['dist/service/main.js', '--data', folder, '--port', '0', '--sample'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill();
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { base_url: string; token: string };
    return { baseUrl: ready.base_url, token: ready.token, stop };
  }
  throw new Error('The remote service did not start.');
}

/**
 * Records all network traffic of the page from now on. Sent frames are separate, because one must contain the
 * token.
 */
function recordTraffic(page: Page): { sentFrames: string[]; traffic: TextByPlace } {
  const sentFrames: string[] = [];
  const traffic: TextByPlace = new Map();
  const add = (place: string, text: string | null): void =>
    void traffic.set(place, (traffic.get(place) ?? '') + (text ?? ''));
  page.on('websocket', (socket) => {
    add('socket address', socket.url());
    socket.on('framesent', ({ payload }) => sentFrames.push(payload.toString()));
    socket.on('framereceived', ({ payload }) => add('frames received', payload.toString()));
  });
  page.on('request', (request) => {
    add('requests', `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  page.on('response', (response) => add('answers', `${response.url()} ${JSON.stringify(response.headers())}`));
  page.on('console', (message) => add('console', message.text()));
  return { sentFrames, traffic };
}

/** Returns a snapshot of the page's heap after a garbage collection. */
async function takeHeapSnapshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (snapshot += chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return (JSON.parse(snapshot) as { strings: string[] }).strings.join('\n');
}

/** Collects all strings reachable from `window`, including getters. */
const collectWindowStrings = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const visitedValues = new Set<unknown>();
    const strings: string[] = [];
    const queue: unknown[] = [window];
    const collect = (value: unknown): void => {
      if (typeof value === 'string') strings.push(value);
      else if (
        (typeof value === 'object' || typeof value === 'function') &&
        value !== null &&
        !visitedValues.has(value)
      ) {
        visitedValues.add(value);
        queue.push(value);
      }
    };
    while (queue.length > 0 && visitedValues.size < 300_000) {
      const object = queue.pop() as object;
      for (const key of Reflect.ownKeys(object)) {
        if (typeof key === 'string') strings.push(key);
        try {
          collect(Reflect.get(object, key));
        } catch {
          // This getter needs another receiver.
        }
      }
      if (object instanceof Map) {
        for (const [key, value] of object) {
          collect(key);
          collect(value);
        }
      }
      if (object instanceof Set) for (const value of object) collect(value);
      collect(Object.getPrototypeOf(object));
    }
    return strings.join('\n');
  });

const readStorages = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const contents: Record<string, string> = {
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      'cookies of the page': document.cookie,
      DOM: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input, textarea')].map((it) => (it as HTMLInputElement).value).join('\n'),
      caches: JSON.stringify(await caches.keys()),
    };
    const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('IndexedDB does not answer.'));
      });
    let rows = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await toPromise(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all = await toPromise(database.transaction(store).objectStore(store).getAll());
        rows += all.length;
        contents[`IndexedDB ${name}/${store}`] = JSON.stringify(all);
      }
      database.close();
    }
    if (rows === 0) throw new Error('The database of the window could not be read.');
    return contents;
  });

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

async function collectTexts(app: TestApp, network: TextByPlace): Promise<TextByPlace> {
  const { page } = app;
  const texts: TextByPlace = new Map(network);
  // Runs first, as the heap would contain the other searches.
  texts.set('heap', await takeHeapSnapshot(page));
  texts.set('window', await collectWindowStrings(page));
  for (const [place, text] of Object.entries(await readStorages(page))) texts.set(place, text);
  texts.set('cookies', JSON.stringify(await app.context.cookies()));
  texts.set('output of the shell', app.output);
  for (const path of listFiles(app.dataDir)) texts.set(path.slice(app.dataDir.length), readFileSync(path, 'latin1'));
  return texts;
}

/** Lists the places that contain it, in either of the two encodings browsers use for strings. */
const findPlaces = (strings: TextByPlace, needle: string): string[] =>
  [...strings]
    .filter(([, text]) => text.includes(needle) || text.includes([...needle].join('\0')))
    .map(([place]) => place);

/** Copies the service's ready line, which only the shell receives, to a file for the test. */
const TAP = `
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk, ...rest) => {
  if (String(chunk).includes('"base_url"')) require('node:fs').writeFileSync(process.env.TAP_FILE, String(chunk));
  return write(chunk, ...rest);
};`;

const tapFolder = mkdtempSync(join(tmpdir(), 'cutaway-tap-'));
const tapFile = join(tapFolder, 'ready.json');
writeFileSync(join(tapFolder, 'tap.cjs'), TAP);
// Deleted at the end of the worker, because both tests need it.
process.once('exit', () => rmSync(tapFolder, { recursive: true, force: true }));

test.use({
  ownProfile: true,
  appEnv: { NODE_OPTIONS: `--require ${join(tapFolder, 'tap.cjs')}`, TAP_FILE: tapFile },
});

test.describe('the token', () => {
  let remote: Remote;
  test.beforeAll(async () => {
    remote = await startRemote();
  });
  test.afterAll(async () => {
    await remote.stop();
  });

  test('is not in the window, on its network or on disk after sign-in', async ({ app, page, shell }) => {
    const { sentFrames, traffic } = recordTraffic(page);
    await page.reload();
    await openSettings(page, 'Accounts');
    await page.getByLabel('Base URL').fill(remote.baseUrl);
    await page.getByRole('textbox', { name: 'Token' }).fill(remote.token);
    await page.getByRole('button', { name: /^Connect for this session/ }).click();
    await expect(page.getByText(/^Connected to/).first()).toBeVisible();
    await openPlace(page, 'Ideas');
    await expect(page.getByRole('option').first()).toBeVisible();
    await openScript(page, 'Why night trains came back');

    await expect.poll(() => existsSync(tapFile)).toBe(true);
    const { token: localToken } = JSON.parse(readFileSync(tapFile, 'utf8')) as { token: string };
    const texts = await collectTexts(app, traffic);
    expect(findPlaces(texts, remote.token)).toEqual([]);
    expect(findPlaces(texts, localToken)).toEqual([]);
    // Half of the token would already be a leak.
    expect(findPlaces(texts, remote.token.slice(-16))).toEqual([]);
    // Only the browser shell sends it in a frame; Electron's channel has none.
    expect(sentFrames.filter((frame) => frame.includes(remote.token))).toHaveLength(shell === 'browser' ? 1 : 0);
    expect(sentFrames.filter((frame) => frame.includes(localToken))).toHaveLength(0);
  });

  test('control: the search finds a planted value in each of these places', async ({ app, page }) => {
    const { traffic } = recordTraffic(page);
    const marker = `marker_${'k7Qz'.repeat(6)}`;
    writeFileSync(join(app.dataDir, 'planted.bin'), Buffer.from(`\0\0${marker}`, 'utf16le'));
    await page.goto(`${app.origin}/?from=${marker}#/ideas`);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.evaluate(async (plantedToken) => {
      // A value only in a closure still appears in the heap.
      const hiddenSecret = { planted: plantedToken.split('').join('') };
      Object.assign(window, { ask: () => hiddenSecret.planted.length, deep: { in: [new Map([[1, plantedToken]])] } });
      localStorage.setItem('planted', plantedToken);
      sessionStorage.setItem('planted', plantedToken);
      document.cookie = `planted=${plantedToken}`;
      document.body.dataset['planted'] = plantedToken;
      const field = document.createElement('input');
      document.body.append(field);
      field.value = plantedToken;
      console.log(plantedToken);
      const open = indexedDB.open('planted');
      await new Promise((resolve) => {
        open.onupgradeneeded = () => void open.result.createObjectStore('rows').put({ planted: plantedToken }, 1);
        open.onsuccess = resolve;
      });
      open.result.close();
    }, marker);
    const texts = await collectTexts(app, traffic);
    for (const place of [
      ...['heap', 'window', 'localStorage', 'sessionStorage', 'cookies', 'cookies of the page', 'DOM', 'fields'],
      ...['IndexedDB planted/rows', 'console', 'requests', '/planted.bin'],
    ]) {
      expect(findPlaces(texts, marker)).toContain(place);
    }
  });
});
