import { DEFAULT_SETTINGS, Settings } from '#contract/bridge.ts';
import type { CaptureState, SpellingState } from '#contract/desktop-features.ts';
import { CaptureShortcut } from './capture-shortcut.ts';
import type { ElectronApi } from './electron-api.ts';
import { holdDictionaries, SpellChecker } from './spell-checker.ts';
import type { AppWindow } from './window.ts';

const Followed = Settings.pick({ theme: true, capture_keys: true, spelling: true }).partial();

/** Applies the settings that the shell itself follows: theme of the system's parts, global shortcut, spell checker. */
export class ShellSettings {
  readonly #electron: ElectronApi;
  readonly #window: AppWindow;
  readonly #mac: boolean;
  readonly #capture: CaptureShortcut;
  #spelling: SpellChecker | undefined;

  constructor(electron: ElectronApi, window: AppWindow, mac: boolean) {
    this.#electron = electron;
    this.#window = window;
    this.#mac = mac;
    this.#capture = new CaptureShortcut(electron.globalShortcut, () => window.openRoute('/ideas/new'));
    if (!mac) electron.app.on('session-created', holdDictionaries);
  }

  /** Call when the app is ready, because there is no session before. */
  ready(): void {
    this.#spelling = new SpellChecker(this.#electron.session.defaultSession, this.#mac, (state) =>
      this.#window.broadcast('spelling.changed', state),
    );
  }

  /** Takes over settings; what is unknown or missing counts as its default. */
  follow(settings: unknown): void {
    const { data = {} } = Followed.safeParse(settings);
    this.#electron.nativeTheme.themeSource = data.theme ?? DEFAULT_SETTINGS.theme;
    this.#capture.use(data.capture_keys ?? null);
    this.#spelling?.use(data.spelling ?? []);
  }

  captureState(): CaptureState {
    return this.#capture.state();
  }

  spellingState(): SpellingState {
    return this.#spelling?.state() ?? { by: 'system' };
  }

  /** Returns whether the app itself, not one of its pages, may make a request to this address. */
  allowsRequest(url: string): boolean {
    return this.#spelling?.fetches(url) ?? false;
  }
}
