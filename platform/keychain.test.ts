import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChild } from '#test/support/child.ts';
import { expectMeasured } from '#test/support/expect-measured.ts';
import { SessionKeychain } from './keychain.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cutaway-keychain-'));
  await mkdir(join(home, 'data'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Runs the test's program with its own home folder; `setupScript` is shell code that prepares the session. */
async function runInSession(setupScript: string | null): Promise<Record<string, unknown>> {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
  const env = { ...rest, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home };
  const wrapper = setupScript === null ? [] : ['dbus-run-session', '--', 'sh', '-c', `${setupScript}\nexec "$@"`, 'sh'];
  const child = startChild('use-keychain.ts', [], { env, wrap: wrapper });
  try {
    const line = await child.readLine('answer ');
    return JSON.parse(line.slice('answer '.length)) as Record<string, unknown>;
  } finally {
    await child.waitForExit();
  }
}

const UNLOCK = `printf 'pw\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1`;

describe.runIf(process.platform === 'linux')('the OS keychain', () => {
  it('finds the programs these tests need', () => {
    for (const command of ['dbus-run-session', 'gnome-keyring-daemon']) {
      expect(spawnSync(command, ['--version']).status, `${command} must be installed`).toBe(0);
    }
  });

  it('stores, reads and deletes secrets by service and account', async () => {
    const { ms, ...answer } = await runInSession(UNLOCK);
    expect(answer).toEqual({ state: 'available', before: null, read: 'geheim ✓', after: null, another: 'other' });
    expectMeasured(Number(ms), 3000);
  });

  it('keeps secrets after the process ends, in an encrypted file', async () => {
    await runInSession(UNLOCK);
    const file = await readFile(join(home, 'data/keyrings/login.keyring'), 'latin1');
    expect(file).toContain('GnomeKeyring');
    expect(file).not.toContain('other');
  });

  it('reports that no keychain exists, and stores the secret nowhere else', async () => {
    const { ms, ...answer } = await runInSession(null);
    // The kernel's keyring would have accepted the secret silently, without this error.
    expect(answer).toEqual({ state: 'none', error: { name: 'KeychainError', state: 'none' } });
    expectMeasured(Number(ms), 3000);
  });

  it('reports a locked keychain when nothing can unlock it', async () => {
    await runInSession(UNLOCK);
    const { ms, ...answer } = await runInSession('true');
    // Reading a missing secret works even when locked.
    expect(answer).toEqual({ state: 'locked', before: null, error: { name: 'KeychainError', state: 'locked' } });
    expectMeasured(Number(ms), 7000);
  });
});

describe('SessionKeychain', () => {
  it('separates secrets by service and account, and forgets deleted ones', async () => {
    const keychain = new SessionKeychain();
    expect(keychain.persistent).toBe(false);
    await keychain.set('a', 'b', 'one');
    await keychain.set('ab', '', 'two');
    expect(await keychain.get('a', 'b')).toBe('one');
    expect(await keychain.get('ab', '')).toBe('two');
    await keychain.delete('a', 'b');
    await keychain.delete('a', 'b');
    expect(await keychain.get('a', 'b')).toBeNull();
    expect(await new SessionKeychain().get('ab', '')).toBeNull();
  });
});
