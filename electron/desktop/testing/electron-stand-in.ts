/** A typed stand-in for the part of Electron that the shell uses: it records calls and lets tests emit events. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  ForkOptions,
  HandlerDetails,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
  SaveDialogOptions,
  TitleBarOverlayOptions,
  WindowOpenHandlerResponse,
} from 'electron';
import type {
  AppApi,
  DesktopPieces,
  DialogApi,
  InvokeEvent,
  SessionApi,
  UtilityChild,
  WebContentsApi,
  WindowApi,
} from '../electron-api.ts';

export class StandInEvent {
  prevented = false;
  readonly url: string;
  constructor(url = '') {
    this.url = url;
  }
  preventDefault(): void {
    this.prevented = true;
  }
}

class StandInSession extends EventEmitter implements SessionApi {
  permissionRequest: Parameters<SessionApi['setPermissionRequestHandler']>[0] | undefined;
  permissionCheck: Parameters<SessionApi['setPermissionCheckHandler']>[0] | undefined;
  devicePermission: (() => boolean) | undefined;
  displayMedia: Parameters<SessionApi['setDisplayMediaRequestHandler']>[0] | undefined;
  spellChecker: boolean | undefined;
  beforeRequest: ((details: { url: string }, callback: (response: { cancel?: boolean }) => void) => void) | undefined;
  requestFilter: { urls: string[] } | undefined;
  readonly webRequest: SessionApi['webRequest'] = {
    onBeforeRequest: (filter, listener) => {
      this.requestFilter = filter;
      this.beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: Parameters<SessionApi['setPermissionRequestHandler']>[0]): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Parameters<SessionApi['setPermissionCheckHandler']>[0]): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.devicePermission = handler;
  }
  setDisplayMediaRequestHandler(handler: Parameters<SessionApi['setDisplayMediaRequestHandler']>[0]): void {
    this.displayMedia = handler;
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable;
  }
}

export class StandInWebContents extends EventEmitter implements WebContentsApi {
  readonly id: number;
  readonly sent: unknown[][] = [];
  windowOpen: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;
  constructor(id: number) {
    super();
    this.id = id;
  }
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.windowOpen = handler;
  }
}

class StandInWindow extends EventEmitter implements WindowApi {
  readonly id: number;
  readonly webContents: StandInWebContents;
  readonly options: BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  bounds: Rectangle;
  destroyed = false;
  minimized = false;
  backgroundColor: string | undefined;
  overlay: TitleBarOverlayOptions | undefined;
  constructor(id: number, options: BrowserWindowConstructorOptions) {
    super();
    this.id = id;
    this.options = options;
    this.webContents = new StandInWebContents(id);
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 0, height: options.height ?? 0 };
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    return Promise.resolve();
  }
  show(): void {
    this.calls.push('show');
  }
  focus(): void {
    this.calls.push('focus');
  }
  maximize(): void {
    this.calls.push('maximize');
  }
  restore(): void {
    this.calls.push('restore');
  }
  isMaximized(): boolean {
    return this.calls.includes('maximize');
  }
  isFullScreen(): boolean {
    return this.calls.includes('fullScreen');
  }
  setFullScreen(flag: boolean): void {
    if (flag) this.calls.push('fullScreen');
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  setBackgroundColor(color: string): void {
    this.backgroundColor = color;
  }
  setTitleBarOverlay(options: TitleBarOverlayOptions): void {
    this.overlay = options;
  }
}

class StandInApp extends EventEmitter implements AppApi {
  isPackaged = true;
  lock = true;
  readonly calls: string[] = [];
  readonly paths = new Map<string, string>();
  readonly exited = new Promise<number>((resolve) => this.once('exited', resolve));
  enableSandbox(): void {
    this.calls.push('enableSandbox');
  }
  disableHardwareAcceleration(): void {
    this.calls.push('disableHardwareAcceleration');
  }
  requestSingleInstanceLock(): boolean {
    this.calls.push(`lock ${this.getPath('userData')}`);
    return this.lock;
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.calls.push(`protocol ${protocol}`);
    return true;
  }
  setAppUserModelId(): void {}
  preferredLanguages = ['en-GB'];
  getPreferredSystemLanguages(): string[] {
    return this.preferredLanguages;
  }
  getVersion(): string {
    return '1.2.3';
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/home/someone/.config/Cutaway`;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  whenReady(): Promise<void> {
    this.calls.push('ready');
    return Promise.resolve();
  }
  quit(): void {
    this.calls.push('quit');
  }
  exit(code = 0): void {
    this.calls.push(`exit ${code}`);
    this.emit('exited', code);
  }
}

class StandInNotification extends EventEmitter {
  readonly options: { title: string; body: string };
  shown = false;
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show(): void {
    this.shown = true;
  }
}

export class StandInChild extends EventEmitter implements UtilityChild {
  pid: number | undefined = 4_242;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  killed = 0;
  kill(): boolean {
    this.killed += 1;
    return true;
  }
}

function createRecord() {
  return {
    schemes: [] as CustomScheme[],
    protocols: new Map<string, (request: Request) => Promise<Response>>(),
    handlers: new Map<string, (event: InvokeEvent, ...args: unknown[]) => unknown>(),
    menu: [] as MenuItemConstructorOptions[],
    errors: [] as { title: string; content: string }[],
    questions: [] as MessageBoxOptions[],
    saves: [] as SaveDialogOptions[],
    folders: [] as OpenDialogOptions[],
    opened: [] as string[],
    crashReporter: undefined as { uploadToServer: false } | undefined,
    globalKeys: new Map<string, () => void>(),
    windows: [] as StandInWindow[],
    notifications: [] as StandInNotification[],
    forks: [] as { modulePath: string; args: string[]; options: ForkOptions; child: StandInChild }[],
    /** The person's answers: the index of a button, the chosen path (empty means cancelled). */
    answer: 0,
    savePath: '',
    /** The folder the person chooses for several files; empty means cancelled. */
    folderPath: '',
    focused: false,
  };
}
type StandInRecord = ReturnType<typeof createRecord>;

function createClasses(app: StandInApp, record: StandInRecord) {
  class WindowClass extends StandInWindow {
    constructor(options: BrowserWindowConstructorOptions) {
      super(record.windows.length + 1, options);
      record.windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    static getFocusedWindow(): StandInWindow | null {
      return record.focused ? (record.windows.at(-1) ?? null) : null;
    }
  }
  class NotificationClass extends StandInNotification {
    constructor(options: { title: string; body: string }) {
      super(options);
      record.notifications.push(this);
    }
    static isSupported(): boolean {
      return true;
    }
  }
  return { BrowserWindow: WindowClass, Notification: NotificationClass };
}

function createDialog(record: StandInRecord): DialogApi {
  return {
    showSaveDialog: (options) => {
      record.saves.push(options);
      return Promise.resolve({ canceled: record.savePath === '', filePath: record.savePath });
    },
    showOpenDialog: (options) => {
      record.folders.push(options);
      return Promise.resolve({
        canceled: record.folderPath === '',
        filePaths: record.folderPath === '' ? [] : [record.folderPath],
      });
    },
    showMessageBox: (options) => {
      record.questions.push(options);
      return Promise.resolve({ response: record.answer, checkboxChecked: false });
    },
    showErrorBox: (title, content) => void record.errors.push({ title, content }),
  };
}

export function createStandIn() {
  const app = new StandInApp();
  const defaultSession = new StandInSession();
  const record = createRecord();
  const nativeTheme = Object.assign(new EventEmitter(), {
    shouldUseDarkColors: false,
    themeSource: 'system' as 'system' | 'light' | 'dark',
  });
  const pieces = {
    app,
    ...createClasses(app, record),
    session: { defaultSession },
    ipcMain: { handle: (channel, listener) => void record.handlers.set(channel, listener) },
    protocol: {
      registerSchemesAsPrivileged: (schemes) => {
        app.calls.push('schemes');
        record.schemes.push(...schemes);
      },
      handle: (scheme, handler) => void record.protocols.set(scheme, handler),
    },
    dialog: createDialog(record),
    menu: { setFromTemplate: (template) => void (record.menu = template) },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }] },
    nativeTheme,
    shell: {
      openExternal: (url) => Promise.resolve(void record.opened.push(url)),
      openPath: (path) => Promise.resolve(void record.opened.push(path)).then(() => ''),
    },
    utilityProcess: {
      fork: (modulePath, args, options) => {
        const child = new StandInChild();
        record.forks.push({ modulePath, args, options, child });
        return child;
      },
    },
    globalShortcut: {
      register: (accelerator, run) => {
        record.globalKeys.set(accelerator, run);
        return true;
      },
      unregisterAll: () => record.globalKeys.clear(),
    },
    crashReporter: { start: (options) => void (record.crashReporter = options) },
  } satisfies DesktopPieces;
  return { pieces, app, defaultSession, nativeTheme, record };
}
