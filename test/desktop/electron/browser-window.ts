import { EventEmitter } from 'node:events';

import { createPreventable } from './event.ts';
import type { Opening, Target } from './chromium/targets.ts';
import { followFocus, pressInMenu } from './menu.ts';
import type { PressedKey } from './page/messages.ts';
import { bus, network, options, runningChromium } from './runtime.ts';
import { requireReady } from './readiness.ts';
import { WebContents } from './web-contents.ts';

type Rectangle = Electron.Rectangle;
type Implemented =
  | 'id'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
  | 'maximize'
  | 'unmaximize'
  | 'isMaximized'
  | 'minimize'
  | 'restore'
  | 'isMinimized'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'isVisible'
  | 'isFocused'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'getTitle'
  | 'setTitle';

let lastId = 0;
const windows: BrowserWindow[] = [];
let frontWindow: BrowserWindow | null = null;

function bringToFront(window: BrowserWindow): void {
  frontWindow = window;
}

const toBounds = ({ x = 0, y = 0, width = 800, height = 600 }: Partial<Rectangle>): Rectangle => ({
  x,
  y,
  width,
  height,
});

export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, Implemented> {
  readonly id = ++lastId;
  readonly webContents: WebContents;
  /** The options that the product created the window with. */
  readonly options: Electron.BrowserWindowConstructorOptions;
  #normalBounds: Rectangle;
  #title: string;
  #isVisible = false;
  #isMinimized = false;
  #isMaximized = false;
  #isFullScreen = false;
  #isDestroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}, popup?: Target) {
    super();
    requireReady('Cannot create BrowserWindow: it');
    this.options = options;
    this.#normalBounds = toBounds(options);
    this.#title = options.title ?? '';
    const target = popup ? Promise.resolve(popup) : this.#open();
    windows.push(this);
    this.webContents = new WebContents(target, options.webPreferences?.preload);
    this.#listen(popup !== undefined);
    bus.emit('browser-window-created', this);
    if (options.show !== false) this.show();
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return frontWindow;
  }

  static fromId(id: number): BrowserWindow | null {
    return windows.find((window) => window.id === id) ?? null;
  }

  static fromWebContents(contents: object): BrowserWindow | null {
    return windows.find((window) => window.webContents === contents) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    if (!this.#isVisible) this.emit('show');
    this.#isVisible = true;
    this.focus();
  }

  showInactive(): void {
    this.#isVisible = true;
    this.emit('show');
  }

  hide(): void {
    this.#isVisible = false;
    this.blur();
    this.emit('hide');
  }

  focus(): void {
    if (frontWindow === this || this.#isDestroyed) return;
    frontWindow?.blur();
    bringToFront(this);
    this.emit('focus');
    bus.emit('browser-window-focus', this);
    void this.#run(({ session }) => session.send('Page.bringToFront'));
    this.#focusPage(true);
  }

  blur(): void {
    if (frontWindow !== this) return;
    frontWindow = null;
    this.emit('blur');
    bus.emit('browser-window-blur', this);
    this.#focusPage(false);
  }

  /** Keeps the focus in the page, as Electron's windows have nothing else that Tab could lead to. */
  #focusPage(isEnabled: boolean): void {
    void this.#run(({ session }) => session.send('Emulation.setFocusEmulationEnabled', { enabled: isEnabled }));
  }

  close(): void {
    if (this.#isDestroyed) return;
    const event = createPreventable();
    this.emit('close', event);
    if (event.defaultPrevented) bus.emit('close-cancelled');
    else void this.webContents.close().catch(() => this.#onClosed());
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    void this.#run(async ({ id }) =>
      (await runningChromium).connection.browser.send('Target.closeTarget', { targetId: id }),
    );
    this.#onClosed();
  }

  maximize(): void {
    this.#isMaximized = true;
    this.#change('maximize');
  }

  unmaximize(): void {
    this.#isMaximized = false;
    this.#change('unmaximize');
  }

  minimize(): void {
    this.#isMinimized = true;
    this.blur();
    this.emit('minimize');
  }

  restore(): void {
    this.#isMinimized = false;
    this.emit('restore');
  }

  setFullScreen(flag: boolean): void {
    if (flag === this.#isFullScreen) return;
    this.#isFullScreen = flag;
    this.#change(flag ? 'enter-full-screen' : 'leave-full-screen');
  }

  isMaximized = (): boolean => this.#isMaximized;
  isMinimized = (): boolean => this.#isMinimized;
  isFullScreen = (): boolean => this.#isFullScreen;
  isVisible = (): boolean => this.#isVisible;
  isFocused = (): boolean => frontWindow === this;
  isDestroyed = (): boolean => this.#isDestroyed;
  getTitle = (): string => this.#title;
  setTitle = (title: string): void => void (this.#title = title);
  getNormalBounds = (): Rectangle => ({ ...this.#normalBounds });
  getBounds = (): Rectangle => ({ ...this.#normalBounds });
  setBackgroundColor = (color: string): void => void (this.options.backgroundColor = color);
  setTitleBarOverlay = (overlay: Electron.TitleBarOverlayOptions): void =>
    void (this.options.titleBarOverlay = overlay);
  setIcon = (): void => undefined;
  setMenuBarVisibility = (): void => undefined;

  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.#normalBounds;
    this.#normalBounds = toBounds({ ...before, ...bounds });
    if (before.width !== this.#normalBounds.width || before.height !== this.#normalBounds.height)
      this.#change('resize');
    if (before.x !== this.#normalBounds.x || before.y !== this.#normalBounds.y) this.#change('move');
  }

  #change(event: string): void {
    this.emit(event);
    void this.#applyBounds();
  }

  async #open(): Promise<Target> {
    const { targets } = await runningChromium;
    const { x: left, y: top, width, height } = this.#normalBounds;
    return targets.open({ left, top, width, height });
  }

  #listen(popup: boolean): void {
    const { webContents } = this;
    webContents.on('painted', () => {
      if (!options.neverReadyToShow) this.#noteReadyToShow();
    });
    webContents.on('key', (pressedKey: PressedKey) => pressInMenu(pressedKey, this));
    webContents.once('destroyed', () => this.#onClosed());
    void webContents.target
      .then(async (target) => {
        if (popup) await this.#readBounds(target);
        else await this.#applyBounds();
        bus.emit('window-opened');
      })
      .catch(() => undefined); // it was closed before it existed
  }

  #isReadyToShow = false;
  #noteReadyToShow(): void {
    if (this.#isReadyToShow) return;
    this.#isReadyToShow = true;
    this.emit('ready-to-show');
  }

  async #run(work: (target: Target) => Promise<unknown>): Promise<void> {
    await this.webContents.target.then(work).catch(() => undefined); // the window is closed
  }

  async #readBounds(target: Target): Promise<void> {
    const { bounds } = await (
      await runningChromium
    ).connection.browser.send('Browser.getWindowForTarget', {
      targetId: target.id,
    });
    const { left: x = 0, top: y = 0, width = 0, height = 0 } = bounds;
    this.#normalBounds = { x, y, width, height };
  }

  /** Makes the page as large as the window, because Chromium's window also has a bar for tabs and addresses. */
  #applyBounds(): Promise<void> {
    return this.#run(async ({ id, session }) => {
      const { browser } = (await runningChromium).connection;
      const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: id });
      const { result } = await session.send('Runtime.evaluate', { expression: 'outerHeight - innerHeight' });
      const barHeight = Number(result.value);
      const { x: left, y: top, width, height } = this.#getShownBounds();
      await browser.send('Browser.setWindowBounds', {
        windowId,
        bounds: { left, top, width, height: height + barHeight },
      });
    });
  }

  #getShownBounds(): Rectangle {
    const display = options.displays[0];
    return display && (this.#isMaximized || this.#isFullScreen) ? { x: 0, y: 0, ...display } : this.#normalBounds;
  }

  #onClosed(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.splice(windows.indexOf(this), 1);
    this.blur();
    this.emit('closed');
    bus.emit('window-closed', windows.length);
  }
}

followFocus(() => frontWindow);

/** Windows that a page asked for and Chromium has not opened yet. */
const openings: { opener: WebContents; opening: Opening }[] = [];

bus.on('window-open', (opener: WebContents, { url, windowName, windowFeatures }: WindowOpen) => {
  openings.push({ opener, opening: { url, frameName: windowName, features: windowFeatures.join() } });
  bus.emit('opening');
});

interface WindowOpen {
  readonly url: string;
  readonly windowName: string;
  readonly windowFeatures: readonly string[];
}

/** The time Chromium may take to report which page opened a window. */
const OPENER_TIMEOUT_MS = 500;

async function waitForOpening(): Promise<(typeof openings)[number] | undefined> {
  if (openings.length === 0) {
    await Promise.race([
      new Promise((resolve) => bus.once('opening', resolve)),
      new Promise((resolve) => setTimeout(resolve, OPENER_TIMEOUT_MS).unref()),
    ]);
  }
  return openings.shift();
}

/** Closes a page that must not open. It runs, because its opener waits for it, but its requests are held. */
async function denyPopup({ id, session }: Target): Promise<void> {
  const { browser } = (await runningChromium).connection;
  await Promise.allSettled([
    session.send('Fetch.enable'),
    session.send('Runtime.runIfWaitingForDebugger'),
    browser.send('Target.closeTarget', { targetId: id }),
  ]);
}

/** Lets the product decide about a window that a page opened, before its scripts run. */
export async function handlePopup(target: Target): Promise<boolean> {
  const request = await waitForOpening();
  if (!request) return false;
  const { opener, opening } = request;
  const details = { ...opening, disposition: 'new-window', referrer: { policy: 'default', url: '' }, postBody: null };
  const answer = opener.askToOpen({
    ...details,
    url: network.toProduct(opening.url),
  } as unknown as Electron.HandlerDetails);
  if (answer.action === 'deny') {
    await denyPopup(target);
    return true;
  }
  const window = new BrowserWindow({ ...answer.overrideBrowserWindowOptions }, target);
  opener.emit('did-create-window', window, details);
  return true;
}

export interface WindowFacts {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly visible: boolean;
  readonly focused: boolean;
  readonly minimized: boolean;
  readonly maximized: boolean;
  readonly fullScreen: boolean;
  readonly bounds: Rectangle;
  readonly backgroundColor: string | undefined;
}

function getWindow(id: number): BrowserWindow {
  const window = BrowserWindow.fromId(id);
  if (!window) throw new Error(`Window ${id} is closed.`);
  return window;
}

export const windowControls = {
  all: (): WindowFacts[] =>
    windows.map((window) => ({
      id: window.id,
      title: window.getTitle(),
      url: window.webContents.getURL(),
      visible: window.isVisible(),
      focused: window.isFocused(),
      minimized: window.isMinimized(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
      bounds: window.getNormalBounds(),
      backgroundColor: window.options.backgroundColor,
    })),
  /** Waits until the page of the first window is loaded. */
  whenLoaded: async (): Promise<void> => {
    const contents = windows[0]?.webContents;
    if (contents?.isCrashed() || contents?.isLoading()) {
      await new Promise((resolve) => contents.once('did-stop-loading', resolve));
    }
  },
  /** Presses the window's close button. */
  close: (id: number): void => getWindow(id).close(),
  minimize: (id: number): void => getWindow(id).minimize(),
  maximize: (id: number): void => getWindow(id).maximize(),
  move: (id: number, bounds: Partial<Rectangle>): void => getWindow(id).setBounds(bounds),
  focus: (id: number): void => getWindow(id).focus(),
  /** Brings another program to the front. */
  focusOtherProgram: (): void => frontWindow?.blur(),
  /** Ends the page's process. */
  crash: (id: number): void => getWindow(id).webContents.forcefullyCrashRenderer(),
  /** Emits an event of the window that needs a hanging page or the end of a session. */
  emit: (id: number, event: 'unresponsive' | 'responsive' | 'session-end' | 'query-session-end'): void => {
    const window = getWindow(id);
    window.emit(event, createPreventable({ reasons: ['shutdown'] }));
    if (event === 'unresponsive' || event === 'responsive') window.webContents.emit(event);
  },
};
