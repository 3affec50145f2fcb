import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { BrowserWindow, takePopup } from './browser-window.ts';
import { preventable } from './event.ts';
import { becomeReady, isReady } from './readiness.ts';
import { bus, network, options, running, startChromium } from './runtime.ts';
import { mainSession } from './session.ts';
import { takeLock } from './single-instance.ts';

type PathName = Parameters<Electron.App['getPath']>[0];
type Implemented =
  | 'isPackaged'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'removeAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'getPath'
  | 'setPath'
  | 'whenReady'
  | 'isReady'
  | 'relaunch'
  | 'quit'
  | 'exit';

interface Package {
  readonly version: string;
  readonly productName?: string;
  readonly name: string;
}

function appFolder(): string {
  let folder = dirname(resolve(process.argv[1] ?? '.'));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function startAgain({ execPath, args = process.argv.slice(1) }: Electron.RelaunchOptions): void {
  const line = execPath === undefined ? [...process.execArgv, ...args] : args;
  spawn(execPath ?? process.execPath, line, { stdio: 'inherit', detached: true }).unref();
}

class App extends EventEmitter implements Pick<Electron.App, Implemented> {
  readonly isPackaged = options.packaged;
  readonly #folder = appFolder();
  readonly #package = JSON.parse(readFileSync(join(this.#folder, 'package.json'), 'utf8')) as Package;
  readonly #paths = new Map<string, string>();
  readonly #protocols = new Set<string>();
  readonly #switches = new Map<string, string>();
  #name = this.#package.productName ?? this.#package.name;
  #release: (() => void) | null = null;
  #ready: Promise<void> | undefined;
  #relaunch: Electron.RelaunchOptions | undefined;
  #quitting = false;
  #exiting = false;
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      this.#before('commandLine.appendSwitch');
      this.#switches.set(name, value);
    },
    getSwitchValue: (name: string): string => this.#switches.get(name) ?? '',
    hasSwitch: (name: string): boolean => process.argv.some((argument) => argument.startsWith(`--${name}`)),
  };

  constructor() {
    super();
    bus.on('web-contents-created', (contents) => this.emit('web-contents-created', {}, contents));
    for (const event of ['browser-window-created', 'browser-window-focus', 'browser-window-blur']) {
      bus.on(event, (window) => this.emit(event, {}, window));
    }
    bus.on('session-created', (session) => this.emit('session-created', session));
    bus.on('window-closed', (left: number) => {
      if (left === 0) this.#allWindowsClosed();
    });
    bus.on('close-cancelled', () => (this.#quitting = false));
    bus.on('quit-chosen', () => this.quit());
  }

  enableSandbox(): void {
    this.#before('app.enableSandbox()');
  }

  disableHardwareAcceleration(): void {
    this.#before('app.disableHardwareAcceleration()');
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const own = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    this.#release ??= takeLock(this.getPath('userData'), own, ({ argv, workingDirectory, additionalData: data }) => {
      // Electron keeps it until the app is ready.
      void this.#whenStarted().then(() => this.emit('second-instance', {}, argv, workingDirectory, data));
    });
    return this.#release !== null;
  }

  hasSingleInstanceLock(): boolean {
    return this.#release !== null;
  }

  releaseSingleInstanceLock(): void {
    this.#release?.();
    this.#release = null;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    this.#protocols.add(protocol);
    return true;
  }

  removeAsDefaultProtocolClient(protocol: string): boolean {
    return this.#protocols.delete(protocol);
  }

  get protocols(): string[] {
    return [...this.#protocols];
  }

  setAppUserModelId(): void {
    // Only Windows has these.
  }

  getName(): string {
    return this.#name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getVersion(): string {
    return this.#package.version;
  }

  getAppPath(): string {
    return this.#folder;
  }

  getLocale(): string {
    return options.languages[0] ?? 'en-US';
  }

  getPreferredSystemLanguages(): string[] {
    return [...options.languages];
  }

  getPath(name: PathName): string {
    const appData = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
    const userData = this.#paths.get('userData') ?? join(appData, this.#name);
    const known: Partial<Record<PathName, string>> = {
      home: homedir(),
      appData,
      userData,
      sessionData: userData,
      temp: tmpdir(),
      exe: process.execPath,
      crashDumps: join(userData, 'Crashpad'),
      logs: join(userData, 'logs'),
      documents: join(homedir(), 'Documents'),
      downloads: join(homedir(), 'Downloads'),
    };
    const path = this.#paths.get(name) ?? known[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  isReady(): boolean {
    return isReady();
  }

  whenReady(): Promise<void> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.#relaunch = options;
  }

  quit(): void {
    if (this.#exiting || this.#quitting) return;
    const event = preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#quitting = true;
    const windows = BrowserWindow.getAllWindows();
    for (const window of windows) window.close();
    if (windows.length === 0) this.#willQuit();
  }

  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
    void this.#end(code);
  }

  #before(what: string): void {
    if (isReady()) throw new Error(`${what} can only be called before app is ready`);
  }

  /** Resolves when the app is ready, without asking for it. */
  async #whenStarted(): Promise<void> {
    await running;
    await this.#ready;
  }

  async #start(): Promise<void> {
    const profile = this.getPath('sessionData');
    mkdirSync(profile, { recursive: true });
    const { targets } = await startChromium(profile);
    await targets.watch(takePopup);
    this.emit('session-created', mainSession);
    await mainSession.watchDownloads();
    becomeReady();
    this.emit('ready', {}, {});
  }

  #allWindowsClosed(): void {
    if (this.#exiting) return;
    if (this.#quitting) this.#willQuit();
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  #willQuit(): void {
    const event = preventable();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#quitting = false;
    else this.exit(0);
  }

  /** Windows are closed without asking; then the profile is written and the process ends. */
  async #end(code: number): Promise<void> {
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.emit('quit', {}, code);
    // A start that failed has nothing to close.
    await this.#ready?.then(async () => (await running).close()).catch(() => undefined);
    network.close();
    this.releaseSingleInstanceLock();
    if (this.#relaunch) startAgain(this.#relaunch);
    process.exit(code);
  }
}

export const app = new App();

export const appControls = {
  /** Waits until the first window is there, and returns the address of Chromium for a second client. */
  firstWindow: async (): Promise<{ endpoint: string; chromium: number }> => {
    if (BrowserWindow.getAllWindows().length === 0) await new Promise((resolve) => bus.once('window-opened', resolve));
    else await BrowserWindow.getAllWindows()[0]?.webContents.target;
    const { endpoint, pid } = await running;
    return { endpoint, chromium: pid };
  },
  quit: (): void => app.quit(),
  protocols: (): string[] => app.protocols,
  /** Opens a link as macOS does. */
  openUrl: (url: string): void => void app.emit('open-url', preventable(), url),
  /** Opens a file as macOS does: by a double click, or dropped on the dock's icon. */
  openFile: (path: string): void => void app.emit('open-file', preventable(), path),
  /** Clicks the icon in the dock. */
  activate: (): void => void app.emit('activate', preventable(), BrowserWindow.getAllWindows().length > 0),
};
