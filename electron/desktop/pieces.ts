/**
 * The part of Electron the desktop shell uses, narrowed to what it needs. `main.ts` hands in the real thing, which the
 * compiler checks against Electron's own types there; tests hand in a stand-in.
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

export interface WebContentsPiece {
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

export interface WindowPiece {
  readonly id: number;
  readonly webContents: WebContentsPiece;
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
  new (options: BrowserWindowConstructorOptions): WindowPiece;
  getFocusedWindow(): WindowPiece | null;
}

type PermissionCallback = (granted: boolean) => void;

export interface SessionPiece {
  setPermissionRequestHandler(
    handler: (
      contents: WebContentsPiece,
      permission: string,
      callback: PermissionCallback,
      details: { requestingUrl?: string },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (contents: WebContentsPiece | null, permission: string, requestingOrigin: string) => boolean,
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

export interface AppPiece {
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
  on(event: 'web-contents-created', listener: (event: unknown, contents: WebContentsPiece) => void): unknown;
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown;
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown;
}

export interface FramePiece {
  readonly origin: string;
  readonly url: string;
  readonly parent: unknown;
}

export interface InvokeEvent {
  readonly sender: { readonly id: number };
  readonly senderFrame: FramePiece | null;
}

export interface IpcPiece {
  handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => unknown): void;
}

interface ProtocolPiece {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void;
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
}

/** Dialogs as sheets of the focused window where there is one; `main.ts` finds the window. */
export interface DialogPiece {
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showErrorBox(title: string, content: string): void;
}

interface MenuPiece {
  setFromTemplate(template: MenuItemConstructorOptions[]): void;
}

interface NotificationPiece {
  on(event: 'click' | 'close', listener: () => void): unknown;
  show(): void;
}

export interface NotificationClass {
  new (options: { title: string; body: string }): NotificationPiece;
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
  readonly app: AppPiece;
  readonly BrowserWindow: WindowClass;
  readonly session: { readonly defaultSession: SessionPiece };
  readonly ipcMain: IpcPiece;
  readonly protocol: ProtocolPiece;
  readonly dialog: DialogPiece;
  readonly menu: MenuPiece;
  readonly Notification: NotificationClass;
  readonly screen: ScreenPiece;
  readonly nativeTheme: ThemePiece;
  readonly shell: { openExternal(url: string): Promise<void> };
  readonly utilityProcess: { fork(modulePath: string, args: string[], options: ForkOptions): UtilityChild };
  /** Keys that reach the studio while another program is in front; false: another program has them. */
  readonly globalShortcut: { register(accelerator: string, run: () => void): boolean; unregisterAll(): void };
  readonly crashReporter: { start(options: { uploadToServer: false }): void };
}
