/** Starts the desktop shell, and is the only file that imports values from Electron. */
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
  type MenuItemConstructorOptions,
} from 'electron';
import { writeDurable } from '#platform/durable-file.ts';
import { createHost } from '../host/host.ts';
import { parseDesktopArguments, type DesktopArguments } from './arguments.ts';
import type { HostPorts } from '../host/ports.ts';
import type { ElectronApi } from './electron-api.ts';
import { prepareApp, startApp, type DesktopAppOptions } from './app.ts';
import { createUpdater, readUpdateKey } from './updater.ts';

function asSheet<Options, Answer>(
  withParent: (parent: BrowserWindow, options: Options) => Promise<Answer>,
  withoutParent: (options: Options) => Promise<Answer>,
): (options: Options) => Promise<Answer> {
  return (options) => {
    const parent = BrowserWindow.getFocusedWindow();
    return parent ? withParent(parent, options) : withoutParent(options);
  };
}

function showPopup(
  template: MenuItemConstructorOptions[],
  { contents, ...position }: Parameters<ElectronApi['menu']['popup']>[1],
): void {
  const owner = webContents.fromId(contents);
  const window = owner && BrowserWindow.fromWebContents(owner);
  if (window) Menu.buildFromTemplate(template).popup({ window, ...position });
}

const electron: ElectronApi = {
  app,
  BrowserWindow,
  session: {
    // Only exists once the app is ready.
    get defaultSession() {
      return session.defaultSession;
    },
  },
  ipcMain,
  protocol,
  dialog: {
    showSaveDialog: asSheet(dialog.showSaveDialog, dialog.showSaveDialog),
    showOpenDialog: asSheet(dialog.showOpenDialog, dialog.showOpenDialog),
    showMessageBox: asSheet(dialog.showMessageBox, dialog.showMessageBox),
    showErrorBox: dialog.showErrorBox,
  },
  menu: { setFromTemplate: (template) => Menu.setApplicationMenu(Menu.buildFromTemplate(template)), popup: showPopup },
  clipboard,
  Notification,
  screen,
  nativeTheme,
  powerMonitor: {
    // Electron's types leave out the event.
    on: (event, listener) => powerMonitor.on(event, listener as () => void),
  },
  shell,
  utilityProcess,
  globalShortcut,
  crashReporter,
};

function readArguments(): DesktopArguments | undefined {
  try {
    return parseDesktopArguments(process.argv);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

/** Returns the updater of this installation, or why it has none. */
function findUpdater(): HostPorts['updater'] {
  const { platform, resourcesPath: resources, env } = process;
  const packageJson = join(import.meta.dirname, '../../package.json');
  const key = readUpdateKey({ packaged: app.isPackaged, platform, appImage: env['APPIMAGE'], resources, packageJson });
  if (typeof key === 'string') return key;
  return createUpdater(async () => {
    const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater');
    if (platform === 'darwin') return new MacUpdater();
    return platform === 'win32' ? new NsisUpdater() : new AppImageUpdater();
  }, key.key);
}

/** The terminal may be gone, as after the app restarted itself; nobody reads the lines then. */
function createLineWriter(stream: NodeJS.WriteStream): (line: string) => void {
  stream.on('error', () => undefined);
  return (line) => void stream.write(`${line}\n`);
}

const write = createLineWriter(process.stdout);
const log = createLineWriter(process.stderr);
const settings = readArguments();

if (!settings) app.exit(2);
else {
  const announce = (state: object): void => write(JSON.stringify(state));
  const options: DesktopAppOptions = {
    electron,
    createHost,
    updater: findUpdater(),
    writeDurably: writeDurable,
    platform: process.platform,
    arguments: settings,
    argv: process.argv,
    appImage: process.env['APPIMAGE'],
    signals: process,
    log,
    announce,
    paths: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      renderer: join(import.meta.dirname, '../renderer'),
      service: join(import.meta.dirname, '../service/main.js'),
      icon: join(import.meta.dirname, 'icon.png'),
    },
  };
  // Electron is not ready before this file has ended, so only what comes before may be awaited.
  if (await prepareApp(options)) void startApp(options);
}
