/** Fixtures: every test gets a studio of its own, with its own data folder, service and browser profile. */
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
  /** Command-line options of the studio beyond the data folder. */
  studioArgs: string[];
  /** Further environment of the studio's processes. */
  studioEnv: Record<string, string>;
  /** Dismiss the welcome before the test begins. */
  pastWelcome: boolean;
  /** Of the machine, as the browser tells it. */
  locale?: string | undefined;
  /** What the window stores outlives it, and its browser can be killed. A browser of its own: it starts slower. */
  ownProfile: boolean;
}

/** Windows of tests that need no profile on disk share a browser, each with a storage of its own. */
type SharedBrowser = () => Promise<Browser>;

/** The data of a local service that has been started with the sample once. */
type SampleService = () => Promise<string>;

const SAMPLE = ['--sample'];

async function startSampleOnce(folder: string): Promise<string> {
  const service = startServiceProcess(['--data', folder, '--port', '0', ...SAMPLE]);
  if ((await service.ready) === null) throw new Error(`The service ended before it was ready:\n${service.stderr()}`);
  await service.end();
  return folder;
}

/** The browser that runs on a profile; it leads a process group of its own. Linux only. */
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

/** `content` is the bytes read as UTF-8. */
export interface SavedFile {
  readonly name: string;
  readonly content: string;
  readonly bytes: Buffer;
}

function savedFile(name: string, path: string): SavedFile {
  const bytes = readFileSync(path);
  return { name, bytes, content: bytes.toString('utf8') };
}

/** A running studio as a person has it before them. */
export class Studio {
  readonly dataDir: string;
  readonly #options: StudioOptions;
  readonly #shared: SharedBrowser | null;
  #shell: ChildProcess | null = null;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #app: ElectronApplication | null = null;
  #output = '';
  /** Where the shell answers, without a ticket. */
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

  /** Begins with the data of a local service that was started before. */
  takeService(folder: string): void {
    // Some 800 small files: a promise for each would take several times as long.
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

  /** Starts the shell and leaves an open window as it is, to find back by itself; answers the URL with its ticket. */
  async startBehindTheWindow(): Promise<string> {
    const url = await this.#startShell();
    this.origin = new URL(url).origin;
    return url;
  }

  /** SIGKILL to the browser and all its processes. */
  async killBrowser(): Promise<void> {
    const closed = new Promise((resolve) => this.context.once('close', resolve));
    process.kill(-browserPid(this.profile), 'SIGKILL');
    await closed;
    this.#context = null;
    this.#page = null;
  }

  /** Everything the shell has printed. */
  get output(): string {
    return this.#output;
  }

  get profile(): string {
    return join(this.dataDir, 'test-profile');
  }

  /** Starts the shell process alone; answers the URL with its ticket. */
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

  /** The process of the local service: a child of the shell. */
  servicePid(): number {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    for (const row of rows) {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
      if (Number(parent) === this.pid && command.includes(join('dist', 'service'))) return Number(pid);
    }
    throw new Error('The local service is not running.');
  }

  /** The file that `act` saves: by the system's dialog in the desktop app, as a download in the browser. */
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

  /** SIGKILL to the shell: nobody gets to say goodbye. Its window stays, as a person's browser would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** SIGTERM to the shell, and the exit code it answers with. */
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

  /** Closes the window only; its profile stays. */
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
    // Who looks at the first start itself has the whole of it.
    if (pastWelcome && studioArgs.join() === SAMPLE.join()) studio.takeService(await shared.sample());
    try {
      await studio.start();
      // How soon a studio is there is measured in `test/bench`; several that start at once have their time here.
      if (pastWelcome)
        await studio.page.getByRole('button', { name: 'Keep the sample studio' }).click({ timeout: 60_000 });
      await use(studio);
    } finally {
      await studio.dispose();
    }
  },
  page: async ({ studio }, use) => use(studio.page),
});

export { expect };
