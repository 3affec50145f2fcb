/** Starts, kills and closes an app instance with its own data folder, service and browser profile. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import {
  _electron,
  type Browser,
  type BrowserContext,
  chromium,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test';

import { Desktop, type Machine } from '../desktop/desktop.ts';
import { getHeadlessOptions } from '../support/chromium.ts';
import { removeFolder } from '../support/remove-folder.ts';

export interface AppOptions {
  /** `desktop` is the desktop app on the stand-in for Electron (test/desktop). */
  shell: 'browser' | 'electron' | 'desktop';
  electronBinary: string | null;
  appArgs: string[];
  appEnv: Record<string, string>;
  pastWelcome: boolean;
  /** The machine's language, as reported by the browser or the system. */
  locale?: string | undefined;
  /** The simulated machine around the desktop app. */
  machine: Partial<Machine>;
  /**
   * Keeps the window's storage after closing, and allows killing the browser. Needs its own browser, so it starts
   * slower.
   */
  ownProfile: boolean;
  /**
   * Lets the tests of a file share one app, each in a window of its own. Such a file runs in the mode `default`, so
   * that its tests follow each other, and none of them depends on what another one made. Only the browser shell can
   * share.
   */
  together: boolean;
}

/** Tests that need no profile on disk share a browser, each with separate storage. */
export type SharedBrowser = () => Promise<Browser>;

/** Returns the id of the process of the browser with this profile, the leader of its process group. Linux only. */
function findBrowserPid(profile: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let args: string[];
    try {
      args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      continue; // It has ended meanwhile.
    }
    const hasProfile = args.some((word) => word === `--user-data-dir=${profile}`);
    if (hasProfile && !args.some((word) => word.startsWith('--type='))) return Number(pid);
  }
  throw new Error(`No browser runs on ${profile}.`);
}

/** `content` is `bytes` decoded as UTF-8. */
export interface SavedFile {
  readonly name: string;
  readonly content: string;
  readonly bytes: Buffer;
}

function readSavedFile(name: string, path: string): SavedFile {
  const bytes = readFileSync(path);
  return { name, bytes, content: bytes.toString('utf8') };
}

export class TestApp {
  readonly dataDir: string;
  readonly #options: AppOptions;
  readonly #shared: SharedBrowser | null;
  #shell: ChildProcess | null = null;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #app: ElectronApplication | null = null;
  #desktop: Desktop | null = null;
  #output = '';
  /** The address of the shell, without a ticket. */
  origin = '';

  constructor(options: AppOptions, shared: SharedBrowser | null = null) {
    this.#options = options;
    this.#shared = shared;
    this.dataDir = mkdtempSync(join(tmpdir(), 'cutaway-e2e-'));
  }

  get page(): Page {
    if (!this.#page) throw new Error('The app is not open.');
    return this.#page;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The app is not open.');
    return this.#context;
  }

  /** The desktop app with its control channel; only in the `desktop` shell. */
  get desktop(): Desktop {
    if (!this.#desktop) throw new Error('The desktop app is not open.');
    return this.#desktop;
  }

  get pid(): number {
    if (this.#shell?.pid === undefined) throw new Error('The shell is not running.');
    return this.#shell.pid;
  }

  /** Starts with a copy of an existing service's data. */
  takeService(folder: string): void {
    // Synchronous, as one promise per file for some 800 small files would take several times as long.
    cpSync(folder, join(this.dataDir, 'service'), { recursive: true, preserveTimestamps: true });
  }

  /** Opens a window in place of the one that is open; host and service go on. */
  async openAnotherWindow(): Promise<void> {
    const previous = this.page;
    this.#page = await this.context.newPage();
    await previous.close();
    await this.page.goto(this.origin);
    await this.page.getByRole('main').waitFor();
  }

  /** Starts the shell, and opens the window if none is open. */
  async start(): Promise<void> {
    if (this.#options.shell === 'electron') return this.#startElectron();
    if (this.#options.shell === 'desktop') return this.#startDesktop();
    const url = await this.startBehindTheWindow();
    if (!this.#context) {
      const viewport = { width: 1280, height: 800 };
      const { locale } = this.#options;
      const window = { viewport, acceptDownloads: true, ...(locale === undefined ? {} : { locale }) };
      this.#context = this.#shared
        ? await (await this.#shared()).newContext(window)
        : await chromium.launchPersistentContext(this.profile, { ...getHeadlessOptions(), ...window });
      this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    }
    await this.page.goto(url);
  }

  /**
   * Starts the shell and leaves an open window alone, which has to reconnect by itself; returns the URL with its
   * ticket.
   */
  async startBehindTheWindow(): Promise<string> {
    const url = await this.#startShell();
    this.origin = new URL(url).origin;
    return url;
  }

  /** True if the window stays open when the host is killed, as a browser's does. */
  get windowOutlivesHost(): boolean {
    return this.#options.shell === 'browser';
  }

  /** Starts the host again after it was killed; a window that is still open reconnects by itself. */
  async startAgain(): Promise<void> {
    if (this.#context && this.windowOutlivesHost) await this.startBehindTheWindow();
    else await this.start();
  }

  /** Kills host and window, neither of which can clean up. */
  async killAll(): Promise<void> {
    if (this.#context && this.windowOutlivesHost) await this.killBrowser();
    await this.kill();
  }

  /**
   * Kills the window: the browser with all its processes, or the page's process. The desktop app then loads the page
   * again; `reconnect` waits for it.
   */
  async killWindow(): Promise<void> {
    if (!this.#desktop) return this.killBrowser();
    const crash = this.page.waitForEvent('crash');
    await this.#desktop.control.window.crash(1);
    await crash;
  }

  /** Sends SIGKILL to the browser and all its processes. */
  async killBrowser(): Promise<void> {
    const closing = new Promise((resolve) => this.context.once('close', resolve));
    process.kill(-findBrowserPid(this.profile), 'SIGKILL');
    await closing;
    this.#context = null;
    this.#page = null;
  }

  get output(): string {
    return this.#desktop?.output ?? this.#output;
  }

  /** Chromium's folder for the window's storage. */
  get profile(): string {
    return join(this.dataDir, this.#options.shell === 'browser' ? 'test-profile' : 'window');
  }

  /** Starts only the shell process; returns the URL with its ticket. */
  async #startShell(): Promise<string> {
    const args = ['dist/loopback/main.js', '--data', this.dataDir, '--no-open', ...this.#options.appArgs];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...this.#options.appEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#shell = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      this.#output += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const ready = JSON.parse(line) as { ready?: boolean; url?: string };
      if (ready.ready && ready.url) return ready.url;
    }
    throw new Error(`The shell ended before it was ready:\n${log}`);
  }

  async #startElectron(): Promise<void> {
    if (this.#options.electronBinary === null) throw new Error('Electron is not installed.');
    const app = await _electron.launch({
      executablePath: this.#options.electronBinary,
      args: ['.', '--data', this.dataDir, ...this.#options.appArgs],
      env: { ...(process.env as Record<string, string>), ...this.#options.appEnv },
    });
    this.#app = app;
    this.#shell = app.process();
    this.#context = app.context();
    this.#page = await app.firstWindow();
  }

  /** Opens a desktop app whose window a test may wait for itself. */
  launchDesktop(...extraArgs: string[]): Desktop {
    const { locale, machine, appArgs, appEnv } = this.#options;
    this.#desktop = new Desktop({
      args: ['--data', this.dataDir, ...appArgs, ...extraArgs],
      env: appEnv,
      machine: { ...(locale === undefined ? {} : { languages: [locale] }), ...machine },
    });
    this.#shell = this.#desktop.process;
    this.origin = Desktop.origin;
    return this.#desktop;
  }

  /** Starts the app once more with its data folder, as a double click or a link does; returns the exit code. */
  async startSecond(...extraArgs: string[]): Promise<number | null> {
    const { appEnv, machine } = this.#options;
    return new Desktop({ args: ['--data', this.dataDir, ...extraArgs], env: appEnv, machine }).ended;
  }

  async #startDesktop(): Promise<void> {
    const desktop = this.launchDesktop();
    this.#page = await desktop.window();
    this.#context = desktop.context;
  }

  /** Waits until the app has loaded a crashed page again, which Playwright needs a new connection for. */
  async reconnect(): Promise<Page> {
    this.#page = await this.desktop.reconnect();
    this.#context = this.desktop.context;
    return this.#page;
  }

  /** Returns the id of the local service's process, a child of the shell. */
  findServicePid(): number {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    for (const row of rows) {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
      if (Number(parent) === this.pid && command.includes(join('dist', 'service'))) return Number(pid);
    }
    throw new Error('The local service is not running.');
  }

  /** Returns the file that `action` saves: from the system's dialog in the desktop app, from a download in the browser. */
  async saveFile(action: () => Promise<void>): Promise<SavedFile> {
    if (this.#options.shell === 'desktop') return this.#saveByDialog(action);
    if (this.#app) {
      const folder = mkdtempSync(join(tmpdir(), 'cutaway-saved-'));
      const savedPath = this.#app.evaluate(
        ({ dialog }, targetFolder) =>
          new Promise<string>((resolve) => {
            dialog.showSaveDialog = ((...args: unknown[]) => {
              const { defaultPath = 'script' } = args.at(-1) as { defaultPath?: string };
              const filePath = `${targetFolder}/${defaultPath.split(/[\\/]/).pop() ?? ''}`;
              resolve(filePath);
              return Promise.resolve({ canceled: false, filePath });
            }) as typeof dialog.showSaveDialog;
          }),
        folder,
      );
      await action();
      const path = await savedPath;
      await expect.poll(() => existsSync(path)).toBe(true);
      return readSavedFile(basename(path), path);
    }
    const [download] = await Promise.all([this.page.waitForEvent('download'), action()]);
    return readSavedFile(download.suggestedFilename(), await download.path());
  }

  async #saveByDialog(action: () => Promise<void>): Promise<SavedFile> {
    const { dialog } = this.desktop.control;
    const [{ id, options }] = await Promise.all([dialog.next('save'), action()]);
    const path = join(mkdtempSync(join(tmpdir(), 'cutaway-saved-')), basename(options.defaultPath ?? 'script'));
    await dialog.choosePath(id, path);
    await expect.poll(() => existsSync(path)).toBe(true);
    return readSavedFile(basename(path), path);
  }

  /**
   * Sends SIGKILL to the shell, which cannot clean up. A browser's window stays open; the desktop app's windows end
   * with it.
   */
  async kill(): Promise<void> {
    if (!this.#desktop) return void (await this.#end('SIGKILL'));
    await this.#desktop.kill();
    await this.closeWindow();
  }

  /** Sends SIGTERM to the shell and returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#shell;
    this.#shell = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return exit;
  }

  /** Closes only the window; its profile stays. A desktop app that is left open keeps its window. */
  async closeWindow(): Promise<void> {
    if (this.#desktop) await this.#desktop.disconnect();
    else await this.#context?.close();
    this.#context = null;
    this.#page = null;
  }

  async dispose(): Promise<void> {
    await this.closeWindow();
    await this.stop();
    await this.#desktop?.kill();
    await removeFolder(this.dataDir);
  }
}
