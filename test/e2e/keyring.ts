/** Starts a session bus with its own unlocked keyring, like a signed-in desktop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { startChild } from '../support/child.ts';
import { removeFolder } from '../support/remove-folder.ts';

const SCRIPT = `printf 'pw\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
exec cat`;

export class Keyring {
  readonly env: Record<string, string>;
  readonly #process: ChildProcess;
  readonly #home: string;

  private constructor(process: ChildProcess, home: string, busAddress: string) {
    this.#process = process;
    this.#home = home;
    this.env = { ...createHomeEnv(home), DBUS_SESSION_BUS_ADDRESS: busAddress };
  }

  static async start(): Promise<Keyring> {
    const home = mkdtempSync(join(tmpdir(), 'cutaway-keyring-'));
    mkdirSync(join(home, 'data'));
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
    // The keyring runs until its standard input is closed.
    const child = spawn('dbus-run-session', ['--', 'sh', '-c', SCRIPT], {
      env: { ...rest, ...createHomeEnv(home) },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: child.stdout })) return new Keyring(child, home, line.trim());
    throw new Error('No session bus could be started. On Debian: apt-get install dbus gnome-keyring');
  }

  /** Reads the secret of a service and account like any program of this session. */
  async readSecret(service: string, account: string): Promise<string | null> {
    const child = startChild('read-keychain.ts', [service, account], { env: { ...process.env, ...this.env } });
    const line = await child.readLine('answer ');
    await child.waitForExit();
    return JSON.parse(line.slice('answer '.length)) as string | null;
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await exit;
    await removeFolder(this.#home);
  }
}

const createHomeEnv = (home: string) => ({ HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home });
