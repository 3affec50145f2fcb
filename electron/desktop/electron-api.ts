/**
 * Declares the part of Electron that the desktop shell uses. `main.ts` passes the real objects, which the compiler
 * checks against Electron's types; tests pass a stand-in.
 */
import type {
  BrowserWindowConstructorOptions,
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
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: NavigationDetails) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown;
}

export interface WindowApi {
  readonly id: number;
  readonly webContents: WebContentsApi;
  loadURL(url: string): Promise<void>;
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
    event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'enter-full-screen' | 'leave-full-screen' | 'closed',
    listener: () => void,
  ): unknown;
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  once(event: 'ready-to-show', listener: () => void): unknown;
}

export interface WindowClass {
  new (options: BrowserWindowConstructorOptions): WindowApi;
  getFocusedWindow(): WindowApi | null;
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
  on(event: 'will-download', listener: (event: Preventable) => void): unknown;
  readonly webRequest: {
    onBeforeRequest(
      filter: { urls: string[] },
      listener: (details: { url: string }, callback: (response: { cancel?: boolean }) => void) => void,
    ): void;
  };
}

export interface AppApi {
  readonly isPackaged: boolean;
  enableSandbox(): void;
  disableHardwareAcceleration(): void;
  requestSingleInstanceLock(): boolean;
  setAsDefaultProtocolClient(protocol: string): boolean;
  setAppUserModelId(id: string): void;
  getVersion(): string;
  getPreferredSystemLanguages(): string[];
  getPath(name: 'userData'): string;
  setPath(name: 'userData' | 'sessionData' | 'crashDumps', path: string): void;
  whenReady(): Promise<void>;
  quit(): void;
  exit(code?: number): void;
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown;
  on(event: 'open-url', listener: (event: Preventable, url: string) => void): unknown;
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
}

interface NotificationApi {
  on(event: 'click' | 'close', listener: () => void): unknown;
  show(): void;
}

export interface NotificationClass {
  new (options: { title: string; body: string }): NotificationApi;
  isSupported(): boolean;
}

interface ScreenPiece {
  getAllDisplays(): { readonly workArea: Rectangle }[];
}

interface ThemePiece {
  readonly shouldUseDarkColors: boolean;
  themeSource: 'system' | 'light' | 'dark';
  on(event: 'updated', listener: () => void): unknown;
}

export interface UtilityChild {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  kill(): boolean;
  once(event: 'exit', listener: (code: number) => void): unknown;
}

export interface DesktopPieces {
  readonly app: AppApi;
  readonly BrowserWindow: WindowClass;
  readonly session: { readonly defaultSession: SessionApi };
  readonly ipcMain: IpcApi;
  readonly protocol: ProtocolApi;
  readonly dialog: DialogApi;
  readonly menu: MenuApi;
  readonly Notification: NotificationClass;
  readonly screen: ScreenPiece;
  readonly nativeTheme: ThemePiece;
  readonly shell: { openExternal(url: string): Promise<void>; openPath(path: string): Promise<string> };
  readonly utilityProcess: { fork(modulePath: string, args: string[], options: ForkOptions): UtilityChild };
  /**
   * Shortcuts that work while another program is in front; `register` returns false if another program owns the keys.
   */
  readonly globalShortcut: { register(accelerator: string, run: () => void): boolean; unregisterAll(): void };
  readonly crashReporter: { start(options: { uploadToServer: false }): void };
}
