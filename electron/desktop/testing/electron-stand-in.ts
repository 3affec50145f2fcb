/** Stands in for the part of Electron that the shell uses: it records calls and lets tests emit events. */
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
import { StandInSession } from './session-stand-in.ts';
import type {
  AppApi,
  ElectronApi,
  DialogApi,
  InvokeEvent,
  UtilityChild,
  WebContentsApi,
  WindowApi,
} from '../electron-api.ts';

export class StandInEvent {
  isPrevented = false;
  readonly url: string;
  constructor(url = '') {
    this.url = url;
  }
  preventDefault(): void {
    this.isPrevented = true;
  }
}

export class StandInWebContents extends EventEmitter implements WebContentsApi {
  readonly id: number;
  readonly sentMessages: unknown[][] = [];
  readonly calls: unknown[][] = [];
  url = '';
  windowOpen: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;
  constructor(id: number) {
    super();
    this.id = id;
  }
  send(...message: unknown[]): void {
    this.sentMessages.push(message);
  }
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.windowOpen = handler;
  }
  isDestroyed(): boolean {
    return false;
  }
  getURL(): string {
    return this.url;
  }
  reload(): void {
    this.calls.push(['reload']);
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed' });
  }
  replaceMisspelling(text: string): void {
    this.calls.push(['replaceMisspelling', text]);
  }
  copyImageAt(x: number, y: number): void {
    this.calls.push(['copyImageAt', x, y]);
  }
  showDefinitionForSelection(): void {
    this.calls.push(['showDefinitionForSelection']);
  }
}

export class StandInWindow extends EventEmitter implements WindowApi {
  readonly id: number;
  readonly webContents: StandInWebContents;
  readonly options: BrowserWindowConstructorOptions;
  readonly loadedUrls: string[] = [];
  readonly calls: string[] = [];
  bounds: Rectangle;
  destroyed = false;
  minimized = false;
  backgroundColor: string | undefined;
  overlay: TitleBarOverlayOptions | undefined;
  constructor(id: number, options: BrowserWindowConstructorOptions, load: () => Promise<void>) {
    super();
    this.id = id;
    this.options = options;
    this.#load = load;
    this.webContents = new StandInWebContents(id);
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 0, height: options.height ?? 0 };
  }
  readonly #load: () => Promise<void>;
  loadURL(url: string): Promise<void> {
    this.loadedUrls.push(url);
    return this.#load();
  }
  destroy(): void {
    this.destroyed = true;
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
  lock = (): boolean => true;
  relaunched: { args: string[]; execPath?: string } | undefined;
  readonly calls: string[] = [];
  readonly switches = new Map<string, string>();
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => void this.switches.set(name, value),
    getSwitchValue: (name: string) => this.switches.get(name) ?? '',
  };
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
    return this.lock();
  }
  relaunch(options: { args: string[]; execPath?: string }): void {
    this.relaunched = options;
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.calls.push(`protocol ${protocol}`);
    return true;
  }
  setAppUserModelId(): void {}
  getPreferredSystemLanguages(): string[] {
    return ['en-GB'];
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
  isShown = false;
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show(): void {
    this.isShown = true;
  }
}

export class StandInChild extends EventEmitter implements UtilityChild {
  /** Higher than any real process id, as the shell may kill it. */
  pid: number | undefined = 2 ** 30;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly messages: string[] = [];
  postMessage(message: string): void {
    this.messages.push(message);
  }
  /** Exits as Electron's child does: its listeners are removed before the pipes are read to their end. */
  exit(code: number, lastLine = ''): void {
    this.emit('exit', code);
    for (const output of [this.stdout, this.stderr]) output.removeAllListeners();
    this.stderr.end(lastLine);
    this.stdout.end();
  }
}

function createRecord() {
  return {
    schemes: [] as CustomScheme[],
    protocols: new Map<string, (request: Request) => Promise<Response>>(),
    handlers: new Map<string, (event: InvokeEvent, ...args: unknown[]) => unknown>(),
    menu: [] as MenuItemConstructorOptions[],
    contextMenus: [] as { template: MenuItemConstructorOptions[]; at: object }[],
    copied: [] as string[],
    errors: [] as { title: string; content: string }[],
    questions: [] as MessageBoxOptions[],
    saves: [] as SaveDialogOptions[],
    folders: [] as OpenDialogOptions[],
    opened: [] as string[],
    crashReporter: undefined as { uploadToServer: false } | undefined,
    globalKeys: new Map<string, () => void>(),
    /** Another program has these keys. */
    takenKeys: new Set<string>(),
    windows: [] as StandInWindow[],
    /** Loads the page of a window; tests let it fail or take long. */
    load: (): Promise<void> => Promise.resolve(),
    notifications: [] as StandInNotification[],
    forks: [] as { modulePath: string; args: string[]; options: ForkOptions; child: StandInChild }[],
    /** Answers for the person: the index of a button, the chosen path (empty means cancelled). */
    answer: 0,
    /** Lets a question wait for its answer. */
    answering: undefined as Promise<number> | undefined,
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
      super(record.windows.length + 1, options, () => record.load());
      record.windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    static getFocusedWindow(): StandInWindow | null {
      return record.focused ? (record.windows.at(-1) ?? null) : null;
    }
    static getAllWindows(): StandInWindow[] {
      return record.windows.filter((window) => !window.destroyed);
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
      if (!record.answering) return Promise.resolve({ response: record.answer, checkboxChecked: false });
      const withdrawn = new Promise<number>((resolve) => {
        options.signal?.addEventListener('abort', () => resolve(options.cancelId ?? 0));
      });
      return Promise.race([record.answering, withdrawn]).then((response) => ({ response, checkboxChecked: false }));
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
  const powerMonitor = new EventEmitter();
  const electron = {
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
    menu: {
      setFromTemplate: (template) => void (record.menu = template),
      popup: (template, at) => void record.contextMenus.push({ template, at }),
    },
    clipboard: { writeText: (text) => void record.copied.push(text) },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }] },
    nativeTheme,
    powerMonitor,
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
        if (record.takenKeys.has(accelerator)) return false;
        record.globalKeys.set(accelerator, run);
        return true;
      },
      unregister: (accelerator) => void record.globalKeys.delete(accelerator),
      unregisterAll: () => record.globalKeys.clear(),
    },
    crashReporter: { start: (options) => void (record.crashReporter = options) },
  } satisfies ElectronApi;
  return { api: electron, app, defaultSession, nativeTheme, powerMonitor, record };
}
