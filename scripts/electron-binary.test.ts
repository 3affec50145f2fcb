/** Downloads a small archive instead of Electron's from a local server, with Electron's own installer. */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { findElectronBinary } from './electron-binary.mjs';

const ROOT = join(import.meta.dirname, '..');
const VERSION = '45.4.1';
const NAME = `electron-v${VERSION}-${process.platform}-${process.arch}.zip`;
const PROGRAM =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[String(process.platform)] ?? 'electron';
const ARCHIVE = zipSync({ [PROGRAM]: strToU8('program'), version: strToU8(VERSION) }, { level: 0 });

let folder: string;
let server: Server;
let requestCount: number;
let answer: (response: ServerResponse) => void;
let output: string;

beforeEach(async () => {
  // Inside the project, so that Electron's packages are found.
  const parent = join(ROOT, 'node_modules', '.cache', 'cutaway');
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, 'electron-'));
  await cp(join(ROOT, 'node_modules', 'electron', 'install.js'), join(folder, 'install.js'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'electron', version: VERSION }));
  const sum = createHash('sha256').update(ARCHIVE).digest('hex');
  await writeFile(join(folder, 'checksums.json'), JSON.stringify({ [NAME]: sum }));
  requestCount = 0;
  answer = (response) => response.end(ARCHIVE);
  server = createServer((_request, response) => {
    requestCount += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  vi.stubEnv('electron_config_cache', join(folder, 'cache'));
  output = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((output += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

it('a slow download succeeds while data arrives, and shows its progress', async () => {
  const stallMs = 1_000;
  answer = (response) => {
    response.writeHead(200, { 'Content-Length': ARCHIVE.byteLength });
    const size = Math.ceil(ARCHIVE.byteLength / 8);
    void (async () => {
      for (let from = 0; from < ARCHIVE.byteLength; from += size) {
        response.write(ARCHIVE.subarray(from, from + size));
        await delay(stallMs / 4);
      }
      response.end();
    })();
  };
  const result = await findElectronBinary({ folder, stallMs });
  expect(result).toEqual({ binary: join(folder, 'dist', PROGRAM) });
  expect(
    output.split('\n').filter((line) => /^Downloading Electron, once: \d+ % of 1 MB$/.test(line)).length,
  ).toBeGreaterThan(3);
  expect(await findElectronBinary({ folder, stallMs })).toEqual(result);
  expect(requestCount).toBe(1);
});

it('a download that stalls is aborted with a reason, and tried again at the next start', async () => {
  answer = (response) => {
    response.writeHead(200, { 'Content-Length': ARCHIVE.byteLength });
    response.write(ARCHIVE.subarray(0, 50));
  };
  expect(await findElectronBinary({ folder, stallMs: 200 })).toEqual({
    binary: null,
    why: 'Electron couldn’t be downloaded: nothing arrived for 0.2 seconds',
    remedy: 'The next start tries again.',
  });
  answer = (response) => response.end(ARCHIVE);
  expect((await findElectronBinary({ folder, stallMs: 20_000 })).binary).toBe(join(folder, 'dist', PROGRAM));
});

it('a download that is refused or damaged gives no program', async () => {
  answer = (response) => response.writeHead(404).end();
  expect(await findElectronBinary({ folder })).toMatchObject({ why: expect.stringContaining('404') as unknown });
  answer = (response) => response.end('something else');
  expect(await findElectronBinary({ folder })).toMatchObject({ binary: null });
});
