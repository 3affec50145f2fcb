import { EventEmitter } from 'node:events';

import { PAGE_ORIGIN } from './chromium/network.ts';
import { createPreventable } from './event.ts';
import { bus, network, runningChromium } from './runtime.ts';
import { requireReady } from './readiness.ts';
import { SpellChecker, type DictionaryServer } from './spell-checker.ts';

type BeforeRequest = (
  details: { url: string; webContentsId?: number },
  callback: (response: { cancel?: boolean }) => void,
) => void;
/** Has no page, because Chromium gets permissions once for all pages. */
type Request = (
  contents: never,
  permission: string,
  callback: (granted: boolean) => void,
  details: { requestingUrl: string; isMainFrame: boolean },
) => void;
type Check = (contents: never, permission: string, origin: string, details: object) => boolean;

const NO_CONTENTS = null as never;

/** Maps Electron's names of permissions to Chromium's. */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  geolocation: ['geolocation'],
  'idle-detection': ['idle-detection'],
  'local-fonts': ['local-fonts'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  notifications: ['notifications'],
  'persistent-storage': ['persistent-storage'],
  'storage-access': ['storage-access'],
  'window-management': ['window-management'],
};

/** The page that all requests are attributed to. */
const ANY_PAGE_ID = 1;

const downloads: { name: string; refused: boolean }[] = [];

class Session extends EventEmitter {
  readonly #spelling = new SpellChecker(this, (url) => this.#mayRequest(url));
  #beforeRequest: BeforeRequest | null = null;
  #requestHandler: Request = (_contents, _permission, callback) => callback(true);
  #checkHandler: Check = () => true;

  readonly webRequest = {
    onBeforeRequest: (filterOrListener: object | null, listener?: BeforeRequest): void => {
      this.#beforeRequest = (
        typeof filterOrListener === 'function' ? filterOrListener : listener
      ) as BeforeRequest | null;
      // Chromium's proxy does not know which page sends a request; the app's own requests bypass it.
      if (this === mainSession) network.guard = (url) => this.#mayRequest(url, ANY_PAGE_ID);
    },
  };

  get availableSpellCheckerLanguages(): string[] {
    return [...this.#spelling.available];
  }

  #mayRequest(url: string, webContentsId?: number): Promise<boolean> {
    const decide = this.#beforeRequest;
    if (!decide) return Promise.resolve(true);
    const details = { url, ...(webContentsId === undefined ? {} : { webContentsId }) };
    return new Promise((resolve) => decide(details, ({ cancel }) => resolve(cancel !== true)));
  }

  setPermissionRequestHandler(handler: Request | null): void {
    this.#requestHandler = handler ?? ((_contents, _permission, callback) => callback(true));
    void this.#applyPermissions();
  }

  setPermissionCheckHandler(handler: Check | null): void {
    this.#checkHandler = handler ?? (() => true);
    void this.#applyPermissions();
  }

  setDevicePermissionHandler(): void {
    // Headless Chromium has no devices to permit.
  }

  setDisplayMediaRequestHandler(): void {
    // Headless Chromium has no display to capture.
  }

  setSpellCheckerEnabled(enable: boolean): void {
    this.#spelling.enabled = enable;
  }

  isSpellCheckerEnabled(): boolean {
    return this.#spelling.enabled;
  }

  setSpellCheckerLanguages(languages: string[]): void {
    this.#spelling.languages = languages;
  }

  getSpellCheckerLanguages(): string[] {
    return [...this.#spelling.languages];
  }

  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.#spelling.downloadUrl = url;
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.#spelling.words.add(word);
    return true;
  }

  removeWordFromSpellCheckerDictionary(word: string): boolean {
    return this.#spelling.words.delete(word);
  }

  playDictionaryServer(state: DictionaryServer): void {
    this.#spelling.server = state;
  }

  /** Returns whether a person added the word to the dictionary. */
  knows(word: string): boolean {
    return this.#spelling.words.has(word);
  }

  listWordsInSpellCheckerDictionary(): Promise<string[]> {
    return Promise.resolve([...this.#spelling.words]);
  }

  /** Sets the handlers' decisions in Chromium, so that pages get real permissions. */
  async #applyPermissions(): Promise<void> {
    const { connection } = await runningChromium;
    const origin = network.toProduct(PAGE_ORIGIN);
    for (const [permission, chromiumNames] of Object.entries(PERMISSIONS)) {
      let isGranted = false;
      const details = { requestingUrl: `${origin}/`, isMainFrame: true };
      this.#requestHandler(NO_CONTENTS, permission, (answer) => (isGranted = answer), details);
      const setting = isGranted && this.#checkHandler(NO_CONTENTS, permission, origin, details) ? 'granted' : 'denied';
      for (const name of chromiumNames) {
        await connection.browser
          .send('Browser.setPermission', { permission: { name }, setting, origin: PAGE_ORIGIN })
          .catch(() => undefined); // this Chromium may not know the name
      }
    }
  }

  /** Offers each download to the product, which may refuse it. */
  async watchDownloads(): Promise<void> {
    const { browser } = (await runningChromium).connection;
    await browser.send('Browser.setDownloadBehavior', { behavior: 'default', eventsEnabled: true });
    browser.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename }) => {
      const event = createPreventable();
      this.emit('will-download', event, { getURL: () => network.toProduct(url), getFilename: () => suggestedFilename });
      downloads.push({ name: suggestedFilename, refused: event.defaultPrevented });
      if (event.defaultPrevented) void browser.send('Browser.cancelDownload', { guid });
    });
  }
}

export const mainSession: Session = new Session();
const partitions = new Map<string, Session>();

export const session = {
  get defaultSession(): Session {
    requireReady('session');
    return mainSession;
  },
  fromPartition: (partition: string): Session => {
    requireReady('session');
    const existingSession = partitions.get(partition);
    if (existingSession) return existingSession;
    const newSession = new Session();
    partitions.set(partition, newSession);
    bus.emit('session-created', newSession);
    return newSession;
  },
};

export const sessionControls = {
  downloads: () => downloads,
  /** Returns the languages that spelling is checked in. */
  spelling: (): string[] => (mainSession.isSpellCheckerEnabled() ? mainSession.getSpellCheckerLanguages() : []),
  /** Plays the server of Chromium's dictionaries. */
  dictionaryServer: (state: DictionaryServer): void => mainSession.playDictionaryServer(state),
  dictionary: (): Promise<string[]> => mainSession.listWordsInSpellCheckerDictionary(),
};
