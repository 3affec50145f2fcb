/** Fixtures: every test gets its own app instance with its own data folder, service and browser profile. */
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
  test as base,
} from '@playwright/test';

import { chromiumOptions } from '../support/chromium.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { removeFolder } from '../support/remove-folder.ts';

export interface StudioOptions {
  shell: 'browser' | 'electron';
  electronBinary: string | null;
  studioArgs: string[];
  studioEnv: Record<string, string>;
  pastWelcome: boolean;
  /** The machine's language, as reported by the browser. */
  locale?: string | undefined;
  /**
   * Keeps the window's storage after closing, and allows killing the browser. Needs its own browser, so it starts
   * slower.
   */
  ownProfile: boolean;
}

/** Tests that need no profile on disk share a browser, each with separate storage. */
type SharedBrowser = () => Promise<Browser>;

/** Returns the data folder of a local service that was started once with the sample. */
type SampleService = () => Promise<string>;

const SAMPLE = ['--sample'];

async function startSampleOnce(folder: string): Promise<string> {
  const service = startServiceProcess(['--data', folder, '--port', '0', ...SAMPLE]);
  if ((await service.ready) === null) throw new Error(`The service ended before it was ready:\n${service.stderr()}`);
  await service.end();
  return folder;
}

/** Returns the process of the browser with this profile, which leads its own process group. Linux only. */
function browserPid(profile: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let words: string[];
    try {
      words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      continue; // It has ended meanwhile.
    }
    const own = words.some((word) => word === `--user-data-dir=${profile}`);
    if (own && !words.some((word) => word.startsWith('--type='))) return Number(pid);
  }
  throw new Error(`No browser runs on ${profile}.`);
}

/** `content` is `bytes` decoded as UTF-8. */
export interface SavedFile {
  readonly name: string;
  readonly content: string;
  readonly bytes: Buffer;
}

function savedFile(name: string, path: string): SavedFile {
  const bytes = readFileSync(path);
  return { name, bytes, content: bytes.toString('utf8') };
}

export class Studio {
  readonly dataDir: string;
  readonly #options: StudioOptions;
  readonly #shared: SharedBrowser | null;
  #shell: ChildProcess | null = null;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #app: ElectronApplication | null = null;
  #output = '';
  /** The address of the shell, without a ticket. */
  origin = '';

  constructor(options: StudioOptions, shared: SharedBrowser | null = null) {
    this.#options = options;
    this.#shared = shared;
    this.dataDir = mkdtempSync(join(tmpdir(), 'cutaway-e2e-'));
  }

  get page(): Page {
    if (!this.#page) throw new Error('The studio is not open.');
    return this.#page;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The studio is not open.');
    return this.#context;
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

  /** Starts the shell, and opens the window if none is open. */
  async start(): Promise<void> {
    if (this.#options.shell === 'electron') return this.#startElectron();
    const url = await this.startBehindTheWindow();
    if (!this.#context) {
      const viewport = { width: 1280, height: 800 };
      const { locale } = this.#options;
      const window = { viewport, acceptDownloads: true, ...(locale === undefined ? {} : { locale }) };
      this.#context = this.#shared
        ? await (await this.#shared()).newContext(window)
        : await chromium.launchPersistentContext(this.profile, { ...chromiumOptions(), ...window });
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

  /** Sends SIGKILL to the browser and all its processes. */
  async killBrowser(): Promise<void> {
    const closed = new Promise((resolve) => this.context.once('close', resolve));
    process.kill(-browserPid(this.profile), 'SIGKILL');
    await closed;
    this.#context = null;
    this.#page = null;
  }

  get output(): string {
    return this.#output;
  }

  get profile(): string {
    return join(this.dataDir, 'test-profile');
  }

  /** Starts only the shell process; returns the URL with its ticket. */
  async #startShell(): Promise<string> {
    const args = ['dist/loopback/main.js', '--data', this.dataDir, '--no-open', ...this.#options.studioArgs];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...this.#options.studioEnv },
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
      args: ['.', '--data', this.dataDir, ...this.#options.studioArgs],
      env: { ...(process.env as Record<string, string>), ...this.#options.studioEnv },
    });
    this.#app = app;
    this.#shell = app.process();
    this.#context = app.context();
    this.#page = await app.firstWindow();
  }

  /** Returns the id of the local service's process, a child of the shell. */
  servicePid(): number {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    for (const row of rows) {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
      if (Number(parent) === this.pid && command.includes(join('dist', 'service'))) return Number(pid);
    }
    throw new Error('The local service is not running.');
  }

  /** Returns the file that `act` saves: from the system's dialog in the desktop app, from a download in the browser. */
  async saving(act: () => Promise<void>): Promise<SavedFile> {
    if (this.#app) {
      const folder = mkdtempSync(join(tmpdir(), 'cutaway-saved-'));
      const chosen = this.#app.evaluate(
        ({ dialog }, into) =>
          new Promise<string>((resolve) => {
            dialog.showSaveDialog = ((...given: unknown[]) => {
              const { defaultPath = 'script' } = given.at(-1) as { defaultPath?: string };
              const filePath = `${into}/${defaultPath.split(/[\\/]/).pop() ?? ''}`;
              resolve(filePath);
              return Promise.resolve({ canceled: false, filePath });
            }) as typeof dialog.showSaveDialog;
          }),
        folder,
      );
      await act();
      const path = await chosen;
      await expect.poll(() => existsSync(path)).toBe(true);
      return savedFile(basename(path), path);
    }
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return savedFile(download.suggestedFilename(), await download.path());
  }

  /** Sends SIGKILL to the shell, which cannot clean up. The window stays open, as a browser would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends SIGTERM to the shell and returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#shell;
    this.#shell = null;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  /** Closes only the window; its profile stays. */
  async closeWindow(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
    this.#page = null;
  }

  async dispose(): Promise<void> {
    await this.closeWindow();
    await this.stop();
    await removeFolder(this.dataDir);
  }
}

export const test = base.extend<
  StudioOptions & { studio: Studio; page: Page },
  { shared: { readonly browser: SharedBrowser; readonly sample: SampleService } }
>({
  shared: [
    async ({ playwright }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cutaway-e2e-sample-'));
      const made: { browser?: Promise<Browser>; sample?: Promise<string> } = {};
      await use({
        browser: () => (made.browser ??= playwright.chromium.launch(chromiumOptions())),
        sample: () => (made.sample ??= startSampleOnce(join(folder, 'service'))),
      });
      await (await made.browser)?.close();
      await made.sample;
      await removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  shell: ['browser', { option: true }],
  electronBinary: [null, { option: true }],
  studioArgs: [SAMPLE, { option: true }],
  studioEnv: [{}, { option: true }],
  pastWelcome: [true, { option: true }],
  ownProfile: [false, { option: true }],
  studio: async ({ shell, electronBinary, studioArgs, studioEnv, pastWelcome, ownProfile, locale, shared }, use) => {
    const options = { shell, electronBinary, studioArgs, studioEnv, pastWelcome, ownProfile, locale };
    const studio = new Studio(options, ownProfile ? null : shared.browser);
    // Tests of the first start itself create the sample data anew.
    if (pastWelcome && studioArgs.join() === SAMPLE.join()) studio.takeService(await shared.sample());
    try {
      await studio.start();
      // Allows a slow start, as several may run at once; `test/bench` measures start times.
      if (pastWelcome) await studio.page.getByRole('button', { name: 'Keep the samples' }).click({ timeout: 60_000 });
      await use(studio);
    } finally {
      await studio.dispose();
    }
  },
  page: async ({ studio }, use) => use(studio.page),
});

export { expect };
