import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { BrowserWindow, handlePopup } from './browser-window.ts';
import { createPreventable } from './event.ts';
import { becomeReady, isReady } from './readiness.ts';
import { bus, network, options, runningChromium, startChromium } from './runtime.ts';
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

function findAppFolder(): string {
  let folder = dirname(resolve(process.argv[1] ?? '.'));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function startRelaunch({ execPath, args = process.argv.slice(1) }: Electron.RelaunchOptions): void {
  const childArgs = execPath === undefined ? [...process.execArgv, ...args] : args;
  spawn(execPath ?? process.execPath, childArgs, { stdio: 'inherit', detached: true }).unref();
}

class App extends EventEmitter implements Pick<Electron.App, Implemented> {
  readonly isPackaged = options.packaged;
  readonly #folder = findAppFolder();
  readonly #package = JSON.parse(readFileSync(join(this.#folder, 'package.json'), 'utf8')) as Package;
  readonly #paths = new Map<string, string>();
  readonly #protocols = new Set<string>();
  readonly #switches = new Map<string, string>();
  #name = this.#package.productName ?? this.#package.name;
  #releaseLock: (() => void) | null = null;
  #readiness: Promise<void> | undefined;
  #relaunch: Electron.RelaunchOptions | undefined;
  #isQuitting = false;
  #isExiting = false;
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      this.#requireNotReady('commandLine.appendSwitch');
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
    bus.on('window-closed', (remaining: number) => {
      if (remaining === 0) this.#noteAllWindowsClosed();
    });
    bus.on('close-cancelled', () => (this.#isQuitting = false));
    bus.on('quit-chosen', () => this.quit());
  }

  enableSandbox(): void {
    this.#requireNotReady('app.enableSandbox()');
  }

  disableHardwareAcceleration(): void {
    this.#requireNotReady('app.disableHardwareAcceleration()');
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const instance = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    this.#releaseLock ??= takeLock(
      this.getPath('userData'),
      instance,
      ({ argv, workingDirectory, additionalData: data }) => {
        // Electron keeps it until the app is ready.
        void this.#whenStarted().then(() => this.emit('second-instance', {}, argv, workingDirectory, data));
      },
    );
    return this.#releaseLock !== null;
  }

  hasSingleInstanceLock(): boolean {
    return this.#releaseLock !== null;
  }

  releaseSingleInstanceLock(): void {
    this.#releaseLock?.();
    this.#releaseLock = null;
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
    const defaultPaths: Partial<Record<PathName, string>> = {
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
    const path = this.#paths.get(name) ?? defaultPaths[name];
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
    this.#readiness ??= this.#start();
    return this.#readiness;
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.#relaunch = options;
  }

  quit(): void {
    if (this.#isExiting || this.#isQuitting) return;
    const event = createPreventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    const windows = BrowserWindow.getAllWindows();
    for (const window of windows) window.close();
    if (windows.length === 0) this.#askWillQuit();
  }

  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    void this.#endProcess(code);
  }

  #requireNotReady(method: string): void {
    if (isReady()) throw new Error(`${method} can only be called before app is ready`);
  }

  /** Resolves when the app is ready, without starting it. */
  async #whenStarted(): Promise<void> {
    await runningChromium;
    await this.#readiness;
  }

  async #start(): Promise<void> {
    const profile = this.getPath('sessionData');
    mkdirSync(profile, { recursive: true });
    const { targets } = await startChromium(profile);
    await targets.watch(handlePopup);
    this.emit('session-created', mainSession);
    await mainSession.watchDownloads();
    becomeReady();
    this.emit('ready', {}, {});
  }

  #noteAllWindowsClosed(): void {
    if (this.#isExiting) return;
    if (this.#isQuitting) this.#askWillQuit();
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  #askWillQuit(): void {
    const event = createPreventable();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.exit(0);
  }

  /** Closes windows without asking, writes the profile and ends the process. */
  async #endProcess(code: number): Promise<void> {
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.emit('quit', {}, code);
    // A start that failed has nothing to close.
    await this.#readiness?.then(async () => (await runningChromium).close()).catch(() => undefined);
    network.close();
    this.releaseSingleInstanceLock();
    if (this.#relaunch) startRelaunch(this.#relaunch);
    process.exit(code);
  }
}

export const app = new App();

export const appControls = {
  /** Waits for the first window, and returns the address of Chromium for a second client. */
  firstWindow: async (): Promise<{ endpoint: string; chromium: number }> => {
    if (BrowserWindow.getAllWindows().length === 0) await new Promise((resolve) => bus.once('window-opened', resolve));
    else await BrowserWindow.getAllWindows()[0]?.webContents.target;
    const { endpoint, pid } = await runningChromium;
    return { endpoint, chromium: pid };
  },
  quit: (): void => app.quit(),
  protocols: (): string[] => app.protocols,
  /** Opens a link as macOS does. */
  openUrl: (url: string): void => void app.emit('open-url', createPreventable(), url),
  /** Opens a file as macOS does after a double click or a drop on the dock's icon. */
  openFile: (path: string): void => void app.emit('open-file', createPreventable(), path),
  /** Clicks the icon in the dock. */
  activate: (): void => void app.emit('activate', createPreventable(), BrowserWindow.getAllWindows().length > 0),
};
