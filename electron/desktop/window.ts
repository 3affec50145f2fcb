import type { BrowserWindowConstructorOptions, Rectangle, TitleBarOverlayOptions, WebPreferences } from 'electron';
import { EVENT_CHANNEL } from './ipc.ts';
import type { DesktopPieces, WindowApi } from './electron-api.ts';
import { APP_URL } from './protocol.ts';
import {
  clampToDisplays,
  MIN_HEIGHT,
  MIN_WIDTH,
  readWindowState,
  type WindowState,
  type WindowStateFile,
} from './window-state.ts';
import { sayIn, type Say } from './labels.ts';

/** Height of the page's own title bar, in pixels; the system's window buttons sit in it. */
const TITLE_BAR_HEIGHT = 40;

/** The values of the design tokens --frame and --text, shown until the page has painted. */
const COLOURS = {
  light: { frame: '#e5e8e9', text: '#161d1e' },
  dark: { frame: '#1e2323', text: '#dee2e2' },
} as const;

/** A page that crashes again within this time, in milliseconds, is only reloaded after asking. */
const CRASH_WINDOW = 30_000;

interface WindowLook {
  platform: NodeJS.Platform;
  dark: boolean;
}

function overlay(dark: boolean): TitleBarOverlayOptions {
  const { frame, text } = dark ? COLOURS.dark : COLOURS.light;
  return { color: frame, symbolColor: text, height: TITLE_BAR_HEIGHT };
}

/** Restricts a page of the app: no Node, no Electron, a sandboxed process. */
export function pagePreferences(preload: string): WebPreferences {
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

function windowOptions(
  { platform, dark }: WindowLook,
  bounds: Rectangle,
  preload: string,
): BrowserWindowConstructorOptions {
  const mac = platform === 'darwin';
  return {
    ...bounds,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Cutaway',
    backgroundColor: (dark ? COLOURS.dark : COLOURS.light).frame,
    titleBarStyle: mac ? 'hiddenInset' : 'hidden',
    titleBarOverlay: mac ? { height: TITLE_BAR_HEIGHT } : overlay(dark),
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  };
}

interface AppWindowOptions {
  pieces: Pick<DesktopPieces, 'BrowserWindow' | 'screen' | 'nativeTheme' | 'dialog' | 'app'>;
  platform: NodeJS.Platform;
  preload: string;
  stateFile: string;
  state: WindowStateFile;
  now?: () => number;
  say?: Say;
}

/** The app's only window besides the teleprompter's (guards.ts). */
export class AppWindow {
  readonly #options: AppWindowOptions;
  #window: WindowApi | undefined;
  #loaded: Promise<void> = Promise.resolve();
  #crashedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AppWindowOptions) {
    this.#options = options;
    options.pieces.nativeTheme.on('updated', () => this.#paint());
  }

  /** Opens the window, or brings the open one to the front. */
  open(): void {
    if (this.#window && !this.#window.isDestroyed()) {
      if (this.#window.isMinimized()) this.#window.restore();
      this.#window.show();
      this.#window.focus();
      return;
    }
    const { pieces, platform, preload, stateFile } = this.#options;
    const remembered = readWindowState(stateFile);
    const bounds = clampToDisplays(remembered?.bounds, pieces.screen.getAllDisplays());
    const look = { platform, dark: pieces.nativeTheme.shouldUseDarkColors };
    const window = new pieces.BrowserWindow(windowOptions(look, bounds, preload));
    this.#window = window;
    window.once('ready-to-show', () => {
      if (remembered?.maximized) window.maximize();
      if (remembered?.fullScreen) window.setFullScreen(true);
      window.show();
    });
    this.#remember(window);
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#recover(window);
    });
    this.#load(window);
  }

  /** Sends a bridge event to the page once it has loaded; does nothing without a window. */
  send(name: string, payload: unknown): void {
    const window = this.#window;
    if (!window) return;
    void this.#loaded.then(() => {
      if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
    });
  }

  openRoute(route: string): void {
    this.open();
    this.send('route.open', { route });
  }

  #load(window: WindowApi): void {
    this.#loaded = window.loadURL(APP_URL).catch(() => {
      this.#options.pieces.dialog.showErrorBox(
        'Cutaway couldn’t be loaded',
        'A file of the app is missing or damaged. Reinstall Cutaway; everything you wrote is kept.',
      );
    });
  }

  #remember(window: WindowApi): void {
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
    const { pieces, now = Date.now, say = sayIn('en') } = this.#options;
    const again = now() - this.#crashedAt < CRASH_WINDOW;
    this.#crashedAt = now();
    if (again) {
      const { response } = await pieces.dialog.showMessageBox({
        type: 'error',
        message: say('Cutaway’s window crashed twice in a row.'),
        detail: say('What you wrote is on disk. Reload the window, or quit Cutaway and open it again.'),
        buttons: [say('Reload'), say('Quit')],
        defaultId: 0,
        cancelId: 0,
      });
      if (response === 1) return pieces.app.quit();
    }
    if (!window.isDestroyed()) this.#load(window);
  }

  #paint(): void {
    const window = this.#window;
    if (!window || window.isDestroyed()) return;
    const dark = this.#options.pieces.nativeTheme.shouldUseDarkColors;
    window.setBackgroundColor((dark ? COLOURS.dark : COLOURS.light).frame);
    if (this.#options.platform !== 'darwin') window.setTitleBarOverlay(overlay(dark));
  }
}
