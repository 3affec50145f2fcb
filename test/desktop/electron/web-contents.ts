import { EventEmitter } from 'node:events';

import type { Session } from './chromium/cdp.ts';
import type { Target } from './chromium/targets.ts';
import { copyPicture } from './clipboard.ts';
import { contextMenuParams } from './context-menu.ts';
import { preventable } from './event.ts';
import { ipcMain } from './ipc-main.ts';
import { nativeTheme } from './native-theme.ts';
import {
  EXPOSED,
  RECEIVE,
  SEND,
  type PressedKey,
  type RightClick,
  type ToPreload,
  type ToStandIn,
} from './page/messages.ts';
import { pageScripts, WORLD, type PageScripts } from './page/preload-scripts.ts';
import { bus, network } from './runtime.ts';
import { mainSession } from './session.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

const ABORTED = 'net::ERR_ABORTED';
let last = 0;
const known = new Map<number, WebContents>();

const loadError = (reason: string, url: string): Error =>
  Object.assign(new Error(`${reason} loading '${url}'`), { code: reason.replace('net::', ''), url });

const colourScheme = () => [
  { name: 'prefers-color-scheme', value: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' },
];

export class WebContents
  extends EventEmitter
  implements
    Pick<
      Electron.WebContents,
      'id' | 'send' | 'getURL' | 'isDestroyed' | 'reload' | 'setWindowOpenHandler' | 'isCrashed' | 'copyImageAt'
    >
{
  readonly id = ++last;
  readonly session = mainSession;
  readonly #target: Promise<Target>;
  #openHandler: OpenHandler | undefined;
  #url = '';
  #world: number | undefined;
  #loading = false;
  #crashed = false;
  #destroyed = false;
  #zoomLevel = 0;

  constructor(target: Promise<Target>, preload: string | undefined) {
    super();
    this.#target = target.then(async (found) => {
      await this.#attach(found, preload);
      return found;
    });
    // A window may be closed before it is there; who needs the page learns of it.
    this.#target.catch(() => undefined);
    nativeTheme.on('updated', () => void this.#command('Emulation.setEmulatedMedia', { features: colourScheme() }));
    known.set(this.id, this);
    bus.emit('web-contents-created', this);
  }

  get target(): Promise<Target> {
    return this.#target;
  }

  async loadURL(url: string): Promise<void> {
    const { session } = await this.#target.catch(() => Promise.reject(loadError(ABORTED, url)));
    const loaded = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()));
    const gone = session.closed.then(() => Promise.reject(loadError(ABORTED, url)));
    this.#loading = true;
    try {
      const navigated = await Promise.race([session.send('Page.navigate', { url: network.toChromium(url) }), gone]);
      if (navigated.errorText) throw loadError(navigated.errorText, url);
      await Promise.race([loaded, gone]);
      this.#crashed = false;
    } catch (error) {
      this.emit('did-fail-load', {}, -2, String(error), url, true);
      throw this.#destroyed ? loadError(ABORTED, url) : error;
    } finally {
      this.#loading = false;
      this.emit('did-stop-loading');
    }
  }

  reload(): void {
    void this.#command('Page.reload', {});
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#tell({ kind: 'message', channel, args });
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isLoading(): boolean {
    return this.#loading;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Asks the product about a window that the page wants; without a handler it is allowed. */
  askToOpen(details: Electron.HandlerDetails): Electron.WindowOpenHandlerResponse {
    return this.#openHandler?.(details) ?? { action: 'allow' };
  }

  getZoomLevel(): number {
    return this.#zoomLevel;
  }

  setZoomLevel(level: number): void {
    this.#zoomLevel = level;
  }

  toggleDevTools(): void {
    this.emit('devtools-opened');
  }

  forcefullyCrashRenderer(): void {
    // The answer never comes.
    void this.#command('Page.crash', {});
  }

  undo = (): void => void this.edit('Undo');
  redo = (): void => void this.edit('Redo');
  cut = (): void => void this.edit('Cut');
  copy = (): void => void this.edit('Copy');
  paste = (): void => void this.edit('Paste');
  pasteAndMatchStyle = (): void => void this.edit('PasteAndMatchStyle');
  delete = (): void => void this.edit('Delete');
  selectAll = (): void => void this.edit('SelectAll');

  /** Runs one of Chromium's editing commands in what has the focus. */
  async edit(command: string): Promise<void> {
    await this.#command('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] });
  }

  replaceMisspelling(text: string): void {
    void this.#tell({ kind: 'select-word' }).then(() => this.#command('Input.insertText', { text }));
  }

  copyImageAt(x: number, y: number): void {
    void this.#copyImage(x, y);
  }

  showDefinitionForSelection(): void {
    // Only macOS has it.
  }

  /** Closes the page, which may first do what it does when it is left. */
  async close(): Promise<void> {
    const { session } = await this.#target;
    await Promise.race([session.send('Page.close').catch(() => undefined), session.closed]); // it closes before it answers
    await session.closed;
  }

  async #copyImage(x: number, y: number): Promise<void> {
    const { session } = await this.#target;
    const expression = `document.elementFromPoint(${x}, ${y})?.currentSrc`;
    const { result } = await session.send('Runtime.evaluate', { expression });
    copyPicture(String(result.value ?? ''));
  }

  async #command(...[method, params]: Parameters<Session['send']>): Promise<void> {
    await this.#target.then(({ session }) => session.send(method, params)).catch(() => undefined); // the page is gone
  }

  async #tell(message: ToPreload): Promise<void> {
    // Messages to a page without a preload are lost, as in Electron.
    if (this.#world === undefined) return;
    const expression = `${RECEIVE}(${JSON.stringify(message)})`;
    await this.#command('Runtime.evaluate', { expression, contextId: this.#world });
  }

  async #attach({ id, session, waiting, shared }: Target, preload: string | undefined): Promise<void> {
    this.#follow(id, session);
    const scripts = pageScripts(preload);
    const prepared = [
      session.send('Page.enable'),
      session.send('Inspector.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: SEND, executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.mainWorld() }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolatedWorld, worldName: WORLD }),
      session.send('Emulation.setEmulatedMedia', { features: colourScheme() }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
    ];
    if (shared) await this.#runScripts(id, session, scripts);
    await Promise.all([...prepared, ...(waiting ? [session.send('Runtime.runIfWaitingForDebugger')] : [])]);
  }

  /** Runs both scripts in the first document, whose worlds a page that another one opened keeps. */
  async #runScripts(frameId: string, session: Session, { mainWorld, isolatedWorld }: PageScripts): Promise<void> {
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: WORLD,
    });
    await session.send('Runtime.evaluate', { expression: isolatedWorld, contextId });
    // Events reach no listener while the page waits to run.
    const { result } = await session.send('Runtime.evaluate', {
      expression: `${EXPOSED}()`,
      contextId,
      returnByValue: true,
    });
    await session.send('Runtime.evaluate', { expression: mainWorld(result.value as string[]) });
    this.#world = contextId;
  }

  #follow(id: string, session: Session): void {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string };
      if (context.name === WORLD && frameId === id) this.#world = context.id;
    });
    session.on('Runtime.executionContextsCleared', () => (this.#world = undefined));
    session.on('Runtime.bindingCalled', ({ payload }) => void this.#receive(JSON.parse(payload) as ToStandIn));
    session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      if (exceptionDetails.executionContextId !== this.#world) return;
      process.stderr.write(`Unable to load preload script: ${exceptionDetails.exception?.description}\n`);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#url = network.toProduct(`${frame.url}${frame.urlFragment ?? ''}`);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === id) this.#url = network.toProduct(url);
    });
    session.on('Page.lifecycleEvent', ({ name }) => {
      if (name === 'firstPaint' || name === 'load') this.emit('painted');
    });
    session.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    session.on('Page.windowOpen', (opening) => bus.emit('window-open', this, opening));
    session.on('Fetch.requestPaused', (paused) => this.#navigate(session, paused, paused.frameId === id));
    session.on('Inspector.targetCrashed', () => {
      this.#crashed = true;
      this.#world = undefined;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    void session.closed.then(() => {
      this.#destroyed = true;
      known.delete(this.id);
      this.emit('destroyed');
    });
  }

  /** Lets the product refuse a navigation that the page began. */
  #navigate(
    session: Session,
    paused: { requestId: string; request: { url: string }; redirectedRequestId?: string },
    main: boolean,
  ): void {
    const details = preventable({ url: network.toProduct(paused.request.url), isMainFrame: main });
    if (paused.redirectedRequestId !== undefined) this.emit('will-redirect', details, details.url);
    else if (!this.#loading || !main) {
      if (main) this.emit('will-navigate', details, details.url);
      this.emit('will-frame-navigate', details, details.url);
    }
    const { requestId } = paused;
    const answered = details.defaultPrevented
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    answered.catch(() => undefined); // the page went elsewhere meanwhile
  }

  async #receive(message: ToStandIn): Promise<void> {
    const { kind, url, origin } = message;
    if (kind === 'key') this.emit('key', message.pressed satisfies PressedKey);
    else if (kind === 'right-click') this.emit('context-menu', {}, this.#contextMenu(message.at, url));
    else {
      const frame = { url: network.toProduct(url), origin: network.toProduct(origin), parent: null };
      const event = { sender: this, senderFrame: frame } as unknown as Electron.IpcMainInvokeEvent;
      if (kind === 'send') ipcMain.emit(message.channel, event, ...message.args);
      else await this.#answer(message.id, () => ipcMain.invoke(message.channel, event, message.args));
    }
  }

  #contextMenu(at: RightClick, url: string): ReturnType<typeof contextMenuParams> {
    const toProduct = (address: string): string => network.toProduct(address);
    const place = { ...at, linkURL: toProduct(at.linkURL), srcURL: toProduct(at.srcURL) };
    return contextMenuParams(place, toProduct(url));
  }

  async #answer(id: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#tell({ kind: 'answer', id, value: await work() });
    } catch (error) {
      await this.#tell({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) });
    }
  }
}

export const webContents = {
  fromId: (id: number): WebContents | undefined => known.get(id),
  getAllWebContents: (): WebContents[] => [...known.values()],
};
