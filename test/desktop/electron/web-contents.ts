import { EventEmitter } from 'node:events';

import type { Session } from './chromium/cdp.ts';
import type { Target } from './chromium/targets.ts';
import { copyPicture } from './clipboard.ts';
import { createContextMenuParams } from './context-menu.ts';
import { createPreventable } from './event.ts';
import { ipcMain } from './ipc-main.ts';
import { nativeTheme } from './native-theme.ts';
import {
  EXPOSED_NAME,
  RECEIVE,
  SEND,
  type PressedKey,
  type RightClick,
  type ToPreload,
  type ToStandIn,
} from './page/messages.ts';
import { createPageScripts, WORLD, type PageScripts } from './page/preload-scripts.ts';
import { bus, network } from './runtime.ts';
import { mainSession } from './session.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

const ABORTED_CODE = 'net::ERR_ABORTED';
let lastId = 0;
const allContents = new Map<number, WebContents>();

const loadError = (reason: string, url: string): Error =>
  Object.assign(new Error(`${reason} loading '${url}'`), { code: reason.replace('net::', ''), url });

const getColourScheme = () => [
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
  readonly id = ++lastId;
  readonly session = mainSession;
  readonly #target: Promise<Target>;
  #openHandler: OpenHandler | undefined;
  #url = '';
  #world: number | undefined;
  #isLoading = false;
  #hasCrashed = false;
  #isDestroyed = false;
  #zoomLevel = 0;

  constructor(target: Promise<Target>, preload: string | undefined) {
    super();
    this.#target = target.then(async (resolvedTarget) => {
      await this.#attach(resolvedTarget, preload);
      return resolvedTarget;
    });
    // A window may be closed before it exists; callers that need the page get the error.
    this.#target.catch(() => undefined);
    nativeTheme.on('updated', () => void this.#send('Emulation.setEmulatedMedia', { features: getColourScheme() }));
    allContents.set(this.id, this);
    bus.emit('web-contents-created', this);
  }

  get target(): Promise<Target> {
    return this.#target;
  }

  async loadURL(url: string): Promise<void> {
    const { session } = await this.#target.catch(() => Promise.reject(loadError(ABORTED_CODE, url)));
    const pageLoad = new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()));
    const closing = session.closed.then(() => Promise.reject(loadError(ABORTED_CODE, url)));
    this.#isLoading = true;
    try {
      const navigation = await Promise.race([session.send('Page.navigate', { url: network.toChromium(url) }), closing]);
      if (navigation.errorText) throw loadError(navigation.errorText, url);
      await Promise.race([pageLoad, closing]);
      this.#hasCrashed = false;
    } catch (error) {
      this.emit('did-fail-load', {}, -2, String(error), url, true);
      throw this.#isDestroyed ? loadError(ABORTED_CODE, url) : error;
    } finally {
      this.#isLoading = false;
      this.emit('did-stop-loading');
    }
  }

  reload(): void {
    void this.#send('Page.reload', {});
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#sendToPreload({ kind: 'message', channel, args });
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isLoading(): boolean {
    return this.#isLoading;
  }

  isCrashed(): boolean {
    return this.#hasCrashed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Asks the product about a window that the page opens; without a handler it is allowed. */
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
    void this.#send('Page.crash', {});
  }

  undo = (): void => void this.edit('Undo');
  redo = (): void => void this.edit('Redo');
  cut = (): void => void this.edit('Cut');
  copy = (): void => void this.edit('Copy');
  paste = (): void => void this.edit('Paste');
  pasteAndMatchStyle = (): void => void this.edit('PasteAndMatchStyle');
  delete = (): void => void this.edit('Delete');
  selectAll = (): void => void this.edit('SelectAll');

  /** Runs one of Chromium's editing commands in the focused element. */
  async edit(command: string): Promise<void> {
    await this.#send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] });
  }

  replaceMisspelling(text: string): void {
    void this.#sendToPreload({ kind: 'select-word' }).then(() => this.#send('Input.insertText', { text }));
  }

  copyImageAt(x: number, y: number): void {
    void this.#copyImage(x, y);
  }

  showDefinitionForSelection(): void {
    // Only macOS has it.
  }

  /** Closes the page, which may first run its unload handlers. */
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

  async #send(...[method, params]: Parameters<Session['send']>): Promise<void> {
    await this.#target.then(({ session }) => session.send(method, params)).catch(() => undefined); // the page is gone
  }

  async #sendToPreload(message: ToPreload): Promise<void> {
    // Messages to a page without a preload are lost, as in Electron.
    if (this.#world === undefined) return;
    const expression = `${RECEIVE}(${JSON.stringify(message)})`;
    await this.#send('Runtime.evaluate', { expression, contextId: this.#world });
  }

  async #attach({ id, session, isPaused, sharesWorlds }: Target, preload: string | undefined): Promise<void> {
    this.#listen(id, session);
    const scripts = createPageScripts(preload);
    const setup = [
      session.send('Page.enable'),
      session.send('Inspector.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: SEND, executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.mainWorld() }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolatedWorld, worldName: WORLD }),
      session.send('Emulation.setEmulatedMedia', { features: getColourScheme() }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
    ];
    if (sharesWorlds) await this.#runScripts(id, session, scripts);
    await Promise.all([...setup, ...(isPaused ? [session.send('Runtime.runIfWaitingForDebugger')] : [])]);
  }

  /** Runs both scripts in the first document, whose worlds a page with an opener keeps. */
  async #runScripts(frameId: string, session: Session, { mainWorld, isolatedWorld }: PageScripts): Promise<void> {
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: WORLD,
    });
    await session.send('Runtime.evaluate', { expression: isolatedWorld, contextId });
    // Events reach no listener while the page waits to run.
    const { result } = await session.send('Runtime.evaluate', {
      expression: `${EXPOSED_NAME}()`,
      contextId,
      returnByValue: true,
    });
    await session.send('Runtime.evaluate', { expression: mainWorld(result.value as string[]) });
    this.#world = contextId;
  }

  #listen(id: string, session: Session): void {
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
    session.on('Fetch.requestPaused', (request) => this.#navigate(session, request, request.frameId === id));
    session.on('Inspector.targetCrashed', () => {
      this.#hasCrashed = true;
      this.#world = undefined;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    void session.closed.then(() => {
      this.#isDestroyed = true;
      allContents.delete(this.id);
      this.emit('destroyed');
    });
  }

  /** Lets the product refuse a navigation that the page began. */
  #navigate(
    session: Session,
    pausedRequest: { requestId: string; request: { url: string }; redirectedRequestId?: string },
    isMainFrame: boolean,
  ): void {
    const details = createPreventable({ url: network.toProduct(pausedRequest.request.url), isMainFrame });
    if (pausedRequest.redirectedRequestId !== undefined) this.emit('will-redirect', details, details.url);
    else if (!this.#isLoading || !isMainFrame) {
      if (isMainFrame) this.emit('will-navigate', details, details.url);
      this.emit('will-frame-navigate', details, details.url);
    }
    const { requestId } = pausedRequest;
    const answer = details.defaultPrevented
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    answer.catch(() => undefined); // the page went elsewhere meanwhile
  }

  async #receive(message: ToStandIn): Promise<void> {
    const { kind, url, origin } = message;
    if (kind === 'key') this.emit('key', message.pressed satisfies PressedKey);
    else if (kind === 'right-click') this.emit('context-menu', {}, this.#contextMenu(message.click, url));
    else {
      const frame = { url: network.toProduct(url), origin: network.toProduct(origin), parent: null };
      const event = { sender: this, senderFrame: frame } as unknown as Electron.IpcMainInvokeEvent;
      if (kind === 'send') ipcMain.emit(message.channel, event, ...message.args);
      else await this.#answer(message.id, () => ipcMain.invoke(message.channel, event, message.args));
    }
  }

  #contextMenu(click: RightClick, url: string): ReturnType<typeof createContextMenuParams> {
    const toProduct = (address: string): string => network.toProduct(address);
    const productClick = { ...click, linkURL: toProduct(click.linkURL), srcURL: toProduct(click.srcURL) };
    return createContextMenuParams(productClick, toProduct(url));
  }

  async #answer(id: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#sendToPreload({ kind: 'answer', id, value: await work() });
    } catch (error) {
      await this.#sendToPreload({
        kind: 'failure',
        id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

export const webContents = {
  fromId: (id: number): WebContents | undefined => allContents.get(id),
  getAllWebContents: (): WebContents[] => [...allContents.values()],
};
