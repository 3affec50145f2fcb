import { EventEmitter } from 'node:events';

import { preventable } from './event.ts';
import type { Opening, Target } from './chromium/targets.ts';
import { followFocus, pressInMenu } from './menu.ts';
import type { PressedKey } from './page/messages.ts';
import { bus, network, options, running } from './runtime.ts';
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

let last = 0;
const windows: BrowserWindow[] = [];
let inFront: BrowserWindow | null = null;

function bringToFront(window: BrowserWindow): void {
  inFront = window;
}

const boundsFrom = ({ x = 0, y = 0, width = 800, height = 600 }: Partial<Rectangle>): Rectangle => ({
  x,
  y,
  width,
  height,
});

export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, Implemented> {
  readonly id = ++last;
  readonly webContents: WebContents;
  /** Lets a test read how the product made the window. */
  readonly options: Electron.BrowserWindowConstructorOptions;
  #normal: Rectangle;
  #title: string;
  #visible = false;
  #minimized = false;
  #maximized = false;
  #fullScreen = false;
  #destroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}, popup?: Target) {
    super();
    requireReady('Cannot create BrowserWindow: it');
    this.options = options;
    this.#normal = boundsFrom(options);
    this.#title = options.title ?? '';
    const target = popup ? Promise.resolve(popup) : this.#open();
    windows.push(this);
    this.webContents = new WebContents(target, options.webPreferences?.preload);
    this.#follow(popup !== undefined);
    bus.emit('browser-window-created', this);
    if (options.show !== false) this.show();
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return inFront;
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
    if (!this.#visible) this.emit('show');
    this.#visible = true;
    this.focus();
  }

  showInactive(): void {
    this.#visible = true;
    this.emit('show');
  }

  hide(): void {
    this.#visible = false;
    this.blur();
    this.emit('hide');
  }

  focus(): void {
    if (inFront === this || this.#destroyed) return;
    inFront?.blur();
    bringToFront(this);
    this.emit('focus');
    bus.emit('browser-window-focus', this);
    void this.#command(({ session }) => session.send('Page.bringToFront'));
    this.#focusPage(true);
  }

  blur(): void {
    if (inFront !== this) return;
    inFront = null;
    this.emit('blur');
    bus.emit('browser-window-blur', this);
    this.#focusPage(false);
  }

  /** Keeps the focus in the page, as Electron's windows have nothing else that Tab could lead to. */
  #focusPage(enabled: boolean): void {
    void this.#command(({ session }) => session.send('Emulation.setFocusEmulationEnabled', { enabled }));
  }

  close(): void {
    if (this.#destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) bus.emit('close-cancelled');
    else void this.webContents.close().catch(() => this.#closed());
  }

  destroy(): void {
    if (this.#destroyed) return;
    void this.#command(async ({ id }) =>
      (await running).connection.browser.send('Target.closeTarget', { targetId: id }),
    );
    this.#closed();
  }

  maximize(): void {
    this.#maximized = true;
    this.#change('maximize');
  }

  unmaximize(): void {
    this.#maximized = false;
    this.#change('unmaximize');
  }

  minimize(): void {
    this.#minimized = true;
    this.blur();
    this.emit('minimize');
  }

  restore(): void {
    this.#minimized = false;
    this.emit('restore');
  }

  setFullScreen(flag: boolean): void {
    if (flag === this.#fullScreen) return;
    this.#fullScreen = flag;
    this.#change(flag ? 'enter-full-screen' : 'leave-full-screen');
  }

  isMaximized = (): boolean => this.#maximized;
  isMinimized = (): boolean => this.#minimized;
  isFullScreen = (): boolean => this.#fullScreen;
  isVisible = (): boolean => this.#visible;
  isFocused = (): boolean => inFront === this;
  isDestroyed = (): boolean => this.#destroyed;
  getTitle = (): string => this.#title;
  setTitle = (title: string): void => void (this.#title = title);
  getNormalBounds = (): Rectangle => ({ ...this.#normal });
  getBounds = (): Rectangle => ({ ...this.#normal });
  setBackgroundColor = (color: string): void => void (this.options.backgroundColor = color);
  setTitleBarOverlay = (overlay: Electron.TitleBarOverlayOptions): void =>
    void (this.options.titleBarOverlay = overlay);
  setIcon = (): void => undefined;
  setMenuBarVisibility = (): void => undefined;

  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.#normal;
    this.#normal = boundsFrom({ ...before, ...bounds });
    if (before.width !== this.#normal.width || before.height !== this.#normal.height) this.#change('resize');
    if (before.x !== this.#normal.x || before.y !== this.#normal.y) this.#change('move');
  }

  #change(event: string): void {
    this.emit(event);
    void this.#place();
  }

  async #open(): Promise<Target> {
    const { targets } = await running;
    const { x: left, y: top, width, height } = this.#normal;
    return targets.open({ left, top, width, height });
  }

  #follow(popup: boolean): void {
    const { webContents } = this;
    webContents.on('painted', () => {
      if (!options.neverReadyToShow) this.#readyToShow();
    });
    webContents.on('key', (pressed: PressedKey) => pressInMenu(pressed, this));
    webContents.once('destroyed', () => this.#closed());
    void webContents.target
      .then(async (target) => {
        if (popup) await this.#readPlace(target);
        else await this.#place();
        bus.emit('window-opened');
      })
      .catch(() => undefined); // it was closed before it was there
  }

  #announced = false;
  #readyToShow(): void {
    if (this.#announced) return;
    this.#announced = true;
    this.emit('ready-to-show');
  }

  async #command(work: (target: Target) => Promise<unknown>): Promise<void> {
    await this.webContents.target.then(work).catch(() => undefined); // the window is closed
  }

  async #readPlace(target: Target): Promise<void> {
    const { bounds } = await (
      await running
    ).connection.browser.send('Browser.getWindowForTarget', {
      targetId: target.id,
    });
    const { left: x = 0, top: y = 0, width = 0, height = 0 } = bounds;
    this.#normal = { x, y, width, height };
  }

  /** Gives the page the whole of the window: Chromium's has a bar for tabs and addresses. */
  #place(): Promise<void> {
    return this.#command(async ({ id, session }) => {
      const { browser } = (await running).connection;
      const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: id });
      const { result } = await session.send('Runtime.evaluate', { expression: 'outerHeight - innerHeight' });
      const bar = Number(result.value);
      const { x: left, y: top, width, height } = this.#size();
      await browser.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height: height + bar } });
    });
  }

  #size(): Rectangle {
    const display = options.displays[0];
    return display && (this.#maximized || this.#fullScreen) ? { x: 0, y: 0, ...display } : this.#normal;
  }

  #closed(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.splice(windows.indexOf(this), 1);
    this.blur();
    this.emit('closed');
    bus.emit('window-closed', windows.length);
  }
}

followFocus(() => inFront);

/** A page asked for these, and Chromium has not carried them out yet. */
const openings: { opener: WebContents; opening: Opening }[] = [];

bus.on('window-open', (opener: WebContents, { url, windowName, windowFeatures }: WindowOpen) => {
  openings.push({ opener, opening: { url, frameName: windowName, features: windowFeatures.join() } });
  bus.emit('asked');
});

interface WindowOpen {
  readonly url: string;
  readonly windowName: string;
  readonly windowFeatures: readonly string[];
}

/** Waits this many ms for Chromium to tell what a page asked, if it was a page that did. */
const ASK_WITHIN = 500;

async function whoAsked(): Promise<(typeof openings)[number] | undefined> {
  if (openings.length === 0) {
    await Promise.race([
      new Promise((resolve) => bus.once('asked', resolve)),
      new Promise((resolve) => setTimeout(resolve, ASK_WITHIN).unref()),
    ]);
  }
  return openings.shift();
}

/** Closes a page that must not open. It has to run, as its opener waits for it, but no request of it leaves. */
async function refuse({ id, session }: Target): Promise<void> {
  const { browser } = (await running).connection;
  await Promise.allSettled([
    session.send('Fetch.enable'),
    session.send('Runtime.runIfWaitingForDebugger'),
    browser.send('Target.closeTarget', { targetId: id }),
  ]);
}

/** Lets the product decide about a window that a page opened, before anything of it runs. */
export async function takePopup(target: Target): Promise<boolean> {
  const found = await whoAsked();
  if (!found) return false;
  const { opener, opening } = found;
  const details = { ...opening, disposition: 'new-window', referrer: { policy: 'default', url: '' }, postBody: null };
  const answer = opener.askToOpen({
    ...details,
    url: network.toProduct(opening.url),
  } as unknown as Electron.HandlerDetails);
  if (answer.action === 'deny') {
    await refuse(target);
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

function find(id: number): BrowserWindow {
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
  close: (id: number): void => find(id).close(),
  minimize: (id: number): void => find(id).minimize(),
  maximize: (id: number): void => find(id).maximize(),
  move: (id: number, bounds: Partial<Rectangle>): void => find(id).setBounds(bounds),
  focus: (id: number): void => find(id).focus(),
  /** Brings another program to the front. */
  lookAway: (): void => inFront?.blur(),
  /** Ends the page's process. */
  crash: (id: number): void => find(id).webContents.forcefullyCrashRenderer(),
  /** Emits an event of the window that needs a hanging page or the end of a session. */
  emit: (id: number, event: 'unresponsive' | 'responsive' | 'session-end' | 'query-session-end'): void => {
    const window = find(id);
    window.emit(event, preventable({ reasons: ['shutdown'] }));
    if (event === 'unresponsive' || event === 'responsive') window.webContents.emit(event);
  },
};
