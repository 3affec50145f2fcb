import { join } from 'node:path';
import { BRIDGE_EVENTS } from '#contract/bridge.ts';
import type { Language } from '#contract/settings.ts';
import { getDefaultDataFolder } from '../host/data-folder.ts';
import type { HostOptions } from '../host/host-options.ts';
import type { Host } from '../host/host.ts';
import { getPage } from '../host/language.ts';
import type { HostPorts } from '../host/ports.ts';
import type { DesktopArguments } from './arguments.ts';
import { DEEP_LINK_SCHEME } from './deep-links.ts';
import { showContextMenus } from './context-menu.ts';
import { createExternalLinks } from './external-links.ts';
import { ExportFolder } from './export-folder.ts';
import { createFileSaver, createFolderSaver, type WriteDurably } from './files.ts';
import { guardAllWebContents, guardSession } from './guards.ts';
import { claimInstance } from './instance.ts';
import { registerIpc } from './ipc.ts';
import { buildMenu } from './menu.ts';
import { createNotifier } from './notifications.ts';
import type { AppApi, ElectronApi } from './electron-api.ts';
import { takeOpenRequests, type OpenRequests } from './open-requests.ts';
import { serveRenderer, APP_PRIVILEGES, APP_SCHEME } from './protocol.ts';
import { refuseStart } from './refuse-start.ts';
import { createServiceForker } from './service-process.ts';
import { ShellSettings } from './shell-settings.ts';
import { askAboutUnresponsivePages } from './unresponsive.ts';
import { WindowStateFile } from './window-state.ts';
import { getPagePreferences, AppWindow } from './window.ts';
import { createTranslator, type Translate } from './labels.ts';

/** The host has this many milliseconds to flush and stop its service; after that the app quits anyway. */
const STOP_TIMEOUT_MS = 30_000;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

type OpenExternal = NonNullable<HostPorts['openExternal']>;

export interface DesktopAppOptions {
  electron: ElectronApi;
  createHost: (options: HostOptions) => Host;
  updater: HostPorts['updater'];
  writeDurably: WriteDurably;
  platform: NodeJS.Platform;
  arguments: DesktopArguments;
  paths: { preload: string; renderer: string; service: string; icon: string };
  /** The command line of this start. */
  argv: readonly string[];
  appImage: string | undefined;
  /** Receives the signals that end a process. */
  signals: { on(signal: (typeof SIGNALS)[number], listener: () => void): unknown };
  /** Writes a line for developers. */
  log: (line: string) => void;
  /** Reports the result of the start to the parent process: `ready`, or the reason on standard error. */
  announce: (state: object) => void;
  stopTimeout?: number;
  claimTiming?: Parameters<typeof claimInstance>[2];
}

type PrepareOptions = Pick<
  DesktopAppOptions,
  'electron' | 'platform' | 'arguments' | 'log' | 'announce' | 'claimTiming'
>;

/**
 * Sets up what Electron needs before the app is ready: sandbox, data folder, scheme, guards, single instance. Returns
 * false if this process ends instead: another instance uses this data folder, comes to the front and opens the deep
 * link, or the folder cannot be used, as a dialog then says.
 */
export async function prepareApp(options: PrepareOptions): Promise<boolean> {
  const { electron, platform, arguments: settings } = options;
  const { app, protocol } = electron;
  app.enableSandbox();
  if (settings.disableGpu) app.disableHardwareAcceleration();
  if (platform === 'linux') enableLinuxFeatures(app);
  const dataFolder = settings.dataFolder ?? getDefaultDataFolder();
  // The instance lock is per data folder; Chromium keeps its own files in a subfolder of it.
  app.setPath('userData', dataFolder);
  app.setPath('sessionData', join(dataFolder, 'window'));
  app.setPath('crashDumps', join(dataFolder, 'crashes'));
  try {
    if (!(await claimInstance(app, dataFolder, options.claimTiming))) {
      options.log('Cutaway is already open with this data folder. Its window comes to the front.');
      app.exit(0);
      return false;
    }
  } catch (error) {
    // Don't await this: the app becomes ready only after this function has returned.
    void refuseStart(options, error);
    return false;
  }
  electron.crashReporter.start({ uploadToServer: false });
  app.setAppUserModelId('app.cutaway.studio');
  protocol.registerSchemesAsPrivileged([APP_PRIVILEGES]);
  return true;
}

/** Turns on the system's voices for reading aloud, and global shortcuts on Wayland. */
function enableLinuxFeatures({ commandLine }: AppApi): void {
  commandLine.appendSwitch('enable-speech-dispatcher');
  const enabledFeatures = commandLine.getSwitchValue('enable-features').split(',').filter(Boolean);
  commandLine.appendSwitch('enable-features', [...enabledFeatures, 'GlobalShortcutsPortal'].join(','));
}

/** Starts the app and keeps it running until the person quits. Resolves once the window is open or the error was shown. */
export async function startApp(options: DesktopAppOptions): Promise<void> {
  try {
    await openApp(options);
    options.announce({ ready: true, shell: 'desktop', pid: process.pid });
  } catch (error) {
    await refuseStart(options, error);
  }
}

async function openApp(options: DesktopAppOptions): Promise<void> {
  const { electron, platform, paths } = options;
  const { app } = electron;
  const { preload, icon } = paths;
  const dataFolder = app.getPath('userData');
  const stateFile = join(dataFolder, 'window-state.json');
  const state = new WindowStateFile(stateFile, options.writeDurably);
  let language: Language = 'en';
  const translate: Translate = (english) => createTranslator(language)(english);
  const window = new AppWindow({ electron, platform, preload, icon, stateFile, state, translate });
  const openExternal = createExternalLinks(electron.dialog, electron.shell, translate);
  const settings = new ShellSettings(electron, window, platform === 'darwin');
  const host = options.createHost({
    dataFolder,
    shell: 'desktop',
    version: app.getVersion(),
    serviceModule: paths.service,
    sample: getSampleOption(options.arguments),
    log: options.log,
    ports: createPorts(options, { window, settings, openExternal, translate }),
  });

  const requests = handleOpenRequests(options, window, host);
  preparePages(options, window, openExternal, translate);
  stopOnQuit(options, host, state, requests);
  for (const signal of SIGNALS) options.signals.on(signal, () => app.quit());
  await app.whenReady();
  quitOnShutdown(electron);

  const development = !app.isPackaged;
  let isMenuBuilt = false;
  const updateLanguage = async (): Promise<void> => {
    const newLanguage = await host.language(app.getPreferredSystemLanguages());
    // Rebuilding the menu would close an open one.
    if (isMenuBuilt && newLanguage === language) return;
    [language, isMenuBuilt] = [newLanguage, true];
    const run = (command: string): void => window.send('menu.command', { command });
    electron.menu.setFromTemplate(buildMenu({ mac: platform === 'darwin', development }, run, translate));
  };
  electron.protocol.handle(
    APP_SCHEME,
    serveRenderer(paths.renderer, {
      media: (request) => host.media(request),
      getPageName: async () => getPage(await host.language(app.getPreferredSystemLanguages())),
      streamPage: (html) => host.page(html),
    }),
  );
  settings.initialize();
  guardSession(electron.session.defaultSession, { development, allows: (url) => settings.allowsRequest(url) });
  registerIpc(electron.ipcMain, host);
  // In development the links would start Electron without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  host.onEvent((name, payload, except) => {
    if (name === 'settings.changed') {
      settings.apply(payload);
      void updateLanguage();
    }
    if (Object.hasOwn(BRIDGE_EVENTS, name)) window.broadcast(name, payload, except);
  });
  // Fails, for example, when another program uses the data folder.
  await host.start();
  settings.apply(await readSettings(host));
  await updateLanguage();
  requests.ready();
}

/** Prepares every page at its creation: guards, the context menu, and a question when it hangs. */
function preparePages(
  { electron, platform, paths }: DesktopAppOptions,
  window: AppWindow,
  openExternal: OpenExternal,
  translate: Translate,
): void {
  const { preload, icon } = paths;
  guardAllWebContents(electron.app, openExternal, { webPreferences: getPagePreferences(preload), icon });
  const openSpelling = (): void => window.openRoute('/settings/spelling');
  showContextMenus({ electron, mac: platform === 'darwin', translate, openSpelling });
  askAboutUnresponsivePages(electron, translate, (contents) => window.reloadByForce(contents));
}

/** Adds sample data only to the default data folder, so a chosen folder holds only what its owner puts there. */
function getSampleOption({ sample, dataFolder }: DesktopArguments): HostOptions['sample'] {
  if (sample) return true;
  return dataFolder === undefined ? 'first-start' : false;
}

interface PortParts {
  readonly window: AppWindow;
  readonly settings: ShellSettings;
  readonly openExternal: OpenExternal;
  readonly translate: Translate;
}

function createPorts(
  { electron, updater, writeDurably }: DesktopAppOptions,
  { window, settings, openExternal, translate }: PortParts,
): HostPorts {
  const exportFolder = new ExportFolder({
    file: join(electron.app.getPath('userData'), 'export-folder.json'),
    documents: electron.app.getPath('documents'),
    write: writeDurably,
  });
  // Electron returns an error message, which is empty on success.
  const openFolder = async (path: string): Promise<boolean> => (await electron.shell.openPath(path)) === '';
  return {
    openFolder,
    openExportFolder: async () => {
      const folder = await exportFolder.getCurrent();
      return folder !== undefined && openFolder(folder);
    },
    saveFile: createFileSaver(electron.dialog, writeDurably, exportFolder),
    saveFolder: createFolderSaver(electron.dialog, writeDurably, exportFolder, translate),
    notify: createNotifier({
      Notification: electron.Notification,
      isFocused: () => electron.BrowserWindow.getFocusedWindow() !== null,
      openRoute: (route) => window.openRoute(route),
    }),
    captureState: () => settings.getCaptureState(),
    spellingState: () => settings.getSpellingState(),
    updater,
    quit: () => electron.app.quit(),
    spawnService: createServiceForker(electron.utilityProcess),
    openExternal,
  };
}

function handleOpenRequests(options: DesktopAppOptions, window: AppWindow, host: Host): OpenRequests {
  const { electron, argv, appImage } = options;
  const shell = {
    open: () => window.open(),
    openRoute: (route: string) => window.openRoute(route),
    openFile: (path: string) => void host.openFile(path),
  };
  return takeOpenRequests(electron.app, shell, { argv, appImage, files: options.arguments.files });
}

/** Stops the host last, when all windows are closed and no more calls arrive. */
function stopOnQuit(options: DesktopAppOptions, host: Host, state: WindowStateFile, requests: OpenRequests): void {
  const { app } = options.electron;
  let isStopping = false;
  let hasStopped = false;
  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (hasStopped) return;
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    requests.stop();
    options.electron.globalShortcut.unregisterAll();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), options.stopTimeout ?? STOP_TIMEOUT_MS);
    });
    void Promise.race([Promise.all([host.stop(), state.flush()]), timeout])
      .then(
        () => 0,
        () => 1,
      )
      .then((code) => {
        clearTimeout(timer);
        hasStopped = code === 0;
        // The installer ends the app itself.
        if (hasStopped && host.installUpdate()) return;
        requests.restart();
        app.exit(code);
      });
  });
}

/** Lets the system wait with its shutdown until the app has quit. On Windows the window gets an event instead (window.ts). */
function quitOnShutdown({ app, powerMonitor }: ElectronApi): void {
  powerMonitor.on('shutdown', (event) => {
    event.preventDefault();
    app.quit();
  });
}

async function readSettings(host: Host): Promise<unknown> {
  try {
    const info = await host.dispatch('app.info', {}, { shell: 'desktop', windowId: 'shell' });
    return typeof info === 'object' && info !== null && 'settings' in info ? info.settings : undefined;
  } catch {
    return undefined;
  }
}
