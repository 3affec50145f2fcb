/**
 * Declares the part of Electron that the desktop shell uses. `main.ts` passes the real objects, which the compiler
 * checks against Electron's types; tests pass a stand-in.
 */
import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams,
  CustomScheme,
  ForkOptions,
  HandlerDetails,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  Rectangle,
  SaveDialogOptions,
  SaveDialogReturnValue,
  TitleBarOverlayOptions,
  WindowOpenHandlerResponse,
} from 'electron';

interface Preventable {
  preventDefault(): void;
}

export interface NavigationDetails extends Preventable {
  readonly url: string;
}

export interface WebContentsApi {
  readonly id: number;
  send(channel: string, ...args: unknown[]): void;
  isDestroyed(): boolean;
  /** Returns the address of the page, also after its process ended. */
  getURL(): string;
  reload(): void;
  /** Ends the page's process at once; `render-process-gone` follows. */
  forcefullyCrashRenderer(): void;
  replaceMisspelling(text: string): void;
  copyImageAt(x: number, y: number): void;
  /** Does nothing outside macOS. */
  showDefinitionForSelection(): void;
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: NavigationDetails) => void,
  ): unknown;
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown;
  on(event: 'did-create-window', listener: (window: WindowApi) => void): unknown;
  on(event: 'context-menu', listener: (event: unknown, params: ContextMenuParams) => void): unknown;
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown;
}

/** Windows first asks whether it may end the session, which a person can still cancel, and then ends it. */
type WindowsEvent = 'query-session-end' | 'session-end';

export interface WindowApi {
  readonly id: number;
  readonly webContents: WebContentsApi;
  loadURL(url: string): Promise<void>;
  destroy(): void;
  show(): void;
  focus(): void;
  maximize(): void;
  isMaximized(): boolean;
  isFullScreen(): boolean;
  setFullScreen(flag: boolean): void;
  isMinimized(): boolean;
  isDestroyed(): boolean;
  restore(): void;
  getNormalBounds(): Rectangle;
  setBackgroundColor(color: string): void;
  setTitleBarOverlay(options: TitleBarOverlayOptions): void;
  on(
    event:
      | 'resize'
      | 'move'
      | 'maximize'
      | 'unmaximize'
      | 'enter-full-screen'
      | 'leave-full-screen'
      | 'closed'
      | WindowsEvent,
    listener: () => void,
  ): unknown;
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  once(event: 'ready-to-show', listener: () => void): unknown;
}

export interface WindowClass {
  new (options: BrowserWindowConstructorOptions): WindowApi;
  getFocusedWindow(): WindowApi | null;
  getAllWindows(): WindowApi[];
}

type PermissionCallback = (granted: boolean) => void;

export interface SessionApi {
  setPermissionRequestHandler(
    handler: (
      contents: WebContentsApi,
      permission: string,
      callback: PermissionCallback,
      details: { requestingUrl?: string },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (contents: WebContentsApi | null, permission: string, requestingOrigin: string) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(handler: (request: unknown, callback: (streams: null) => void) => void): void;
  setSpellCheckerEnabled(enable: boolean): void;
  /** Does nothing on macOS. */
  setSpellCheckerDictionaryDownloadURL(url: string): void;
  /** Does nothing on macOS; throws for a language that is not available. */
  setSpellCheckerLanguages(languages: string[]): void;
  readonly availableSpellCheckerLanguages: string[];
  on(
    event:
      | 'spellcheck-dictionary-download-begin'
      | 'spellcheck-dictionary-download-failure'
      | 'spellcheck-dictionary-initialized',
    listener: (event: unknown, language: string) => void,
  ): unknown;
  addWordToSpellCheckerDictionary(word: string): boolean;
  on(event: 'will-download', listener: (event: Preventable) => void): unknown;
  readonly webRequest: {
    onBeforeRequest(
      filter: { urls: string[] },
      listener: (
        details: { url: string; webContentsId?: number },
        callback: (response: { cancel?: boolean }) => void,
      ) => void,
    ): void;
  };
}

export interface AppApi {
  readonly isPackaged: boolean;
  readonly commandLine: { appendSwitch(name: string, value?: string): void; getSwitchValue(name: string): string };
  enableSandbox(): void;
  disableHardwareAcceleration(): void;
  requestSingleInstanceLock(): boolean;
  relaunch(options: { args: string[]; execPath?: string }): void;
  setAsDefaultProtocolClient(protocol: string): boolean;
  setAppUserModelId(id: string): void;
  getVersion(): string;
  getPreferredSystemLanguages(): string[];
  getPath(name: 'userData' | 'documents'): string;
  setPath(name: 'userData' | 'sessionData' | 'crashDumps', path: string): void;
  whenReady(): Promise<void>;
  quit(): void;
  exit(code?: number): void;
  on(event: 'second-instance', listener: (event: unknown, argv: string[], workingDirectory: string) => void): unknown;
  on(event: 'open-file', listener: (event: Preventable, path: string) => void): unknown;
  on(event: 'open-url', listener: (event: Preventable, url: string) => void): unknown;
  on(event: 'session-created', listener: (session: SessionApi) => void): unknown;
  on(event: 'web-contents-created', listener: (event: unknown, contents: WebContentsApi) => void): unknown;
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown;
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown;
}

export interface FrameApi {
  readonly origin: string;
  readonly url: string;
  readonly parent: unknown;
}

export interface InvokeEvent {
  readonly sender: { readonly id: number };
  readonly senderFrame: FrameApi | null;
}

export interface IpcApi {
  handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => unknown): void;
}

interface ProtocolApi {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void;
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
}

/** Dialogs open as sheets of the focused window if there is one; `main.ts` finds the window. */
export interface DialogApi {
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showErrorBox(title: string, content: string): void;
}

interface MenuApi {
  setFromTemplate(template: MenuItemConstructorOptions[]): void;
  /** Opens a menu in the window of these contents, at the pointer unless a position is given. */
  popup(template: MenuItemConstructorOptions[], position: { contents: number; x?: number; y?: number }): void;
}

interface NotificationApi {
  on(event: 'click' | 'close', listener: () => void): unknown;
  show(): void;
}

export interface NotificationClass {
  new (options: { title: string; body: string }): NotificationApi;
  isSupported(): boolean;
}

interface ScreenApi {
  getAllDisplays(): { readonly workArea: Rectangle }[];
}

interface ThemeApi {
  readonly shouldUseDarkColors: boolean;
  themeSource: 'system' | 'light' | 'dark';
  on(event: 'updated', listener: () => void): unknown;
}

/** Exists once the app is ready. */
interface PowerMonitorApi {
  /** Exists on macOS and Linux only; the system waits for the app if the event is prevented. */
  on(event: 'shutdown', listener: (event: Preventable) => void): unknown;
}

export interface UtilityChild {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  postMessage(message: string): void;
  once(event: 'exit', listener: (code: number) => void): unknown;
}

export interface ElectronApi {
  readonly app: AppApi;
  readonly BrowserWindow: WindowClass;
  readonly session: { readonly defaultSession: SessionApi };
  readonly ipcMain: IpcApi;
  readonly protocol: ProtocolApi;
  readonly dialog: DialogApi;
  readonly menu: MenuApi;
  readonly clipboard: { writeText(text: string): void };
  readonly Notification: NotificationClass;
  readonly screen: ScreenApi;
  readonly nativeTheme: ThemeApi;
  readonly powerMonitor: PowerMonitorApi;
  readonly shell: { openExternal(url: string): Promise<void>; openPath(path: string): Promise<string> };
  readonly utilityProcess: { fork(modulePath: string, args: string[], options: ForkOptions): UtilityChild };
  /** Works while another program is in front; `register` returns false if another program owns the keys. */
  readonly globalShortcut: {
    register(accelerator: string, run: () => void): boolean;
    unregister(accelerator: string): void;
    unregisterAll(): void;
  };
  readonly crashReporter: { start(options: { uploadToServer: false }): void };
}
