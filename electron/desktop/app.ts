import { join } from 'node:path';
import { BRIDGE_EVENTS, DEFAULT_SETTINGS, Settings, type Language } from '#contract/bridge.ts';
import { defaultDataFolder } from '../host/data-folder.ts';
import type { HostOptions } from '../host/host-options.ts';
import type { Host } from '../host/host.ts';
import { pageOf } from '../host/language.ts';
import type { HostPorts } from '../host/ports.ts';
import type { DesktopArguments } from './arguments.ts';
import { DEEP_LINK_SCHEME, findDeepLink, parseDeepLink } from './deep-links.ts';
import { createExternalLinks } from './external-links.ts';
import { createSaveFile, createSaveFolder, type WriteDurably } from './files.ts';
import { guardAllWebContents, guardSession } from './guards.ts';
import { registerIpc } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { createNotifier } from './notifications.ts';
import type { DesktopPieces } from './electron-api.ts';
import { serveRenderer, APP_PRIVILEGES, APP_SCHEME } from './protocol.ts';
import { createServiceForker } from './service-process.ts';
import { WindowStateFile } from './window-state.ts';
import { pagePreferences, AppWindow } from './window.ts';
import { sayIn, type Say } from './labels.ts';

/** The host has this many milliseconds to flush and stop its service; after that the app quits anyway. */
const STOP_TIMEOUT = 15_000;

/** Lets a person note an idea while another program is in front. */
export const CAPTURE = { keys: 'CommandOrControl+Alt+I', route: '/ideas/new' } as const;

interface DesktopAppOptions {
  pieces: DesktopPieces;
  createHost: (options: HostOptions) => Host;
  writeDurably: WriteDurably;
  platform: NodeJS.Platform;
  arguments: DesktopArguments;
  paths: { preload: string; renderer: string; service: string };
  /** Writes a line for developers. */
  log: (line: string) => void;
  stopTimeout?: number;
}

/**
 * Settles what must be set before the app is ready: sandbox, data folder, scheme, guards, single instance. Returns
 * false if another instance uses this data folder; that instance then comes to the front and opens our deep link.
 */
export function prepareApp({ pieces, arguments: given }: Pick<DesktopAppOptions, 'pieces' | 'arguments'>): boolean {
  const { app, protocol } = pieces;
  app.enableSandbox();
  if (given.disableGpu) app.disableHardwareAcceleration();
  const dataFolder = given.dataFolder ?? defaultDataFolder();
  // The instance lock is per data folder; Chromium keeps its own files in a subfolder of it.
  app.setPath('userData', dataFolder);
  app.setPath('sessionData', join(dataFolder, 'window'));
  app.setPath('crashDumps', join(dataFolder, 'crashes'));
  if (!app.requestSingleInstanceLock()) return false;
  pieces.crashReporter.start({ uploadToServer: false });
  app.setAppUserModelId('app.cutaway.studio');
  protocol.registerSchemesAsPrivileged([APP_PRIVILEGES]);
  return true;
}

/** Starts the app, opens its window and keeps it running until the person quits. Resolves once the window is open. */
export async function runApp(options: DesktopAppOptions): Promise<void> {
  const { pieces, platform, paths } = options;
  const { app } = pieces;
  const dataFolder = app.getPath('userData');
  const stateFile = join(dataFolder, 'window-state.json');
  const state = new WindowStateFile(stateFile, options.writeDurably);
  let language: Language = 'en';
  const say: Say = (english) => sayIn(language)(english);
  const window = new AppWindow({ pieces, platform, preload: paths.preload, stateFile, state, say });
  const openExternal = createExternalLinks(pieces.dialog, pieces.shell, say);
  const host = options.createHost({
    dataFolder,
    shell: 'desktop',
    version: app.getVersion(),
    serviceModule: paths.service,
    sample: sampleFor(options.arguments),
    log: options.log,
    ports: createPorts(options, window, openExternal, say),
  });

  // Links may arrive during startup; the first window opens the latest one.
  const routes = takeRoutes(pieces, window, options.arguments.route);
  guardAllWebContents(app, openExternal, pagePreferences(paths.preload));
  stopOnQuit(options, host, state);
  await app.whenReady();

  const development = !app.isPackaged;
  let spoken = false;
  const speak = async (): Promise<void> => {
    const next = await host.language(app.getPreferredSystemLanguages());
    // Rebuilding the menu would close an open one.
    if (spoken && next === language) return;
    [language, spoken] = [next, true];
    const run = (command: string): void => window.send('menu.command', { command });
    pieces.menu.setFromTemplate(menuTemplate({ mac: platform === 'darwin', development }, run, say));
  };
  pieces.protocol.handle(
    APP_SCHEME,
    serveRenderer(paths.renderer, {
      media: (request) => host.media(request),
      page: async () => pageOf(await host.language(app.getPreferredSystemLanguages())),
      pieces: (html) => host.page(html),
    }),
  );
  guardSession(pieces.session.defaultSession, { development });
  registerIpc(pieces.ipcMain, host);
  app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  host.onEvent((name, payload) => {
    if (name === 'settings.changed') {
      followTheme(pieces, payload);
      void speak();
    }
    if (Object.hasOwn(BRIDGE_EVENTS, name)) window.send(name, payload);
  });
  if (!(await startHost(pieces, host))) return;
  followTheme(pieces, await settingsOf(host));
  await speak();
  // Another program may own the shortcut; the menu, the command palette and the link still work then.
  if (!pieces.globalShortcut.register(CAPTURE.keys, () => window.openRoute(CAPTURE.route))) {
    options.log(`${CAPTURE.keys} belongs to another program.`);
  }
  routes.ready();
}

/** Adds sample data only to the default data folder, so a chosen folder holds only what its owner puts there. */
function sampleFor({ sample, dataFolder }: DesktopArguments): HostOptions['sample'] {
  if (sample) return true;
  return dataFolder === undefined ? 'first-start' : false;
}

function createPorts(
  { pieces, writeDurably }: DesktopAppOptions,
  window: AppWindow,
  openExternal: (address: string) => Promise<boolean>,
  say: Say,
): HostPorts {
  return {
    saveFile: createSaveFile(pieces.dialog, writeDurably),
    saveFolder: createSaveFolder(pieces.dialog, writeDurably, say),
    notify: createNotifier({
      Notification: pieces.Notification,
      isFocused: () => pieces.BrowserWindow.getFocusedWindow() !== null,
      openRoute: (route) => window.openRoute(route),
    }),
    spawnService: createServiceForker(pieces.utilityProcess),
    openExternal,
    // Electron returns an error message, which is empty on success.
    openFolder: async (path) => (await pieces.shell.openPath(path)) === '',
  };
}

/** A second start or a link from the system opens the window; on macOS a click on the dock does too. */
function takeRoutes({ app }: DesktopPieces, window: AppWindow, first: string | undefined): { ready: () => void } {
  let pending = first;
  let ready = false;
  const go = (route: string | undefined): void => {
    pending = route ?? pending;
    if (!ready) return;
    if (pending === undefined) window.open();
    else window.openRoute(pending);
    pending = undefined;
  };
  app.on('second-instance', (_event, argv) => go(findDeepLink(argv)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    go(parseDeepLink(url));
  });
  app.on('activate', () => go(undefined));
  return {
    ready: () => {
      ready = true;
      go(undefined);
    },
  };
}

/** Stops the host last: all windows are closed by then, so no more calls arrive. */
function stopOnQuit(options: DesktopAppOptions, host: Host, state: WindowStateFile): void {
  const { app } = options.pieces;
  let stopping = false;
  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    options.pieces.globalShortcut.unregisterAll();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), options.stopTimeout ?? STOP_TIMEOUT);
    });
    void Promise.race([Promise.all([host.stop(), state.settled()]), timeout])
      .then(
        () => app.exit(0),
        () => app.exit(1),
      )
      .finally(() => clearTimeout(timer));
  });
}

/** Shows an error, quits and returns false if the host cannot start, for example when the data folder is read-only. */
async function startHost({ app, dialog }: DesktopPieces, host: Host): Promise<boolean> {
  try {
    await host.start();
    return true;
  } catch (error) {
    dialog.showErrorBox('Cutaway can’t start', error instanceof Error ? error.message : String(error));
    app.quit();
    return false;
  }
}

async function settingsOf(host: Host): Promise<unknown> {
  try {
    const info = await host.dispatch('app.info', {}, { shell: 'desktop', windowId: 'shell' });
    return typeof info === 'object' && info !== null && 'settings' in info ? info.settings : undefined;
  } catch {
    return undefined;
  }
}

/** Applies the person's theme to the system's parts of the window (buttons, menus, dialogs). */
function followTheme({ nativeTheme }: DesktopPieces, settings: unknown): void {
  const known = Settings.pick({ theme: true }).safeParse(settings);
  nativeTheme.themeSource = known.success ? known.data.theme : DEFAULT_SETTINGS.theme;
}
