/** Runs `npm start`’s script with programs in Electron’s place, as a user other than root. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Program, startProgram } from '#test/support/program.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

const SLOW = { timeout: 120_000 };
/** The id of Debian's user nobody. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const AS_NOBODY = ['/usr/bin/setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const READY = `echo '{"ready":true,"shell":"desktop"}'`;

let folder: string;
let program: Program | null = null;

// Builds beforehand, because the user nobody may not.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', '--missing'], { stdio: ['ignore', 2, 2] });
}, 300_000);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-start-'));
  await mkdir(join(folder, 'electron'));
  await mkdir(join(folder, 'data'));
  for (const path of [folder, join(folder, 'data'), join(folder, 'electron')]) {
    if (isRoot) await chown(path, NOBODY, NOBODY);
  }
});
afterEach(async () => {
  program?.process.kill('SIGTERM');
  await program?.ended;
  program = null;
  await removeFolder(folder);
});

/** Starts with a shell script in Electron's place; no browser is found. */
async function start(electron: string, args: string[] = [], { display = ':7', root = false } = {}) {
  const file = join(folder, 'electron', 'electron');
  await writeFile(file, `#!/bin/sh\necho "$@" > "$0.started"\n${electron}\n`);
  await chmod(file, 0o755);
  const command = [process.execPath, 'scripts/start.mjs', '--data', join(folder, 'data'), ...args];
  program = startProgram(isRoot && !root ? [...AS_NOBODY, ...command] : command, {
    HOME: folder,
    PATH: '/nonexistent',
    ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'electron'),
    ...(display === '' ? {} : { DISPLAY: display }),
  });
  let stdout = '';
  program.process.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  return { ...program, stdout: () => stdout };
}

const readElectronArguments = (): Promise<string> => readFile(join(folder, 'electron', 'electron.started'), 'utf8');

describe('Electron', () => {
  it('is not replaced once it has reported that it is ready, and its exit code is passed on', SLOW, async () => {
    const { ready, ended, stdout } = await start(`${READY}; exit 3`, ['--port', '4100']);
    expect(await ready).toEqual({ ready: true, shell: 'desktop' });
    expect(await ended).toBe(3);
    expect(stdout()).toContain('Opening the studio in its Electron window. --port is for the browser shell alone.');
    expect(await readElectronArguments()).toContain(`--data ${join(folder, 'data')} --port 4100`);
  });

  it.each([
    ['refuses to start, as the browser shell would', `echo '{"ready":false}'; exit 1`, 1],
    ['hands over to an app that is open already', 'exit 0', 0],
  ])('exits without the browser shell when the app in it %s', SLOW, async (_, electron, code) => {
    const { ended, stdout } = await start(electron);
    expect(await ended).toBe(code);
    expect(stdout()).not.toContain('browser shell');
  });
});

describe('the browser shell replaces Electron', () => {
  it('when the sandbox helper is missing, with a remedy, on the requested port', SLOW, async () => {
    const message = 'The SUID sandbox helper binary was found, but is not configured correctly.';
    const { ready, stdout, getStderr: stderr } = await start(`echo '${message}' >&2; kill -TRAP $$`, ['--port', '0']);
    const line = await ready;
    expect(line).toMatchObject({ ready: true, shell: 'web' });
    expect(stderr()).toContain(message);
    expect(stdout()).toContain('because this system doesn’t let Electron start its sandbox.');
    expect(stdout()).toContain(`sudo chmod 4755 "${join(folder, 'electron', 'chrome-sandbox')}"`);
    await expect.poll(stdout).toContain(`Open ${String(line?.['url'])}`);
  });

  it.runIf(isRoot)('for root', SLOW, async () => {
    const { ready, stdout } = await start(READY, ['--port', '0'], { root: true });
    expect(await ready).toMatchObject({ ready: true, shell: 'web' });
    expect(stdout()).toContain('because neither Electron nor a browser starts its sandbox as root.');
    await expect(readElectronArguments()).rejects.toThrow('ENOENT');
  });

  it.each([
    ['there is no display', [], { display: '' }],
    ['--no-open says so', ['--no-open'], {}],
  ])('when %s', SLOW, async (why, args, options) => {
    const { ready, stdout } = await start(READY, [...args, '--port', '0'], options);
    expect(await ready).toMatchObject({ ready: true, shell: 'web' });
    expect(stdout()).toContain(`because ${why}.`);
    await expect(readElectronArguments()).rejects.toThrow('ENOENT');
  });
});
