import { logger } from '#log/logger.ts';
import { getErrorCode } from '#platform/error-code.ts';
import type { BrowserWindowConstructorOptions, Rectangle, TitleBarOverlayOptions, WebPreferences } from 'electron';
import { EVENT_CHANNEL } from './ipc.ts';
import type { ElectronApi, WebContentsApi, WindowApi } from './electron-api.ts';
import { APP_URL, isAppUrl } from './protocol.ts';
import {
  clampToDisplays,
  MIN_HEIGHT,
  MIN_WIDTH,
  readWindowState,
  type WindowState,
  type WindowStateFile,
} from './window-state.ts';
import { createTranslator, type Translate } from './labels.ts';

const log = logger('window');

/** The height in pixels of the page's title bar, which holds the system's window buttons. */
const TITLE_BAR_HEIGHT = 40;

/** Repeats the design tokens --frame and --text, which show until the page has painted. */
const COLOURS = {
  light: { frame: '#e5e8e9', text: '#161d1e' },
  dark: { frame: '#1e2323', text: '#dee2e2' },
} as const;

/** A page that crashes again within this time is only reloaded after asking. */
const CRASH_WINDOW_MS = 30_000;

/** A window that is not ready to show after this time is shown anyway. */
const SHOW_AFTER_MS = 2_000;

interface WindowLook {
  platform: NodeJS.Platform;
  dark: boolean;
}

function getTitleBarOverlay(dark: boolean): TitleBarOverlayOptions {
  const { frame, text } = dark ? COLOURS.dark : COLOURS.light;
  return { color: frame, symbolColor: text, height: TITLE_BAR_HEIGHT };
}

/** Restricts a page of the app: no Node, no Electron, a sandboxed process. */
export function getPagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: true,
  };
}

function buildWindowOptions(
  { platform, dark }: WindowLook,
  bounds: Rectangle,
  { preload, icon }: Pick<AppWindowOptions, 'preload' | 'icon'>,
): BrowserWindowConstructorOptions {
  const isMac = platform === 'darwin';
  return {
    ...bounds,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Cutaway',
    icon,
    backgroundColor: (dark ? COLOURS.dark : COLOURS.light).frame,
    titleBarStyle: isMac ? 'hiddenInset' : 'hidden',
    titleBarOverlay: isMac ? { height: TITLE_BAR_HEIGHT } : getTitleBarOverlay(dark),
    autoHideMenuBar: true,
    webPreferences: getPagePreferences(preload),
  };
}

/** Returns a function that shows the window where and as it was, the first time it is called. */
function showOnce(window: WindowApi, rememberedState: WindowState | undefined): () => void {
  let wasShown = false;
  return () => {
    if (wasShown || window.isDestroyed()) return;
    wasShown = true;
    if (rememberedState?.maximized) window.maximize();
    if (rememberedState?.fullScreen) window.setFullScreen(true);
    window.show();
  };
}

/** Returns Chromium's name of a failure, e.g. ERR_FILE_NOT_FOUND. */
const getFailureCode = (error: unknown): string => getErrorCode(error) ?? 'ERR_FAILED';

/** Returns the address of the screen that a window shows. */
function getScreenUrl({ webContents }: WindowApi): string {
  const url = webContents.getURL();
  return isAppUrl(url) ? url : APP_URL;
}

interface AppWindowOptions {
  electron: Pick<ElectronApi, 'BrowserWindow' | 'screen' | 'nativeTheme' | 'dialog' | 'app'>;
  platform: NodeJS.Platform;
  preload: string;
  /** Appears in taskbars and window lists. */
  icon: string;
  stateFile: string;
  state: WindowStateFile;
  now?: () => number;
  translate?: Translate;
}

/** The app's only window apart from the teleprompter's (guards.ts). */
export class AppWindow {
  readonly #options: AppWindowOptions;
  #window: WindowApi | undefined;
  #show: () => void = () => undefined;
  #loaded: Promise<void> = Promise.resolve();
  #crashedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AppWindowOptions) {
    this.#options = options;
    options.electron.nativeTheme.on('updated', () => this.#applyTheme());
  }

  /** Opens the window, or brings the open one to the front. */
  open(): void {
    if (this.#window && !this.#window.isDestroyed()) {
      this.#show();
      if (this.#window.isMinimized()) this.#window.restore();
      this.#window.show();
      this.#window.focus();
      return;
    }
    const { electron, platform, stateFile } = this.#options;
    const rememberedState = readWindowState(stateFile);
    const bounds = clampToDisplays(rememberedState?.bounds, electron.screen.getAllDisplays());
    const look = { platform, dark: electron.nativeTheme.shouldUseDarkColors };
    const window = new electron.BrowserWindow(buildWindowOptions(look, bounds, this.#options));
    this.#window = window;
    this.#show = showOnce(window, rememberedState);
    // On Wayland the event may never come; then the window shows after loading or a timeout.
    window.once('ready-to-show', this.#show);
    const showTimer = setTimeout(this.#show, SHOW_AFTER_MS);
    window.on('closed', () => clearTimeout(showTimer));
    this.#saveStateOnChange(window);
    // Windows may end the app right after asking, so the page saves at once.
    window.on('query-session-end', () => this.send('session.ending', {}));
    window.on('session-end', () => electron.app.quit());
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#recover(window);
    });
    window.webContents.on('did-create-window', (child) => this.#recoverPrompter(child));
    this.#load(window, APP_URL);
  }

  /** Sends a bridge event to the page once it has loaded; does nothing without a window. */
  send(name: string, payload: unknown): void {
    const window = this.#window;
    if (!window) return;
    void this.#loaded.then(() => {
      if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
    });
  }

  /** Sends a bridge event to every page of the app, including the teleprompter's, except the one with the given id. */
  broadcast(name: string, payload: unknown, except: string | null = null): void {
    if (String(this.#window?.webContents.id) !== except) this.send(name, payload);
    for (const window of this.#options.electron.BrowserWindow.getAllWindows()) {
      if (window === this.#window || window.isDestroyed() || String(window.webContents.id) === except) continue;
      window.webContents.send(EVENT_CHANNEL, name, payload);
    }
  }

  /** Reloads a page that hangs, without a question about the crash this causes. */
  reloadByForce(contents: WebContentsApi): void {
    this.#crashedAt = Number.NEGATIVE_INFINITY;
    contents.forcefullyCrashRenderer();
  }

  openRoute(route: string): void {
    this.open();
    this.send('route.open', { route });
  }

  #load(window: WindowApi, url: string): void {
    const onFailure = (error: unknown): Promise<void> => this.#reportFailure(window, url, error);
    this.#loaded = window.loadURL(url).then(this.#show, onFailure);
  }

  async #reportFailure(window: WindowApi, url: string, error: unknown): Promise<void> {
    const code = getFailureCode(error);
    // Closing or reloading a window aborts its first load, which is not a failure.
    if (window.isDestroyed() || code === 'ERR_ABORTED') return;
    log.error('page not loaded', { code });
    this.#show();
    const { electron, translate = createTranslator('en') } = this.#options;
    const { response } = await electron.dialog.showMessageBox({
      type: 'error',
      message: translate('Cutaway’s window couldn’t be loaded.'),
      detail: `${translate('A file of the app may be missing or damaged. Try again; if that doesn’t help, reinstall Cutaway. Everything you wrote is kept.')}\n\n${code}`,
      buttons: [translate('Try Again'), translate('Quit')],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) return electron.app.quit();
    if (window.isDestroyed()) return;
    this.#load(window, url);
    await this.#loaded;
  }

  #saveStateOnChange(window: WindowApi): void {
    const save = (): void => {
      if (window.isDestroyed()) return;
      const state: WindowState = {
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
        fullScreen: window.isFullScreen(),
      };
      this.#options.state.save(state);
    };
    for (const event of [
      'resize',
      'move',
      'maximize',
      'unmaximize',
      'enter-full-screen',
      'leave-full-screen',
    ] as const) {
      window.on(event, save);
    }
    window.on('close', save);
    window.on('closed', () => {
      if (this.#window === window) this.#window = undefined;
    });
  }

  /** Reloads a page whose process crashed; everything older than half a second is in the journal. */
  async #recover(window: WindowApi): Promise<void> {
    const { electron, now = Date.now, translate = createTranslator('en') } = this.#options;
    const hasCrashedAgain = now() - this.#crashedAt < CRASH_WINDOW_MS;
    this.#crashedAt = now();
    if (hasCrashedAgain) {
      const { response } = await electron.dialog.showMessageBox({
        type: 'error',
        message: translate('Cutaway’s window crashed twice in a row.'),
        detail: translate('What you wrote is on disk. Reload the window, or quit Cutaway and open it again.'),
        buttons: [translate('Reload'), translate('Quit')],
        defaultId: 0,
        cancelId: 0,
      });
      if (response === 1) return electron.app.quit();
    }
    // A screen that crashed twice may be the cause, so the app then opens without it.
    if (!window.isDestroyed()) this.#load(window, hasCrashedAgain ? APP_URL : getScreenUrl(window));
  }

  /** Reloads the teleprompter when its process crashes; it usually shares the process of the main window. */
  #recoverPrompter(prompter: WindowApi): void {
    const { now = Date.now } = this.#options;
    let crashedAt = Number.NEGATIVE_INFINITY;
    prompter.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || prompter.isDestroyed()) return;
      const hasCrashedAgain = now() - crashedAt < CRASH_WINDOW_MS;
      crashedAt = now();
      if (hasCrashedAgain) prompter.destroy();
      else prompter.webContents.reload();
    });
  }

  #applyTheme(): void {
    const window = this.#window;
    if (!window || window.isDestroyed()) return;
    const dark = this.#options.electron.nativeTheme.shouldUseDarkColors;
    window.setBackgroundColor((dark ? COLOURS.dark : COLOURS.light).frame);
    if (this.#options.platform !== 'darwin') window.setTitleBarOverlay(getTitleBarOverlay(dark));
  }
}
